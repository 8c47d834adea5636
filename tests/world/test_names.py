from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.world.model import Character, Location, World
from rpg.world.names import Ambiguous, Names, Resolved, Unknown, words_of
from tests.world.worlds import worlds

WORLD = World(
    "w",
    "W",
    "quay",
    locations={
        "quay": Location("quay", "The Quay", aliases=("docks", "harbour")),
        "old_town": Location("old_town", "Old Town"),
        "tower": Location("tower", "The Lighthouse", aliases=("灯塔",)),
        "market": Location("market", "Lamp Market"),
        "lantern": Location("lantern", "market"),
    },
    characters={
        "mira": Character("mira", "Mira Vale", aliases=("Vale", "ＭＶ")),
        "tomas": Character("tomas", "Tomás Vale", aliases=("Vale", "quay")),
    },
)
NAMES = Names.of(WORLD)


@pytest.mark.parametrize(
    ("text", "kind", "id"),
    [
        ("quay", "location", "quay"),
        ("QUAY", "location", "quay"),
        ("  the   QUAY ", "location", "quay"),
        ("The Docks", "location", "quay"),
        ("old town", "location", "old_town"),
        ("Old-Town", "location", "old_town"),
        ("oldtown", "location", "old_town"),
        ("lighthouse", "location", "tower"),
        ("the lighthouse", "location", "tower"),
        ("灯 塔", "location", "tower"),
        ("ｍｖ", "character", "mira"),
        ("mira　vale", "character", "mira"),
        ("TOMÁS VALE", "character", "tomas"),
        ("market", "location", "market"),
    ],
)
def test_ids_names_and_aliases_resolve(text: str, kind: str, id: str) -> None:
    found = NAMES.resolve(text, kind="location" if kind == "location" else "character")

    assert found == Resolved("location" if kind == "location" else "character", id)


def test_an_id_written_exactly_wins_over_names() -> None:
    assert NAMES.resolve("market") == Resolved("location", "market")
    assert NAMES.resolve("quay") == Resolved("location", "quay")


def test_what_may_mean_several_things_lists_them() -> None:
    assert NAMES.resolve("vale") == Ambiguous(
        "vale", (Resolved("character", "mira"), Resolved("character", "tomas"))
    )
    assert isinstance(NAMES.resolve("Market"), Ambiguous)


def test_a_kind_narrows_the_search() -> None:
    assert NAMES.resolve("Quay", "character") == Resolved("character", "tomas")
    assert isinstance(NAMES.resolve("mira", "location"), Unknown)


@pytest.mark.parametrize(
    ("text", "first"),
    [("mirra", "mira"), ("old twon", "old_town"), ("light house tower", "tower"), ("灯塔顶", "tower")],
)
def test_what_is_unknown_names_the_nearest(text: str, first: str) -> None:
    found = NAMES.resolve(text)

    assert isinstance(found, Unknown)
    assert found.nearest[0] == first
    assert len(found.nearest) <= 3


@pytest.mark.parametrize("text", ["", "   ", "---"])
def test_blank_text_means_nothing(text: str) -> None:
    assert isinstance(NAMES.resolve(text), Unknown)


def test_what_the_story_adds_is_found_and_forgotten_again() -> None:
    added = NAMES.with_more([Location("cellar", "The Cellar", temporary=True), Character("rat", "Rat King")])

    assert added.resolve("rat king") == Resolved("character", "rat")
    assert added.resolve("cellar") == Resolved("location", "cellar")
    assert added.resolve("docks") == Resolved("location", "quay")
    assert isinstance(added.with_more([]).resolve("rat king"), Unknown)
    assert isinstance(NAMES.resolve("rat king"), Unknown)


def test_an_addition_with_a_known_name_is_ambiguous() -> None:
    found = NAMES.with_more([Location("x", "Docks")]).resolve("docks")

    assert found == Ambiguous("docks", (Resolved("location", "quay"), Resolved("location", "x")))


@settings(max_examples=40)
@given(worlds(), st.booleans())
def test_every_word_of_every_thing_leads_to_it(world: World, upper: bool) -> None:
    names = Names.of(world)
    things: list[Location | Character] = [*world.locations.values(), *world.characters.values()]
    for thing in things:
        for word in words_of(thing):
            found = names.resolve(word.upper() if upper else word)
            assert not isinstance(found, Unknown)
            ids = [one.id for one in found.candidates] if isinstance(found, Ambiguous) else [found.id]
            assert thing.id in ids or word in ids


def test_indexing_looks_at_each_thing_once_however_many_share_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def same(one: Resolved, other: object) -> bool:
        compared.append(one)
        return isinstance(other, Resolved) and (one.kind, one.id) == (other.kind, other.id)

    monkeypatch.setattr(Resolved, "__eq__", same)
    guards = {f"g{n}": Character(f"g{n}", "Guard") for n in range(1_000)}
    found = Names.of(World("w", "W", "a", characters=guards)).resolve("guard")

    assert isinstance(found, Ambiguous)
    assert [hit.id for hit in found.candidates] == list(guards)
    assert len(compared) < 10 * len(guards)
