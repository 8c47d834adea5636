"""Names in full, in part and mistyped mean what they should, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.storyteller.matching import find
from rpg.narrator.storyteller.relevance import best_of
from rpg.narrator.storyteller.scope import Name

PEOPLE = (
    Name("mira", ("Mira Vale", "the harbourmaster")),
    Name("tomas", ("Tomas Vale",)),
    Name("edda", ("Edda Fenn", "lighthouse keeper")),
    Name("chen", ("陈老板", "老陈")),
    Name("shen", ("沈砚秋", "水官")),
)


@pytest.mark.parametrize(
    ("phrase", "ids"),
    [
        ("Mira", ("mira",)),
        ("MIRA VALE", ("mira",)),
        ("the harbourmaster", ("mira",)),
        ("harbormaster", ("mira",)),
        ("Mria", ("mira",)),
        ("Tomsa", ("tomas",)),
        ("Vale", ("mira", "tomas")),
        ("keeper", ("edda",)),
        ("老陈", ("chen",)),
        ("陈老板", ("chen",)),
        ("砚秋", ("shen",)),
        ("沈秋砚", ("shen",)),
    ],
)
def test_a_phrase_means_who_it_names(phrase: str, ids: tuple[str, ...]) -> None:
    hit = find(phrase, PEOPLE)
    assert hit is not None
    assert hit.ids == ids


@pytest.mark.parametrize("phrase", ["", "the", "Bob", "man", "miracle worker", "vat", "水", "人"])
def test_a_phrase_that_names_nobody_means_nobody(phrase: str) -> None:
    assert find(phrase, PEOPLE) is None


@given(st.text(max_size=30))
def test_a_whole_name_is_always_found_whatever_else_there_is(other: str) -> None:
    hit = find("Mira Vale", (Name("other", (other or "x",)), *PEOPLE))
    assert hit is not None
    assert "mira" in hit.ids


TOPICS = (
    ("missing ledger", "It was on her desk at dusk."),
    ("last night", "She rowed out alone."),
    ("闸钥", "断成两半，一半在锁孔里。"),
    ("昨晚", "她一个人划船出去。"),
    ("少了的粮", "出去四十袋。"),
)


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("the ledger", 0),
        ("ledgers", 0),
        ("the missing legder", 0),
        ("where were you last night", 1),
        ("why she rowed out alone", 1),
        ("闸钥在哪", 2),
        ("你昨晚在哪", 3),
        ("粮的事", 4),
        ("the weather", None),
        ("", None),
        ("天气", None),
        ("you", None),
    ],
)
def test_a_question_finds_the_topic_it_is_about(question: str, topic: int | None) -> None:
    assert best_of(question, TOPICS) == topic
