"""A book of ours as a file of another program.

An entry that came from that format goes back as it came, with what was changed since written over it; any
other is written into a new entry of the format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rpg.exchange.lorebooks.decorators import FOREVER
from rpg.exchange.lorebooks.format import Format, Raw
from rpg.exchange.lorebooks.importing import FORMAT, FORMATS, SOURCE, read_source
from rpg.exchange.lorebooks.kinds import Kind
from rpg.exchange.lorebooks.loose import loaded
from rpg.exchange.lorebooks.native import CARRIED, carried_value, drop, put
from rpg.exchange.lorebooks.report import Loss
from rpg.lore.tavern.fields import RAW, alike
from rpg.world.lorebook import Lorebook, LoreEntry

_WITH_EXTENSIONS = ("tavern", "character_book", "lorebook_v3")
_NOT_WRITTEN = ("id", "extra")


@dataclass(frozen=True, slots=True)
class Exported:
    """data: ready for `json.dumps`. losses: what the format cannot hold, or holds without effect."""

    data: Any
    losses: tuple[Loss, ...]


def export_lorebook(book: Lorebook, kind: Kind) -> Exported:
    """`book` in the format `kind`; importing the result gives back what the format can hold."""
    form = FORMATS[kind]
    losses: list[Loss] = []
    raws: list[Raw] = []
    for entry in book.entries.values():
        raw, lost = _entry(form, book, entry)
        raws.append(raw)
        losses += lost
    return Exported(form.wrap(book, _head(form, book), raws), tuple(losses))


def _head(form: Format, book: Lorebook) -> Raw:
    head = loaded(book.extra.get(SOURCE)) if book.extra.get(FORMAT) == form.kind else None
    found: Raw = dict(head) if isinstance(head, dict) else {}
    if book.name and form.book_fields(found).get("name") not in (book.name, "") and found:
        found["name"] = book.name
    if book.rules == "rounds" and form.rules({}, []) == "tavern":
        found.setdefault("name", book.name)
        put(found, "rules", "rounds")
    return found


def _source(form: Format, entry: LoreEntry) -> Raw | None:
    if entry.extra.get(FORMAT) != form.kind:
        return None
    raw = loaded(entry.extra.get(SOURCE, entry.extra.get(RAW)))
    return raw if isinstance(raw, dict) else None


def _entry(form: Format, book: Lorebook, entry: LoreEntry) -> tuple[Raw, list[Loss]]:
    kept = _source(form, entry)
    if kept is None and RAW in entry.extra and form.kind == "tavern":
        kept = loaded(entry.extra[RAW])
    raw = dict(kept) if isinstance(kept, dict) else form.fresh(entry)
    before = read_source(form, raw, book.rules)
    losses: list[Loss] = []
    written, carried = _split_timing(form, book, entry)
    for name in _changed(before, entry):
        if name in carried:
            continue
        losses += _write(form, raw, name, entry)
    for name, value in carried.items():
        losses += _carry(form, raw, name, value, entry, written)
    return raw, losses


def _changed(before: LoreEntry, entry: LoreEntry) -> list[str]:
    names = (name for name in LoreEntry.__slots__ if name not in _NOT_WRITTEN)
    return [name for name in names if not alike(getattr(before, name), getattr(entry, name))]


def _write(form: Format, raw: Raw, name: str, entry: LoreEntry) -> list[Loss]:
    writer = form.writers.get(name)
    if writer is not None:
        writer(raw, entry)
        return []
    value = carried_value(entry, name)
    if form.kind in _WITH_EXTENSIONS and name in CARRIED:
        put(raw, name, value)
    return [Loss("no_counterpart", entry.id, name, str(value))]


def _split_timing(form: Format, book: Lorebook, entry: LoreEntry) -> tuple[LoreEntry, Mapping[str, Any]]:
    """What of a native entry the format holds only nearly: what is written for it, in the format's messages
    and places, and what is carried along to come back whole."""
    if book.rules != "rounds" or form.kind not in _WITH_EXTENSIONS:
        return entry, {}
    names = [name for name in ("sticky", "cooldown") if getattr(entry, name) not in (0, FOREVER)]
    written = replace(
        entry,
        sticky=2 * entry.sticky + 1 if entry.sticky else 0,
        cooldown=2 * entry.cooldown + (0 if entry.sticky else 1) if entry.cooldown else 0,
    )
    if entry.position in ("message_top", "message_bottom"):
        names += ["position", "depth"]
        written = replace(written, position="at_depth", depth=1 if entry.position == "message_top" else 0)
    elif form.kind == "lorebook_v3" and entry.position in ("an_top", "an_bottom", "outlet"):
        names.append("position")
        written = replace(written, position="system_after")
    return written, {name: carried_value(entry, name) for name in names}


def _carry(form: Format, raw: Raw, name: str, value: Any, entry: LoreEntry, written: LoreEntry) -> list[Loss]:
    drop(raw, name)
    if name in form.writers:
        form.writers[name](raw, written)
    put(raw, name, value)
    return [Loss("approximated", entry.id, name, str(value))]
