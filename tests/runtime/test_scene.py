from __future__ import annotations

from rpg.runtime.apply import apply
from rpg.runtime.edits import (
    AdvanceTime,
    Connect,
    CreateCharacter,
    Edit,
    Follow,
    MoveCharacter,
    MovePlayer,
    SetExit,
    UpdateCharacter,
    UpdateLocation,
)
from rpg.runtime.scene import SceneChanges, scene, scene_changes
from rpg.runtime.state import State
from tests.runtime.worlds import harbour, start, teahouse


def after(*edits: Edit) -> State:
    state = start()
    for edit in edits:
        state = apply(state, edit)
    return state


def test_a_scene_says_where_who_and_which_ways_lead_on() -> None:
    now = scene(after(Follow("mira", "model"), UpdateLocation("quay", "model", note="Fog.")))
    assert (now.location, now.name, now.temporary, now.note) == ("quay", "The Quay", False, "Fog.")
    assert (now.present, now.followers) == (("mira", "tomas"), ("mira",))
    assert [exit.to for exit in now.open_exits] == ["market", "lighthouse"]
    assert [exit.to for exit in now.hidden_exits] == ["cellar"]
    assert now.clock_text("en") == "Day 1 08:00"
    assert now.owners == (("location", "quay"), ("character", "mira"), ("character", "tomas"))


def test_a_locked_way_is_shown_and_not_open() -> None:
    now = scene(after(MovePlayer("market", "model")))
    assert [exit.to for exit in now.locked_exits] == ["tower"]
    assert [exit.to for exit in now.shown_exits] == ["castle", "tower", "quay"]
    assert "tower" not in [exit.to for exit in now.open_exits]


def test_without_a_clock_there_is_no_time() -> None:
    assert scene(start(teahouse())).clock_text("zh") == ""
    assert scene(start(harbour(clock=False))).clock is None


def test_nothing_to_announce_when_the_scene_is_the_same() -> None:
    changes = scene_changes(start(), after(UpdateCharacter("mira", "model", condition="wet")))
    assert changes == SceneChanges()
    assert not changes


def test_going_somewhere_announces_who_is_met_and_who_stays() -> None:
    changes = scene_changes(start(), after(MovePlayer("market", "model", companions=("mira",))))
    assert (changes.moved_from, changes.moved_to) == ("quay", "market")
    assert (changes.arrived, changes.left) == (("ana",), ("tomas",))


def test_people_come_and_go_by_schedule_and_by_the_story() -> None:
    changes = scene_changes(
        start(), after(AdvanceTime(90, "model"), CreateCharacter("bob", "Bob", "", "", "quay", "model"))
    )
    assert (changes.arrived, changes.left) == (("bob",), ("tomas",))
    assert changes.moved_to is None
    assert scene_changes(start(), after(MoveCharacter("mira", None, "model"))).left == ("mira",)


def test_ways_that_are_found_opened_and_shut() -> None:
    assert scene_changes(start(), after(SetExit("quay", "cellar", "model", hidden=False))).found == (
        "cellar",
    )
    assert scene_changes(start(), after(Connect("quay", "castle", "model"))).found == ("castle",)
    shut = after(SetExit("quay", "market", "model", locked="flooded"))
    assert scene_changes(start(), shut).shut == ("market",)
    assert scene_changes(shut, start()).opened == ("market",)
