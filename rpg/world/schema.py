"""Every key of a world file, declared once: its kind, its bounds, what it refers to.

The reader, the check, the reference in docs/world-format.md and the JSON schema all come from this
table. Defaults stand in the dataclasses of `rpg.world.model` and `rpg.world.lorebook`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from rpg.world.lorebook import Dialect, Logic, Lorebook, LoreEntry, Position, Role, When
from rpg.world.model import (
    Character,
    Clock,
    Exit,
    Location,
    Player,
    Preset,
    PresetEntry,
    Question,
    ScheduleBlock,
)

MOST = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """Text on one line."""


@dataclass(frozen=True, slots=True)
class Text:
    """Prose of any length; outer blank is dropped."""


@dataclass(frozen=True, slots=True)
class Lines:
    """An array of texts. single: one text alone is taken as an array of one."""

    single: bool = False


@dataclass(frozen=True, slots=True)
class Switch:
    """true or false."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    low: int = 0
    high: int = MOST


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds, fractions allowed."""

    low: float = 0
    high: float = MOST


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """Two whole numbers, column and row."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """A table of texts, kept in the author's order."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A clock time with a day; becomes minutes since the start of day 1."""


@dataclass(frozen=True, slots=True)
class Daytime:
    """A time of day; becomes minutes since midnight. ends: "24:00" is allowed."""

    ends: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """A path inside the world's folder."""


@dataclass(frozen=True, slots=True)
class Free:
    """A table of anything, kept for the format it came from."""


@dataclass(frozen=True, slots=True)
class One:
    """A table."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Many:
    """An array of tables."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Keyed:
    """A table of tables by id."""

    shape: Shape


Plain = (
    Line | Text | Lines | Switch | Whole | Number | Choice | Point | Pairs | Moment | Daytime | File | Free
)
"""Kinds of single values."""

Kind = Plain | One | Many | Keyed


@dataclass(frozen=True, slots=True)
class Refers:
    """The value names something of the world: `to` says what may be named, `code` is the problem if nothing is.

    fatal: the world cannot be played without it; otherwise play goes on with a warning.
    """

    code: str
    to: frozenset[str]
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One key. attribute: its name in the dataclass where that differs."""

    key: str
    kind: Kind
    attribute: str = ""
    required: bool = False
    refers: Refers | None = None

    @property
    def target(self) -> str:
        return self.attribute or self.key


@dataclass(frozen=True, slots=True)
class Shape:
    """A table: its keys and what is made of them.

    id_key: the key that holds the id of an array's element ("" when the elements have none).
    named: a missing `name` is the id. label: the catalogue word for what this is.
    """

    label: str
    make: Callable[..., Any]
    fields: tuple[Field, ...]
    id_key: str = ""
    named: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(field.key for field in self.fields)


_PLACE = frozenset({"location"})
_PERSON = frozenset({"character"})
_ANYONE = frozenset({"location", "character", "player"})

WORLD = Shape(
    "world",
    dict,
    (
        Field("name", Line(), required=True),
        Field("language", Line()),
        Field("summary", Text()),
        Field("start", Line(), refers=Refers("dangling_start", _PLACE, fatal=True)),
        Field("rules", Text()),
        Field("tone", Text()),
        Field("opening", Text()),
        Field("alternate_openings", Lines()),
        Field("author", Line()),
        Field("version", Line()),
        Field("license", Line()),
    ),
)

PLAYER = Shape("player", Player, (Field("name", Line()), Field("description", Text())))

QUESTION = Shape(
    "question",
    Question,
    (
        Field("id", Line()),
        Field("ask", Text(), required=True),
        Field("choices", Lines()),
        Field("default", Text()),
    ),
    id_key="id",
)

CLOCK = Shape("clock", Clock, (Field("start", Moment()), Field("minutes_per_turn", Whole(0, 1440))))

EXIT = Shape(
    "exit",
    Exit,
    (
        Field("to", Line(), required=True, refers=Refers("dangling_exit", _PLACE, fatal=True)),
        Field("label", Line()),
        Field("minutes", Whole(0, 100_000)),
        Field("two_way", Switch()),
        Field("hidden", Switch()),
        Field("locked", Text()),
    ),
)

LOCATION = Shape(
    "location",
    Location,
    (
        Field("name", Line()),
        Field("aliases", Lines()),
        Field("summary", Text()),
        Field("description", Text()),
        Field("rules", Text()),
        Field("region", Line()),
        Field("map", Point()),
        Field("tags", Lines()),
        Field("details", Pairs()),
        Field("exits", Many(EXIT)),
    ),
    named=True,
)

SCHEDULE = Shape(
    "block",
    ScheduleBlock,
    (
        Field("from", Daytime(), "start", required=True),
        Field("to", Daytime(ends=True), "end", required=True),
        Field("location", Line(), required=True, refers=Refers("dangling_schedule", _PLACE, fatal=True)),
    ),
)

CHARACTER = Shape(
    "character",
    Character,
    (
        Field("name", Line()),
        Field("aliases", Lines()),
        Field("location", Line(), refers=Refers("dangling_location", _PLACE, fatal=True)),
        Field("summary", Text()),
        Field("description", Text()),
        Field("personality", Text()),
        Field("speech", Text()),
        Field("examples", Lines()),
        Field("goals", Text()),
        Field("secrets", Text()),
        Field("boundaries", Text()),
        Field("portrait", File()),
        Field("tags", Lines()),
        Field("relations", Pairs(), refers=Refers("dangling_relation", _ANYONE)),
        Field("topics", Pairs()),
        Field("schedule", Many(SCHEDULE)),
    ),
    named=True,
)

_CONDITION_PLACE = Refers("dangling_condition", _PLACE)
_CONDITION_PERSON = Refers("dangling_condition", _PERSON)

WHEN = Shape(
    "when",
    When,
    (
        Field("location", Lines(), refers=_CONDITION_PLACE),
        Field("tag", Lines()),
        Field("present", Lines(), refers=_CONDITION_PERSON),
        Field("absent", Lines(), refers=_CONDITION_PERSON),
        Field("visited", Lines(), refers=_CONDITION_PLACE),
        Field("after", Moment()),
        Field("flag", Lines(single=True)),
    ),
)

ENTRY = Shape(
    "entry",
    LoreEntry,
    (
        Field("keys", Lines()),
        Field("secondary_keys", Lines()),
        Field("logic", Choice(get_args(Logic))),
        Field("content", Text()),
        Field("title", Line()),
        Field("enabled", Switch()),
        Field("constant", Switch()),
        Field("position", Choice(get_args(Position))),
        Field("depth", Whole(0, 10_000)),
        Field("role", Choice(get_args(Role))),
        Field("outlet", Line()),
        Field("order", Whole(-MOST, MOST)),
        Field("scan_depth", Whole(0, 10_000)),
        Field("case_sensitive", Switch()),
        Field("whole_words", Switch()),
        Field("probability", Number(0, 100)),
        Field("delay", Whole()),
        Field("sticky", Whole()),
        Field("cooldown", Whole()),
        Field("min_messages", Whole()),
        Field("recursive", Switch()),
        Field("feeds_recursion", Switch()),
        Field("recursion_level", Whole()),
        Field("group", Lines()),
        Field("group_weight", Number()),
        Field("group_priority", Switch()),
        Field("ignore_budget", Switch()),
        Field("when", One(WHEN)),
        Field("characters", Lines(), refers=_CONDITION_PERSON),
        Field("not_characters", Lines(), refers=_CONDITION_PERSON),
        Field("exclude_keys", Lines()),
        Field("min_replies", Whole()),
        Field("every_replies", Whole()),
        Field("yields", Switch()),
        Field("exclude_keys", Lines()),
        Field("min_replies", Whole()),
        Field("every_replies", Whole()),
        Field("yields", Switch()),
        Field("extra", Free()),
    ),
)

LOREBOOK = Shape(
    "lorebook",
    Lorebook,
    (
        Field("name", Line()),
        Field("rules", Choice(get_args(Dialect))),
        Field("enabled", Switch()),
        Field("scan_depth", Whole(0, 10_000)),
        Field("recursion_steps", Whole(0, 10_000)),
        Field("max_entries", Whole()),
        Field("max_tokens", Whole()),
        Field("max_characters", Whole()),
        Field("include_names", Switch()),
        Field("case_sensitive", Switch()),
        Field("whole_words", Switch()),
        Field("bind", Lines(), refers=Refers("dangling_bind", _PERSON)),
        Field("entries", Keyed(ENTRY)),
        Field("extra", Free()),
    ),
    named=True,
)

PRESET_ENTRY = Shape(
    "preset_entry",
    PresetEntry,
    (
        Field("id", Line()),
        Field("text", Text(), required=True),
        Field("enabled", Switch()),
        Field("position", Choice(("system", "before_input"))),
    ),
    id_key="id",
)

PRESET = Shape(
    "preset",
    Preset,
    (Field("name", Line()), Field("default", Switch()), Field("entries", Many(PRESET_ENTRY))),
    named=True,
)

FILE = Shape(
    "file",
    dict,
    (
        Field("world", One(WORLD)),
        Field("player", One(PLAYER)),
        Field("questions", Many(QUESTION)),
        Field("clock", One(CLOCK)),
        Field("locations", Keyed(LOCATION)),
        Field("characters", Keyed(CHARACTER)),
        Field("lorebooks", Keyed(LOREBOOK)),
        Field("presets", Keyed(PRESET)),
    ),
)
"""The top level of a world file."""

FORBIDDEN = ("tools", "mcp")
"""Tables that only the player's own configuration may hold: a world cannot bring programs to run."""
