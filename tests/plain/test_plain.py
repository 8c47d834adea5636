"""Plain mode through a pipe: the same powers, linear."""

from __future__ import annotations

from pathlib import Path

from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import Turn
from tests.plain.piping import piped
from tests.runtime.worlds import harbour
from tests.session.stories import moves, telling


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
    assert "Written like this: /goto NODE" in said
    assert "Yes." in said


def test_the_story_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    piped(tmp_path, telling(Turn(text="The lamp goes out.")), "look")
    assert "The lamp goes out." in piped(tmp_path, telling(), "/quit")


def test_the_past_and_the_state_are_changed(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[moves("market")]), Turn(text="Noise."), Turn(text="Ana waves."))
    said = piped(
        tmp_path,
        narrator,
        "to the market",
        "hello",
        '/set condition "Mira Vale" cold and wet',
        "/edit 3 drop You stay.",
        "/insert 1 story A gull cries.",
        "/label 5 market line",
        "/tree",
        "/delete 2",
        "/edit",
        "/insert 2 gull",
        "/adopt",
    )
    assert "Set: Condition of Mira Vale → cold and wet (node" in said
    assert said.count("The old line stays as a branch.") == 3
    assert "«market line»" in said
    assert "Written like this: /edit NODE [keep|drop|reread] TEXT" in said
    assert "Written like this: /insert NODE player|story TEXT" in said
    assert "The world's files are as the story has them." in said
    log = piped(tmp_path, telling(), "/log", "/undo", "/log", "/who")
    assert "A gull cries." in log
    assert "Here: Mira Vale, cold and wet." in log


def test_a_changed_world_is_told_and_taken_only_when_wanted(tmp_path: Path) -> None:
    piped(tmp_path, telling(), "/quit")
    world = tmp_path / "worlds" / f"{harbour().id}.toml"
    world.parent.mkdir()
    world.write_text(
        '[world]\nname = "Harbour"\nstart = "quay"\n[locations.quay]\nname = "New Quay"\n', "utf-8"
    )
    assert "/adopt takes the new" in piped(tmp_path, telling(), "/look")
    said = piped(tmp_path, telling(), "/set condition ana wet", "/adopt", "/look", "/undo", "/look")
    assert "No longer in the world: ana." in said
    assert said.index("You are at New Quay") < said.index("You are at The Quay")
