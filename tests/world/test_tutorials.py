"""The worlds that teach the game: what they say of the game is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rpg.cli.parser import build_parser
from rpg.text.tokens import counter_for
from rpg.tui.actions import ACTIONS
from rpg.world.checks.run import check_world, subject_of
from rpg.world.checks.size import SMALL_WINDOW, scene_sizes, setting_cap
from rpg.world.load import load_world
from rpg.world.model import World

FOLDER = Path(__file__).resolve().parents[2] / "worlds"
NAMES = ("first-steps", "first-move")
TAUGHT = [
    "travel",
    "retry",
    "previous_reply",
    "next_reply",
    "undo",
    "context",
    "people",
    "panes",
    "help",
    "leave",
    "narrator",
    "timeline",
    "quit",
]
"""Actions whose keys a newcomer is told."""

OTHER_KEYS = {"alt+1"}
"""Keys of widgets, which are no actions: an exit is taken."""

KEY = re.compile(r"(?<![\w+])(?:F\d{1,2}|(?:Ctrl|Alt)\+[A-Z0-9←→↑])")
ARROWS = {"←": "left", "→": "right", "↑": "up"}
count = counter_for("").count


def text_of(name: str) -> str:
    files = sorted((FOLDER / name).glob("*.toml"))
    return "\n".join(file.read_text("utf-8") for file in files)


def keys_in(text: str) -> set[str]:
    return {re.sub("[←→↑]", lambda arrow: ARROWS[arrow[0]], key).lower() for key in KEY.findall(text)}


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def world(name: str) -> World:
    return load_world(FOLDER / name).world


def test_they_pass_the_check_without_a_word(name: str) -> None:
    assert check_world(FOLDER / name, count).problems == ()


def test_they_are_small_and_fit_a_small_window_with_ease(world: World) -> None:
    largest = max(size.least for size in scene_sizes(subject_of(world, count)))

    assert world.tutorial
    assert (len(world.locations), len(world.characters)) == (8, 5)
    assert largest <= setting_cap(SMALL_WINDOW) * 0.9


def test_every_key_they_name_is_a_key_of_the_game(name: str) -> None:
    known = {key for action in ACTIONS for key in action.keys} | OTHER_KEYS

    assert keys_in(text_of(name)) <= known


def test_every_act_that_a_newcomer_needs_is_named_with_its_key(name: str) -> None:
    named = keys_in(text_of(name))

    assert [action.name for action in ACTIONS if action.name in TAUGHT and not named & set(action.keys)] == []


def test_the_commands_they_name_are_ones_that_the_parser_takes(name: str) -> None:
    commands = re.findall(r"`(rpg [^`]+)`", text_of(name))

    assert len(commands) == 3
    for command in commands:
        build_parser().parse_args(shlex.split(command)[1:])


def test_there_is_another_way_to_end(world: World) -> None:
    assert len({beat.ending for beat in world.beats.values() if beat.ending}) == 2


def test_one_is_english_and_one_chinese() -> None:
    assert [load_world(FOLDER / name).world.language for name in NAMES] == ["en", "zh"]
