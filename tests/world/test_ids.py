from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.world.ids import LONGEST_ID, id_from, is_id


@pytest.mark.parametrize(
    "id", ["quay", "Old_Town-2", "7", "码头", "灯塔2", "みなと", "カフェー", "항구", "々", "x" * LONGEST_ID]
)
def test_letters_digits_and_cjk_make_an_id(id: str) -> None:
    assert is_id(id)


@pytest.mark.parametrize(
    "id",
    ["", "a b", "a.b", "a/b", "..", "café", "🦊", "a\n", "a\u202e", "码头。", "Ａ", "x" * (LONGEST_ID + 1)],
)
def test_anything_else_does_not(id: str) -> None:
    assert not is_id(id)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("Old Quay", "old_quay"),
        ("Café  Noir!", "cafe_noir"),
        ("码头·东", "码头_东"),
        ("🦊", "id"),
        ("Ａ", "a"),
    ],
)
def test_a_name_gives_a_legal_id(text: str, id: str) -> None:
    assert id_from(text) == id


@given(st.text(max_size=200))
def test_any_text_gives_a_legal_id(text: str) -> None:
    assert is_id(id_from(text))
