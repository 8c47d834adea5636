"""Each operation of `edit_location_registry`: its arguments, and the edit it stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rpg.runtime.arguments import Arguments
from rpg.runtime.edits import (
    Connect,
    CreateCharacter,
    CreateLocation,
    Disconnect,
    Edit,
    Follow,
    MoveCharacter,
    RemoveLocation,
    Reveal,
    SetExit,
    Source,
    Unfollow,
    UpdateLocation,
)
from rpg.runtime.errors import EditError
from rpg.runtime.names import meaning, resolve_character, resolve_location
from rpg.runtime.routes import model_move
from rpg.runtime.state import State
from rpg.text.folding import name_key
from rpg.world.ids import LONGEST_ID, PLAYER, id_from
from rpg.world.names import Resolved

LONGEST_NAME = 80
"""Characters of the name of a temporary place or a walk-on."""

LOCKED = "locked"
"""The reason when a model shuts a way with true instead of a reason."""

Make = Callable[[State, Arguments, Source], Edit]


@dataclass(frozen=True, slots=True)
class Operation:
    """The arguments that an operation takes, and how it becomes an edit."""

    make: Make
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


def edit_of(state: State, op: str, arguments: Arguments, source: Source) -> Edit:
    """The edit of one operation, names resolved in `state`. Raises EditError."""
    operation = OPERATIONS[op]
    arguments.check(operation.required, operation.optional)
    return operation.make(state, arguments, source)


def _move_player(state: State, given: Arguments, source: Source) -> Edit:
    return model_move(state, given.line("to"), given.lines("with"), given.lines("without"), source)


def _move_character(state: State, given: Arguments, source: Source) -> Edit:
    if "to" not in given.values or given.values["to"] == "":
        raise given.missing("to", ("character", "to (a location, or null for out of sight)"))
    who = _person(state, given)
    to = None if given.values["to"] is None else resolve_location(state, given.line("to"))
    return MoveCharacter(who, to, source)


def _follow(state: State, given: Arguments, source: Source) -> Edit:
    return Follow(_person(state, given), source)


def _unfollow(state: State, given: Arguments, source: Source) -> Edit:
    return Unfollow(_person(state, given), source)


def _create_location(state: State, given: Arguments, source: Source) -> Edit:
    name = _new_name(given)
    connect_to = resolve_location(state, given.line("connect_to")) if given.given("connect_to") else ""
    return CreateLocation(
        _new_id(state, given, name, "place"),
        name,
        given.text("summary"),
        given.text("description"),
        source,
        given.text("rules"),
        connect_to,
    )


def _update_location(state: State, given: Arguments, source: Source) -> Edit:
    texts = {name: text for name in ("summary", "description", "rules", "note") if (text := given.text(name))}
    if not texts and given.values.get("note") == "":
        texts = {"note": ""}
    if not texts:
        raise given.missing("summary, description, rules or note", ("location", "one of these texts"))
    return UpdateLocation(resolve_location(state, given.line("location")), source, **texts)


def _remove_location(state: State, given: Arguments, source: Source) -> Edit:
    return RemoveLocation(resolve_location(state, given.line("location")), source)


def _reveal(state: State, given: Arguments, source: Source) -> Edit:
    return Reveal(resolve_location(state, given.line("location")), source)


def _connect(state: State, given: Arguments, source: Source) -> Edit:
    return Connect(*_ends(state, given), source, given.line("label"))


def _disconnect(state: State, given: Arguments, source: Source) -> Edit:
    return Disconnect(*_ends(state, given), source)


def _set_exit(state: State, given: Arguments, source: Source) -> Edit:
    hidden = given.truth("hidden")
    locked = _lock(given)
    if hidden is None and locked is None:
        raise given.missing("hidden or locked", ("from", "to", "hidden", "locked (a reason, or null)"))
    return SetExit(*_ends(state, given), source, hidden, locked)


def _create_character(state: State, given: Arguments, source: Source) -> Edit:
    name = _new_name(given)
    place = resolve_location(state, given.line("location"))
    id = _new_id(state, given, name, "person")
    return CreateCharacter(id, name, given.text("summary"), given.text("description"), place, source)


def _ends(state: State, given: Arguments) -> tuple[str, str]:
    return resolve_location(state, given.line("from")), resolve_location(state, given.line("to"))


def _lock(given: Arguments) -> str | None:
    """The reason a way is shut; "" opens it, None leaves it as it is."""
    if "locked" not in given.values:
        return None
    match given.values["locked"]:
        case None | False:
            return ""
        case True:
            return LOCKED
    return given.line("locked")


def _person(state: State, given: Arguments) -> str:
    word = given.line("character")
    is_player = name_key(word) in (PLAYER, name_key(state.world.player.name))
    if is_player and not isinstance(meaning(state, word, "character"), Resolved):
        raise EditError("player_moves", "The player is not a character.", "Use move_player for the player.")
    return resolve_character(state, word)


def _new_name(given: Arguments) -> str:
    name = given.line("name")
    if len(name) > LONGEST_NAME:
        raise EditError(
            "too_long",
            f"The name has more than {LONGEST_NAME} characters.",
            "Shorten it.",
            field="name",
            most=LONGEST_NAME,
        )
    return name


def _new_id(state: State, given: Arguments, name: str, fallback: str) -> str:
    """The id asked for, made legal, or one made from the name that nothing has yet."""
    if given.given("id"):
        return id_from(given.line("id"), fallback)
    stem = id_from(name, fallback)
    if not _taken(state, stem):
        return stem
    number = 2
    while _taken(state, made := f"{stem[: LONGEST_ID - 6]}_{number}"):
        number += 1
    return made


def _taken(state: State, id: str) -> bool:
    return id == PLAYER or state.location(id) is not None or state.character(id) is not None


OPERATIONS: Mapping[str, Operation] = {
    "move_player": Operation(_move_player, ("to",), ("with", "without")),
    "move_character": Operation(_move_character, ("character",), ("to",)),
    "follow": Operation(_follow, ("character",)),
    "unfollow": Operation(_unfollow, ("character",)),
    "create_location": Operation(
        _create_location, ("name", "summary", "description"), ("id", "rules", "connect_to")
    ),
    "update_location": Operation(
        _update_location, ("location",), ("summary", "description", "rules", "note")
    ),
    "connect": Operation(_connect, ("from", "to"), ("label",)),
    "disconnect": Operation(_disconnect, ("from", "to"), ("label",)),
    "set_exit": Operation(_set_exit, ("from", "to"), ("hidden", "locked")),
    "reveal": Operation(_reveal, ("location",)),
    "remove_location": Operation(_remove_location, ("location",)),
    "create_character": Operation(_create_character, ("name", "summary", "description", "location"), ("id",)),
}
"""Operations by name, in the order of the schema."""
