"""Books of V3 cards and standalone `lorebook_v3` files.

A book that carries the tavern program's extension fields and no decorators plays in the tavern dialect, as
its author tested it; any other plays in the native one, decorators by their meaning. Source:
docs/lorebook.md §6.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rpg.exchange.lorebooks.cards import (
    UNDERSTOOD,
    card_book,
    card_entries,
    card_fresh,
    card_head,
    card_wrap,
    card_writer,
    tidy,
)
from rpg.exchange.lorebooks.convert import CARD_EXTENSIONS, card_entry
from rpg.exchange.lorebooks.decorators import FOREVER, read_decorators, with_body, with_decorator
from rpg.exchange.lorebooks.format import Format, Raw, Writer
from rpg.exchange.lorebooks.loose import loaded, switch, table, texts, whole
from rpg.exchange.lorebooks.native import CARRIED
from rpg.exchange.lorebooks.report import Loss
from rpg.lore.matching.pattern import parse_pattern
from rpg.lore.tavern import js
from rpg.lore.tavern.fields import FIELD_NAMES, RAW, authored_entry
from rpg.world.lorebook import Dialect, Lorebook, LoreEntry

_TAVERN_EXTENSIONS = {own for _, own, _, _ in CARD_EXTENSIONS} | {"exclude_recursion", "position"}


def rules_of(head: Raw, entries: list[Raw]) -> Dialect:
    """The dialect in which a V3 book plays."""
    if any(read_decorators(js.text(entry.get("content"))).block for entry in entries):
        return "rounds"
    tavern = any(_TAVERN_EXTENSIONS & set(table(entry.get("extensions"))) for entry in entries)
    return "tavern" if tavern else "rounds"


def _read(raw: Raw) -> LoreEntry:
    """Both readings in one: the importer drops the raw tavern fields where the book is native."""
    tidied = tidy(raw)
    base = authored_entry("", card_entry(raw.get("id", 0), 0, tidied))
    split = read_decorators(base.content)
    fields = dict(split.fields)
    additional = fields.pop("additional_keys", ())
    if raw.get("use_regex") is True and not _TAVERN_EXTENSIONS & set(table(raw.get("extensions"))):
        fields = {**_by_patterns(raw, base, additional), **fields, "exclude_keys": ()}
    elif base.constant and additional:
        fields.update(constant=False, keys=additional, secondary_keys=())
    else:
        fields["secondary_keys"] = _secondary(raw, base, additional)
    return replace(base, content=split.content, **fields)


def _secondary(raw: Raw, base: LoreEntry, additional: tuple[str, ...]) -> tuple[str, ...]:
    selective = js.truthy(raw.get("selective")) or table(raw.get("extensions")).get("selectiveLogic")
    return (*base.secondary_keys, *additional) if selective else additional


def _by_patterns(raw: Raw, base: LoreEntry, additional: tuple[str, ...]) -> dict[str, Any]:
    """An entry whose keys are patterns: additional ones are more of them, secondary ones do not count, nor
    does `constant` where there is a pattern to match."""
    keys = tuple(_as_pattern(key, raw) for key in (*base.keys, *additional))
    return {"keys": keys, "secondary_keys": (), "constant": base.constant and not keys}


def _as_pattern(key: str, raw: Raw) -> str:
    """A whole key that is a pattern, in the written form; left as it is when it already has that form."""
    if parse_pattern(key) is not None:
        return key
    escaped = key.replace("\\/", "/").replace("/", "\\/")
    return f"/{escaped}/" if switch(raw.get("case_sensitive")) else f"/{escaped}/i"


def as_native(entry: LoreEntry) -> LoreEntry:
    """A V3 entry for a native book: durations of the tavern program, in messages, become turns, and a chance
    that is switched off there is none."""
    extra = {name: value for name, value in entry.extra.items() if name != RAW}
    if not js.truthy(table(loaded(entry.extra.get(RAW))).get("useProbability", True)):
        entry = replace(entry, probability=100)
    own = FOREVER in (entry.sticky, entry.cooldown)
    if own or not (entry.sticky or entry.cooldown):
        return replace(entry, extra=extra)
    return replace(entry, sticky=max(entry.sticky - 1, 0) // 2, cooldown=entry.cooldown // 2, extra=extra)


def _losses(entry: str, raw: Raw) -> list[Loss]:
    split = read_decorators(js.text(raw.get("content")))
    found = [Loss("decorator_unknown", entry, "content", line) for line in split.unknown]
    if "additional_keys" in split.fields and texts(raw.get("secondary_keys")):
        found.append(Loss("approximated", entry, "@@additional_keys", "joined with secondary_keys"))
    if raw.get("priority") is not None:
        found.append(Loss("not_used", entry, "priority", str(raw["priority"])))
    return found


def _book_fields(head: Raw) -> dict[str, Any]:
    fields: dict[str, Any] = {"name": js.text(head.get("name"))}
    if head.get("scan_depth") is not None:
        fields["scan_depth"] = whole(head["scan_depth"], 4, 0, 10_000)
    if head.get("token_budget") is not None:
        fields["max_tokens"] = whole(head["token_budget"], 0)
    if head.get("recursive_scanning") is not None:
        fields["recursion_steps"] = 2 if switch(head["recursive_scanning"]) else 0
    return fields


def _decorator(name: str, value: Any) -> Writer:
    """A writer that sets a decorator; `value` gives its text from an entry, None to take it away."""

    def write(raw: Raw, entry: LoreEntry) -> None:
        raw["content"] = with_decorator(js.text(raw.get("content")), name, value(entry))

    return write


def _body(raw: Raw, entry: LoreEntry) -> None:
    raw["content"] = with_body(js.text(raw.get("content")), entry.content)


def _place(raw: Raw, entry: LoreEntry) -> None:
    at_depth = str(entry.depth) if entry.position == "at_depth" else None
    free = with_decorator(js.text(raw.get("content")), "position", None)
    raw["content"] = with_decorator(free, "depth", at_depth)
    raw["position"] = "before_char" if entry.position == "system_before" else "after_char"


_WRITERS: dict[str, Writer] = {
    **{field: card_writer(field) for field in FIELD_NAMES if field not in CARRIED},
    "content": _body,
    "position": _place,
    "depth": _place,
    "role": _decorator("role", lambda entry: entry.role),
    "scan_depth": _decorator(
        "scan_depth", lambda entry: None if entry.scan_depth is None else str(entry.scan_depth)
    ),
    "min_replies": _decorator(
        "activate_only_after", lambda entry: str(entry.min_replies) if entry.min_replies else None
    ),
    "every_replies": _decorator(
        "activate_only_every", lambda entry: str(entry.every_replies) if entry.every_replies else None
    ),
    "exclude_keys": _decorator("exclude_keys", lambda entry: ", ".join(entry.exclude_keys) or None),
    "yields": _decorator("ignore_on_max_context", lambda entry: "" if entry.yields else None),
}


def _wrap(book: Lorebook, head: Raw, entries: list[Raw]) -> Any:
    return {"spec": "lorebook_v3", "data": card_wrap(book, head, entries)}


LOREBOOK_V3 = Format(
    kind="lorebook_v3",
    entries=card_entries,
    head=card_head,
    read=_read,
    writers=_WRITERS,
    fresh=card_fresh,
    wrap=_wrap,
    book_fields=_book_fields,
    understood=UNDERSTOOD | {"priority"},
    rules=rules_of,
    losses=_losses,
)

__all__ = ["LOREBOOK_V3", "as_native", "card_book", "rules_of"]
