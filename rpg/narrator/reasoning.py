"""Reasoning that models write into their text between `<think>` marks, told from the story."""

from __future__ import annotations

import re
from enum import StrEnum

from rpg.narrator.protocol import ReasoningDelta, TextDelta

_NAMES = "think|thinking|thought|reasoning"
_OPEN = re.compile(rf"<(?:{_NAMES})>|◁think▷", re.IGNORECASE | re.ASCII)
_CLOSE = re.compile(rf"</(?:{_NAMES})>|◁/think▷", re.IGNORECASE | re.ASCII)
_MARKS = ("<think>", "<thinking>", "<thought>", "<reasoning>", "◁think▷")
_CLOSE_MARKS = tuple(mark.replace("<", "</").replace("◁", "◁/") for mark in _MARKS)


_THINKERS = re.compile(r"deepseek-r1|\br1-|qwq|-thinking|reasoner|-r1\b", re.IGNORECASE)


def may_think_first(model: str) -> bool:
    """Whether replies of a model of this name may begin inside of reasoning that its template has opened."""
    return _THINKERS.search(model) is not None


class Opening(StrEnum):
    """What a reply begins with.

    TEXT: the story, or a mark. THINK: reasoning whose opening mark the chat template has already written.
    MAYBE: one of both; the text is held back until a closing mark or the end tells which.
    """

    TEXT = "text"
    THINK = "think"
    MAYBE = "maybe"


class ThinkSplitter:
    """Splits a text that arrives in pieces; where it is cut does not matter.

    Marks themselves never come out, and no other character is lost, but for the empty lines between
    reasoning and story.
    """

    def __init__(self, opening: Opening = Opening.TEXT) -> None:
        self._state = opening
        self._held = ""
        self._last = ""
        self._skip_blank = False
        self.began_in_thought: bool | None = None
        """Whether the text began inside of reasoning, known by a closing mark without an opening one; False:
        it was in doubt and did not. Outside of doubt such reasoning has been told as story."""

    def feed(self, text: str) -> list[TextDelta | ReasoningDelta]:
        """The pieces that can be told for sure."""
        self._held += text
        pieces: list[TextDelta | ReasoningDelta] = []
        while self._step(pieces):
            pass
        return pieces

    def finish(self) -> list[TextDelta | ReasoningDelta]:
        """What was still held back."""
        rest, self._held = self._held, ""
        if self._state is Opening.THINK:
            return _reasoning(rest)
        if self._state is Opening.MAYBE and rest.strip():
            self.began_in_thought = False
        return self._story(rest)

    def settle(self) -> list[TextDelta | ReasoningDelta]:
        """Reasoning has come by another way, so text that was held back in doubt is story."""
        if self._state is not Opening.MAYBE:
            return []
        self._state = Opening.TEXT
        return self.feed("")

    def _step(self, pieces: list[TextDelta | ReasoningDelta]) -> bool:
        """Move one mark onward; False when more text is needed."""
        match self._state:
            case Opening.TEXT:
                return self._in_text(pieces)
            case Opening.THINK:
                return self._in_thought(pieces)
            case Opening.MAYBE:
                return self._in_doubt(pieces)

    def _in_text(self, pieces: list[TextDelta | ReasoningDelta]) -> bool:
        opened, closed = _OPEN.search(self._held), _CLOSE.search(self._held)
        if opened and (not closed or opened.start() < closed.start()):
            pieces += self._story(self._held[: opened.start()])
            self._held = self._held[opened.end() :]
            self._state = Opening.THINK
            return True
        if closed:
            self.began_in_thought = True
            pieces += self._story(self._held[: closed.start()])
            self._held = self._held[closed.end() :]
            return True
        cut = len(self._held) - _partial(self._held, _MARKS + _CLOSE_MARKS)
        pieces += self._story(self._held[:cut])
        self._held = self._held[cut:]
        return False

    def _in_thought(self, pieces: list[TextDelta | ReasoningDelta]) -> bool:
        closed = _CLOSE.search(self._held)
        end = closed.start() if closed else len(self._held) - _partial(self._held, _CLOSE_MARKS)
        pieces += _reasoning(self._held[:end])
        self._held = self._held[closed.end() if closed else end :]
        if closed:
            self._state = Opening.TEXT
            self._skip_blank = not self._last.strip()
        return closed is not None

    def _in_doubt(self, pieces: list[TextDelta | ReasoningDelta]) -> bool:
        opened, closed = _OPEN.search(self._held), _CLOSE.search(self._held)
        if opened and (not closed or opened.start() < closed.start()):
            self._state = Opening.TEXT
            return True
        if closed:
            self.began_in_thought = True
            self._state = Opening.THINK
            return True
        return False

    def _story(self, text: str) -> list[TextDelta | ReasoningDelta]:
        if self._skip_blank:
            text = text.lstrip()
        if not text:
            return []
        self._skip_blank = False
        self._last = text[-1]
        return [TextDelta(text)]


def _reasoning(text: str) -> list[TextDelta | ReasoningDelta]:
    return [ReasoningDelta(text)] if text else []


def _partial(text: str, marks: tuple[str, ...]) -> int:
    """How many characters at the end of `text` may be the beginning of a mark."""
    longest = max(map(len, marks)) - 1
    for size in range(min(longest, len(text)), 0, -1):
        tail = text[-size:].lower()
        if tail[0] in "<◁" and any(mark.startswith(tail) for mark in marks):
            return size
    return 0
