"""Rules of the tavern dialect beyond the measured cases, each from its own paragraph of the reference page."""

from __future__ import annotations

from typing import Any

import pytest

from rpg.lore.cases import evaluate_case
from tests.lore.tavern.play import active, run

BELL = {"depth": 1}

MATCHING: list[tuple[str, str, str, bool, dict[str, Any]]] = [
    ("case", "ROSE", "a rose", True, {}),
    ("case counts", "ROSE", "a rose", False, {"caseSensitive": True}),
    ("umlaut lower-cases", "ÄPFEL", "äpfel", True, {}),
    ("no width folding", "ＡＩ", "AI", False, {}),
    ("no variants", "龍", "龙", False, {}),
    ("no diacritics", "cafe", "café", False, {}),
    ("word", "art", "the party", False, {}),
    ("word at ends", "art", "art", True, {}),
    ("anywhere", "art", "the party", True, {"matchWholeWords": False}),
    ("accents are no word", "caf", "un café", True, {}),
    ("underscore is a word", "mira", "mira_x", False, {}),
    ("han beside latin", "龙", "A龙B", False, {}),
    ("han beside digit", "剑", "剑3", False, {}),
    ("han beside han", "龙", "青龙剑", True, {}),
    ("cyrillic is no word", "дом", "домовой", True, {}),
    ("emoji", "🐉", "a🐉b", False, {}),
    ("emoji beside space", "🐉", "a 🐉!", True, {}),
    ("trimmed", "  fern ", "a fern", True, {}),
    ("no-break space inside", "red\u00a0fox", "sacred\u00a0foxes", True, {}),
    ("next line is no space", "red\x85fox", "sacred\x85foxes", False, {}),
    ("across messages", "one two", "one", False, {}),
    ("macro", "{{user}}", "hello Tam", True, {}),
    ("macro in any case", "{{USER}}", "hello Tam", True, {}),
    ("broken pattern is text", "/(x/", "so /(x/ it is", True, {"matchWholeWords": False}),
    ("pattern ignores settings", "/RO/i", "a rose", True, {"caseSensitive": True, "matchWholeWords": True}),
    ("pattern with macro", "/{{user}}!/", "Tam!", True, {}),
]


@pytest.mark.parametrize(
    ("name", "key", "text", "found", "fields"), MATCHING, ids=[row[0] for row in MATCHING]
)
def test_key_matching(name: str, key: str, text: str, found: bool, fields: dict[str, Any]) -> None:
    assert active({"key": [key], **fields}, chat=[text], user="Tam") == ("0" if found else "")


LOGIC = {0: (False, True, True), 1: (True, True, False), 2: (True, False, False), 3: (False, False, True)}


@pytest.mark.parametrize("logic", LOGIC)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_secondary_logic(logic: int, count: int) -> None:
    entry = {"key": ["mill"], "keysecondary": ["flour", "river"], "selectiveLogic": logic}
    assert (
        bool(active(entry, chat=[" ".join(["mill", "flour", "river"][: count + 1])])) is LOGIC[logic][count]
    )
    assert active(entry, chat=["flour river"]) == ""
    assert active({**entry, "keysecondary": []}, chat=["mill"]) == "0"


@pytest.mark.parametrize(("wanted", "trigger", "there"), [
    ([], "quiet", True), (["normal"], "normal", True), (["swipe"], "normal", False), (["swipe", "quiet"], "quiet", True),
    (["normal"], "group_chat", True), (["quiet"], "group_chat", False), (["normal"], None, True),
])  # fmt: skip
def test_triggers(wanted: list[str], trigger: str | None, there: bool) -> None:
    assert bool(active({"triggers": wanted}, turns=[{"trigger": trigger}])) is there


def test_a_depth_of_zero_sees_nothing_and_blank_keys_match_even_that() -> None:
    assert active({}, {"constant": True}, settings={"depth": 0}) == "1"
    assert active({"key": ["  "]}, settings={"depth": 0}) == "0"


@pytest.mark.parametrize(("own", "there"), [(1.5, ""), (2.5, "0"), ("2", "0"), (0.5, ""), (-1, "")])
def test_a_depth_counts_whole_messages(own: float | str, there: str) -> None:
    assert active({"scanDepth": own}, chat=["x", "a"]) == there


def test_a_depth_below_one_still_sees_other_texts() -> None:
    assert active({"scanDepth": 0.5, "matchScenario": True}, chat=["a"], global_scan={"scenario": "x"}) == "0"


def test_an_empty_chat_still_has_the_mark_of_a_first_message() -> None:
    entries = (
        {"constant": True, "content": "fern"},
        {"key": ["/^\\x01fern/"]},
        {"key": ["/^\\x01\\n\\x01fern/"]},
    )
    assert active(*entries, chat=[]) == "0 2"


def test_entries_without_a_uid_share_one_place() -> None:
    entries = [
        {"key": ["x"], "content": "first", "position": 0},
        {"key": ["x"], "content": "last", "position": 0},
    ]
    turn = evaluate_case({"raw_entries": True, "entries": entries, "chat": ["x"]})["turns"][0]
    assert (turn["activated"], turn["before"]) == (["book.undefined"], "last")


@pytest.mark.parametrize("position", [9, -1, "4", None, True, 1.5])
def test_an_unknown_position_is_active_and_stands_nowhere(position: Any) -> None:
    turn = run({"position": position})[0]
    assert turn["activated"] == ["book.0"]
    assert not any(
        turn[place] for place in ("before", "after", "an_top", "an_bottom", "em", "depth", "outlets")
    )


def test_probability_null_is_zero_and_a_hundred_never_rolls() -> None:
    assert active({"probability": None}, random=[0.01]) == ""
    assert active({"probability": None}, random=[0]) == "0"
    assert active({"probability": 100}, {"probability": 50}, random=[0.4]) == "0 1"


def test_every_way_in_rolls() -> None:
    entries = (
        {"constant": True, "probability": 5},
        {"content": "@@activate\nx", "key": [], "probability": 5},
    )
    assert active(*entries, random=[0.9, 0.9]) == ""


def test_the_loser_of_a_failed_winner_comes_in_with_the_next_pass() -> None:
    entries = (
        {"group": "g", "probability": 10, "order": 9},
        {"group": "g", "order": 8},
        {"content": "feeds", "order": 1},
    )
    assert active(*entries, random=[0, 0.9], settings={"recursive": False}) == "2"
    assert active(*entries, random=[0, 0.9], settings={"recursive": True}) == "2 1"


TIMED: list[tuple[str, dict[str, Any], list[dict[str, Any]], str]] = [
    ("delay", {"delay": 3}, [{}, {"push": ["x"]}, {"push": ["x"]}], "||0"),
    ("delay after shrinking", {"delay": 2}, [{"push": ["x"]}, {"pop": 1}], "0|"),
    ("a delay that is no number", {"delay": "soon"}, [{}], "0"),
    ("a cooldown of less than none", {"sticky": 1, "cooldown": -1}, [{}, {"push": ["x"]}, {"push": ["x"]}], "0||0"),
    ("delay beats constant", {"delay": 2, "constant": True}, [{}, {"push": ["q"]}], "|0"),
    ("sticky", {"sticky": 2}, [{}, {"push": ["q"]}, {"push": ["q"]}], "0|0|"),
    ("sticky obeys delay", {"sticky": 5, "delay": 2}, [{"push": ["x"]}, {"push": ["q"]}, {"pop": 2}], "0|0|"),
    ("triggers again as sticky ends", {"sticky": 2}, [{}, {"push": ["x"]}, {"push": ["x"]}, {"push": ["q"]}], "0|0|0|0"),
    ("cooldown of one is none", {"cooldown": 1}, [{}, {"push": ["x"]}], "0|0"),
    ("constant blinks", {"constant": True, "cooldown": 2}, [{}, {"push": ["q"]}, {"push": ["q"]}], "0||0"),
    ("sticky beats cooldown", {"sticky": 3, "cooldown": 2}, [{}, {"push": ["q"]}, {"push": ["q"]}, {"push": ["x"]}], "0|0|0|"),
    ("dry run stores nothing", {"sticky": 3}, [{"dry_run": True}, {"push": ["q"]}], "0|"),
    ("dry run applies nothing", {"sticky": 3}, [{}, {"push": ["q"], "dry_run": True}, {"push": ["q"]}], "0||0"),
    (
        "an edit stops the effect and blocks its place",
        {"sticky": 4},
        [{}, {"push": ["q"], "edit_entries": {"book.0": {"comment": "new"}}}, {"push": ["x"]}, {"push": ["q"]}, {"push": ["x"]}, {"push": ["q"]}],
        "0||0||0|0",
    ),
    (
        "a protected cooldown survives a swipe",
        {"sticky": 1, "cooldown": 3},
        [{}, {"push": ["q"]}, {"replace_last": "x"}, {"replace_last": "x"}],
        "0|||",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "fields", "turns", "there"), TIMED, ids=[row[0] for row in TIMED])
def test_timed_effects(name: str, fields: dict[str, Any], turns: list[dict[str, Any]], there: str) -> None:
    assert active(fields, turns=turns, settings=BELL) == there


def test_sticky_ignores_recursion_flags_and_probability() -> None:
    entry = {"sticky": 3, "excludeRecursion": True, "probability": 50}
    assert active(entry, turns=[{}, {"push": ["q"]}], settings=BELL, random=[0.1]) == "0|0"


RECURSION: list[tuple[str, list[dict[str, Any]], dict[str, Any], str]] = [
    ("off", [{"content": "y"}, {"key": ["y"]}], {"recursive": False}, "0"),
    ("empty content still gives a pass", [{"content": ""}, {"delayUntilRecursion": True}], {}, "0 1"),
    ("a lone level waits for a pass", [{"delayUntilRecursion": True}], {}, ""),
    ("excluded and delayed is dead", [{}, {"excludeRecursion": True, "delayUntilRecursion": 1}], {}, "0"),
    ("steps of one", [{"content": "y"}, {"key": ["y"]}], {"max_recursion_steps": 1}, "0"),
    ("steps of two", [{"content": "y"}, {"key": ["y"], "content": "z"}, {"key": ["z"]}], {"max_recursion_steps": 2}, "0 1"),
    ("prevented text is not read", [{"content": "y", "preventRecursion": True}, {}, {"key": ["y"]}], {}, "0 1"),
    ("excluded is not read into", [{"content": "y"}, {"key": ["y"], "excludeRecursion": True}], {}, "0"),
    ("a level of true is one", [{}, {"delayUntilRecursion": True}, {"delayUntilRecursion": 1}], {}, "0 1 2"),
    ("a level as text", [{}, {"delayUntilRecursion": "2"}], {}, "0 1"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "entries", "settings", "there"), RECURSION, ids=[row[0] for row in RECURSION]
)
def test_recursion(name: str, entries: list[dict[str, Any]], settings: dict[str, Any], there: str) -> None:
    assert active(*entries, settings=settings) == there


def test_recursion_texts_follow_each_other_as_blocks() -> None:
    entries = ({"content": "one"}, {"key": ["one"], "content": "two"}, {"key": ["/one\\n\\x01two$/"]})
    assert active(*entries) == "0 1 2"


def test_minimum_activations_look_deeper_but_not_for_entries_with_a_depth_of_their_own() -> None:
    entries = ({"key": ["m3"]}, {"key": ["m3"], "scanDepth": 1}, {"key": ["m2"]})
    settings = {"depth": 1, "min_activations": 2}
    assert active(*entries, chat=["m3", "m2", "m1"], settings=settings) == "2 0"


@pytest.mark.parametrize(("fields", "limit", "there"), [
    ([{"content": "12345"}, {"content": "12345"}], {"max_context": 12}, "0"),
    ([{"content": "12345"}, {"content": "12345"}], {"max_context": 13}, "0 1"),
    ([{"content": ""}], {"max_context": 1}, ""),
    ([{"content": "12345", "ignoreBudget": True}, {"content": "1"}], {"max_context": 7}, "0"),
    ([{"content": "123456", "order": 1}, {"content": "1", "order": 0}], {"max_context": 6}, ""),
])  # fmt: skip
def test_budget(fields: list[dict[str, Any]], limit: dict[str, int], there: str) -> None:
    assert active(*fields, settings={"budget": 100}, **limit) == there


@pytest.mark.parametrize(("percent", "cap", "context", "budget"), [
    (25, 0, 100, 25), (25, 10, 100, 10), (1, 0, 10, 1), (50, 0, 101, 51), (25, 500, 100, 25), (33, 0, 50, 17), (150, 0, 100, 25),
])  # fmt: skip
def test_the_budget_is_rounded_half_up_and_capped(percent: int, cap: int, context: int, budget: int) -> None:
    settings = {"budget": percent, "budget_cap": cap}
    assert run({}, settings=settings, max_context=context)[0]["budget"] == budget


def test_sticky_goes_first_for_the_budget() -> None:
    entries = ({"content": "12345", "order": 1, "sticky": 5}, {"key": ["y"], "content": "12345", "order": 99})
    case = {"max_context": 10, "turns": [{}, {"push": ["y"]}], "settings": {"budget": 100, "depth": 1}}
    assert active(*entries, **case) == "0|0"


GROUPS: list[tuple[str, list[dict[str, Any]], list[float], dict[str, Any], str]] = [
    ("integer names first", [{"group": "b,10"}, {"group": "10"}, {"group": "b"}], [0.9, 0], {"recursive": False}, "1"),
    ("a whole text is compared", [{"content": "z", "group": "g, h"}, {"key": ["z"], "group": "g"}], [], {}, "0 1"),
    ("score", [{"group": "g", "key": ["x"]}, {"group": "g", "key": ["x", "y"]}], [], {"use_group_scoring": True}, "1"),
    ("own score flag", [{"group": "g", "key": ["x"], "useGroupScoring": True}, {"group": "g", "key": ["x", "y"]}], [], {}, "1"),
    (
        "a secondary adds points",
        [{"group": "g"}, {"group": "g", "keysecondary": ["y"], "selectiveLogic": 0}],
        [],
        {"use_group_scoring": True},
        "1",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "entries", "random", "settings", "there"), GROUPS, ids=[row[0] for row in GROUPS]
)
def test_groups(
    name: str, entries: list[dict[str, Any]], random: list[float], settings: dict[str, Any], there: str
) -> None:
    assert active(*entries, chat=["x y"], random=random, settings=settings) == there


def test_equal_orders_stand_with_the_later_one_first_and_outlets_descend() -> None:
    turn = run({"order": 5}, {"order": 5}, {"order": 9})[0]
    assert turn["before"] == "c1\nc0\nc2"
    outlet = {"position": 7, "outletName": "o"}
    assert run({**outlet, "order": 1}, {**outlet, "order": 2})[0]["outlets"] == {"o": ["c1", "c0"]}


def test_depth_blocks_are_kept_apart_by_depth_and_role() -> None:
    at = {"position": 4}
    turn = run(
        {**at, "depth": 1, "role": 0}, {**at, "depth": 1, "role": 2}, {**at, "depth": 1, "role": None}
    )[0]
    assert turn["depth"] == [
        {"depth": 1, "role": 0, "entries": ["c2", "c0"]},
        {"depth": 1, "role": 2, "entries": ["c1"]},
    ]


@pytest.mark.parametrize(("tokenizer", "text", "size"), [
    ("chars", "a😀龙", 3), ("utf16", "a😀龙", 4), ("words", "a b  c", 3), ("st_guess", "龙龙", 2),
])  # fmt: skip
def test_tokenizers(tokenizer: str, text: str, size: int) -> None:
    extra = {"chars": 1, "utf16": 1, "words": 0, "st_guess": 1}[tokenizer]
    case = {"tokenizer": tokenizer, "settings": {"budget": 100}}
    assert active({"content": text}, max_context=size + extra + 1, **case) == "0"
    assert active({"content": text}, max_context=size + extra, **case) == ""


def test_the_explanation_names_key_place_and_gate() -> None:
    entries: tuple[dict[str, Any], ...] = (
        {},
        {"key": ["zzz"]},
        {"disable": True},
        {"key": ["c0"]},
        {"keysecondary": ["w"], "selectiveLogic": 3},
    )
    why = run(*entries, chat=["first x here"])[0]["why"]
    assert why["book.0"] == {
        "active": True,
        "reason": "matched",
        "matched": [{"key": "x", "text": "first x here", "where": "message:0"}],
        "position": "0",
    }
    assert [why[f"book.{at}"]["reason"] for at in (1, 2, 3, 4)] == [
        "no_match",
        "disabled",
        "matched",
        "secondary",
    ]
    assert why["book.3"]["matched"][0]["where"] == "injected:1"
