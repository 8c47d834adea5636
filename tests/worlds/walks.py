"""The scenarios of a world that comes with the game, each played once, and what they reached together."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from rpg.cli.scenario.form import Scenario, read_scenario, scenario_files
from rpg.cli.scenario.play import Miss, play_scenario
from rpg.runtime.state import State
from rpg.session.lore import LORE
from rpg.session.session import Session
from rpg.world.beats import ASKED, HAPPENED, TOLD
from rpg.world.model import World

FOLDER = Path(__file__).resolve().parents[2] / "worlds"


def files_of(name: str) -> tuple[Path, ...]:
    """The scenario files of a world, by name."""
    return scenario_files(FOLDER / name)


@dataclass(slots=True)
class Reached:
    """What was reached by any of the steps. topics: `person.topic`; lore: `book.entry`."""

    places: set[str] = field(default_factory=set)
    spoken_to: set[str] = field(default_factory=set)
    topics: set[str] = field(default_factory=set)
    beats: set[str] = field(default_factory=set)
    lore: set[str] = field(default_factory=set)

    def add(self, session: Session) -> None:
        """Takes up how things are in a session after a step."""
        state = session.head_state
        self.places |= {id for id in state.location_ids() if state.visits(id)}
        self._add_flags(state)
        record = session.story.last_record(session.head) or {}
        self.lore |= set(record.get(LORE, {}).get("activated", ()))

    def _add_flags(self, state: State) -> None:
        names = [name for name, value in state.flags().items() if value]
        self.beats |= {name.removeprefix(HAPPENED) for name in names if name.startswith(HAPPENED)}
        self.topics |= {name.removeprefix(TOLD) for name in names if name.startswith(TOLD)}
        asked = (
            name.removeprefix(TOLD).removeprefix(ASKED) for name in names if name.startswith((TOLD, ASKED))
        )
        self.spoken_to |= {name.partition(".")[0] for name in asked}


@dataclass(slots=True)
class Walks:
    """A world's scenarios on the storyteller, each played when it is first asked for. misses: by file, what did not
    come out as expected."""

    world: World
    misses: dict[str, tuple[Miss, ...]] = field(default_factory=dict)
    reached: Reached = field(default_factory=Reached)

    def walk(self, name: str) -> tuple[Miss, ...]:
        """What did not come out as expected in the scenario of that name."""
        if name not in self.misses:
            self.misses[name] = asyncio.run(
                play_scenario(scenario_of(self.world.id, name), self.world, "en", self.reached.add)
            )
        return self.misses[name]

    def all(self) -> Reached:
        """What all scenarios reach together."""
        for file in files_of(self.world.id):
            self.walk(file.stem)
        return self.reached


def scenario_of(world: str, name: str) -> Scenario:
    """A scenario by the name of its file."""
    scenario = read_scenario(FOLDER / world / "tests" / f"{name}.toml")
    assert not isinstance(scenario, tuple), scenario
    return scenario


def lore_of(world: World) -> set[str]:
    """Every entry of the world's lorebooks as `book.entry`."""
    return {f"{book.id}.{entry}" for book in world.lorebooks.values() for entry in book.entries}


def topics_of(world: World) -> set[str]:
    """Every topic of the world's people as `person.topic`."""
    return {f"{person.id}.{topic}" for person in world.characters.values() for topic, _ in person.topics}
