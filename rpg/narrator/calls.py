"""Tool calls put together from the pieces that servers stream.

Servers differ in nearly everything: pieces come without id or index, with one index for all calls, with
arguments as an object, repeated, grown instead of continued, interleaved, two calls run together.
Source: docs/design.md §6.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rpg.narrator.fragments import read_fragments, strict_object
from rpg.narrator.protocol import ToolCall
from rpg.narrator.repair import compact
from rpg.text.numbers import whole_number

_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def made_id(seed: str, number: int) -> str:
    """The id that we give to call `number`: nine letters and digits, the same for the same arguments."""
    digest = int.from_bytes(hashlib.blake2b(f"{seed}:{number}".encode(), digest_size=8).digest(), "big")
    letters = []
    for _ in range(9):
        digest, rest = divmod(digest, len(_ALPHABET))
        letters.append(_ALPHABET[rest])
    return "".join(letters)


def fresh_ids(seed: str, taken: Iterable[str]) -> Iterator[str]:
    """Made-up ids, none of them in `taken`."""
    used = set(taken)
    number = 0
    while True:
        made = made_id(seed, number)
        number += 1
        if made not in used:
            used.add(made)
            yield made


@dataclass(frozen=True, slots=True)
class CallDelta:
    """One piece of a call as a server sent it; "" and None: not said."""

    index: int | None
    id: str
    name: str
    fragment: str
    extra: Any = None
    """What the provider attaches and wants back with the call."""


@dataclass(slots=True)
class _Slot:
    """A call that is still being put together."""

    index: int | None
    id: str = ""
    name: str = ""
    fragments: list[str] = field(default_factory=list)
    extra: Any = None

    @property
    def whole(self) -> bool:
        """Whether the arguments are a complete object (cheap while they are clearly not)."""
        ends = bool(self.fragments) and self.fragments[-1].rstrip().endswith("}")
        return ends and strict_object("".join(self.fragments)) is not None


def read_delta(entry: object) -> CallDelta | None:
    """A piece from one entry of `tool_calls`, or None when it says nothing readable."""
    if not isinstance(entry, dict):
        return None
    function = entry.get("function")
    if not isinstance(function, dict):
        function = entry
    return CallDelta(
        _index(entry.get("index")),
        _text(entry.get("id")),
        _text(function.get("name")),
        _fragment(function.get("arguments", function.get("parameters"))),
        entry.get("extra_content"),
    )


def _index(value: object) -> int | None:
    if isinstance(value, str):
        return whole_number(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _fragment(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else compact(value)


class CallAssembler:
    """Collects pieces and gives complete calls at the end.

    names: the tools on offer, which tell a whole name from a piece of one. seed, taken: for the ids that
    we must make up, and ids that the conversation already has.
    """

    def __init__(self, names: Collection[str] = (), seed: str = "", taken: Iterable[str] = ()) -> None:
        self._names = frozenset(names)
        self._slots: list[_Slot] = []
        self._seed = seed
        self._taken = frozenset(taken)
        self.signatures: dict[str, Any] = {}
        """What the provider attached to finished calls, by their ids."""

    def __bool__(self) -> bool:
        return bool(self._slots)

    def add(self, entries: object) -> None:
        """Take in the `tool_calls` list of one chunk."""
        if isinstance(entries, dict):
            entries = [entries]
        deltas = [read_delta(entry) for entry in entries] if isinstance(entries, list) else []
        for position, delta in enumerate(deltas):
            if delta is not None:
                self._take(delta, position if len(deltas) > 1 else None)

    def finish(self, *, complete: bool = True) -> list[ToolCall]:
        """The calls in the order they began. complete: whether the model ended by itself."""
        ids = fresh_ids(self._seed, self._taken | {slot.id for slot in self._slots})
        used: set[str] = set(self._taken)
        calls: list[ToolCall] = []
        for number, slot in enumerate(self._slots):
            cut = not complete and number == len(self._slots) - 1
            for call in _slot_calls(slot, complete=not cut):
                call_id = slot.id if slot.id and slot.id not in used else next(ids)
                used.add(call_id)
                if slot.extra is not None:
                    self.signatures[call_id] = slot.extra
                calls.append(replace(call, id=call_id))
        return calls

    def with_ids(self, calls: Iterable[ToolCall], used: Iterable[str] = ()) -> list[ToolCall]:
        """Calls that came without ids (found in the text), with ids that nothing else has."""
        ids = fresh_ids(self._seed, self._taken | set(used))
        return [replace(call, id=next(ids)) for call in calls]

    def _take(self, delta: CallDelta, position: int | None) -> None:
        slot = self._slot_of(delta, position)
        if slot is None:
            slot = _Slot(delta.index)
            self._slots.append(slot)
        slot.id = slot.id or delta.id
        slot.name = self._name(slot, delta.name)
        slot.extra = slot.extra if delta.extra is None else delta.extra
        if delta.fragment:
            slot.fragments.append(delta.fragment)

    def _slot_of(self, delta: CallDelta, position: int | None) -> _Slot | None:
        """The call that `delta` goes on with; None when it begins a new one."""
        if not self._slots:
            return None
        for slot in reversed(self._slots):
            if delta.id and slot.id == delta.id and _same_place(slot, delta):
                return slot
        slot_or_none = self._candidate(delta, position)
        if slot_or_none is None or not self._goes_on(slot_or_none, delta):
            return None
        return slot_or_none

    def _candidate(self, delta: CallDelta, position: int | None) -> _Slot | None:
        if delta.index is not None:
            return self._at_index(delta)
        if delta.name and not delta.id:
            unfinished = [slot for slot in self._slots if slot.name == delta.name and not slot.whole]
            return unfinished[-1] if unfinished else self._slots[-1]
        if position is not None and not delta.name and position < len(self._slots):
            return self._slots[position]
        return self._slots[-1]

    def _at_index(self, delta: CallDelta) -> _Slot | None:
        same = [slot for slot in self._slots if slot.index == delta.index]
        if same:
            return same[-1]
        last = self._slots[-1]
        starts = delta.id or delta.name or delta.fragment.lstrip().startswith("{")
        return None if starts else last

    def _goes_on(self, slot: _Slot, delta: CallDelta) -> bool:
        """Whether `delta`, which could belong to `slot`, does not start a call of its own."""
        if not delta.name or not slot.name:
            return True
        if delta.name != slot.name:
            return not (delta.id and slot.id) and self._renames(slot, delta.name)
        if not delta.id or not slot.id or not slot.fragments:
            return True
        return bool(delta.fragment) and not delta.fragment.lstrip().startswith("{")

    def _renames(self, slot: _Slot, name: str) -> bool:
        """Whether `name` is a further piece of the slot's name, or noise, and not another tool."""
        if name in self._names and not name.startswith(slot.name):
            return False
        if not slot.fragments:
            return slot.name not in self._names
        return not slot.whole and name not in self._names

    def _name(self, slot: _Slot, name: str) -> str:
        if not name or name == slot.name or slot.name in self._names:
            return slot.name
        if name.startswith(slot.name) or name in self._names:
            return name
        return slot.name if slot.fragments else slot.name + name


def _same_place(slot: _Slot, delta: CallDelta) -> bool:
    return slot.index is None or delta.index is None or slot.index == delta.index


def _slot_calls(slot: _Slot, *, complete: bool) -> list[ToolCall]:
    raw = "".join(slot.fragments)
    if not slot.name and not raw.strip():
        return []
    if not slot.name:
        return [ToolCall("", "", "{}", "the call names no tool", raw)]
    readings = read_fragments(slot.fragments, complete=complete)
    return [ToolCall("", slot.name, read.arguments, read.problem, raw) for read in readings]
