"""Keys of native books: whole words in every script, case and width, secondary logic, patterns."""

from __future__ import annotations

from typing import Any

import pytest

from rpg.lore.evaluate import LoreSettings, LoreTimers, evaluate
from rpg.lore.rolls import fixed
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.world.lorebook import Logic
from tests.lore.stories import active, book, entry, look

WHOLE_WORDS = [
    ("AI", "ain't it in Maine", False),
    ("AI", "the AI wakes", True),
    ("AI", "AI", True),
    ("AI", "AI技術の進歩", True),
    ("AI", "新しいAI", True),
    ("AI", "ＡＩです", True),
    ("ＡＩ", "the AI wakes", True),
    ("art", "the party begins", False),
    ("art", "state of the art.", True),
    ("art", "ART!", True),
    ("red fox", "a red fox ran", True),
    ("red fox", "the sacred foxes", False),
    ("red fox", "a red\nfox ran", True),
    ("red fox", "a red  fox", True),
    ("mira", "Mira's lamp", True),
    ("mira", "_mira_", False),
    ("C++", "I write C++17", True),
    ("#7", "room #7", True),
    ("#7", "room #77", False),
    ("café", "un café noir", True),
    ("caf", "un café noir", False),
    ("cafe", "un café noir", False),
    ("cafe", "cafe\u0301 noir", False),
    ("café", "CAFE\u0301", True),
    ("strasse", "die Straße", True),
    ("ΟΔΟΣ", "η οδος μου", True),
    ("дом", "старый дом", True),
    ("дом", "домовой", False),
    ("龙", "A龙B", True),
    ("龙门", "去龙门客栈", True),
    ("剑3", "他用剑3号", True),
    ("客栈", "客 栈", False),
    ("ドラゴン", "赤ドラゴンが来た", True),
    ("ドラゴン", "ﾄﾞﾗｺﾞﾝ", True),
    ("ｶﾞ", "ガラス", True),
    ("がらす", "がらすの靴", True),
    ("미라", "미라는 간다", True),
    ("ไฟ", "มีไฟไหม้", True),
    ("NPC村", "那个NPC村很小", True),
    ("NPC村", "XNPC村", False),
    ("é", "e\u0301", True),
    ("😀", "x😀y", True),
]


@pytest.mark.parametrize(("key", "text", "found"), WHOLE_WORDS)
def test_a_key_matches_as_a_whole_word_of_its_script(key: str, text: str, found: bool) -> None:
    assert bool(look(book(entry("e", key)), text).activated) is found


@pytest.mark.parametrize("key", ["art", "caf", "дом"])
def test_without_whole_words_a_key_matches_inside_words(key: str) -> None:
    assert active(look(book(entry("e", key, whole_words=False)), "party café домовой")) == ["e"]


@pytest.mark.parametrize(("book_says", "entry_says", "found"), [
    (False, None, True), (True, None, False), (True, False, True), (False, True, False),
])  # fmt: skip
def test_case_counts_when_entry_or_else_book_says_so(
    book_says: bool, entry_says: bool | None, found: bool
) -> None:
    one = book(entry("e", "Rose", case_sensitive=entry_says), case_sensitive=book_says)
    assert bool(look(one, "a rose").activated) is found


def test_width_does_not_count_even_when_case_does() -> None:
    assert active(look(book(entry("e", "AI", case_sensitive=True)), "ＡＩ")) == ["e"]


@pytest.mark.parametrize("key", ["", " ", "\t\n", "\u3000"])
def test_a_blank_key_never_matches(key: str) -> None:
    result = look(book(entry("e", key)), "anything")
    assert result.activated == ()
    assert result.why["b.e"].reason == "no_match"


LOGIC: list[tuple[Logic, tuple[bool, bool, bool]]] = [
    ("and_any", (False, True, True)),
    ("and_all", (False, False, True)),
    ("not_any", (True, False, False)),
    ("not_all", (True, True, False)),
]


@pytest.mark.parametrize(("logic", "passes"), LOGIC)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_secondary_keys_follow_their_logic(logic: Logic, passes: tuple[bool, ...], count: int) -> None:
    one = book(entry("e", "酒馆", secondary_keys=("夜晚", "rain"), logic=logic))
    text = " ".join(["酒馆", "夜晚", "rain"][: count + 1])
    result = look(one, text)
    assert bool(result.activated) is passes[count]
    assert result.why["b.e"].reason == ("matched" if passes[count] else "secondary")


@pytest.mark.parametrize("logic", ["and_any", "and_all", "not_any", "not_all"])
def test_no_secondary_keys_ask_nothing_and_no_primary_match_means_no(logic: Logic) -> None:
    one = book(entry("e", "mill", logic=logic), entry("f", "zzz", secondary_keys=("mill",), logic=logic))
    assert active(look(one, "the mill")) == ["e"]


@pytest.mark.parametrize(("key", "text", "found"), [
    ("/drown(ed|ing)/i", "He DROWNED", True),
    ("/drown(ed|ing)/", "He DROWNED", False),
    ("/第\\d+层/", "第１２层", False),
    ("/(?i)rose/", "a rose", False),
    ("/(?i)rose/", "key /(?i)rose/ here", True),
    ("/^dusk/", "dusk falls", True),
    ("/^\\s*$/", "words", False),
])  # fmt: skip
def test_patterns_are_read_as_ecmascript(key: str, text: str, found: bool) -> None:
    assert bool(look(book(entry("e", key)), text).activated) is found


def test_a_pattern_and_a_key_stay_within_one_message() -> None:
    one = book(entry("p", "/bell[^]*tower/"), entry("k", "salt road"))
    assert look(one, "bell, then salt", "road and tower").activated == ()


@pytest.mark.parametrize(("fields", "found"), [
    ({}, ["one", "four"]), ({"scan_depth": 1}, ["one"]), ({"scan_depth": 0}, []), ({"scan_depth": 9}, ["one", "four", "five"]),
])  # fmt: skip
def test_depth_counts_messages_from_the_newest(fields: dict[str, Any], found: list[str]) -> None:
    texts = ["five", "four", "three", "two", "one"]
    one = book(*(entry(name, name, **fields) for name in ("one", "four", "five")))
    assert active(look(one, *texts)) == sorted(found, key=["five", "four", "one"].index)


@pytest.mark.parametrize(("included", "found"), [(True, ("b.e",)), (False, ())])
def test_names_are_scanned_only_when_the_book_includes_them(included: bool, found: tuple[str, ...]) -> None:
    message = LoreMessage("good day", name="Tam", player=False)
    one = book(entry("e", "Tam"), include_names=included)
    result = evaluate([one], [message], LoreTimers(), LoreScene(), LoreSettings(), fixed(0), len)
    assert result.activated == found
