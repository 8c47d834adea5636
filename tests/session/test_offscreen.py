"""The world behind the scene: the days people keep are announced to the model and the player, and never take
somebody away who travels with the player."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.plain.run import run_plain
from rpg.runtime.whereabouts import present
from rpg.session.announce import announcements
from rpg.session.events import SavedEvent
from rpg.session.session import Session
from tests.plain.piping import SameNarrator
from tests.session.stories import new_session, played, reopened, services, telling

EVENING = ("advance_time", {"minutes": 12 * 60})
"""From the morning to after 20:00, when Mira sleeps in the lighthouse and Tomas is back from the market."""


def until(minutes: int) -> Turn:
    return Turn(calls=[("advance_time", {"minutes": minutes})])


def card(narrator: ScriptedNarrator) -> str:
    """What the last request says of the moment."""
    return narrator.requests[-1].messages[-1].content


async def saved(session: Session, text: str) -> SavedEvent:
    (event,) = [one for one in await played(session.play(text)) if isinstance(one, SavedEvent)]
    return event


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "Mira Vale left for The Lighthouse."), ("zh", "Mira Vale离开，去了The Lighthouse。")],
)
async def test_who_leaves_by_their_own_day_is_announced_to_player_and_model(
    tmp_path: Path, language: str, line: str
) -> None:
    narrator = telling(until(12 * 60), Turn(text="Night falls."), Turn(text="Quiet."))
    session = new_session(tmp_path, narrator)
    assert "mira" in present(session.head_state)
    event = await saved(session, "I wait for the night.")
    assert event.changes.left == ("mira",)
    assert announcements(event.changes, session.head_state, language) == (line,)
    await played(session.play("I look around."))
    assert "Just left: Mira Vale" in card(narrator)


async def test_who_comes_by_their_own_day_is_announced_too(tmp_path: Path) -> None:
    narrator = telling(
        until(2 * 60), Turn(text="Noon."), until(8 * 60), Turn(text="Dusk."), Turn(text="Talk.")
    )
    session = new_session(tmp_path, narrator)
    await saved(session, "I wait.")
    assert "tomas" not in present(session.head_state)
    event = await saved(session, "I wait on.")
    assert event.changes.arrived == ("tomas",)
    await played(session.play("I greet him."))
    assert "Just arrived: Tomas Vale" in card(narrator)


async def test_plain_mode_says_it(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    await session.close()
    made, output = services(tmp_path, telling(until(12 * 60), Turn(text="Night falls."))), io.StringIO()
    assert run_plain_in_thread(made, output) == 0
    assert any("Mira Vale" in line and "Lighthouse" in line for line in output.getvalue().splitlines())


def run_plain_in_thread(made: object, output: io.StringIO) -> int:
    """Plain mode owns its loop, so it runs beside the test's."""
    from concurrent.futures import ThreadPoolExecutor

    lines = io.StringIO("I wait for the night.\n")
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run_plain, made, "story", lines, output, SameNarrator()).result()


async def test_who_travels_with_the_player_is_not_taken_away(tmp_path: Path) -> None:
    follow = ("edit_location_registry", {"operations": [{"op": "follow", "character": "mira"}]})
    narrator = telling(Turn(calls=[follow, EVENING]), Turn(text="Night falls."))
    session = new_session(tmp_path, narrator)
    event = await saved(session, "Come with me.")
    assert "mira" not in event.changes.left
    assert "mira" in present(session.head_state)
    again = reopened(session)
    assert "mira" in present(again.head_state)
    await again.close()


async def test_undo_takes_the_departure_back_and_it_is_not_announced_again(tmp_path: Path) -> None:
    narrator = telling(until(12 * 60), Turn(text="Night falls."), Turn(text="Morning still."))
    session = new_session(tmp_path, narrator)
    await saved(session, "I wait for the night.")
    await session.undo()
    assert "mira" in present(session.head_state)
    await played(session.play("I stay."))
    assert "Just left" not in card(narrator)
