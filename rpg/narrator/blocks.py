"""Tool blocks told from the story while the text streams in, even letter by letter.

Blocks labelled `rpg`, and the marks that chat templates put around calls, are always hidden. A block with another label or none, and
an object that stands by itself on a line, are hidden only if they turn out to be a call of a tool on
offer; until that is clear they are held back, and else they are told as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from rpg.narrator.block_calls import calls_of, names_a_tool
from rpg.narrator.block_marks import (
    INFO,
    OPENER,
    SURE,
    TAGS,
    UNSURE,
    ObjectScan,
    label_open,
    may_be_call,
    unfinished,
)
from rpg.narrator.protocol import TextDelta, ToolCall
from rpg.narrator.reply import TextFilter

_LONGEST_FENCE = 80
_CLOSING = re.compile(r"(?:\A|\n)[ \t]*(`{3,})")


@dataclass(frozen=True, slots=True)
class _Block:
    """A block that is open. opener: its first line as written. ticks: of its fence; 0: no fence. sure: it is
    hidden whatever it holds. end: the mark that ends it, where it began with one."""

    opener: str
    ticks: int
    sure: bool
    end: str = ""


@dataclass(frozen=True, slots=True)
class _Closed:
    """Where the content of a block ends and where the text goes on behind it."""

    content_end: int
    rest: int
    fence_owed: bool = False
    """The text goes on before the fence is closed: what stands there is story, and the fence may still come."""


class BlockFilter(TextFilter):
    """Takes the blocks out of a text. names: tools on offer."""

    def __init__(self, names: Collection[str] = ()) -> None:
        self._names = frozenset(names)
        self._held = ""
        self._out: list[str] = []
        self._line = ""
        self._fence = 0
        self._owed = 0
        self._block: _Block | None = None
        self._scan = ObjectScan()
        self._searched = 0
        self._skip_blank = False
        self._final = False
        self._calls: list[ToolCall] = []

    def feed(self, text: str) -> list[TextDelta]:
        """Story text that can be told already."""
        self._held += text
        while self._step():
            pass
        return self._taken()

    def finish(self, *, complete: bool) -> list[TextDelta]:
        """Story text that was still held back; an open block is read as far as it goes."""
        self._final = True
        while self._step():
            pass
        while self._block is not None:
            self._end_open_block(self._block, complete)
            while self._step():
                pass
        return self._taken()

    def calls(self) -> list[ToolCall]:
        """The calls found, in their order, ids still to be given."""
        return list(self._calls)

    def _taken(self) -> list[TextDelta]:
        text = "".join(self._out)
        self._out.clear()
        return [TextDelta(text)] if text else []

    def _step(self) -> bool:
        """Settle one thing; False when more text is needed."""
        if self._block is None:
            return self._prose()
        closed = self._close(self._block)
        if closed is not None:
            self._end_block(self._block, closed)
            return True
        if not self._block.sure and not may_be_call(self._held):
            self._release(self._block)
            return True
        return False

    # Story

    def _prose(self) -> bool:
        found = OPENER.search(self._held)
        if found is None:
            keep = 0 if self._final else unfinished(self._held)
            self._tell(len(self._held) - keep)
            return False
        if found.start() > 0:
            self._tell(found.start())
            return True
        if found.group().startswith("`"):
            return self._ticks(found.end())
        if found.group() == "{":
            return self._bare()
        mark = found.group().lower()
        # The mark "<function=" holds the beginning of the call itself.
        size = 0 if mark.endswith("=") else found.end()
        self._open(_Block(found.group(), 0, sure=True, end=TAGS[mark]), size)
        return True

    def _ticks(self, ticks: int) -> bool:
        """A run of backticks: a block, an ordinary fence, or nothing special."""
        info = INFO.match(self._held, ticks)
        end = info.end() if info else ticks
        label = info.group(1).lower() if info else ""
        if end == len(self._held) and not self._final and label_open(label):
            return False
        follows = self._held[end : end + 1]
        if self._is_owed(ticks, label, follows):
            self._owed, self._held = 0, self._held[end:]
            return True
        if label == SURE and follows in ("", "\n", "\r", " ", "\t", "{", "["):
            return self._sure_fence(ticks, end)
        if self._may_open(label, follows):
            self._open(_Block(self._held[:end], ticks, sure=False), end)
            return True
        self._ordinary(ticks, label, follows)
        self._tell(end)
        return True

    def _is_owed(self, ticks: int, label: str, follows: str) -> bool:
        """Whether a fence closes a block that has ended with its object, some story before."""
        alone = not self._line.strip() and not label and follows in ("", "\n", "\r")
        return bool(self._owed) and ticks >= self._owed and alone

    def _sure_fence(self, ticks: int, end: int) -> bool:
        if self._fence > ticks:
            self._tell(end)
        else:
            self._open(_Block(self._held[:end], ticks, sure=True), end)
        return True

    def _may_open(self, label: str, follows: str) -> bool:
        if self._fence or self._line.strip() or label not in UNSURE or not self._names:
            return False
        return follows in ("\n", "\r", "{", "[")

    def _ordinary(self, ticks: int, label: str, follows: str) -> None:
        """Keep track of the author's own fences, in which nothing is a block of ours."""
        if self._line.strip():
            return
        if not self._fence:
            self._fence = ticks
        elif ticks >= self._fence and not label and follows in ("", "\n", "\r"):
            self._fence = 0

    def _bare(self) -> bool:
        """An opening brace: an object by itself at the start of a line may be a call."""
        if self._fence or self._line.strip() or not self._names:
            self._tell(1)
        else:
            self._open(_Block("", 0, sure=False), 0)
        return True

    def _tell(self, size: int) -> None:
        """Let the first `size` held characters through."""
        text, self._held = self._held[:size], self._held[size:]
        if self._skip_blank:
            text = text.lstrip()
        if not text:
            return
        self._skip_blank = False
        self._out.append(text)
        _, newline, after = text.rpartition("\n")
        self._line = after if newline else self._line + text

    # Blocks

    def _open(self, block: _Block, size: int) -> None:
        self._block, self._owed = block, 0
        self._scan, self._searched = ObjectScan(), 0
        self._held = self._held[size:]

    def _close(self, block: _Block) -> _Closed | None:
        """Where the block ends, as soon as that is certain."""
        if block.end:
            return self._tag_end(block.end)
        if block.ticks:
            return self._object_end(block) or self._fence_end(block.ticks)
        end = self._scan.end_in(self._held)
        return None if end is None else _Closed(end, end)

    def _tag_end(self, tag: str) -> _Closed | None:
        """The mark that ends a block; what was searched before is not searched again."""
        start = max(0, self._searched - len(tag))
        at = self._held[start:].lower().find(tag)
        self._searched = len(self._held)
        return None if at < 0 else _Closed(start + at, start + at + len(tag))

    def _fence_end(self, ticks: int) -> _Closed | None:
        """A closing fence at the start of a line; what cannot become one is not searched again."""
        start, last = self._searched, self._held.rfind("\n")
        begun = self._held[last + 1 : last + 1 + _LONGEST_FENCE]
        self._searched = len(self._held) if begun.strip(" \t`") else max(0, last)
        for found in _CLOSING.finditer(self._held, start):
            if len(found.group(1)) < ticks:
                continue
            if found.end() == len(self._held) and not self._final:
                return None
            labelled = INFO.match(self._held, found.end())
            if labelled and labelled.group(1):
                return self._next_fence(found, labelled)
            return _Closed(found.start(), found.end())
        return None

    def _next_fence(self, found: re.Match[str], labelled: re.Match[str]) -> _Closed | None:
        """A new block begins where this one should have ended."""
        if labelled.end() == len(self._held) and not self._final:
            return None
        return _Closed(found.start(), found.start(1))

    def _object_end(self, block: _Block) -> _Closed | None:
        """The end of the object in a block whose closing fence is in the same line or missing."""
        end = self._scan.end_in(self._held)
        if end is None:
            return None
        behind = self._held[end:]
        text = behind.lstrip(" \t\r\n,;")
        if not text:
            return None
        if text.startswith("`"):
            if "\n" in behind[: len(behind) - len(text)]:
                return None
            run = re.match(r"`+", text)
            size = run.end() if run else 0
            at = len(self._held) - len(text)
            if size == len(text) and not self._final:
                return None
            return _Closed(end, at + size) if size >= block.ticks else None
        return None if text[0] in "{[" else _Closed(end, end, fence_owed=True)

    def _end_block(self, block: _Block, closed: _Closed) -> None:
        content = self._held[: closed.content_end]
        if block.sure or names_a_tool(content, self._names):
            self._hide(content, closed.rest, complete=True)
            self._owed = block.ticks if closed.fence_owed else 0
        else:
            self._release(block)

    def _end_open_block(self, block: _Block, complete: bool) -> None:
        """The text has ended inside of a block."""
        end = self._scan.end_in(self._held)
        if not block.sure and not names_a_tool(self._held, self._names):
            self._release(block)
            return
        if end is None:
            # A blank line does not belong to an object: what follows it is story behind a broken block.
            blank = re.search(r"\n[ \t]*\n", self._held.rstrip())
            end = blank.start() if blank else len(self._held)
        self._hide(self._held[:end], end, complete=complete)

    def _hide(self, content: str, rest: int, *, complete: bool) -> None:
        self._calls += calls_of(content, complete=complete) if content.strip() else []
        self._held = self._held[rest:]
        self._block = None
        self._skip_blank = not self._line.strip()

    def _release(self, block: _Block) -> None:
        """Tell a block as it was written."""
        self._block = None
        if block.ticks:
            self._fence = self._fence or block.ticks
        self._held = block.opener + self._held
        self._tell(len(block.opener) or 1)
