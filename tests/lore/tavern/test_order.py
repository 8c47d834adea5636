"""Which books take part and in which order their entries are walked."""

from __future__ import annotations

import pytest

from tests.lore.tavern.play import run

SOURCES: list[tuple[int, str]] = [
    (0, "chat persona char glob"),
    (1, "chat persona char glob"),
    (2, "chat persona glob char"),
]


@pytest.mark.parametrize(("strategy", "order"), SOURCES)
def test_chat_then_persona_then_by_strategy(strategy: int, order: str) -> None:
    orders = {"glob": 5, "char": 7, "persona": 1, "chat": 0}
    scopes = {"glob": "global", "char": "character", "persona": "persona", "chat": "chat"}
    books = [
        {
            "name": name,
            "scope": scopes[name],
            "entries": [{"uid": 0, "key": ["x"], "content": "c", "order": orders[name]}],
        }
        for name in orders
    ]
    turn = run(books=books, settings={"character_strategy": strategy})[0]
    assert [one.partition(".")[0] for one in turn["activated"]] == order.split()


def test_evenly_lets_the_higher_order_go_first_and_globals_win_ties() -> None:
    books = [
        {"name": "c", "scope": "character", "entries": [{"uid": 0, "key": ["x"], "order": 5}, {"uid": 1, "key": ["x"], "order": 9}]},
        {"name": "g", "scope": "global", "entries": [{"uid": 0, "key": ["x"], "order": 5}]},
    ]  # fmt: skip
    assert run(books=books, settings={"character_strategy": 0})[0]["activated"] == ["c.1", "g.0", "c.0"]


def test_a_book_bound_twice_is_used_once_under_the_stronger_binding() -> None:
    entries = [{"uid": 0, "key": ["x"], "content": "c"}]
    other = [{"uid": 0, "key": ["x"], "content": "d", "order": 200}]
    books = [
        {"name": "b", "scope": "character", "entries": entries},
        {"name": "o", "scope": "character", "entries": other},
        {"name": "b", "scope": "global", "entries": entries},
    ]
    for listed in (books, books[::-1]):
        assert run(books=listed, settings={"character_strategy": 2})[0]["activated"] == ["b.0", "o.0"]


def test_global_books_are_walked_in_the_order_they_are_selected_in() -> None:
    entries = [{"uid": 0, "key": ["x"], "content": "c"}]
    books = [{"name": name, "scope": "global", "entries": entries} for name in "abc"]
    assert run(books=books, global_select=["c", "a"])[0]["activated"] == ["c.0", "a.0"]
