"""The tool `edit_location_registry` as the model sees it: its schema and its results.

Source: docs/design.md §5, "The tool edit_location_registry".
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, islice
from typing import Any

from rpg.runtime.detail import location_detail
from rpg.runtime.names import name_of
from rpg.runtime.opkinds import OPERATIONS
from rpg.runtime.paths import settled
from rpg.runtime.routes import known_locations
from rpg.runtime.scene import Scene, SceneExit, scene
from rpg.runtime.sheets import sheet_of
from rpg.runtime.state import State

MOST_LOCATIONS = 12
"""Locations listed in one result."""


_TEXT: Mapping[str, Any] = {"type": "string"}
_NAMES: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}
_FIELDS: Mapping[str, Any] = {
    "op": {"type": "string", "enum": list(OPERATIONS)},
    "to": {"type": ["string", "null"], "description": "location; null: out of sight"},
    "with": _NAMES,
    "without": _NAMES,
    "character": _TEXT,
    "location": _TEXT,
    "from": _TEXT,
    "id": _TEXT,
    "name": _TEXT,
    "summary": _TEXT,
    "description": _TEXT,
    "rules": _TEXT,
    "note": _TEXT,
    "connect_to": _TEXT,
    "label": _TEXT,
    "hidden": {"type": "boolean"},
    "locked": {"type": ["string", "null"], "description": "reason; null opens"},
}

REGISTRY_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "operations": {
            "type": "array",
            "items": {"type": "object", "properties": _FIELDS, "required": ["op"]},
        }
    },
    "required": ["operations"],
}
"""The parameters of the tool: one flat object an operation, about 200 tokens, keys always in this order."""


def registry_result(
    before: State, after: State, sheets_in_prompt: frozenset[tuple[str, str]]
) -> dict[str, Any]:
    """What a call came to, for the model: the scene as it is now and the full sheets that it brought in.

    sheets_in_prompt: owners whose full sheets this turn's messages already hold; they are not repeated
    unless their text has changed.
    """
    now = scene(after)
    return {
        "ok": True,
        "player": _player(after, now),
        "exits": [_exit(exit) for exit in now.exits],
        "present": [_person(after, person) for person in now.present],
        "locations": [_place(after, place) for place in _nearest(after)],
        "sheets": [
            {"kind": owner[0], "id": owner[1], "sheet": text}
            for owner, text in brought_in(before, after, sheets_in_prompt).items()
        ],
    }


def brought_in(
    before: State, after: State, sheets_in_prompt: frozenset[tuple[str, str]]
) -> dict[tuple[str, str], str]:
    """Full sheets by owner of everything that is in the scene now and that the prompt lacks."""
    was = scene(before).owners
    sheets = {owner: sheet_of(after, owner) for owner in scene(after).owners}
    return {
        owner: text
        for owner, text in sheets.items()
        if owner not in sheets_in_prompt | {*was} or (owner in was and sheet_of(before, owner) != text)
    }


def _player(state: State, now: Scene) -> dict[str, Any]:
    facts = {
        "location": now.location,
        "name": now.name,
        "note": now.note,
        "clock": now.clock_text(state.world.language),
    }
    return {key: value for key, value in facts.items() if value}


def _exit(exit: SceneExit) -> dict[str, Any]:
    document: dict[str, Any] = {"to": exit.to, "name": exit.name}
    if exit.label:
        document["label"] = exit.label
    if exit.minutes is not None:
        document["minutes"] = exit.minutes
    if exit.hidden:
        document["hidden"] = True
    if exit.locked:
        document["locked"] = exit.locked
    return document


def _person(state: State, id: str) -> dict[str, Any]:
    document: dict[str, Any] = {"id": id, "name": name_of(state, id)}
    if state.follows(id):
        document["follows"] = True
    return document


def _place(state: State, id: str) -> dict[str, Any]:
    return {"id": id, "name": name_of(state, id), "detail": location_detail(state, id)}


def _nearest(state: State) -> tuple[str, ...]:
    """The player's place, then the nearest by minutes, then what no way leads to: known or made in play."""
    here = state.player_location
    reached = (place for place, _ in settled(state, here, lambda exit: not exit.hidden))
    near = islice(dict.fromkeys(chain((here,), islice(reached, MOST_LOCATIONS))), MOST_LOCATIONS)
    places = dict.fromkeys(near)
    if len(places) < MOST_LOCATIONS:
        places |= dict.fromkeys((*known_locations(state), *state.temporary_locations()))
    return tuple(islice(places, MOST_LOCATIONS))
