"""Bench worlds: the facts of a sheet stand in its full sheet, once, and nowhere else."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.bench.prose import LANGUAGES, NAME, Language
from rpg.bench.worlds import FACT, FACTS, WorldSize, bench_world, facts_in
from rpg.runtime.index import index_world
from rpg.runtime.paths import any_way, nearest_routes
from rpg.runtime.sheets import sheet_of
from rpg.runtime.state import initial_state
from rpg.text.tokens import encode_cl100k

SMALL = WorldSize(8, 10, (200, 240), (250, 300))


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10_000), language=st.sampled_from(LANGUAGES))
def test_every_fact_stands_once_in_the_sheet_it_belongs_to(seed: int, language: Language) -> None:
    made = bench_world(seed, language, SMALL)
    state = initial_state(index_world(made.world))
    seen: Counter[str] = Counter()
    for owner, facts in made.facts.items():
        sheet = sheet_of(state, owner)
        assert facts_in(sheet) == facts
        assert len(facts) == FACTS
        seen.update(FACT.findall(sheet))
    assert set(seen.values()) == {1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_have_the_size_that_was_asked_for(language: Language) -> None:
    made = bench_world(3, language, WorldSize(6, 6, (350, 350), (600, 600)))
    state = initial_state(index_world(made.world))
    for (kind, id), wanted in ((owner, 350 if owner[0] == "location" else 600) for owner in made.facts):
        assert encode_cl100k(sheet_of(state, (kind, id))) == pytest.approx(wanted, rel=0.2)


def test_the_same_seed_is_the_same_world_and_another_seed_is_another() -> None:
    assert bench_world(1, "en", SMALL) == bench_world(1, "en", SMALL)
    assert bench_world(1, "en", SMALL) != bench_world(2, "en", SMALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_found_by_their_look_and_each_is_one_thing(language: Language) -> None:
    world = bench_world(5, language, WorldSize(40, 40)).world
    called = [place.name for place in world.locations.values()]
    called += [person.name for person in world.characters.values()]
    assert len(set(called)) == len(called)
    assert all(NAME.fullmatch(name) for name in called)


def test_every_place_can_be_reached() -> None:
    made = bench_world(2, "en", WorldSize(30, 1))
    state = initial_state(index_world(made.world))
    assert {"place0", *nearest_routes(state, "place0", any_way)} == set(made.world.locations)
