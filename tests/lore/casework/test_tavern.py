"""Cases of tavern books: what a case and its turns may say."""

from __future__ import annotations

from rpg.lore.cases import evaluate_case
from tests.lore.tavern.play import run


def test_a_case_may_give_entries_by_uid_one_message_to_push_and_null_for_nothing() -> None:
    entries = {"7": {"key": ["x"], "content": "seven"}, "2": {"key": ["x"], "content": "two"}}
    case = {
        "entries": entries,
        "chat": ["q"],
        "max_context": 100,
        "turns": [{"push": "x", "max_context": None}],
    }
    turn = evaluate_case(case)["turns"][0]
    assert (turn["activated"], turn["budget"]) == (["book.2", "book.7"], 25)


def test_texts_and_context_that_a_turn_gives_are_for_that_turn() -> None:
    case = {"global_scan": {"scenario": "x"}, "turns": [{}, {"global_scan": {}, "max_context": 40}, {}]}
    turns = run({"matchScenario": True}, chat=[""], **case)
    assert [(turn["activated"], turn["budget"]) for turn in turns] == [
        (["book.0"], 2048),
        ([], 10),
        (["book.0"], 2048),
    ]
