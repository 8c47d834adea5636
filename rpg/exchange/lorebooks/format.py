"""What every format says about itself: how entries are read and which authored fields it can hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rpg.exchange.lorebooks.kinds import Kind
from rpg.exchange.lorebooks.report import Loss
from rpg.world.lorebook import Dialect, Lorebook, LoreEntry

Raw = dict[str, Any]
Writer = Callable[[Raw, LoreEntry], None]


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    entries: (raw id, raw entry) in the author's order. head: the rest of the book. read: a raw entry as an
    authored one, without its id and what is kept of it. writers: by authored field, how it goes into a raw
    entry; a field without one has no counterpart. fresh: raw fields of a new entry. wrap: head and raw
    entries as a file. book_fields: authored book fields from a head. understood: raw names with an effect.
    """

    kind: Kind
    entries: Callable[[Any], list[tuple[str, Raw]]]
    head: Callable[[Any], Raw]
    read: Callable[[Raw], LoreEntry]
    writers: Mapping[str, Writer]
    fresh: Callable[[LoreEntry], Raw]
    wrap: Callable[[Lorebook, Raw, list[Raw]], Any]
    book_fields: Callable[[Raw], dict[str, Any]]
    understood: frozenset[str]
    rules: Callable[[Raw, list[Raw]], Dialect]
    losses: Callable[[str, Raw], list[Loss]] = field(default=lambda entry, raw: [])


def putter(name: str, value: Callable[[LoreEntry], Any]) -> Writer:
    """A writer of one top-level raw field."""

    def write(raw: Raw, entry: LoreEntry) -> None:
        raw[name] = value(entry)

    return write


def always(rules: Dialect) -> Callable[[Raw, list[Raw]], Dialect]:
    return lambda head, entries: rules
