"""The scene: where the player is, who is there, which ways lead on; and what changed between two scenes."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.runtime.clock import clock_text
from rpg.runtime.state import State
from rpg.runtime.whereabouts import in_order, present
from rpg.world.model import Exit


@dataclass(frozen=True, slots=True)
class SceneExit:
    """A way out of the scene. name: of the place it leads to. locked: the reason it is shut, "" when open."""

    to: str
    name: str
    label: str = ""
    minutes: int | None = None
    hidden: bool = False
    locked: str = ""

    @property
    def open(self) -> bool:
        return not self.hidden and not self.locked


@dataclass(frozen=True, slots=True)
class Scene:
    """The current location, who is there and what leads on.

    present: character ids in the author's order, then walk-ons. followers: those of them who travel with
    the player. exits: all, hidden ones too. clock: minutes since the start of day 1; None without a clock.
    """

    location: str
    name: str
    temporary: bool
    present: tuple[str, ...]
    followers: tuple[str, ...]
    exits: tuple[SceneExit, ...]
    clock: int | None
    note: str

    @property
    def open_exits(self) -> tuple[SceneExit, ...]:
        """Ways the player may take."""
        return tuple(exit for exit in self.exits if exit.open)

    @property
    def locked_exits(self) -> tuple[SceneExit, ...]:
        """Ways the player sees and cannot take."""
        return tuple(exit for exit in self.exits if exit.locked and not exit.hidden)

    @property
    def hidden_exits(self) -> tuple[SceneExit, ...]:
        """Ways that only the narrator knows of."""
        return tuple(exit for exit in self.exits if exit.hidden)

    @property
    def shown_exits(self) -> tuple[SceneExit, ...]:
        """Ways the player sees, open or shut."""
        return tuple(exit for exit in self.exits if not exit.hidden)

    @property
    def owners(self) -> tuple[tuple[str, str], ...]:
        """Whose full sheets belong to the scene: ("location", id), then ("character", id) of each."""
        return (("location", self.location), *(("character", person) for person in self.present))

    def clock_text(self, language: str) -> str:
        """The clock as "Day 1 08:40"; "" when time is not modelled."""
        return "" if self.clock is None else clock_text(self.clock, language)


@dataclass(frozen=True, slots=True)
class SceneChanges:
    """What is different between two scenes.

    moved_from, moved_to: location ids; None when the player stayed. arrived: who is with the player and was
    not before, those met at the new place included. left: who was with the player and is no longer, those
    left behind included. found, opened, shut: exits of the place where the player is now, by where they lead.
    """

    moved_from: str | None = None
    moved_to: str | None = None
    arrived: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    shut: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything to announce."""
        return self != SceneChanges()


def scene(state: State) -> Scene:
    """The scene of `state`."""
    here = state.player_location
    place = state.location(here)
    people = present(state)
    return Scene(
        here,
        place.name if place is not None else here,
        place is not None and place.temporary,
        people,
        tuple(person for person in people if state.follows(person)),
        tuple(_exit(state, exit) for exit in state.exits(here).values()),
        state.clock,
        state.note(here),
    )


def scene_changes(before: State, after: State) -> SceneChanges:
    """What happened to the scene between two states."""
    start, here = before.player_location, after.player_location
    was, now = present(before), present(after)
    old, new = before.exits(here), after.exits(here)
    seen = [end for end, exit in new.items() if not exit.hidden]
    stayed = [end for end in seen if end in old and not old[end].hidden]
    return SceneChanges(
        moved_from=start if start != here else None,
        moved_to=here if start != here else None,
        arrived=in_order(after, [person for person in now if person not in was]),
        left=in_order(after, [person for person in was if person not in now]),
        found=tuple(end for end in seen if end not in stayed),
        opened=tuple(end for end in stayed if old[end].locked and not new[end].locked),
        shut=tuple(end for end in stayed if new[end].locked and not old[end].locked),
    )


def _exit(state: State, exit: Exit) -> SceneExit:
    place = state.location(exit.to)
    name = place.name if place is not None else exit.to
    return SceneExit(exit.to, name, exit.label, exit.minutes, exit.hidden, exit.locked)
