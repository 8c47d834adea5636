"""What a word means at a head: locations and characters by id, name or alias, those made in play included."""

from __future__ import annotations

from collections.abc import Sequence, Set

from rpg.runtime.errors import EditError, one_of
from rpg.runtime.state import State
from rpg.world.names import Ambiguous, Kind, Names, Resolution, Resolved, Unknown


def resolve_location(state: State, text: str) -> str:
    """The id of the location that `text` names.

    Raises EditError "unknown_location" with the nearest known ids, or "ambiguous_location" with the candidates.
    """
    return _resolved(state, text, "location")


def resolve_character(state: State, text: str) -> str:
    """The id of the character that `text` names.

    Raises EditError "unknown_character" with the nearest known ids, or "ambiguous_character" with the
    candidates.
    """
    return _resolved(state, text, "character")


def meaning(state: State, text: str, kind: Kind) -> Resolution:
    """What `text` means among locations or characters."""
    return names(state).resolve(text, kind)


def names(state: State) -> Names:
    """The index of everything that has a name now; costs a pass over what was made in play."""
    made = [
        *(state.location(id) for id in state.temporary_locations()),
        *(state.character(id) for id in state.walk_ons()),
    ]
    return state.index.names.with_more(thing for thing in made if thing is not None)


def name_of(state: State, id: str) -> str:
    """The name of a location or character; the id for one that does not exist."""
    thing = state.location(id) or state.character(id)
    return id if thing is None else thing.name


def resolve_known_location(state: State, text: str, known: Set[str]) -> str:
    """The id of the location that the player names; what they do not know of is not given away.

    A word that may mean several places means the known ones among them; nearest ids are of known places.
    Raises EditError "unknown_location" or "ambiguous_location".
    """
    if state.location(text) is not None:
        return text
    match meaning(state, text, "location"):
        case Resolved(_, id):
            return id
        case Ambiguous(_, candidates):
            ids = [one.id for one in candidates if one.id in known]
            if len(ids) == 1:
                return ids[0]
            raise ambiguous(state, text, "location", ids) if ids else unknown(state, text, "location", ())
        case Unknown(_, nearest):
            raise unknown(state, text, "location", [id for id in nearest if id in known])


def _resolved(state: State, text: str, kind: Kind) -> str:
    known = state.location(text) if kind == "location" else state.character(text)
    if known is not None:
        return known.id
    match meaning(state, text, kind):
        case Resolved(_, id):
            return id
        case Ambiguous(_, candidates):
            raise ambiguous(state, text, kind, [one.id for one in candidates])
        case Unknown(_, nearest):
            raise unknown(state, text, kind, nearest)


def ambiguous(state: State, text: str, kind: Kind, candidates: Sequence[str]) -> EditError:
    """The error for a name that several things have. Its values have their ids, and choices for the player."""
    return EditError(
        f"ambiguous_{kind}",
        f'"{text}" may be any of these {kind}s: {one_of(candidates)}.',
        "Use one of these ids.",
        name=text,
        candidates=tuple(candidates),
        choices=tuple(f"{name_of(state, id)} ({id})" for id in candidates),
    )


def unknown(state: State, text: str, kind: Kind, nearest: Sequence[str]) -> EditError:
    """The error for a name that nothing has. Its values have the nearest ids, and their names for the player."""
    maker = f"create_{kind}"
    hint = f"Did you mean {' or '.join(nearest)}? Else {maker} first." if nearest else f"{maker} first."
    return EditError(
        f"unknown_{kind}",
        f'There is no {kind} "{text}".',
        hint,
        name=text,
        nearest=tuple(nearest),
        similar=tuple(name_of(state, id) for id in nearest),
    )
