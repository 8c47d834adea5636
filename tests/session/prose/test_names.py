"""Names in prose: whole, in part where the part belongs to one thing only, and never inside other words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.apply import apply
from rpg.runtime.edits import CreateLocation
from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.names import marked, names_in, pronouns_of
from rpg.world.model import Character, Location, Player, World


def world(places: dict[str, str], people: dict[str, str], language: str = "en") -> State:
    first = next(iter(places))
    return initial_state(
        index_world(
            World(
                "w",
                "W",
                first,
                language,
                player=Player("Wren"),
                locations={id: Location(id, name) for id, name in places.items()},
                characters={id: Character(id, name, location=first) for id, name in people.items()},
            )
        )
    )


TOWN = world(
    {
        "quay": "The Quay",
        "pier": "North Pier",
        "hall": "Great Hall",
        "mess": "Mess Hall",
        "hold": "Cargo Hold 3",
    },
    {"reyes": "Commander Reyes", "sun": "Sun Wei", "mara": "Mara Voss", "queen": "Queen Ysolde"},
)
STADT = world(
    {"寺": "后山寒潭", "铺": "药铺", "舱": "货舱", "舱2": "医疗舱"}, {"苏": "苏清雪", "白": "白大夫"}, "zh"
)


def found(text: str, state: State = TOWN) -> list[str]:
    return list(marked(text, names_in(text, state), state.world.player.name).owners)


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ("You reach North Pier.", ["pier"]),
        ("You reach the pier at last.", ["pier"]),
        ("the Cargo Hold is dark, and so is the hold", ["hold", "hold"]),
        ("Reyes turns; Commander Reyes nods; the commander leaves.", ["reyes", "reyes", "reyes"]),
        ("Mara’s hand, then Voss again", ["mara", "mara"]),
        ("The hall is full.", []),
        ("A pier, some pier or other.", []),
        ("The sun sets on the quays.", []),
        ("peerless sunwei maraschino", []),
        ("Wren looks up.", [PLAYER]),
    ],
)
def test_names_and_parts_of_names(text: str, owners: list[str]) -> None:
    assert sorted(found(text)) == sorted(owners)


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ("你来到后山寒潭。", ["寺"]),
        ("寒潭边，清雪站着。", ["寺", "苏"]),
        ("大夫来了", []),
        ("白大夫进了药铺", ["白", "铺"]),
    ],
)
def test_chinese_names_and_parts_of_names(text: str, owners: list[str]) -> None:
    assert sorted(found(text, STADT)) == sorted(owners)


def test_places_made_in_play_have_names() -> None:
    made = apply(TOWN, CreateLocation("hut", "The Drying Hut", "A hut.", "Nets.", "model"))
    assert found("You enter the hut.", made) == ["hut"]


def test_a_title_tells_he_or_she() -> None:
    assert pronouns_of(TOWN, ["queen", "mara", "quay"]) == {"queen": "she"}


@given(text=st.text(alphabet="the NorthPierMaraVoss⟦⟨0⟩⟧ .", max_size=60))
def test_marks_are_taken_back(text: str) -> None:
    plain = text.translate(str.maketrans("⟦⟧⟨⟩", "    "))
    names = marked(text, names_in(text, TOWN), "Wren")
    assert names.unmarked(names.text) == plain
