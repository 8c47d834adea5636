"""A terminal's lines in whole words: what plain mode writes, broken where a line may end.

A terminal breaks a line wherever it is full, also in the middle of a word and before a closing mark. The rules
are those of `rpg.text.wrap`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from io import TextIOBase
from typing import IO

from rpg.text.wrap import break_lines

_STICKS = "\u00a0"
"""No line ends before it: a long word that begins with it takes along what can still move to the next line."""

USUAL = 80
"""Columns of a terminal that does not tell."""


class Wrapping:
    """Breaks a text that comes in pieces; what may still move to the next line is held back.

    columns: how many cells a line has now.
    """

    def __init__(self, columns: Callable[[], int]) -> None:
        self._columns = columns
        self._line = ""  # the line that is open
        self._told = 0  # characters of it that were given out

    def feed(self, piece: str) -> str:
        """What can be written after `piece`, line breaks included."""
        first, *others = piece.split("\n")
        told = list(self._grown(first))
        for more in others:
            told += [self._line[self._told :], "\n"]
            self._line, self._told = "", 0
            told += self._grown(more)
        return "".join(told)

    def settle(self) -> str:
        """What was held back; what comes next begins a line of its own."""
        rest = self._line[self._told :]
        self._line, self._told = "", 0
        return rest

    def _grown(self, piece: str) -> Iterator[str]:
        """What the open line gives out with `piece` at its end, where that has no line break."""
        if not piece:
            return
        text, width = self._line + piece, max(1, self._columns())
        lines = break_lines(text, width)
        for line in lines[:-1]:
            yield text[line.start + self._told : line.end] + "\n"
            self._told = 0
        self._line = text[lines[-1].start :]
        stands = break_lines(self._line + _STICKS + "x" * width, width)[0].end
        if self._told < stands <= len(self._line):
            yield self._line[self._told : stands]
            self._told = stands


class WrappedOutput(TextIOBase):
    """A terminal, written to through `Wrapping`."""

    def __init__(self, terminal: IO[str]) -> None:
        self._terminal = terminal
        self._wrapping = Wrapping(lambda: columns_of(terminal))

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return str(getattr(self._terminal, "encoding", None) or "utf-8")

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._terminal.write(self._wrapping.feed(text))
        return len(text)

    def flush(self) -> None:
        """What stands goes to the terminal; what may still move does not."""
        self._terminal.flush()

    def settle(self) -> None:
        """All goes to the terminal: something is typed there next, which ends the line."""
        self._terminal.write(self._wrapping.settle())
        self._terminal.flush()


def columns_of(terminal: IO[str]) -> int:
    """The columns of a terminal as it is now."""
    try:
        return os.get_terminal_size(terminal.fileno()).columns or USUAL
    except (OSError, ValueError):
        return USUAL
