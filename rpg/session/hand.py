"""Changing the state by hand: `rpg set` and the sheets. Each is an `edit` node, undoable like any act.

The kinds are declared once, in `rpg.session.handkinds`; command line, help and sheets are made from them. Source: docs/interface.md §1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rpg.runtime.apply import apply
from rpg.runtime.edits import (
    Edit,
    MoveCharacter,
    MovePlayer,
    SetAnswer,
    SetClock,
    SetExit,
    SetFlag,
    SetLock,
    SetPin,
    SetPremise,
    SetSummary,
    UpdateCharacter,
    UpdateLocation,
)
from rpg.runtime.names import resolve_character, resolve_location
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.session.drafts import taken_along
from rpg.session.errors import SessionError
from rpg.session.handkinds import KINDS
from rpg.session.story import Story
from rpg.store.transaction import Step, Transaction
from rpg.timeline.nodes import Content, NewNode, new_ref
from rpg.world.times import parse_moment

Make = Callable[[State, str, str], Edit]
"""An edit from the state, the id or name it is about, and the value ("" takes away)."""


@dataclass(frozen=True, slots=True)
class HandEdit:
    """What can be set by hand. about: what the id names ("" when there is none to give)."""

    kind: str
    about: str
    make: Make


def _person(state: State, id: str) -> str:
    return resolve_character(state, id)


def _position(state: State, id: str, value: str) -> Edit:
    person = _person(state, id)
    place = resolve_location(state, value) if value else None
    return MoveCharacter(person, place, "hand", whereabouts(state, person))


def _player(state: State, id: str, value: str) -> Edit:
    place = resolve_location(state, value or id)
    return MovePlayer(place, "hand", state.player_location, 0 if state.clock is not None else None)


def _clock(state: State, id: str, value: str) -> Edit:
    moment = parse_moment(value or id)
    if moment is None:
        raise SessionError("bad_moment", value=value or id)
    return SetClock(moment, "hand")


def _flag(state: State, id: str, value: str) -> Edit:
    simple: dict[str, str | int | bool | None] = {
        "": None,
        "true": True,
        "false": False,
        "on": True,
        "off": False,
    }
    return SetFlag(id, simple.get(value.lower(), value), "hand")


def _exit(state: State, id: str, value: str) -> Edit:
    start, _, end = id.partition(":")
    ends = resolve_location(state, start), resolve_location(state, end)
    if value == "hidden":
        return SetExit(*ends, "hand", hidden=True)
    return SetExit(*ends, "hand", hidden=False, locked="" if value in {"", "open"} else value)


_MAKE: Mapping[str, Make] = {
    "player": _player,
    "position": _position,
    "condition": lambda s, i, v: UpdateCharacter(_person(s, i), "hand", condition=v),
    "relationship": lambda s, i, v: UpdateCharacter(_person(s, i), "hand", relationship=v),
    "knows": lambda s, i, v: UpdateCharacter(_person(s, i), "hand", knows=(v,)),
    "forgets": lambda s, i, v: UpdateCharacter(_person(s, i), "hand", forgets=(v,)),
    "note": lambda s, i, v: UpdateLocation(resolve_location(s, i), "hand", note=v),
    "exit": _exit,
    "flag": _flag,
    "clock": _clock,
    "answer": lambda s, i, v: SetAnswer(i, v, "hand"),
    "premise": lambda s, i, v: SetPremise(v or i, "hand"),
    "summary": lambda s, i, v: SetSummary(v or i, "hand"),
    "pin": lambda s, i, v: SetPin(i, v or None, "hand"),
    "lock": lambda s, i, v: SetLock(i, True, "hand"),
    "unlock": lambda s, i, v: SetLock(i, False, "hand"),
}

HAND_EDITS: tuple[HandEdit, ...] = tuple(HandEdit(kind, about, _MAKE[kind]) for kind, about in KINDS.items())

BY_KIND = {one.kind: one for one in HAND_EDITS}


def hand_edit(state: State, kind: str, id: str, value: str) -> Edit:
    """The edit for `rpg set KIND ID VALUE`. Raises SessionError and EditError."""
    made = BY_KIND.get(kind)
    if made is None:
        raise SessionError("unknown_hand_edit", kind=kind, known=tuple(BY_KIND))
    id, value = id.strip(), value.strip()
    if made.about and not (id or value):
        raise SessionError("hand_edit_about", kind=kind, about=made.about)
    return made.make(state, id, value)


def set_by_hand(story: Story, edit: Edit, now: float) -> int:
    """Makes an edit true as a node of its own and returns the node. Raises EditError."""
    state = apply(story.state(), edit)
    node = NewNode(story.head, Content("edit", (), (edit,)), made=int(now))
    drafts = taken_along(story.save, story.head, new_ref(0))
    made = story.save.commit(Transaction(nodes=(node,), head=Step("set", new_ref(0)), drafts=drafts))
    story.fold.remember(made.ids[0], state)
    return made.ids[0]
