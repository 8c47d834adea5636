"""What can be changed by hand, and what a player's eyes are not given on the way."""

from __future__ import annotations

import pytest

from rpg.runtime.apply import apply
from rpg.runtime.edits import MoveCharacter, SetLock, UpdateCharacter
from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.session.hand import BY_KIND
from rpg.tui.hand.facts import (
    HandFact,
    fact_now,
    fact_text,
    lock_name,
    person_facts_by_hand,
    place_choices,
    story_facts_by_hand,
)
from rpg.world.load import load_world
from tests.tui.game import WORLDS


@pytest.fixture
def state() -> State:
    return initial_state(index_world(load_world(WORLDS / "harbour.toml").world))


def test_every_fact_is_one_that_the_session_can_set(state: State) -> None:
    facts = (*person_facts_by_hand(state, "mira", author=True), *story_facts_by_hand(state, "en"))
    assert {fact.kind for fact in facts} <= BY_KIND.keys()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_fact_has_a_name(state: State, language: str) -> None:
    known = apply(state, UpdateCharacter("mira", "hand", knows=("a secret",)))
    for fact in (*person_facts_by_hand(known, "mira", author=False), *story_facts_by_hand(known, language)):
        assert not fact_text(known, fact, language).startswith("tui.")


def test_places_that_nobody_knows_are_not_given_away(state: State) -> None:
    assert "cellar" not in dict(place_choices(state, author=False))
    assert "cellar" in dict(place_choices(state, author=True))
    gone = apply(state, MoveCharacter("mira", "cellar", "hand", "quay"))
    shown = {fact.kind: fact.now for fact in person_facts_by_hand(gone, "mira", author=False)}
    assert shown["position"] == ""
    told = {fact.kind: fact.now for fact in person_facts_by_hand(gone, "mira", author=True)}
    assert told["position"] == "Old Cellar"


@pytest.mark.parametrize(
    ("fact", "name"),
    [
        (HandFact("condition", "mira"), "condition:mira"),
        (HandFact("clock", ""), "clock"),
        (HandFact("knows", "mira"), ""),
        (HandFact("flag", "lamp"), ""),
    ],
)
def test_locks_are_called_as_the_session_calls_them(state: State, fact: HandFact, name: str) -> None:
    assert lock_name(fact) == name
    if name:
        locked = apply(state, SetLock(name, True, "hand"))
        assert "locked" in fact_now(locked, fact, "en")
        assert "locked" not in fact_now(state, fact, "en")
