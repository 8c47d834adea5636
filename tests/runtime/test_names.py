from __future__ import annotations

import pytest

from rpg.runtime.apply import EditError, apply
from rpg.runtime.edits import CreateCharacter, CreateLocation
from rpg.runtime.names import name_of, resolve_character, resolve_location
from tests.runtime.worlds import start, teahouse


@pytest.mark.parametrize(
    "text", ["quay", "QUAY", "The Quay", "the quay", "Quay", "Docks", "ＱＵＡＹ", " har bour "]
)
def test_a_place_answers_to_id_name_and_alias_in_any_case_and_width(text: str) -> None:
    assert resolve_location(start(), text) == "quay"


@pytest.mark.parametrize("text", ["茶馆", "清风茶馆", "茶楼", "清风 茶馆"])
def test_chinese_names_resolve(text: str) -> None:
    assert resolve_location(start(teahouse()), text) == "茶馆"


def test_people_and_places_are_looked_up_apart() -> None:
    with pytest.raises(EditError) as caught:
        resolve_location(start(), "mira")
    assert caught.value.code == "unknown_location"
    assert resolve_character(start(), "The Harbourmaster") == "mira"


def test_what_the_story_made_resolves_by_name() -> None:
    state = apply(start(), CreateLocation("yard", "Muddy Yard", "", "", "model"))
    state = apply(state, CreateCharacter("bob", "Bob the Porter", "", "", "yard", "model"))
    assert resolve_location(state, "muddy yard") == "yard"
    assert resolve_character(state, "BOB THE PORTER") == "bob"


def test_an_ambiguous_word_lists_the_candidates() -> None:
    state = apply(start(), CreateCharacter("vale", "Widow Vale", "", "", "quay", "model"))
    state = apply(state, CreateCharacter("widow_vale", "Anna", "", "", "quay", "model"))
    with pytest.raises(EditError) as caught:
        resolve_character(state, "Widow Vale")
    assert caught.value.code == "ambiguous_character"
    assert set(caught.value.values["candidates"]) == {"vale", "widow_vale"}


@pytest.mark.parametrize("text", ["", " ", "\ud800", "x" * 5000])
def test_nonsense_is_unknown(text: str) -> None:
    with pytest.raises(EditError) as caught:
        resolve_location(start(), text)
    assert caught.value.code == "unknown_location"


def test_a_name_or_else_the_id() -> None:
    assert name_of(start(), "mira") == "Mira Vale"
    assert name_of(start(), "gone") == "gone"
