"""Cases measured on the source program, and cases derived from the reference, come out the same here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rpg.lore.cases import evaluate_case

CASES = Path(__file__).parent / "cases"
ELSEWHERE = {"external", "inject", "automation", "regexscript", "convert"}
# What belongs to that program's own interface and prompt assembly.
NOT_OURS = {"rendered_chat", "toasts", "automation"}


def _evaluations() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*.json")):
        case = json.loads(path.read_text("utf-8"))
        if not ELSEWHERE & set(case["tags"]):
            found.append(pytest.param(case, id=case["name"]))
    return found


@pytest.mark.parametrize("case", _evaluations())
def test_a_case_gives_what_was_measured(case: dict[str, Any]) -> None:
    turns = evaluate_case(case)["turns"]
    expected = case["expected"]["turns"]
    assert len(turns) == len(expected)
    for turn, wanted in zip(turns, expected, strict=True):
        ours = {key: turn[key] for key in wanted if key not in NOT_OURS}
        assert ours == {key: value for key, value in wanted.items() if key not in NOT_OURS}


@pytest.mark.parametrize("case", _evaluations())
def test_every_entry_is_explained_and_the_active_ones_are_named_active(case: dict[str, Any]) -> None:
    for turn in evaluate_case(case)["turns"]:
        active = {name for name, why in turn["why"].items() if why["active"]}
        assert set(turn["activated"]) <= set(turn["why"])
        assert {name.partition("#")[0] for name in active} >= set(turn["activated"])
        if len(active) == len(turn["activated"]):
            assert active == set(turn["activated"])


DERIVED = json.loads((Path(__file__).parent / "derived.json").read_text("utf-8"))


@pytest.mark.parametrize("section", DERIVED)
def test_cases_derived_from_the_reference_come_out_as_it_says(section: str) -> None:
    """By section of docs/tavern-lorebook.md and docs/lorebook.md; a case says only what its rule decides."""
    for name, case in DERIVED[section].items():
        turns = evaluate_case(case)["turns"]
        for turn, wanted in zip(turns, case["expected"], strict=True):
            assert (name, {key: turn[key] for key in wanted}) == (name, wanted)
