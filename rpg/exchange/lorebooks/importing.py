"""A lorebook file of another program as a book of ours, with a report of what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rpg.exchange.lorebooks.cards import CHARACTER_BOOK
from rpg.exchange.lorebooks.format import Format, Raw
from rpg.exchange.lorebooks.kinds import Kind, detect
from rpg.exchange.lorebooks.loose import dumped, table
from rpg.exchange.lorebooks.native import OURS, with_carried
from rpg.exchange.lorebooks.others import OTHERS
from rpg.exchange.lorebooks.report import Loss
from rpg.exchange.lorebooks.tavern import TAVERN
from rpg.exchange.lorebooks.v3 import LOREBOOK_V3, as_native
from rpg.lore.tavern.fields import RAW
from rpg.world.ids import id_from, is_id
from rpg.world.lorebook import Dialect, Lorebook, LoreEntry

FORMATS: Mapping[Kind, Format] = {
    "tavern": TAVERN,
    "character_book": CHARACTER_BOOK,
    "lorebook_v3": LOREBOOK_V3,
    **OTHERS,
}
FORMAT, SOURCE = "format", "source"


MOST_ENTRIES = 100_000


class NotALorebook(ValueError):
    """The JSON is none of the known formats."""


@dataclass(frozen=True, slots=True)
class Imported:
    """losses: everything that is not used, changed or not understood; what is not understood is kept."""

    book: Lorebook
    kind: Kind
    losses: tuple[Loss, ...]


def import_lorebook(data: Any, name: str, kind: Kind | None = None) -> Imported:
    """Parsed JSON as a lorebook. A card gives its book.

    name: id of the book, and its name where the file has none. kind: None detects it.
    Raises NotALorebook. No single field or entry makes an import fail.
    """
    kind = kind or detect(data)
    if kind is None:
        raise NotALorebook(name)
    form = FORMATS[kind]
    losses: list[Loss] = []
    raws = form.entries(data)
    if len(raws) > MOST_ENTRIES:
        losses.append(Loss("too_many", "", "entries", str(len(raws))))
        raws = raws[:MOST_ENTRIES]
    head = form.head(data)
    rules = _rules(form, head, [raw for _, raw in raws])
    entries: dict[str, LoreEntry] = {}
    for own, raw in raws:
        legal = own if is_id(own) else id_from(own, "entry")
        at = _free(legal, entries)
        if at != legal:
            losses.append(Loss("duplicate_id", at, "id", own))
        entries[at] = _entry(form, at, raw, rules)
        losses += [*form.losses(at, raw), *_unused(form, at, raw)]
    return Imported(_book(form, name, head, rules, entries), kind, tuple(losses))


def _rules(form: Format, head: Raw, entries: list[Raw]) -> Dialect:
    """A book that was exported from a native one comes back as one."""
    ours = table(table(head.get("extensions")).get(OURS))
    return "rounds" if ours.get("rules") == "rounds" else form.rules(head, entries)


def _free(own: str, taken: Mapping[str, LoreEntry]) -> str:
    found, count = own, 2
    while found in taken:
        found, count = f"{own}-{count}", count + 1
    return found


def read_source(form: Format, raw: Raw, rules: Dialect) -> LoreEntry:
    """A raw entry as the import first reads it, without an id."""
    entry = form.read(raw)
    return with_carried(entry if rules == "tavern" else as_native(entry), table(raw.get("extensions")))


def _entry(form: Format, at: str, raw: Raw, rules: Dialect) -> LoreEntry:
    entry = read_source(form, raw, rules)
    source = dumped(raw)
    kept = {FORMAT: form.kind, **({} if entry.extra.get(RAW) == source else {SOURCE: source})}
    return replace(entry, id=at, extra={**entry.extra, **kept})


def _unused(form: Format, at: str, raw: Raw) -> list[Loss]:
    return [Loss("not_used", at, field) for field in raw if field not in form.understood]


def _book(form: Format, name: str, head: Raw, rules: Dialect, entries: Mapping[str, LoreEntry]) -> Lorebook:
    fields = form.book_fields(head)
    fields["name"] = fields.get("name") or name
    extra = {FORMAT: form.kind, SOURCE: dumped(head)}
    return Lorebook(id=name, rules=rules, entries=dict(entries), extra=extra, **fields)
