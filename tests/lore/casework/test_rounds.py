"""Cases of native books: fields and states as people write them."""

from __future__ import annotations

from typing import Any

import pytest

from rpg.lore.cases import evaluate_case


def _turns(*entries: dict[str, Any], **case: Any) -> list[dict[str, Any]]:
    listed = [
        {"id": "abcdef"[at], "keys": ["x"], "content": f"c{at}", **one} for at, one in enumerate(entries)
    ]
    book = {"name": "b", "rules": "rounds", "entries": listed}
    turns: list[dict[str, Any]] = evaluate_case({"chat": ["x"], **case, "books": [book]})["turns"]
    return turns


def _active(*entries: dict[str, Any], **case: Any) -> str:
    turns = _turns(*entries, **case)
    return "|".join(" ".join(name.partition(".")[2] for name in turn["activated"]) for turn in turns)


@pytest.mark.parametrize(("state", "after", "there"), [
    ({"time": "Day 2 10:00"}, "Day 2", True), ({"time": "Day 2 10:00"}, "Day 2 10:01", False),
    ({"time": "Day 2 10:00"}, "第2天", True), ({"clock": 1440}, "第二天", True), ({"time": "第1天 23:00"}, "Day 2", False),
    ({"day": 2, "time": "00:10"}, "Day 2", True), ({"day": 1, "time": "23:10"}, "Day 2", False),
    ({"day": 3}, "Day 3", True), ({}, "Day 1", False), ({"time": "noon"}, "Day 1", False),
])  # fmt: skip
def test_times_are_read_in_both_languages(state: dict[str, Any], after: str, there: bool) -> None:
    assert bool(_active({"when": {"after": after}}, state=state)) is there


@pytest.mark.parametrize(("fields", "there"), [
    ({"enabled": "false"}, False), ({"enabled": "off"}, False), ({"enabled": None}, True), ({"enabled": "true"}, True),
    ({"probability": "0"}, False), ({"probability": "100"}, True), ({"min_messages": "2"}, False), ({"sticky": None}, True),
    ({"keys": "x"}, True), ({"order": "high", "logic": "or"}, True),
])  # fmt: skip
def test_values_of_another_type_mean_what_they_say_or_nothing(fields: dict[str, Any], there: bool) -> None:
    assert bool(_active(fields)) is there


def test_hidden_messages_are_neither_scanned_nor_counted() -> None:
    turn = _turns({}, chat=[{"text": "x", "is_system": True}, {"text": "x", "hidden": True}, "q"])[0]
    assert (turn["activated"], turn["chat_length"]) == ([], 1)
    entry = {"key": ["x"], "content": "c"}
    tavern = evaluate_case({"entries": [entry], "chat": [{"mes": "x", "is_system": True}]})["turns"][0]
    assert (tavern["activated"], tavern["chat_length"]) == ([], 0)


def test_a_state_changes_from_turn_to_turn() -> None:
    turns = [
        {},
        {"state": {"present": ["mira"]}},
        {"state": {"location": "quay"}},
        {"state": {"present": []}},
    ]
    assert _active({"when": {"present": "mira"}}, turns=turns) == "|a|a|"
