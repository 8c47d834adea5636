"""Every key of a world file, declared once: its kind, its bounds, what it refers to.

The reader, the check, the reference in docs/world-format.md and the JSON schema all come from this
table. Defaults stand in the dataclasses of `rpg.world.model` and `rpg.world.lorebook`.
"""

from __future__ import annotations

from typing import get_args

from rpg.world.beat_schema import BEAT, FLAG, TOPIC
from rpg.world.kinds import (
    MOST,
    Choice,
    Daytime,
    Field,
    File,
    Free,
    Keyed,
    Line,
    Lines,
    Many,
    Mixed,
    Moment,
    Number,
    One,
    Pairs,
    Point,
    Refers,
    Shape,
    Switch,
    Text,
    Whole,
)
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
        Field("opening_names", Lines()),
        Field("author", Line()),
        Field("version", Line()),
        Field("license", Line()),
        Field("tutorial", Switch()),
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
        Field("topics", Mixed(TOPIC, "topic_rules")),
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
        Field("beats", Keyed(BEAT)),
        Field("flags", Keyed(FLAG)),
    ),
)
"""The top level of a world file."""

FORBIDDEN = ("tools", "mcp")
"""Tables that only the player's own configuration may hold: a world cannot bring programs to run."""
