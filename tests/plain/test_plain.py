"""Plain mode through a pipe: the same powers, linear."""

from __future__ import annotations

import io
from pathlib import Path

from rpg.narrator.protocol import Failure, Narrator
from rpg.narrator.scripted import Turn
from rpg.plain.run import run_plain
from rpg.session.begin import Opening
from rpg.session.session import Session
from tests.runtime.worlds import harbour
from tests.session.stories import moves, services, telling


def piped(folder: Path, narrator: Narrator, *lines: str) -> str:
    """What plain mode prints for these lines of input, on a save that has just begun."""
    made = services(folder, narrator)
    path = folder / "saves" / "story.rpg"
    if not path.exists():
        Session.create(path, harbour(), Opening(seed=1), made).save.close()
    output = io.StringIO()
    assert run_plain(made, "story", io.StringIO("\n".join(lines) + "\n"), output) == 0
    return output.getvalue()


def test_a_turn_is_told_and_the_change_announced(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(calls=[moves("market")]), Turn(text="Noise.")), "to the market")
    assert "Noise." in said
    assert "You are now at The Market." in said
    assert "Here: Ana." in said
    assert "─" not in said


def test_commands_do_what_keys_do(tmp_path: Path) -> None:
    narrator = telling(Turn(text="First."), Turn(text="Second."))
    said = piped(
        tmp_path,
        narrator,
        "hello",
        "/retry",
        "/pick 1",
        "/undo",
        "/undo",
        "/undo",
        "/log",
        "/places",
        "/who",
        "/look",
    )
    assert "Second." in said
    assert "Back in the input: hello" in said
    assert "The Market, 5 minutes." in said
    assert "Here: Mira Vale." in said


def test_travel_takes_companions(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(text="You walk.")), "/travel market with Mira Vale", "/who")
    assert "You are now at The Market." in said
    assert "Here: Mira Vale." in said


def test_a_failure_says_what_to_do_and_loses_nothing(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(error=Failure.NO_SERVER), Turn(text="Here.")), "hello", "/retry")
    assert "Your words are saved." in said
    assert "Here." in said


def test_wrong_commands_are_said_and_play_goes_on(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(text="Yes.")), "/fly", "/goto moon", "/travel moon", "/undo", "hello")
    assert "/fly" in said
    assert "Yes." in said


def test_the_story_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    piped(tmp_path, telling(Turn(text="The lamp goes out.")), "look")
    assert "The lamp goes out." in piped(tmp_path, telling(), "/quit")
