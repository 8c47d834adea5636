"""Edits: the primitive changes of state, ids resolved.

Nodes carry edits; `rpg.runtime.apply` is the one function that validates and applies them. Every edit has
a `source`. `from_` (in JSON "from") is where a move started when it was recorded, "" for out of sight, None when
not recorded, so that a re-fold can say that it drifted. Source: docs/design.md §5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

Source = Literal["model", "player", "hand", "import", "world"]
"""Who brings an edit about: the narrator, the player, the player by hand, something imported, or the author's beats."""


@dataclass(frozen=True, slots=True)
class MovePlayer:
    """The player goes `to`. Followers come along unless in `left_behind` (who then stop following).

    minutes: what the way costs; None when time is not modelled. companions: others taken along, not
    made followers by it. via: locations passed on the way, first step first, `to` excluded.
    """

    to: str
    source: Source
    from_: str | None = None
    minutes: int | None = None
    companions: tuple[str, ...] = ()
    left_behind: tuple[str, ...] = ()
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveCharacter:
    """A character arrives at, leaves for or is taken `to`; None: out of the story's sight."""

    character: str
    to: str | None
    source: Source
    from_: str | None = None


@dataclass(frozen=True, slots=True)
class Follow:
    character: str
    source: Source
    from_: str | None = None


@dataclass(frozen=True, slots=True)
class Unfollow:
    character: str
    source: Source


@dataclass(frozen=True, slots=True)
class CreateLocation:
    """A temporary location. `connect_to`: an existing location with an open way both ways; "" for none."""

    id: str
    name: str
    summary: str
    description: str
    source: Source
    rules: str = ""
    connect_to: str = ""


@dataclass(frozen=True, slots=True)
class UpdateLocation:
    """New text; None leaves as it is. Authored locations take `note` only."""

    location: str
    source: Source
    summary: str | None = None
    description: str | None = None
    rules: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveLocation:
    """Temporary and empty locations only."""

    location: str
    source: Source


@dataclass(frozen=True, slots=True)
class Connect:
    """A way from `start` to `end` and back. minutes: None means minutes_per_turn."""

    start: str
    end: str
    source: Source
    label: str = ""
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Disconnect:
    start: str
    end: str
    source: Source


@dataclass(frozen=True, slots=True)
class SetExit:
    """Finds, hides, opens or shuts a way (and its way back). None leaves as it is; locked "" opens."""

    start: str
    end: str
    source: Source
    hidden: bool | None = None
    locked: str | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    location: str
    source: Source


@dataclass(frozen=True, slots=True)
class CreateCharacter:
    """A walk-on."""

    id: str
    name: str
    summary: str
    description: str
    location: str
    source: Source


@dataclass(frozen=True, slots=True)
class UpdateCharacter:
    """None leaves as it is; `knows` adds to what they know; `forgets` takes away (by hand)."""

    character: str
    source: Source
    condition: str | None = None
    relationship: str | None = None
    knows: tuple[str, ...] = ()
    forgets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetFlag:
    """A named fact of the story; None takes it away."""

    name: str
    value: str | int | float | bool | None
    source: Source


@dataclass(frozen=True, slots=True)
class AdvanceTime:
    """minutes: at least 0."""

    minutes: int
    source: Source


@dataclass(frozen=True, slots=True)
class SetClock:
    """The clock by hand; clock: minutes since the start of day 1."""

    clock: int
    source: Source


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """An answer of the opening questionnaire."""

    question: str
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class SetPremise:
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class SetSummary:
    """The story summary as the player edited it; covers everything before the node it stands on."""

    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class SetPin:
    """A pinned memory; None takes it away."""

    id: str
    text: str | None
    source: Source


@dataclass(frozen=True, slots=True)
class SetLock:
    """Locks or unlocks a fact against the model. `fact` as in `rpg.runtime.locks`."""

    fact: str
    locked: bool
    source: Source


@dataclass(frozen=True, slots=True)
class Happen:
    """A beat of the author happens. It is remembered with the number of the turn."""

    beat: str
    source: Source


Edit = (
    MovePlayer
    | MoveCharacter
    | Follow
    | Unfollow
    | CreateLocation
    | UpdateLocation
    | RemoveLocation
    | Connect
    | Disconnect
    | SetExit
    | Reveal
    | CreateCharacter
    | UpdateCharacter
    | SetFlag
    | AdvanceTime
    | SetClock
    | SetAnswer
    | SetPremise
    | SetSummary
    | SetPin
    | SetLock
    | Happen
)


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


KINDS: Mapping[str, type[Any]] = {_snake(kind.__name__): kind for kind in get_args(Edit)}
_NAMES = {kind: name for name, kind in KINDS.items()}


def edit_kind(edit: Edit) -> str:
    """The kind as written in JSON, such as "move_player"."""
    return _NAMES[type(edit)]


def edit_document(edit: Edit) -> dict[str, Any]:
    """JSON form: `edit` (the kind) and every field that is not at its default."""
    document: dict[str, Any] = {"edit": edit_kind(edit)}
    for field in fields(edit):
        value = getattr(edit, field.name)
        if value != field.default:
            document[field.name.rstrip("_")] = list(value) if isinstance(value, tuple) else value
    return document


def edit_from_document(document: Mapping[str, Any]) -> Edit:
    """The edit of an `edit_document`. Raises KeyError or TypeError on a form that none has."""
    kind = KINDS[document["edit"]]
    names = {field.name.rstrip("_"): field.name for field in fields(kind)}
    values = {
        names[key]: tuple(value) if isinstance(value, list) else value
        for key, value in document.items()
        if key != "edit"
    }
    edit: Edit = kind(**values)
    return edit
