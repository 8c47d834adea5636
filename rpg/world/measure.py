"""How large a world is: counts, tokens of every sheet, and the largest scene in each model's window."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.world.checks.base import Subject
from rpg.world.checks.size import SceneSize, scene_sizes, setting_cap
from rpg.world.sheets import character_sheet, location_sheet

WINDOWS = (8_192, 16_384, 32_768, 131_072)
"""Windows of models in tokens, as the measure shows them."""


@dataclass(frozen=True, slots=True)
class SheetSize:
    id: str
    name: str
    tokens: int


@dataclass(frozen=True, slots=True)
class WindowFit:
    """A window, the setting it has room for, and the least that the largest scene needs, all in tokens.

    share: in percent.
    """

    window: int
    cap: int
    largest: int

    @property
    def share(self) -> int:
        return -(-100 * self.largest // self.cap) if self.cap else 0

    @property
    def fits(self) -> bool:
        return self.largest <= self.cap


@dataclass(frozen=True, slots=True)
class Measure:
    """Sizes of a world, largest scenes first."""

    locations: tuple[SheetSize, ...]
    characters: tuple[SheetSize, ...]
    scenes: tuple[SceneSize, ...]
    windows: tuple[WindowFit, ...]


def measure_world(subject: Subject) -> Measure:
    """The sizes of the world of `subject`."""
    world, count = subject.world, subject.count
    scenes = scene_sizes(subject)
    largest = max((scene.least for scene in scenes), default=0)
    return Measure(
        tuple(
            SheetSize(
                one.id, one.name, count(location_sheet(one, world, exits=subject.exits[one.id].values()))
            )
            for one in subject.locations()
        ),
        tuple(
            SheetSize(one.id, one.name, count(character_sheet(one, world))) for one in subject.characters()
        ),
        tuple(scenes),
        tuple(WindowFit(window, setting_cap(window), largest) for window in WINDOWS),
    )
