"""The side panes list what the state says, and give nothing away."""

from __future__ import annotations

from dataclasses import replace

from rpg.runtime.apply import apply
from rpg.runtime.edits import Follow, MoveCharacter, UpdateCharacter
from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.tui.dialogs.travel import place_rows
from rpg.tui.play.rows import ExitRow, PersonRow, exit_rows, people_here, people_left
from rpg.world.load import load_world
from tests.tui.game import WORLDS


def harbour() -> State:
    return initial_state(index_world(load_world(WORLDS / "harbour.toml").world))


def test_exits_are_numbered_with_label_minutes_and_lock_and_hidden_ones_are_not_listed() -> None:
    assert [row.to for row in exit_rows(harbour(), "en")] == ["market", "tavern", "causeway"]
    assert exit_rows(harbour(), "en")[0] == ExitRow("market", 1, "Fish Market", "up the steps", "5 min")


def test_an_exit_costs_what_the_travel_menu_says_also_where_the_author_gave_no_minutes() -> None:
    world = load_world(WORLDS / "harbour.toml").world
    quay = world.locations["quay"]
    free = replace(quay, exits=tuple(replace(exit, minutes=None) for exit in quay.exits))
    state = initial_state(index_world(replace(world, locations={**world.locations, "quay": free})))
    told = {row.id: row.note for row in place_rows(state, "en")}
    assert [row.minutes for row in exit_rows(state, "en")] == [told[row.to] for row in exit_rows(state, "en")]
    shut = replace(quay, exits=(replace(quay.exits[0], locked="barred"),))
    state = initial_state(index_world(replace(world, locations={**world.locations, "quay": shut})))
    assert exit_rows(state, "en")[0].minutes == ""


def test_only_nine_exits_have_a_digit() -> None:
    world = load_world(WORLDS / "harbour.toml").world
    quay = world.locations["quay"]
    exits = tuple(replace(quay.exits[0], to=f"p{n}") for n in range(12))
    places = {f"p{n}": replace(quay, id=f"p{n}", name=f"P{n}", exits=()) for n in range(12)}
    crowded = replace(world, locations={**places, "quay": replace(quay, exits=exits)})
    numbers = [row.number for row in exit_rows(initial_state(index_world(crowded)), "en")]
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0]


def test_people_here_show_condition_relationship_and_whether_they_follow() -> None:
    state = apply(harbour(), UpdateCharacter("mira", "model", condition="[soaked]", relationship="wary"))
    state = apply(state, Follow("mira", "player"))
    assert people_here(state)[0] == PersonRow("mira", "Mira Vale", True, True, ("[soaked]", "wary"))


def test_where_somebody_went_is_told_for_known_places_only() -> None:
    state = harbour()
    gone = apply(
        apply(state, MoveCharacter("mira", "market", "model")), MoveCharacter("tomas", "vault", "model")
    )
    rows = {row.id: row.details for row in people_left(gone, "en")}
    assert rows == {"mira": ("at Fish Market",), "tomas": ()}
