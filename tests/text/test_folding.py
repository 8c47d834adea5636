from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.folding import fold, fold_with_offsets, name_key

LETTERS = st.text(st.characters(codec="utf-8"), max_size=30)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("The QUAY", "the quay"),
        ("Ｑｕａｙ１２", "quay12"),
        ("ｱｲｳ", "アイウ"),
        ("　", " "),
        ("Straße", "strasse"),
        ("ΣΑΣ", "σασ"),
        ("café", "café"),
        ("①ﬁ", "①fi"),
        ("码头（东）", "码头(东)"),
    ],
)
def test_case_and_width_are_folded_and_nothing_else(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize("text", ["cafe", "resume", "Ü"])
def test_diacritics_count(text: str) -> None:
    assert fold(text) != fold({"cafe": "café", "resume": "résumé", "Ü": "U"}[text])


@given(LETTERS)
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(LETTERS)
def test_offsets_lead_back_to_the_letter(text: str) -> None:
    folded, offsets = fold_with_offsets(text)

    assert folded == fold(text)
    assert len(offsets) == len(folded) + 1
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(text)
    assert all(folded[index] in fold(text[start]) for index, start in enumerate(offsets[:-1]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Old Town", "old_town"),
        ("灯 塔", "灯塔"),
        ("Jean-Luc", "jean luc"),
        ("Ｍｉｒａ", "mira"),
        ("阿·渡", "阿渡"),
        ("O'Neil", "ONeil"),
        ("cafe\u0301", "café"),
    ],
)
def test_names_that_are_typed_differently_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_only_blank_names_have_no_key() -> None:
    assert name_key(" \u3000\n") == ""
    assert name_key("--") != ""
