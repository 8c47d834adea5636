"""What the tutorials tell the player to type is understood, word for word, in the place where they tell it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

from rpg.cli.scenario.form import Scenario, Step
from rpg.cli.scenario.play import play_scenario
from rpg.session.session import Session
from rpg.text.messages import message
from rpg.world.checks.texts import prose
from rpg.world.load import load_world
from rpg.world.model import World
from tests.worlds.walks import FOLDER, files_of, scenario_of

BOLD = re.compile(r"\*\*([^*]+)\*\*")
KEY = re.compile(r"(?:Ctrl|Alt|Shift)\+.+|F\d+")
NOT_DONE = (
    "not_understood",
    "part_unclear",
    "unknown_place",
    "unknown_way",
    "no_way",
    "shut_way",
    "unseen",
    "not_here",
    "not_met",
    "nobody_called",
    "nobody_here",
    "no_answer",
    "whom",
    "which",
    "refused",
)


def suggestions(text: str) -> list[str]:
    """What stands out in a text and is no key: each is to be typed as it stands."""
    return [words for words in BOLD.findall(text) if not KEY.fullmatch(words)]


def says_no(language: str) -> re.Pattern[str]:
    """A paragraph by which the storyteller says that nothing came of a line."""
    lines = [line for key in NOT_DONE for line in message(language, f"storyteller.{key}").split("\n") if line]
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".*", re.escape(line)) for line in lines))


def latest(session: Session) -> str:
    return session.log(session.log_length - 1, session.log_length)[-1].text


def told_by(scenario: Scenario, world: World) -> list[str]:
    """The latest message after each step."""
    texts: list[str] = []
    asyncio.run(play_scenario(scenario, world, world.language, lambda session: texts.append(latest(session))))
    return texts


def with_suggestions(scenario: Scenario, world: World, tried: set[str]) -> Scenario:
    """The walk with whatever is suggested on it typed at once, and taken back. tried: takes up what is typed."""
    steps: list[Step] = []
    for step, text in zip((None, *scenario.steps), (world.opening, *told_by(scenario, world)), strict=True):
        steps += [step] if step is not None else []
        fresh = [words for words in dict.fromkeys(suggestions(text)) if words not in tried]
        steps += [one for words in fresh for one in (Step(say=words), Step(act="undo"))]
        tried.update(fresh)
    return replace(scenario, steps=tuple(steps))


def try_all(world: World, written: set[str]) -> tuple[set[str], list[tuple[str, str]]]:
    """Every suggestion that the walks came across until all were tried, and those of which nothing came."""
    tried: set[str] = set()
    failed: list[tuple[str, str]] = []
    no = says_no(world.language)
    for file in files_of(world.id):
        if written <= tried:
            break
        walk = with_suggestions(scenario_of(world.id, file.stem), world, tried)
        for step, text in zip(walk.steps, told_by(walk, world), strict=True):
            failed += [
                (step.say, part) for part in text.split("\n\n") if step.say in tried and no.fullmatch(part)
            ]
    return tried, failed


@pytest.mark.parametrize("name", ["first-steps", "first-move"])
def test_every_suggestion_of_a_tutorial_is_understood_where_it_is_made(name: str) -> None:
    world = load_world(FOLDER / name).world
    written = {words for _, text in prose(world) for words in suggestions(text)}

    tried, failed = try_all(world, written)

    assert failed == []
    assert written - tried == set()
