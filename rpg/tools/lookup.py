"""Looking something up by name: a far location, an absent character, a lorebook entry.

Pure over the stage: the same call at the same place of the story has the same result. Source: docs/tools.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rpg.context.delimit import escape
from rpg.runtime.arguments import Arguments
from rpg.runtime.errors import EditError
from rpg.runtime.names import meaning, name_of
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.text.folding import name_key
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.names import Ambiguous, Kind, Resolved, Unknown

LOOK_UP_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string"}},
    "required": ["name"],
}

LONGEST_SUMMARY = 800
"""Characters of one summary."""

MOST_FOUND = 4

_KINDS: tuple[Kind, ...] = ("location", "character")


def look_up(state: State, books: Sequence[Lorebook], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What is known under a name in the world and in a session's lorebooks. Raises EditError "not_found" with the nearest names."""
    given = Arguments("look_up", arguments)
    given.check(("name",))
    name = given.line("name")
    found = [*_things(state, name), *_entries(books, name)][:MOST_FOUND]
    if not found:
        raise _not_found(state, name)
    return {"ok": True, "found": found}


def _things(state: State, name: str) -> Iterator[dict[str, Any]]:
    for kind in _KINDS:
        match meaning(state, name, kind):
            case Resolved(_, id):
                yield _summary(state, kind, id)
            case Ambiguous(_, candidates):
                yield from (_summary(state, kind, one.id) for one in candidates)
            case Unknown():
                pass


def _summary(state: State, kind: Kind, id: str) -> dict[str, Any]:
    return _place(state, id) if kind == "location" else _person(state, id)


def _place(state: State, id: str) -> dict[str, Any]:
    location = state.location(id)
    summary = "" if location is None else location.summary or location.description
    exits = [name_of(state, to) for to, way in state.exits(id).items() if not way.hidden]
    return _document("location", id, name_of(state, id), summary, note=state.note(id), exits=exits)


def _person(state: State, id: str) -> dict[str, Any]:
    person = state.character(id)
    summary = "" if person is None else person.summary or person.description
    where = whereabouts(state, id)
    more = {
        "where": None if where is None else name_of(state, where),
        "condition": state.condition(id),
        "relationship": state.relationship(id),
    }
    return _document("character", id, name_of(state, id), summary, **more)


def _entries(books: Sequence[Lorebook], name: str) -> Iterator[dict[str, Any]]:
    """Enabled entries of enabled books with that title, id or key."""
    key = name_key(name)
    for book in books:
        for entry in book.entries.values() if book.enabled else ():
            if entry.enabled and key in _keys(entry):
                yield _document("lore", f"{book.id}.{entry.id}", entry.title or entry.id, entry.content)


def _keys(entry: LoreEntry) -> frozenset[str]:
    return frozenset(name_key(word) for word in (entry.id, entry.title, *entry.keys) if word.strip())


def _document(kind: str, id: str, name: str, summary: str, **more: Any) -> dict[str, Any]:
    text = escape(summary.strip())
    short = text if len(text) <= LONGEST_SUMMARY else text[: LONGEST_SUMMARY - 1] + "…"
    return {"kind": kind, "id": id, "name": name, "summary": short, **{k: v for k, v in more.items() if v}}


def _not_found(state: State, name: str) -> EditError:
    near: list[str] = []
    for kind in _KINDS:
        match meaning(state, name, kind):
            case Unknown(_, nearest):
                near.extend(name_of(state, id) for id in nearest[:2])
            case _:
                pass
    hint = f"Did you mean {', '.join(near)}?" if near else "Look up a location, a character or a lore entry."
    return EditError("not_found", f'Nothing is known under "{name}".', hint, name=name)
