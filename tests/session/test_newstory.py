"""What a new story asks follows from what was answered."""

from __future__ import annotations

from dataclasses import replace

from rpg.session.begin import Opening
from rpg.session.newstory import Ground, next_step, opening_of, step_count
from rpg.world.find import find_worlds
from rpg.world.load import load_world
from rpg.world.model import World
from tests.tui.game import WORLDS

FOUND = find_worlds([WORLDS])
GROUND = Ground(FOUND, "en", name="Test Harbour")


def harbour() -> World:
    return load_world(WORLDS / "harbour.toml").world


def asked(world: World, ground: Ground = GROUND) -> list[str]:
    """The keys in the order they are asked, each answered with its default."""
    answers: dict[str, str] = {}
    while (step := next_step(ground, answers, world)) is not None:
        answers[step.key] = step.default
    return list(answers)


def test_the_world_comes_first_with_its_summary() -> None:
    step = next_step(GROUND, {}, None)
    assert step is not None
    assert step.key == "world"
    assert [(option.label, option.detail) for option in step.options] == [
        ("Test Harbour", "A small harbour in the rain."),
        ("雨港试演 (in Chinese)", "雨里的一座小港。"),
    ]


def test_worlds_in_the_players_language_stand_first() -> None:
    step = next_step(Ground(FOUND, "zh"), {}, None)
    assert step is not None
    assert [option.label for option in step.options] == ["雨港试演", "Test Harbour（英文）"]


def test_a_premise_is_asked_for_only_where_there_is_an_earlier_story() -> None:
    assert "premise" not in asked(harbour())
    assert "premise" in asked(harbour(), replace(GROUND, earlier=True))


def test_every_question_of_the_world_is_asked() -> None:
    assert asked(harbour()) == ["opening", "answer:origin", "narrator", "name"]
    assert step_count(GROUND, harbour()) == 5


def test_a_single_opening_is_not_asked_for() -> None:
    assert "opening" not in asked(load_world(WORLDS / "rain.toml").world)


def test_openings_are_shown_without_marks() -> None:
    step = next_step(GROUND, {}, harbour())
    assert step is not None
    assert step.options[0].detail.startswith("The ferry puts you off at the quay. Rain")


def test_a_configured_model_is_offered_first() -> None:
    ground = Ground(FOUND, "en", "openai:qwen3:8b")
    step = next_step(ground, {"opening": "1", "answer:origin": "", "premise": ""}, harbour())
    assert step is not None
    assert [option.value for option in step.options] == ["", "storyteller"]
    assert "openai:qwen3:8b" in step.options[0].label


def test_answers_become_the_opening() -> None:
    answers = {
        "opening": "2",
        "answer:origin": "the salt road",
        "premise": "a debt",
        "narrator": "",
        "name": "x",
    }
    assert opening_of(answers, 7) == Opening({"origin": "the salt road"}, "a debt", 2, 7, None)


def test_openings_are_called_by_the_names_their_author_gave() -> None:
    named = replace(harbour(), opening_names=("The *quay*", ""))

    step = next_step(GROUND, {}, named)

    assert step is not None
    assert [option.label for option in step.options] == ["The *quay*", "Opening 2"]


def test_an_opening_is_shown_in_whole_sentences() -> None:
    long = replace(harbour(), opening="A short one. " + "word " * 60 + "end.")

    step = next_step(GROUND, {}, long)

    assert step is not None
    assert step.options[0].detail == "A short one."
