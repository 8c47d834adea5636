from __future__ import annotations

from dataclasses import replace

import pytest

from rpg.runtime.apply import apply
from rpg.runtime.edits import (
    AdvanceTime,
    Connect,
    CreateCharacter,
    CreateLocation,
    Edit,
    Follow,
    MoveCharacter,
    MovePlayer,
    SetExit,
    SetFlag,
    UpdateCharacter,
    UpdateLocation,
)
from rpg.runtime.scene import scene
from rpg.runtime.sheets import character_sheet, digest_of, line, location_sheet, sheet_of
from rpg.runtime.state import State
from tests.runtime.worlds import harbour, start

VOLATILE: list[Edit] = [
    UpdateCharacter("mira", "model", "soaked to the bone", "trusts you now", ("the truth",)),
    UpdateLocation("quay", "model", note="The crane fell."),
    SetExit("quay", "market", "model", locked="flooded"),
    SetExit("quay", "cellar", "model", hidden=False),
    Connect("quay", "castle", "model", "a rope bridge"),
    AdvanceTime(45, "model"),
    Follow("mira", "model"),
    SetFlag("bell", True, "model"),
]


@pytest.mark.parametrize("edit", VOLATILE, ids=lambda edit: type(edit).__name__)
def test_full_sheets_hold_still_while_the_scene_goes_on(edit: Edit) -> None:
    before, after = start(), apply(start(), edit)
    for owner in scene(before).owners:
        assert sheet_of(after, owner) == sheet_of(before, owner)


def test_full_sheets_hold_still_when_the_author_speaks_of_the_time() -> None:
    world = harbour()
    quay = replace(world.locations["quay"], description="It is {{time}}.")
    before = start(replace(world, locations={**world.locations, "quay": quay}))
    assert "{{" not in location_sheet(before, "quay")
    assert location_sheet(apply(before, AdvanceTime(45, "model")), "quay") == location_sheet(before, "quay")


def test_a_full_sheet_has_every_authored_text_and_the_day() -> None:
    text = character_sheet(start(), "mira")
    for words in (
        "Mira Vale",
        "the harbourmaster",
        "Grey coat",
        "She sank the ferry",
        "her brother",
        "on her desk",
    ):
        assert words in text
    assert "20:00" in text
    place = location_sheet(start(), "quay")
    for words in ("docks", "Old Town", "Tarred rope", "Nobody fishes", "notice board", "one torn"):
        assert words in place
    assert "market" not in place


def test_a_sheet_without_a_clock_has_no_schedule() -> None:
    assert "20:00" not in character_sheet(start(harbour(clock=False)), "mira")


def test_what_the_story_made_is_marked() -> None:
    state = apply(start(), CreateLocation("yard", "Yard", "Mud.", "A yard.", "model"))
    state = apply(state, CreateCharacter("bob", "Bob", "A porter.", "Strong.", "yard", "model"))
    assert "made by the story" in location_sheet(state, "yard")
    assert "made by the story" in character_sheet(state, "bob")
    assert "made by the story" not in location_sheet(state, "quay")


def test_a_digest_has_what_the_state_knows_and_no_secret() -> None:
    state = apply(start(), UpdateCharacter("mira", "model", "wet", "trusts you"))
    state = apply(state, MovePlayer("market", "model"))
    text = digest_of(state, ("character", "mira"))
    for words in ("Mira Vale", "Harbourmaster.", "wet", "trusts you", "The Quay"):
        assert words in text
    assert "ferry" not in text
    assert "\n" not in text
    assert "said goodbye" in digest_of(state, ("character", "mira"), "said goodbye")
    gone = apply(state, MoveCharacter("mira", None, "model"))
    assert "out of sight" in digest_of(gone, ("character", "mira"))


def test_a_place_next_door_is_told_with_its_note() -> None:
    state = apply(start(), UpdateLocation("market", "model", note="Burnt down."))
    assert digest_of(state, ("location", "market")) == (
        "The Market (market): Stalls under sailcloth. | Burnt down."
    )


def test_a_line_is_name_and_id_and_an_owner_that_is_gone_its_id() -> None:
    state: State = start()
    assert line(state, ("character", "mira")) == "Mira Vale (mira)"
    for text in (line, sheet_of, digest_of):
        assert text(state, ("location", "gone")) == "gone"
