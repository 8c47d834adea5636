"""Cases with native and tavern books side by side."""

from __future__ import annotations

from typing import Any

from rpg.lore.cases import evaluate_case


def _case(native: dict[str, Any], tavern: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    books = [
        {"name": "t", "entries": [{"key": ["x"], "content": "tavern", **tavern}]},
        {"name": "n", "rules": "rounds", "entries": {"e": {"keys": ["x"], "content": "native", **native}}},
    ]
    turns: list[dict[str, Any]] = evaluate_case({"chat": ["x"], "books": books, **more})["turns"]
    return turns


def test_each_book_plays_by_its_own_rules_and_native_books_go_first() -> None:
    turn = _case({"position": "system_before"}, {})[0]
    assert turn["activated"] == ["n.e", "t.0"]
    assert (turn["before"], turn["budget"], set(turn["why"])) == ("native\ntavern", 2048, {"n.e", "t.0"})
    outlets = _case({"position": "outlet", "outlet": "o"}, {"position": 7, "outletName": "o"})[0]["outlets"]
    assert outlets == {"o": ["native", "tavern"]}


def test_texts_of_one_dialect_do_not_wake_the_other() -> None:
    assert _case({"content": "wakes y"}, {"key": ["y"]})[0]["activated"] == ["n.e"]


def test_random_numbers_are_consumed_by_both_in_turn() -> None:
    chance = {"probability": 50}
    random = {"random": [0.1, 0.9]}
    assert _case(chance, chance, **random)[0]["activated"] == ["n.e"]
    turns = _case(chance, chance, turns=[{"random": [0.9, 0.1]}, {"random": 0.1}])
    assert [turn["activated"] for turn in turns] == [["t.0"], ["n.e", "t.0"]]
