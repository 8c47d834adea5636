from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from rpg.runtime.edits import KINDS, Edit, MoveCharacter, MovePlayer, edit_document, edit_from_document
from rpg.runtime.errors import EditError
from rpg.runtime.shape import LONGEST_TEXT, check_shape
from tests.runtime.strategies import edits


@given(edits)
def test_an_edit_comes_back_from_its_document(edit: Edit) -> None:
    assert edit_from_document(json.loads(json.dumps(edit_document(edit)))) == edit


def test_a_document_names_its_kind_and_leaves_out_what_is_not_said() -> None:
    assert edit_document(MovePlayer("market", "model", "quay", companions=("mira",))) == {
        "edit": "move_player",
        "to": "market",
        "source": "model",
        "from": "quay",
        "companions": ["mira"],
    }
    assert len(KINDS) == 22


@pytest.mark.parametrize(
    "edit",
    [
        MovePlayer(7, "model"),  # type: ignore[arg-type]
        MovePlayer("quay", "god"),  # type: ignore[arg-type]
        MovePlayer("quay", "model", minutes=True),
        MovePlayer("quay", "model", minutes=1 << 60),
        MovePlayer("quay", "model", companions=["mira"]),  # type: ignore[arg-type]
        MovePlayer("quay", "model", companions=(1,)),  # type: ignore[arg-type]
        MoveCharacter(None, "quay", "model"),  # type: ignore[arg-type]
    ],
)
def test_an_edit_of_the_wrong_form_is_refused(edit: Edit) -> None:
    with pytest.raises(EditError) as caught:
        check_shape(edit)
    assert caught.value.code == "malformed"


@pytest.mark.parametrize("field", ["to", "companions"])
def test_a_text_without_end_is_refused(field: str) -> None:
    long: Any = "x" * (LONGEST_TEXT + 1)
    values: dict[str, Any] = {
        "to": "quay",
        "source": "model",
        field: (long,) if field == "companions" else long,
    }
    with pytest.raises(EditError) as caught:
        check_shape(MovePlayer(**values))
    assert caught.value.code == "too_long"
