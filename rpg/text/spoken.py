"""Story text as it is read aloud: without the asterisks that mark words as strong."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rpg.text.messages import joined

_RUN = re.compile(r"(\*+)( ?)")
_WIDE_ENDS = frozenset("。！？；：，、）》」』")
_ASCII_WORD = re.compile(r"[0-9A-Za-z]")


@dataclass(slots=True)
class Spoken:
    """A stream of story text without marks of emphasis, whatever the pieces it comes in."""

    _held: str = ""
    _last: str = " "

    def feed(self, piece: str) -> str:
        """What is certain after `piece`; asterisks at its end wait for what follows."""
        text = self._held + piece
        cut = len(text.rstrip("*"))
        self._held = text[cut:]
        return self._plain(text[:cut])

    def finish(self) -> str:
        """What was held back, as the end of the text."""
        rest, self._held = self._held, ""
        return self._plain(rest)

    def _plain(self, text: str) -> str:
        """`text`, whose asterisks all have their neighbours: the last character before it, and its own."""
        if not text:
            return ""
        around = f"{self._last}{text}\n"
        self._last = text[-1]
        return _RUN.sub(lambda run: _without(run, around), around)[1:-1]


def spoken(text: str) -> str:
    """A whole text without marks of emphasis."""
    stream = Spoken()
    return stream.feed(text) + stream.finish()


def spoken_line(text: str) -> str:
    """A text on one line without marks of emphasis, its paragraphs one after the other."""
    return joined(*re.split(r"\s*\n\s*|\s{2,}", spoken(text).strip()))


def _without(run: re.Match[str], text: str) -> str:
    """Asterisks and the space after them, which goes too behind a full-width mark, or as they are."""
    if not _is_mark(run, text):
        return run.group()
    return "" if text[run.start() - 1 : run.start()] in _WIDE_ENDS else run.group(2)


def _is_mark(run: re.Match[str], text: str) -> bool:
    """Whether asterisks mark emphasis: they touch a word, and are no sign between two numbers or letters."""
    before, after = text[run.start() - 1 : run.start()], text[run.end(1) : run.end(1) + 1]
    if len(run.group(1)) > 3 or (before.isspace() and after.isspace()):
        return False
    between = bool(_ASCII_WORD.match(before)) and bool(_ASCII_WORD.match(after))
    return not between or len(run.group(1)) > 1
