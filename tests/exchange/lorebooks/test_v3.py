"""V3 decorators by their meaning in the specification."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rpg.exchange.lorebooks.decorators import FOREVER, read_decorators, with_decorator
from rpg.exchange.lorebooks.exporting import export_lorebook
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


@pytest.mark.parametrize("line", [
    "@@dont_activate", "@@activate_only_after 3", "@@activate_only_every 2", "@@exclude_keys a", "@@additional_keys a",
    "@@dont_activate_after_match",
])  # fmt: skip
def test_activate_beats_every_condition(line: str) -> None:
    for content in (f"{line}\n@@activate\nx", f"@@activate\n{line}\nx"):
        assert read_decorators(content).fields == {"constant": True}


@pytest.mark.parametrize("lines", ["@@depth 3\n@@position before_desc", "@@position before_desc\n@@depth 3"])
def test_a_named_position_beats_a_depth_and_gives_way_to_a_new_one(lines: str) -> None:
    assert read_decorators(f"{lines}\nx").fields == {"position": "system_before"}
    book = _book(f"{lines}\nx", ["x"])
    moved = replace(book.entries["0"], position="at_depth", depth=7)
    back = import_lorebook(
        export_lorebook(replace(book, entries={"0": moved}), "lorebook_v3").data, "b"
    ).book.entries["0"]
    assert (back.position, back.depth) == ("at_depth", 7)


def test_a_position_without_a_place_here_leaves_the_depth_in_force() -> None:
    assert read_decorators("@@position scenario\n@@depth 3\nx").fields == {"position": "at_depth", "depth": 3}


def test_blank_lines_before_the_block_belong_to_it() -> None:
    split = read_decorators("\n \n@@depth 3\n\nText.")
    assert (split.fields["depth"], split.content) == (3, "Text.")
    assert read_decorators("\nText.\n@@depth 3").content == "\nText.\n@@depth 3"
    assert read_decorators("\n\n").content == "\n\n"


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


@pytest.mark.parametrize(("fields", "decorators", "said", "there"), [
    ({"constant": True}, "@@exclude_keys ghost", ["a", "ghost", "a"], "x.x"),
    ({"constant": True}, "@@additional_keys fog", ["a", "fog", "a"], ".x."),
    ({"constant": True, "use_regex": True}, "@@exclude_keys ghost", ["a", "dock ghost"], ".x"),
    ({"constant": True, "use_regex": True, "keys": []}, "", ["a"], "x"),
    ({"use_regex": True}, "@@additional_keys f.g", ["a", "fag", "DOCK"], ".xx"),
    ({"use_regex": True, "selective": True, "secondary_keys": ["zzz"]}, "", ["dock"], "x"),
    ({"use_regex": True}, "@@activate", ["a"], "x"),
])  # fmt: skip
def test_constant_and_patterns_follow_the_specification(
    fields: dict[str, Any], decorators: str, said: list[str], there: str
) -> None:
    book = _book(f"@@scan_depth 1\n{decorators}\nText.", **{"keys": ["dock"], **fields})
    assert _story(book, *said) == there


@pytest.mark.parametrize(("rolls", "there"), [(False, "x"), (True, "."), (None, ".")])
def test_a_chance_counts_only_where_it_is_switched_on(rolls: bool | None, there: str) -> None:
    extensions = {"probability": 0} | ({} if rolls is None else {"useProbability": rolls})
    assert _story(_book("@@role user\nText.", ["dock"], extensions=extensions), "dock") == there


def test_a_priority_is_reported_as_not_used() -> None:
    data = {"spec": "lorebook_v3", "data": {"entries": [{"keys": ["x"], "content": "c", "priority": 3}]}}
    assert [(loss.code, loss.field) for loss in import_lorebook(data, "b").losses] == [
        ("not_used", "priority")
    ]


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
