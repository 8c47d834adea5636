"""The reference in docs/world-format.md says what the program does."""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from rpg.world.beat_schema import BEAT, CONDITION, FLAG, OPENED, REMARK, TOPIC, TRANSFER, TURNING
from rpg.world.checks.run import check_reading
from rpg.world.checks.table import CHECKS
from rpg.world.jsonschema import world_schema
from rpg.world.kinds import Choice, Field, Shape
from rpg.world.load import read_text_world
from rpg.world.model import World
from rpg.world.schema import (
    CHARACTER,
    CLOCK,
    ENTRY,
    EXIT,
    LOCATION,
    LOREBOOK,
    PLAYER,
    PRESET,
    PRESET_ENTRY,
    QUESTION,
    SCHEDULE,
    WHEN,
    WORLD,
)

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "world-format.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
TABLES = {
    "[world]": WORLD,
    "[player]": PLAYER,
    "[[questions]]": QUESTION,
    "[clock]": CLOCK,
    "[locations.ID]": LOCATION,
    "[[locations.ID.exits]]": EXIT,
    "[characters.ID]": CHARACTER,
    "[[characters.ID.schedule]]": SCHEDULE,
    "[lorebooks.ID]": LOREBOOK,
    "[lorebooks.ID.entries.ID]": ENTRY,
    "when": WHEN,
    "[beats.ID]": BEAT,
    "[[beats.ID.open]]": OPENED,
    "[[beats.ID.move]]": TRANSFER,
    "[[beats.ID.update]]": TURNING,
    "[[beats.ID.note]]": REMARK,
    "Conditions": CONDITION,
    "[characters.ID.topics.NAME]": TOPIC,
    "[flags.ID]": FLAG,
    "[presets.ID]": PRESET,
    "[[presets.ID.entries]]": PRESET_ENTRY,
}


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    below = re.split(
        rf"^#+ (?:\d+\. )?(?:`{re.escape(heading)}`|{re.escape(heading)})$", PAGE, flags=re.MULTILINE
    )[1]
    lines = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert lines is not None
    return [[cell.strip() for cell in line.strip("|\n").split("|")] for line in lines[0].splitlines()[2:]]


@pytest.mark.parametrize(("name", "shape"), TABLES.items(), ids=TABLES.keys())
def test_every_key_is_told_in_order(name: str, shape: Shape) -> None:
    assert [row[0].strip("`") for row in rows(name)] == list(shape.keys)


@pytest.mark.parametrize(("name", "shape"), TABLES.items(), ids=TABLES.keys())
def test_required_keys_defaults_and_words_are_those_of_the_program(name: str, shape: Shape) -> None:
    table = {row[0].strip("`"): row for row in rows(name)}
    for one in shape.fields:
        _, kind, default, *_ = table[one.key]
        assert (default == "required") is one.required, one.key
        if isinstance(one.kind, Choice):
            assert kind == ", ".join(f"`{word}`" for word in one.kind.words)
        value = default_of(shape, one)
        if isinstance(value, str | bool | int | float) and default not in (
            "required",
            "none",
            "the id",
            "numbered",
        ):
            assert default == f"`{json.dumps(value)}`" or one.key == "start", one.key


def default_of(shape: Shape, one: Field) -> Any:
    kind: Any = World if shape is WORLD else shape.make
    return next(
        (
            field.default
            for field in fields(kind)
            if field.name == one.target and field.default is not MISSING
        ),
        None,
    )


def test_every_check_is_told_with_its_severity() -> None:
    told = [(row[0].strip("`"), row[1]) for row in rows("The check")]

    assert told == [(check.code, check.severity) for check in CHECKS]


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"example-{number}" for number in range(len(EXAMPLES))])
def test_every_example_is_a_clean_world(example: str) -> None:
    assert check_reading(read_text_world(example, strict=True), len).errors == 0
    assert {
        problem.code for problem in check_reading(read_text_world(example, strict=True), len).problems
    } <= {"scene_over_small_window"}


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5


def test_the_schema_for_editors_is_up_to_date() -> None:
    assert json.loads((DOCS / "world.schema.json").read_text("utf-8")) == world_schema()


def test_the_schema_names_every_table_and_key() -> None:
    text = json.dumps(world_schema())

    assert all(f'"{key}"' in text for shape in TABLES.values() for key in shape.keys)
