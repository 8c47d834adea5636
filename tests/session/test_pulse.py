"""The pulse: facts of the save and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import Turn
from rpg.narrator.storyteller import Storyteller
from rpg.session.pulse import Person, Pulse, pulse_lines
from rpg.session.session import Session
from rpg.text.messages import LANGUAGES, message
from rpg.tools.names import OWN_NAMES
from tests.session.outside import session_with, weather
from tests.session.stories import new_session, played, telling


async def test_it_says_where_who_and_what_was_last(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="One. Two. The gulls answer. *")))
    await played(session.play("I shout at the gulls"))
    await session.set("condition", "mira", "soaked")
    pulse = session.pulse()
    assert (pulse.world, pulse.place, pulse.clock) == ("Lantern Harbour", "The Quay", "Day 1 08:10")
    assert [(one.name, one.how) for one in pulse.here] == [("Mira Vale", "soaked"), ("Tomas Vale", "")]
    assert pulse.last == ("> I shout at the gulls", "One. Two. The gulls answer.")


@pytest.mark.parametrize(
    ("told", "last"),
    [
        ("**The Quay.** Gulls. *Rain,* and more rain.", "The Quay. Gulls. Rain, and more rain."),
        ("# Night\n\nOne. Two.\n\nThree. Four.", "Two. Three. Four."),
        ("雨停了。**米拉**没有抬头。", "雨停了。米拉没有抬头。"),
        ("* * *", ""),
        ("A. " + "b" * 300 + ". The end.", "The end."),
    ],
)
async def test_the_end_of_the_story_is_one_piece_without_marks(tmp_path: Path, told: str, last: str) -> None:
    session = new_session(tmp_path, telling(Turn(text=told)))
    await played(session.play("wait"))
    assert session.pulse().last == ("> wait", *filter(None, [last]))


async def test_it_lists_what_is_unresolved(tmp_path: Path) -> None:
    story = "Mira hands you the lamp. I promise to bring it back, you say. She owes you nothing. Will you go?"
    session = new_session(tmp_path, telling(Turn(text=story)))
    await played(session.play("take the lamp"))
    await session.set("player", "", "market")
    kinds = [(thread.kind, thread.text) for thread in session.pulse().unresolved]
    assert ("question", "Will you go?") in kinds
    assert ("promise", "I promise to bring it back, you say.") in kinds
    assert ("locked", "The way to The Tower is shut: rusted shut") in kinds
    assert not any("Cellar" in text for _, text in kinds)


async def test_an_unanswered_message_and_a_menu_are_unresolved(tmp_path: Path) -> None:
    ask = ("ask_user_input", {"question": "Where to?", "choices": ["Up", "Down"]})
    session = new_session(tmp_path, telling(Turn(text="Well.", calls=[ask]), Turn(error=Failure.OVERLOADED)))
    await played(session.play("hello"))
    (menu,) = session.pulse().unresolved
    assert (menu.kind, menu.text) == ("menu", "Where to? 1. Up / 2. Down")
    await played(session.play("1"))
    (waiting,) = session.pulse().unresolved
    assert (waiting.kind, waiting.text) == ("unanswered", "Your words have no answer yet: Up")


async def test_it_tells_who_is_elsewhere_now_as_far_as_the_player_may_know(tmp_path: Path) -> None:
    call = ("advance_time", {"minutes": 120})
    session = new_session(tmp_path, telling(Turn(calls=[call]), Turn(text="Noon comes.")))
    await played(session.play("wait"))
    assert session.pulse().moved == ("Tomas Vale, last seen at The Quay, is at The Market now.",)
    await session.set("position", "tomas", "castle")
    assert session.pulse().moved == ()
    await session.set("position", "tomas", "quay")
    assert session.pulse().moved == ()


async def test_it_names_only_abilities_that_are_there(tmp_path: Path) -> None:
    values = weather(tmp_path, **{"tools.roll_dice.enabled": False})
    session = session_with(tmp_path, telling(), values)
    said = session.pulse().abilities
    assert "weather: Real weather." in said
    assert "roll dice" not in said
    assert len(said) == sum(row.available for row in session.tool_rows())
    session.set_setting("tools.weather.enabled", False)
    assert "weather: Real weather." not in session.pulse().abilities
    await session.close()


async def test_an_offline_narrator_promises_no_tools_it_does_not_use(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller())
    assert message("en", "pulse.can_show_widget") not in session.pulse().abilities


async def test_it_needs_no_request(tmp_path: Path) -> None:
    narrator = telling()
    session = new_session(tmp_path, narrator)
    assert session.pulse() == session.pulse()
    assert narrator.requests == []


async def test_prose_is_asked_for_with_those_facts_alone(tmp_path: Path) -> None:
    narrator = telling(Turn(text="You stand on the quay."))
    session = new_session(tmp_path, narrator)
    assert await prose(session) == "You stand on the quay."
    (request,) = narrator.requests
    assert request.messages[-1].content == "\n".join(pulse_lines(session.pulse(), "en"))
    assert request.tools == ()
    assert "sank the ferry" not in str(request.messages)


async def prose(session: Session) -> str:
    return "".join([piece async for piece in session.pulse_as_prose()])


def test_every_ability_and_line_is_there_in_both_languages() -> None:
    keys = [f"can_{name}" for name in OWN_NAMES]
    keys += ["where", "here", "last", "unresolved", "moved", "abilities", "isolated", "unanswered", "locked"]
    for language in LANGUAGES:
        for key in (*keys, "moved_one", "can_outside"):
            assert message(language, f"pulse.{key}") != f"pulse.{key}"


def test_who_goes_along_is_told_apart_from_who_is_merely_here() -> None:
    pulse = Pulse(
        "W", "Quay", "", (Person("Mira", along=True), Person("Tomas", "wet")), (), (), (), (), False
    )
    assert list(pulse_lines(pulse, "en"))[1:] == ["Going along with you: Mira.", "Here: Tomas (wet)."]
