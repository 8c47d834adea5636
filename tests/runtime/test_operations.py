from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.runtime.apply import EditError, apply
from rpg.runtime.edits import (
    Connect,
    CreateCharacter,
    CreateLocation,
    Disconnect,
    Edit,
    Follow,
    MoveCharacter,
    MovePlayer,
    RemoveLocation,
    Reveal,
    SetExit,
    SetLock,
    Unfollow,
    UpdateLocation,
)
from rpg.runtime.operations import MOST_OPERATIONS, run_operations
from rpg.runtime.opkinds import OPERATIONS
from rpg.runtime.registry import REGISTRY_SCHEMA
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present, whereabouts
from tests.runtime.strategies import anything, operations, sensible_operations
from tests.runtime.worlds import start, teahouse

YARD = {
    "op": "create_location",
    "name": "The Yard",
    "summary": "Mud.",
    "description": "Deep.",
    "connect_to": "quay",
}
BOB = {"op": "create_character", "name": "Bob", "summary": "A", "description": "B", "location": "quay"}


def refused(operations: Any, state: State | None = None) -> EditError:
    with pytest.raises(EditError) as caught:
        run_operations(state or start(), operations)
    return caught.value


@pytest.mark.parametrize(
    ("operation", "edit"),
    [
        (
            {"op": "move_player", "to": "The Market", "with": ["Mira Vale"]},
            MovePlayer("market", "model", "quay", 5, ("mira",)),
        ),
        (
            {"op": "move_player", "to": "castle", "without": ["tomas"]},
            MovePlayer("castle", "model", "quay", 20, (), ("tomas",), ("market",)),
        ),
        (
            {"op": "move_character", "character": "Ana", "to": "docks"},
            MoveCharacter("ana", "quay", "model", "market"),
        ),
        (
            {"op": "move_character", "character": "mira", "to": None},
            MoveCharacter("mira", None, "model", "quay"),
        ),
        (
            {"op": "move_character", "character": "ferrin", "to": "quay"},
            MoveCharacter("ferrin", "quay", "model", ""),
        ),
        ({"op": "follow", "character": "mira"}, Follow("mira", "model", "quay")),
        ({"op": "unfollow", "character": "mira"}, Unfollow("mira", "model")),
        (YARD, CreateLocation("the_yard", "The Yard", "Mud.", "Deep.", "model", "", "quay")),
        (
            {**YARD, "id": "yard", "rules": "No boots.", "connect_to": ""},
            CreateLocation("yard", "The Yard", "Mud.", "Deep.", "model", "No boots."),
        ),
        (
            {"op": "update_location", "location": "quay", "note": "Burnt."},
            UpdateLocation("quay", "model", note="Burnt."),
        ),
        ({"op": "update_location", "location": "quay", "note": ""}, UpdateLocation("quay", "model", note="")),
        (
            {"op": "connect", "from": "quay", "to": "castle", "label": "a bridge"},
            Connect("quay", "castle", "model", "a bridge"),
        ),
        ({"op": "disconnect", "from": "quay", "to": "market"}, Disconnect("quay", "market", "model")),
        (
            {"op": "set_exit", "from": "quay", "to": "cellar", "hidden": False},
            SetExit("quay", "cellar", "model", False),
        ),
        (
            {"op": "set_exit", "from": "quay", "to": "market", "locked": "flooded"},
            SetExit("quay", "market", "model", None, "flooded"),
        ),
        (
            {"op": "set_exit", "from": "market", "to": "tower", "locked": None},
            SetExit("market", "tower", "model", None, ""),
        ),
        ({"op": "reveal", "location": "the castle"}, Reveal("castle", "model")),
        (BOB, CreateCharacter("bob", "Bob", "A", "B", "quay", "model")),
    ],
)
def test_an_operation_becomes_its_edit_with_a_record_of_where_it_started(operation: Any, edit: Edit) -> None:
    done = run_operations(start(), [operation])
    assert done.edits == (edit,)
    assert done.stage.hash == apply(start(), edit).hash


def test_operations_build_on_each_other_in_order() -> None:
    done = run_operations(
        start(),
        [
            YARD,
            BOB,
            {"op": "follow", "character": "Bob"},
            {"op": "move_player", "to": "the yard", "with": ["mira"]},
            {"op": "move_character", "character": "Ana", "to": "The Yard"},
        ],
    )
    assert present(done.stage) == ("mira", "ana", "bob")
    emptied = run_operations(
        done.stage,
        [
            {"op": "move_player", "to": "quay", "with": ["mira", "ana"]},
            {"op": "remove_location", "location": "The Yard"},
        ],
    )
    assert emptied.edits[-1] == RemoveLocation("the_yard", "model")
    assert emptied.stage.location("the_yard") is None


@pytest.mark.parametrize(
    "form",
    [
        {"op": "reveal", "location": "castle"},
        [{"op": "reveal", "location": "castle"}],
        '[{"op": "reveal", "location": "castle"}]',
        '{"op": "reveal", "location": "castle"}',
        {"operations": [{"op": "reveal", "location": "castle"}]},
        '{"operations": [{"op": "reveal", "location": "castle"}]}',
        {"operations": '[{"op": "reveal", "location": "castle"}]'},
        [{"op": "reveal", "location": "castle", "to": None, "with": [], "label": ""}],
    ],
)
def test_the_list_is_understood_in_the_forms_that_models_send(form: Any) -> None:
    assert run_operations(start(), form).edits == (Reveal("castle", "model"),)


def test_a_single_name_counts_as_a_list_of_one() -> None:
    assert run_operations(start(), {"op": "move_player", "to": "market", "with": "mira"}).edits[
        0
    ] == MovePlayer("market", "model", "quay", 5, ("mira",))


@pytest.mark.parametrize(
    ("operations", "code"),
    [
        ([], "no_operations"),
        (None, "no_operations"),
        ("", "no_operations"),
        ({}, "no_operations"),
        ("[]", "no_operations"),
        ({"operations": []}, "no_operations"),
        ("nonsense", "bad_operations"),
        ('"text"', "bad_operations"),
        ("[" * 5000, "bad_operations"),
        (7, "bad_operations"),
        (["x"], "bad_operations"),
        ([[]], "bad_operations"),
        ([{"op": "reveal", "location": "castle"}] * (MOST_OPERATIONS + 1), "too_many_operations"),
        ([{}], "missing_argument"),
        ([{"op": None}], "missing_argument"),
        ([{"op": "teleport"}], "unknown_operation"),
        ([{"op": ["move_player"]}], "unknown_operation"),
        ([{"op": "move_player"}], "missing_argument"),
        ([{"op": "move_player", "to": ""}], "missing_argument"),
        ([{"op": "move_player", "to": 7}], "bad_value"),
        ([{"op": "move_player", "to": "market", "with": 7}], "bad_value"),
        ([{"op": "move_player", "to": "market", "with": [7]}], "bad_value"),
        ([{"op": "move_player", "to": "market", "location": "quay"}], "unknown_argument"),
        ([{"op": "move_player", "to": "market", "companions": ["mira"]}], "unknown_argument"),
        ([{"op": "move_character", "character": "mira"}], "missing_argument"),
        ([{"op": "move_character", "character": "mira", "to": ""}], "missing_argument"),
        ([{"op": "move_character", "character": "player", "to": "market"}], "player_moves"),
        ([{"op": "move_character", "character": "Traveller", "to": "market"}], "player_moves"),
        ([{"op": "move_character", "character": "Mirra", "to": "market"}], "unknown_character"),
        ([{"op": "move_player", "to": "markt"}], "unknown_location"),
        ([{"op": "move_player", "to": "market", "with": ["ana"]}], "not_present"),
        ([{"op": "follow", "character": "ana"}], "not_present"),
        ([{"op": "create_location", "name": "Yard", "summary": "x"}], "missing_argument"),
        ([{**YARD, "name": "x" * 81}], "too_long"),
        ([{**YARD, "description": "x" * 20_001}], "too_long"),
        ([{**YARD, "name": "The Quay"}], "exists"),
        ([{**YARD, "id": "quay"}], "exists"),
        ([YARD, {**YARD, "id": "yard_2"}], "exists"),
        ([{"op": "update_location", "location": "quay"}], "missing_argument"),
        ([{"op": "update_location", "location": "quay", "description": "x"}], "permanent_location"),
        ([{"op": "remove_location", "location": "quay"}], "permanent_location"),
        (
            [
                YARD,
                {"op": "move_player", "to": "the_yard"},
                {"op": "remove_location", "location": "the_yard"},
            ],
            "not_empty",
        ),
        ([{"op": "set_exit", "from": "quay", "to": "market"}], "missing_argument"),
        ([{"op": "set_exit", "from": "quay", "to": "market", "hidden": "perhaps"}], "bad_value"),
        ([{"op": "set_exit", "from": "quay", "to": "castle", "hidden": True}], "no_exit"),
        ([{"op": "connect", "from": "quay", "to": "docks"}], "same_place"),
        ([{"op": "disconnect", "from": "quay", "to": "castle"}], "no_exit"),
    ],
)
def test_what_is_refused_says_why_and_what_to_do(operations: Any, code: str) -> None:
    error = refused(operations)
    assert error.code == code
    assert error.message
    assert error.hint
    assert json.dumps(error.document())


@pytest.mark.parametrize(
    "operations",
    [
        [{"op": "move_player", "to": "market"}, {"op": "move_player", "to": "lighthouse"}],
        [{"op": "move_player", "to": "market", "with": ["mira"], "without": ["mira"]}],
        [
            {"op": "move_character", "character": "ana", "to": "castle"},
            {"op": "move_character", "character": "ana", "to": "quay"},
        ],
        [
            {"op": "move_player", "to": "market", "with": ["mira"]},
            {"op": "move_character", "character": "mira", "to": "castle"},
        ],
        [{"op": "follow", "character": "mira"}, {"op": "unfollow", "character": "mira"}],
    ],
)
def test_moves_that_contradict_each_other_are_refused(operations: Any) -> None:
    assert refused(operations).code == "contradiction"


def test_someone_may_be_fetched_and_then_taken_along() -> None:
    done = run_operations(
        start(),
        [
            {"op": "move_character", "character": "ana", "to": "quay"},
            {"op": "move_player", "to": "lighthouse", "with": ["ana"]},
        ],
    )
    assert whereabouts(done.stage, "ana") == "lighthouse"


def test_an_error_names_the_operation_and_nothing_of_the_call_is_done() -> None:
    state = start()
    error = refused([{"op": "reveal", "location": "castle"}, {"op": "reveal", "location": "casle"}], state)
    assert error.message.startswith("operation 2:")
    assert "castle" in error.hint
    assert state.hash == start().hash


def test_hints_name_nearest_operations_and_arguments() -> None:
    assert "move_player" in refused([{"op": "move_playr", "to": "x"}]).hint
    assert "character" in refused([{"op": "follow", "charcter": "mira"}]).hint


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("The Yard", "the_yard"),
        ("后院", "后院"),
        ("Café de l'Étoile", "cafe_de_l_etoile"),
        ("!!!", "place"),
        ("Player", "player_2"),
        ("Mira!", "mira_2"),
    ],
)
def test_ids_are_made_from_names_and_stay_apart(name: str, id: str) -> None:
    assert run_operations(start(), {**YARD, "name": name}).edits[0] == CreateLocation(
        id, name, "Mud.", "Deep.", "model", "", "quay"
    )


def test_ids_made_from_like_names_are_numbered() -> None:
    done = run_operations(
        start(), [{**YARD, "name": "Yard!"}, {**YARD, "name": "Yard?"}, {**YARD, "name": "Yard#"}]
    )
    assert done.stage.temporary_locations() == ("yard", "yard_2", "yard_3")


def test_a_chinese_call_in_a_chinese_world() -> None:
    done = run_operations(
        start(teahouse()),
        [
            {
                "op": "create_character",
                "name": "小二",
                "summary": "跑堂",
                "description": "机灵",
                "location": "茶楼",
            },
            {"op": "move_player", "to": "旧码头", "with": ["林阿秀", "小二"]},
        ],
    )
    assert present(done.stage) == ("阿秀", "老周", "小二")


def test_text_of_the_model_is_cleaned_of_what_steers_a_terminal() -> None:
    done = run_operations(
        start(), {**BOB, "name": "Bob\x1b[31m\n", "description": "Tall.\r\n\x1b]0;x\x07Thin."}
    )
    assert done.edits[0] == CreateCharacter("bob", "Bob", "A", "Tall.\nThin.", "quay", "model")


def test_what_the_player_locked_is_refused() -> None:
    state = apply(start(), SetLock("position:mira", True, "player"))
    assert refused({"op": "move_character", "character": "mira", "to": "market"}, state).code == "locked_fact"


def test_the_schema_offers_every_operation_and_every_argument() -> None:
    fields = REGISTRY_SCHEMA["properties"]["operations"]["items"]["properties"]
    assert fields["op"]["enum"] == list(OPERATIONS)
    used = {name for one in OPERATIONS.values() for name in (*one.required, *one.optional)}
    assert used == set(fields) - {"op"}


@given(st.lists(operations | anything, max_size=4) | anything)
def test_no_call_raises_anything_but_a_refusal(call: Any) -> None:
    with suppress(EditError):
        run_operations(start(), call)


@settings(max_examples=200)
@given(st.lists(sensible_operations, min_size=1, max_size=5))
def test_a_call_is_done_as_a_whole_or_not_at_all(call: list[Any]) -> None:
    state = start()
    facts = dict(state.facts.items())
    try:
        done = run_operations(state, call)
    except EditError:
        assert dict(state.facts.items()) == facts
        return
    stage = state
    for edit in done.edits:
        stage = apply(stage, edit)
    assert len(done.edits) == len(call)
    assert stage.hash == done.stage.hash
