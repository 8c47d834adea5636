"""V3 decorators by their meaning in the specification."""

from __future__ import annotations

from typing import Any

import pytest

from rpg.exchange.lorebooks.decorators import FOREVER, read_decorators, with_decorator
from rpg.exchange.lorebooks.importing import import_lorebook
from rpg.lore.evaluate import LoreSettings, LoreTimers, evaluate
from rpg.lore.rolls import fixed
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.world.lorebook import Lorebook

MEANINGS: list[tuple[str, dict[str, Any]]] = [
    ("@@depth 3", {"position": "at_depth", "depth": 3}),
    ("@@depth 0", {"position": "at_depth", "depth": 0}),
    ("@@role assistant", {"role": "assistant"}),
    ("@@scan_depth 7", {"scan_depth": 7}),
    ("@@position before_desc", {"position": "system_before"}),
    ("@@position after_desc", {"position": "system_after"}),
    ("@@activate_only_after 2", {"min_replies": 2}),
    ("@@activate_only_every 3", {"every_replies": 3}),
    ("@@keep_activate_after_match", {"sticky": FOREVER}),
    ("@@dont_activate_after_match", {"cooldown": FOREVER}),
    ("@@exclude_keys ghost, 鬼", {"exclude_keys": ("ghost", "鬼")}),
    ("@@ignore_on_max_context", {"yields": True}),
    ("@@activate", {"constant": True}),
    ("@@dont_activate", {"enabled": False}),
]


@pytest.mark.parametrize(("line", "fields"), MEANINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", " \n"])
def test_a_decorator_has_its_meaning_and_leaves_the_text(line: str, fields: dict[str, Any], end: str) -> None:
    split = read_decorators(f"{line}{end}Text.")
    assert (split.fields, split.content, split.unknown) == (fields, "Text.", ())


@pytest.mark.parametrize(
    "line", ["@@depth three", "@@role king", "@@position nowhere", "@@is_greeting 1", "@@exclude_keys"]
)
def test_an_unusable_decorator_is_named_and_its_fallback_counts(line: str) -> None:
    assert read_decorators(f"{line}\nText.").unknown == (line,)
    split = read_decorators(f"{line}\n@@@scan_depth 2\nText.")
    assert (split.fields, split.unknown) == ({"scan_depth": 2}, ())


def test_a_fallback_of_a_usable_decorator_is_passed_over() -> None:
    assert read_decorators("@@depth 1\n@@@role user\nx").fields == {"position": "at_depth", "depth": 1}


def test_of_two_with_one_name_the_first_counts() -> None:
    assert read_decorators("@@scan_depth 1\n@@scan_depth 2\nx").fields == {"scan_depth": 1}


def test_activate_beats_dont_activate() -> None:
    assert read_decorators("@@dont_activate\n@@activate\nx").fields == {"constant": True}


def test_a_decorator_is_set_and_taken_away_in_place() -> None:
    content = with_decorator("@@role user\n\nText.", "depth", "2")
    assert read_decorators(content).fields == {"role": "user", "position": "at_depth", "depth": 2}
    assert with_decorator(with_decorator(content, "depth", None), "role", None) == "Text."


def _book(content: str, keys: list[str], **fields: Any) -> Lorebook:
    entry = {
        "keys": keys,
        "content": content,
        "extensions": {},
        "enabled": True,
        "insertion_order": 1,
        **fields,
    }
    return import_lorebook({"spec": "lorebook_v3", "data": {"entries": [entry]}}, "b").book


def _story(book: Lorebook, *texts: str) -> str:
    """x for each turn in which the entry is there; every turn is answered."""
    chat: list[LoreMessage] = []
    timers, there = LoreTimers(), ""
    for text in texts:
        chat.append(LoreMessage(text))
        result = evaluate([book], chat, timers, LoreScene(), LoreSettings(), fixed(0), len)
        timers, there = result.timers, there + ("x" if result.activated else ".")
        chat.append(LoreMessage("…", player=False))
    return there


@pytest.mark.parametrize(("decorators", "said", "there"), [
    ("@@activate_only_after 2", ["dock"] * 4, "..xx"),
    ("@@activate_only_every 2", ["dock"] * 5, "x.x.x"),
    ("@@scan_depth 1\n@@keep_activate_after_match", ["no", "dock", "no", "no"], ".xxx"),
    ("@@dont_activate_after_match", ["dock", "dock", "dock"], "x.."),
    ("@@scan_depth 1\n@@exclude_keys ghost", ["dock", "ghost dock", "dock"], "x.x"),
    ("@@scan_depth 1\n@@additional_keys fog, mist", ["dock", "dock in mist", "mist"], ".x."),
    ("@@activate", ["no", "no"], "xx"),
    ("@@dont_activate", ["dock"], "."),
])  # fmt: skip
def test_decorators_act_in_play(decorators: str, said: list[str], there: str) -> None:
    assert _story(_book(f"{decorators}\nText.", ["dock"]), *said) == there


@pytest.mark.parametrize(
    ("key", "text", "there"), [("d.ck", "DECK", "x"), ("a/b", "a/b", "x"), ("(", "(", ".")]
)
def test_use_regex_makes_the_whole_key_a_pattern(key: str, text: str, there: str) -> None:
    assert _story(_book("Text.", [key], use_regex=True), text) == there


def test_a_book_with_tavern_extensions_and_no_decorators_plays_as_it_did_there() -> None:
    entry = {
        "keys": ["x"],
        "content": "c",
        "extensions": {"position": 4, "depth": 2},
        "enabled": True,
        "insertion_order": 1,
    }
    data = {"spec": "chara_card_v3", "data": {"character_book": {"entries": [entry]}}}
    assert import_lorebook(data, "b").book.rules == "tavern"
    entry["content"] = "@@depth 1\nc"
    assert import_lorebook(data, "b").book.rules == "rounds"


def test_the_budget_takes_what_yields_last() -> None:
    entries = [
        {"keys": ["x"], "content": "@@ignore_on_max_context\n12345678", "extensions": {}, "enabled": True, "insertion_order": 99},
        {"keys": ["x"], "content": "12345678", "extensions": {}, "enabled": True, "insertion_order": 1},
    ]  # fmt: skip
    book = import_lorebook(
        {"spec": "lorebook_v3", "data": {"token_budget": 10, "entries": entries}}, "b"
    ).book
    result = evaluate([book], [LoreMessage("x")], LoreTimers(), LoreScene(), LoreSettings(), fixed(0), len)
    assert result.activated == ("b.1",)
