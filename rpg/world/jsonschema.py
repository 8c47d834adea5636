"""The JSON schema of world files, for editors that complete and check TOML as it is typed."""

from __future__ import annotations

from typing import Any, assert_never

from rpg.world.kinds import (
    Choice,
    Daytime,
    File,
    Free,
    Keyed,
    Kind,
    Line,
    Lines,
    Many,
    Mixed,
    Moment,
    Number,
    One,
    Pairs,
    Point,
    Settings,
    Shape,
    Switch,
    Text,
    Whole,
)
from rpg.world.schema import FILE

DRAFT = "http://json-schema.org/draft-07/schema#"


def world_schema() -> dict[str, Any]:
    """The schema of one world file. Nothing at the top is required, because a world may be several files."""
    return {"$schema": DRAFT, "title": "rpg world", **_table(FILE)}


def _table(shape: Shape) -> dict[str, Any]:
    required = [] if shape.label == "world" else [one.key for one in shape.fields if one.required]
    table: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {one.key: _kind(one.kind) for one in shape.fields},
    }
    return {**table, "required": required} if required else table


def _kind(kind: Kind) -> dict[str, Any]:
    text = {"type": "string"}
    match kind:
        case Line() | Text() | File() | Moment() | Daytime():
            return text
        case Lines(single=single):
            lines = {"type": "array", "items": text}
            return {"anyOf": [text, lines]} if single else lines
        case Switch():
            return {"type": "boolean"}
        case Whole(low, high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case Number(low, high):
            return {"type": "number", "minimum": low, "maximum": high}
        case Choice(words):
            return {"enum": list(words)}
        case Point():
            return {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        case Pairs():
            return {"type": "object", "additionalProperties": text}
        case Mixed(shape=shape):
            return {"type": "object", "additionalProperties": {"anyOf": [text, _table(shape)]}}
        case Settings():
            value = {"type": ["string", "number", "boolean"]}
            table = {"type": "object", "additionalProperties": value}
            return {"anyOf": [text, {"type": "array", "items": text}, table]}
        case Free():
            return {"type": "object"}
        case One(shape=shape):
            return _table(shape)
        case Many(shape=shape):
            return {"type": "array", "items": _table(shape)}
        case Keyed(shape=shape):
            return {"type": "object", "additionalProperties": _table(shape)}
        case _:
            assert_never(kind)
