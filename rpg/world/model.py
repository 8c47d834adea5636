"""The world as frozen values: what an author writes, after defaults are filled in.

Source: docs/world-format.md. Mappings keep the author's order. Clock times are minutes since the
start of day 1; times of day are minutes since midnight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from rpg.world.beats import Beat, DeclaredFlag, Topic
from rpg.world.lorebook import Lorebook

MINUTES_PER_DAY = 24 * 60

EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Exit:
    """A way from one location to another.

    minutes: cost of going; None means the clock's minutes_per_turn.
    hidden: not known until it is found. locked: the reason it is shut; empty when open.
    """

    to: str
    label: str = ""
    minutes: int | None = None
    two_way: bool = True
    hidden: bool = False
    locked: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A place. `temporary` marks one that the story created in play."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    summary: str = ""
    description: str = ""
    rules: str = ""
    region: str = ""
    map: tuple[int, int] | None = None
    tags: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    exits: tuple[Exit, ...] = ()
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class ScheduleBlock:
    """From `start` to `end` (minutes since midnight; may wrap past midnight) at `location`."""

    start: int
    end: int
    location: str


@dataclass(frozen=True, slots=True)
class Character:
    """A person. `location` is where they are outside all schedule blocks; None: not yet in the story.

    `temporary` marks a walk-on that the story created in play. relations: (character id, location
    id or "player", text). topics: (topic, what they say of it); those that have rules are in `topic_rules` too.
    """

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    location: str | None = None
    summary: str = ""
    description: str = ""
    personality: str = ""
    speech: str = ""
    examples: tuple[str, ...] = ()
    goals: str = ""
    secrets: str = ""
    boundaries: str = ""
    portrait: str = ""
    tags: tuple[str, ...] = ()
    relations: tuple[tuple[str, str], ...] = ()
    topics: tuple[tuple[str, str], ...] = ()
    topic_rules: tuple[Topic, ...] = ()
    schedule: tuple[ScheduleBlock, ...] = ()
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the opening questionnaire; free text when `choices` is empty."""

    id: str
    ask: str
    choices: tuple[str, ...] = ()
    default: str = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """start: minutes since the start of day 1. minutes_per_turn: what a turn without a move costs."""

    start: int
    minutes_per_turn: int = 10


@dataclass(frozen=True, slots=True)
class Player:
    name: str = "Traveller"
    description: str = ""


@dataclass(frozen=True, slots=True)
class PresetEntry:
    id: str
    text: str
    enabled: bool = True
    position: Literal["system", "before_input"] = "system"


@dataclass(frozen=True, slots=True)
class Preset:
    """How the narrator writes: entries that can be switched on and off in play."""

    id: str
    name: str
    default: bool = False
    entries: tuple[PresetEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class World:
    """A whole world. `id` is the folder's or file's name without suffix.

    opening_names: what the openings are called where one is chosen, the main one first; may be fewer.
    """

    id: str
    name: str
    start: str
    language: str = "en"
    summary: str = ""
    rules: str = ""
    tone: str = ""
    opening: str = ""
    alternate_openings: tuple[str, ...] = ()
    opening_names: tuple[str, ...] = ()
    author: str = ""
    version: str = ""
    license: str = ""
    tutorial: bool = False
    player: Player = Player()
    questions: tuple[Question, ...] = ()
    clock: Clock | None = None
    locations: Mapping[str, Location] = field(default_factory=lambda: EMPTY)
    characters: Mapping[str, Character] = field(default_factory=lambda: EMPTY)
    lorebooks: Mapping[str, Lorebook] = field(default_factory=lambda: EMPTY)
    presets: Mapping[str, Preset] = field(default_factory=lambda: EMPTY)
    beats: Mapping[str, Beat] = field(default_factory=lambda: EMPTY)
    flags: Mapping[str, DeclaredFlag] = field(default_factory=lambda: EMPTY)
