"""The operations of `edit_location_registry`: an ordered list, applied all or none.

Source: docs/design.md §5, "The tool edit_location_registry".
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rpg.runtime.apply import apply
from rpg.runtime.arguments import Arguments
from rpg.runtime.edits import Edit, Follow, MoveCharacter, MovePlayer, Source, Unfollow
from rpg.runtime.errors import EditError, one_of
from rpg.runtime.opkinds import OPERATIONS, edit_of
from rpg.runtime.recorded import recorded
from rpg.runtime.state import State
from rpg.text.nearest import nearest

MOST_OPERATIONS = 20
"""Operations in one call."""

LONGEST_CALL = 100_000
"""Characters of a list that was sent as text."""


@dataclass(frozen=True, slots=True)
class Operations:
    """What a call came to: the state with all its edits applied, and the edits."""

    stage: State
    edits: tuple[Edit, ...]


def run_operations(state: State, operations: Any, source: Source = "model") -> Operations:
    """The stage after all operations, in order.

    operations: a list of objects with `op`; one object alone, or either as JSON text, is understood too.
    Raises EditError of the first operation that cannot be done, its number in the message; then none is.
    """
    stage = state
    edits: list[Edit] = []
    claims = _Claims()
    for number, operation in enumerate(_listed(operations), start=1):
        try:
            op = _op(operation)
            edit = recorded(stage, edit_of(stage, op, Arguments(op, _without_op(operation)), source))
            claims.check(edit)
            stage = apply(stage, edit)
        except EditError as error:
            raise error.within(f"operation {number}") from None
        edits.append(edit)
    return Operations(stage, tuple(edits))


@dataclass(slots=True)
class _Claims:
    """What one call has said so far of where people go, to find what contradicts it."""

    places: dict[str, str | None] = field(default_factory=dict)
    following: dict[str, bool] = field(default_factory=dict)

    def check(self, edit: Edit) -> None:
        """Raises EditError "contradiction" when the call says two things of one person."""
        match edit:
            case MovePlayer(to=to, companions=companions):
                self._place("player", to)
                self.places.update(dict.fromkeys(companions, to))
            case MoveCharacter(character=who, to=place):
                self._place(who, place)
            case Follow(character=who):
                self._follow(who, True)
            case Unfollow(character=who):
                self._follow(who, False)

    def _place(self, who: str, place: str | None) -> None:
        if self.places.setdefault(who, place) != place:
            both = (self.places[who] or "out of sight", place or "out of sight")
            raise EditError(
                "contradiction",
                f"this call moves {who} to {both[0]} and to {both[1]}.",
                "Keep one destination for each person in a call.",
                name=who,
            )

    def _follow(self, who: str, follows: bool) -> None:
        if self.following.setdefault(who, follows) != follows:
            raise EditError(
                "contradiction", f"this call has {who} both follow and unfollow.", "Keep one.", name=who
            )


def _listed(operations: Any) -> Sequence[Any]:
    value = _parsed(operations)
    if isinstance(value, Mapping) and "operations" in value:
        value = _parsed(value["operations"])
    match value:
        case None:
            return _none_given()
        case list() | tuple():
            return _counted(value)
        case Mapping():
            return [value] if value else _none_given()
    raise _not_a_list()


def _counted(operations: Sequence[Any]) -> Sequence[Any]:
    if not operations:
        return _none_given()
    if len(operations) > MOST_OPERATIONS:
        raise EditError(
            "too_many_operations",
            f"{len(operations)} operations are too many for one call.",
            f"Send at most {MOST_OPERATIONS} operations in a call.",
            count=len(operations),
            most=MOST_OPERATIONS,
        )
    return operations


def _none_given() -> Sequence[Any]:
    raise EditError(
        "no_operations",
        "The call has no operations.",
        'Send {"operations": [{"op": …}]}, or do not call when nothing changes.',
    )


def _parsed(value: Any) -> Any:
    """What a JSON text says; anything else as it is. A text inside a text is not looked into further."""
    if not isinstance(value, str):
        return value
    if not value.strip():
        return None
    try:
        return json.loads(value) if len(value) <= LONGEST_CALL else value
    except (ValueError, RecursionError):
        raise _not_a_list() from None


def _not_a_list() -> EditError:
    return EditError(
        "bad_operations",
        "operations is not a list of objects.",
        'Send {"operations": [{"op": "move_player", "to": "…"}]}.',
    )


def _op(operation: Any) -> str:
    if not isinstance(operation, Mapping):
        raise _not_a_list()
    op = operation.get("op")
    if op is None or op == "":
        raise EditError(
            "missing_argument",
            "the operation has no op.",
            f"op is one of {one_of(OPERATIONS)}.",
            what="operation",
            argument="op",
        )
    if isinstance(op, str) and op in OPERATIONS:
        return op
    word = str(op)[:80]
    near = nearest(word, OPERATIONS)
    hint = f"Did you mean {near}? " if near else ""
    raise EditError(
        "unknown_operation",
        f'there is no operation "{word}".',
        f"{hint}op is one of {one_of(OPERATIONS)}.",
        name=word,
    )


def _without_op(operation: Mapping[str, Any]) -> dict[str, Any]:
    return {str(name): value for name, value in operation.items() if name != "op"}
