"""What edits rely on: things that exist, people who are here, a clock."""

from __future__ import annotations

from rpg.runtime.clock import LONGEST_WAIT
from rpg.runtime.errors import EditError, one_of
from rpg.runtime.index import name_keys
from rpg.runtime.names import name_of, names, unknown
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present, whereabouts
from rpg.world.ids import PLAYER, is_id
from rpg.world.model import Character, Location
from rpg.world.names import words_of


def needed_location(state: State, id: str) -> Location:
    """The location with this id. Raises EditError "unknown_location"."""
    place = state.location(id)
    if place is None:
        raise unknown(state, id, "location", names(state).nearest(id, "location"))
    return place


def needed_character(state: State, id: str) -> Character:
    """The character with this id. Raises EditError "unknown_character"."""
    person = state.character(id)
    if person is None:
        raise unknown(state, id, "character", names(state).nearest(id, "character"))
    return person


def need_present(state: State, character: str) -> None:
    """Raises EditError "not_present" when the character is not where the player is."""
    if whereabouts(state, character) == state.player_location:
        return
    here = present(state)
    raise EditError(
        "not_present",
        f"{character} is not with the player but {whereabouts(state, character) or 'out of sight'}.",
        f"Present are: {one_of(here) or 'nobody'}. Use move_character to bring {character} here first.",
        name=needed_character(state, character).name,
        place=name_of(state, whereabouts(state, character) or ""),
    )


def needed_clock(state: State) -> int:
    """The clock. Raises EditError "no_clock" in a world without one."""
    if state.clock is None:
        raise EditError("no_clock", "This world has no clock.", "Tell the passing of time in words only.")
    return state.clock


def check_minutes(minutes: int) -> None:
    """Raises EditError "bad_minutes" unless 0 to LONGEST_WAIT."""
    if not 0 <= minutes <= LONGEST_WAIT:
        raise EditError(
            "bad_minutes",
            f"{minutes} minutes cannot pass at once.",
            f"Give 0 to {LONGEST_WAIT} minutes.",
            minutes=minutes,
            most=LONGEST_WAIT,
        )


def check_new_id(state: State, id: str) -> None:
    """Raises EditError "bad_id" or "exists" unless `id` may become the id of something new."""
    if not is_id(id) or id == PLAYER:
        raise EditError(
            "bad_id",
            f'"{id}" cannot be an id.',
            "Use letters, digits, _ and -, or leave the id out to have one made.",
            id=id,
        )
    if state.location(id) is not None or state.character(id) is not None:
        raise EditError(
            "exists", f'The id "{id}" is taken.', "Use what exists or choose another id.", name=id
        )


def check_new_name(state: State, name: str) -> None:
    """Raises EditError "no_name" or "exists" unless `name` may become the name of something new."""
    if not name.strip():
        raise EditError("no_name", "A new place or person needs a name.", "Give a name.")
    if not state.index.taken.isdisjoint(name_keys(name)) or not _made_in_play(state).isdisjoint(
        name_keys(name)
    ):
        raise EditError(
            "exists",
            f'Something called "{name}" exists already.',
            "Use what exists or choose a name that tells the two apart.",
            name=name,
        )


def _made_in_play(state: State) -> frozenset[str]:
    things = (
        *(state.location(id) for id in state.temporary_locations()),
        *(state.character(id) for id in state.walk_ons()),
    )
    return frozenset(
        key for thing in things if thing is not None for word in words_of(thing) for key in name_keys(word)
    )
