"""Requests as what a provider reads, and how much of each it has read before. Source: docs/context.md §4.

A request is a row of units: the tools, then every message. Two requests share the equal units at their
beginning and the common beginning of the first unit that differs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rpg.context.prefix import common_length
from rpg.context.system import tools_document
from rpg.context.values import ToolOffer
from rpg.narrator.protocol import Message, Request
from rpg.text.tokens import TokenCounter

Units = tuple[str, ...]

_BLOCK = re.compile(r"<(/?)rpg:(\w+)(?: \w+=\"([^\"]*)\")?>")


@dataclass(frozen=True, slots=True)
class Read:
    """One request as it was read. shared: tokens of its beginning that the request before had too.

    differs: what stood where they part, or stands there now ("" when nothing does): a block's tag, "tools",
    "system", "message".
    """

    total: int
    shared: int
    differs: str

    @property
    def share(self) -> float:
        return self.shared / self.total if self.total else 1.0

    @property
    def fresh(self) -> int:
        """Tokens that had to be read anew."""
        return self.total - self.shared


def units_of(request: Request) -> Units:
    """A request as units."""
    offers = [ToolOffer(tool.name, tool.description, tool.parameters) for tool in request.tools]
    return (tools_document(offers), *(message_unit(message) for message in request.messages))


def message_unit(message: Message) -> str:
    """A message with its calls as one text."""
    calls = "".join(f"\x1e{call.name}{call.arguments}" for call in message.tool_calls)
    return f"{message.role}\x1f{message.content}{calls}"


class Reader:
    """Reads requests in the order in which they were sent and remembers the last one."""

    def __init__(self) -> None:
        self._counter = TokenCounter()
        self._before: Units = ()

    def read(self, units: Units) -> Read:
        """What the request shares with the one before, which it replaces."""
        found = self.compare(self._before, units)
        self._before = units
        return found

    def compare(self, before: Units, units: Units) -> Read:
        """What `units` share with `before`."""
        count = self._counter.count
        total = sum(count(unit) for unit in units)
        shared = 0
        for place, unit in enumerate(units):
            if place >= len(before):
                return Read(total, shared, label_at(units, place, 0))
            if before[place] != unit:
                length = common_length(before[place], unit)
                shared += count(unit) * length // max(1, len(unit))
                gone = label_at(before, place, length)
                return Read(total, shared, label_at(units, place, length) if gone == "message" else gone)
            shared += count(unit)
        return Read(total, shared, "")


def label_at(units: Sequence[str], place: int, offset: int) -> str:
    """What stands at a place of a request: the block that is open there or begins next, else the kind of unit."""
    if place == 0:
        return "tools"
    unit = units[place]
    opened = [mark for mark in _BLOCK.finditer(unit) if mark.start() <= offset]
    if opened and not opened[-1][1]:
        return opened[-1][2]
    begins = _BLOCK.search(unit, offset)
    if begins and not begins[1] and not unit[offset : begins.start()].strip():
        return begins[2]
    return "system" if unit.startswith("system\x1f") else "message"
