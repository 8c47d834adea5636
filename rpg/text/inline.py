"""Marks inside a paragraph of prose: emphasis, strong, struck, code and speech.

Made for text that is still arriving: a mark opens at once and runs until it is closed or the paragraph
ends, so that what is on the screen never changes its look (docs/terminal.md, "Chat pane"). Brackets,
HTML and anything else is text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Flag, auto


class Mark(Flag):
    """How a piece of text looks; a closed set that the faces turn into colours."""

    NONE = 0
    EMPHASIS = auto()
    STRONG = auto()
    STRUCK = auto()
    CODE = auto()
    SPEECH = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text in one look."""

    text: str
    mark: Mark = Mark.NONE


Spans = tuple[Span, ...]

_SIGNS = re.compile(r"\\[^\w\s]|\*{1,3}|_{1,3}|~~|`+|[\"“”「」『』«»]")
_TAIL = "*_~`\\"
_EMPHASIS = {1: Mark.EMPHASIS, 2: Mark.STRONG, 3: Mark.EMPHASIS | Mark.STRONG}
_OPENS = {"“": "”", "「": "」", "『": "』", "«": "»"}
_CLOSES = {close: open_ for open_, close in _OPENS.items()}


def plain_text(spans: Spans) -> str:
    """What the spans say, without their looks."""
    return "".join(span.text for span in spans)


def parse_inline(source: str, *, growing: bool = False) -> Spans:
    """The spans of one paragraph.

    growing: more may follow, so a sign at the very end, which the next character may complete, is left
    out for now. For any split of a text, the spans of the shorter part then begin those of the whole.
    """
    if growing:
        source = source.rstrip(_TAIL)
    return _Scanner(source).spans()


class _Scanner:
    """Walks a paragraph once, with the set of marks that are open."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[tuple[str, Mark]] = []
        self._open = Mark.NONE
        self._quotes: list[str] = []
        self._fence = ""

    def spans(self) -> Spans:
        position = 0
        for sign in _SIGNS.finditer(self._source):
            self._text(self._source[position : sign.start()])
            self._sign(sign.group(), sign.start(), sign.end())
            position = sign.end()
        self._text(self._source[position:])
        return _merged(self._pieces)

    def _text(self, text: str, extra: Mark = Mark.NONE) -> None:
        if text:
            speech = Mark.SPEECH if self._quotes else Mark.NONE
            self._pieces.append((text, self._open | speech | extra))

    def _sign(self, sign: str, start: int, end: int) -> None:
        if sign[0] == "`":
            self._code(sign)
        elif self._fence:
            self._text(sign)
        elif sign[0] == "\\":
            self._text(sign[1])
        elif sign[0] in "*_~":
            self._emphasis(sign, start, end)
        else:
            self._quote(sign, start)

    def _code(self, sign: str) -> None:
        if self._fence and sign != self._fence:
            self._text(sign)
            return
        self._fence = "" if self._fence else sign
        self._open ^= Mark.CODE

    def _emphasis(self, sign: str, start: int, end: int) -> None:
        """`_` only counts at the border of a word; a sign with space on both sides is text."""
        before = self._source[start - 1] if start else " "
        after = self._source[end] if end < len(self._source) else " "
        if sign[0] == "_" and before.isalnum() and after.isalnum():
            self._text(sign)
            return
        mark = Mark.STRUCK if sign == "~~" else _EMPHASIS[len(sign)]
        closes = bool(self._open & mark) and not before.isspace()
        opens = not after.isspace()
        if closes:
            self._open &= ~mark
        elif opens:
            self._open |= mark
        else:
            self._text(sign)

    def _quote(self, sign: str, start: int) -> None:
        if sign == '"':
            self._straight_quote(start)
        elif sign in _OPENS:
            self._quotes.append(sign)
            self._text(sign)
        else:
            self._text(sign, Mark.SPEECH if _CLOSES[sign] in self._quotes else Mark.NONE)
            self._close(_CLOSES[sign])

    def _straight_quote(self, start: int) -> None:
        """A straight mark opens unless one is open; inches and minutes stay text."""
        if '"' in self._quotes:
            self._text('"')
            self._close('"')
            return
        if start and self._source[start - 1].isdigit():
            self._text('"')
            return
        self._quotes.append('"')
        self._text('"')

    def _close(self, opening: str) -> None:
        """Forget `opening` and everything opened inside it."""
        if opening in self._quotes:
            del self._quotes[self._quotes.index(opening) :]


def _merged(pieces: list[tuple[str, Mark]]) -> Spans:
    """Neighbours of one look joined."""
    spans: list[Span] = []
    for text, mark in pieces:
        if spans and spans[-1].mark == mark:
            spans[-1] = Span(spans[-1].text + text, mark)
        else:
            spans.append(Span(text, mark))
    return tuple(spans)
