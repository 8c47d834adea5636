"""Applying edits again after the past has changed: total, and every edit says how it fared.

Source: docs/design.md §5, "On re-fold".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rpg.runtime.apply import apply
from rpg.runtime.edits import Disconnect, Edit, Follow, MoveCharacter, MovePlayer, RemoveLocation
from rpg.runtime.errors import EditError, one_of, sentence
from rpg.runtime.names import name_of
from rpg.runtime.recorded import origin, recorded
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts

Status = Literal["applied", "drifted", "moot", "conflict"]

_GONE_ALREADY: frozenset[tuple[type[Any], str]] = frozenset(
    {(RemoveLocation, "unknown_location"), (Disconnect, "no_exit"), (Disconnect, "unknown_location")}
)
"""Refusals that say that what the edit would bring about is so already."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an edit fared on a changed past.

    status: applied; drifted (applied, but it started from elsewhere than recorded, or not everyone could come
    along); moot (already so); conflict (not applied). code: of the refusal, or
    "elsewhere", "was_unseen", "was_seen", "companions".
    message: English. values: for the player's sentence.
    """

    status: Status
    code: str = ""
    message: str = ""
    values: dict[str, Any] = field(default_factory=dict)


def carry(state: State, edit: Edit) -> tuple[State, Outcome]:
    """The state after `edit`, as far as it can be applied, and how it fared. Never raises."""
    try:
        after = apply(state, edit)
    except EditError as error:
        return _refused(state, edit, error)
    if after is state or after.hash == state.hash:
        return state, Outcome("moot")
    return after, _drift(state, edit) or Outcome("applied")


def outcome_text(outcome: Outcome, language: str) -> str:
    """How the edit fared, for the player; "" when it was applied as recorded."""
    if outcome.status == "applied":
        return ""
    key = outcome.code or outcome.status
    return sentence(EditError(key, outcome.message, **outcome.values), language)


def _refused(state: State, edit: Edit, error: EditError) -> tuple[State, Outcome]:
    if (type(edit), error.code) in _GONE_ALREADY:
        return state, Outcome("moot")
    gathered = _gathered(state, edit, error)
    if gathered is not None:
        return gathered
    return state, _conflict(error)


def _conflict(error: EditError) -> Outcome:
    return Outcome("conflict", error.code, error.message, dict(error.values))


def _gathered(state: State, edit: Edit, error: EditError) -> tuple[State, Outcome] | None:
    """The move or the following with people who are now elsewhere counted in from where they are.

    Whoever no longer exists is left out. None when the refusal has nothing to do with people.
    """
    match edit:
        case MovePlayer() if error.code in ("not_present", "unknown_character"):
            return _all(state, _apart(state, edit), _not_at_start(state, edit))
        case Follow(character=who) if error.code == "not_present":
            here = MoveCharacter(who, state.player_location, edit.source)
            return _all(state, (here, edit), _elsewhere(state, edit))
    return None


def _apart(state: State, edit: MovePlayer) -> tuple[Edit, ...]:
    """The move with those who are here, then those who are elsewhere moved to where it leads."""
    here = state.player_location
    known = [who for who in edit.companions if state.character(who) is not None]
    move = replace(
        edit,
        companions=tuple(who for who in known if whereabouts(state, who) == here),
        left_behind=tuple(who for who in edit.left_behind if state.character(who) is not None),
    )
    others = [who for who in known if whereabouts(state, who) != here]
    return (move, *(MoveCharacter(who, edit.to, edit.source) for who in others))


def _not_at_start(state: State, edit: MovePlayer) -> Outcome:
    here = state.player_location
    apart = [who for who in edit.companions if whereabouts(state, who) != here]
    gone = [who for who in edit.left_behind if state.character(who) is None]
    names = [name_of(state, who) for who in (*apart, *gone)]
    text = f"Not with the player at the start: {one_of(names)}."
    return Outcome("drifted", "companions", text, {"names": names})


def _all(state: State, edits: tuple[Edit, ...], outcome: Outcome) -> tuple[State, Outcome]:
    after = state
    try:
        for edit in edits:
            after = apply(after, edit)
    except EditError as error:
        return state, _conflict(error)
    return (after, outcome) if after.hash != state.hash else (state, Outcome("moot"))


def _drift(state: State, edit: Edit) -> Outcome | None:
    """That the edit started from elsewhere than recorded; None when it did not or nothing is recorded."""
    match edit:
        case MovePlayer() | MoveCharacter() | Follow():
            recorded = edit.from_
            return None if recorded in (None, origin(state, edit)) else _elsewhere(state, edit)
    return None


def _elsewhere(state: State, edit: MovePlayer | MoveCharacter | Follow) -> Outcome:
    who = state.world.player.name if isinstance(edit, MovePlayer) else name_of(state, edit.character)
    place, expected = name_of(state, origin(state, edit) or ""), name_of(state, edit.from_ or "")
    values = {"name": who, "place": place, "expected": expected}
    if not place:
        return Outcome("drifted", "was_unseen", f"{who} was out of sight, not at {expected}.", values)
    if not expected:
        return Outcome("drifted", "was_seen", f"{who} was at {place}, not out of sight.", values)
    return Outcome("drifted", "elsewhere", f"{who} was at {place}, not at {expected}.", values)


def settled(state: State, edit: Edit) -> tuple[Edit, ...]:
    """Edits that say outright what `edit` comes to in `state`, so that it no longer counts as drifted.

    An edit that cannot be applied stays as it is.
    """
    try:
        apply(state, edit)
    except EditError as error:
        return _gathered_edits(state, edit, error)
    return (recorded(state, edit),)


def _gathered_edits(state: State, edit: Edit, error: EditError) -> tuple[Edit, ...]:
    if _gathered(state, edit, error) is None:
        return (edit,)
    match edit:
        case MovePlayer():
            return _recorded_in_turn(state, _apart(state, edit))
        case Follow(character=who):
            here = MoveCharacter(who, state.player_location, edit.source)
            return _recorded_in_turn(state, (here, edit))
    return (edit,)


def _recorded_in_turn(state: State, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    made: list[Edit] = []
    for edit in edits:
        made.append(recorded(state, edit))
        state = carry(state, edit)[0]
    return tuple(made)
