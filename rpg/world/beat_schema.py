"""The keys of beats, conditions, topics with rules and declared flags, for the table in `rpg.world.schema`."""

from __future__ import annotations

from rpg.world.beats import Beat, Condition, DeclaredFlag, Passage, Remark, Topic, Transfer, Turning
from rpg.world.kinds import (
    Daytime,
    Field,
    Kind,
    Line,
    Lines,
    Many,
    Moment,
    One,
    Refers,
    Settings,
    Shape,
    Switch,
    Text,
    Whole,
)

_PLACE = frozenset({"location"})
_PERSON = frozenset({"character"})
_ANYONE = frozenset({"character", "player"})
_BEAT = frozenset({"beat"})
_SOME = Lines(single=True)


def _asks(key: str, to: frozenset[str] | None = None, target: str = "") -> Field:
    refers = None if to is None else Refers("dangling_condition", to)
    return Field(key, _SOME, target, refers=refers)


def _names(key: str, to: frozenset[str], target: str = "", *, kind: Kind | None = None) -> Field:
    return Field(key, kind or _SOME, target, refers=Refers("dangling_beat", to))


def _name(key: str, to: frozenset[str], target: str = "", *, required: bool = True) -> Field:
    return Field(key, Line(), target, required, Refers("dangling_beat", to))


CONDITION = Shape(
    "condition",
    Condition,
    (
        _asks("location", _PLACE),
        _asks("tag"),
        _asks("present", _PERSON),
        _asks("absent", _PERSON),
        _asks("with", _PERSON, "company"),
        _asks("visited", _PLACE),
        _asks("not_visited", _PLACE),
        Field("after", Moment()),
        Field("before", Moment()),
        Field("from", Daytime(), "starts"),
        Field("to", Daytime(ends=True), "ends"),
        _asks("flag"),
        _asks("not_flag"),
        _asks("told"),
        _asks("not_told"),
        _asks("asked"),
        _asks("beat", _BEAT),
        _asks("not_beat", _BEAT),
        Field("wait", Whole(0, 100_000)),
        Field("turn", Whole(0, 100_000)),
        _asks("said"),
    ),
)

OPENED = Shape(
    "passage",
    Passage,
    (_name("from", _PLACE, "start"), _name("to", _PLACE, "end"), Field("reason", Text())),
)

TRANSFER = Shape("transfer", Transfer, (_name("character", _ANYONE), _name("to", _PLACE, required=False)))

TURNING = Shape(
    "turning",
    Turning,
    (
        _name("character", _PERSON),
        Field("condition", Text()),
        Field("relationship", Text()),
        Field("knows", _SOME),
    ),
)

REMARK = Shape("remark", Remark, (_name("location", _PLACE), Field("text", Text(), required=True)))

BEAT = Shape(
    "beat",
    Beat,
    (
        Field("when", One(CONDITION)),
        Field("once", Switch()),
        Field("say", Text()),
        Field("set_flag", Settings()),
        _names("reveal", _PLACE),
        Field("open", Many(OPENED)),
        Field("shut", Many(OPENED)),
        Field("move", Many(TRANSFER)),
        _names("follow", _PERSON),
        _names("unfollow", _PERSON),
        Field("update", Many(TURNING)),
        Field("note", Many(REMARK)),
        Field("minutes", Whole(0, 100_000)),
        Field("ending", Line()),
    ),
)

TOPIC = Shape(
    "topic",
    Topic,
    (
        Field("text", Text(), required=True),
        Field("aliases", Lines(single=True)),
        Field("when", One(CONDITION)),
        Field("refuse", Text()),
        Field("again", Text()),
        Field("set_flag", Settings()),
    ),
)

FLAG = Shape("flag", DeclaredFlag, (Field("means", Text()), Field("item", Line())))
