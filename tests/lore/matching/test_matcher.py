"""The multi-pattern pass finds exactly what looking for each key by itself finds, and looks once."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rpg.lore.matching.matcher import KeyUse, Matcher, holds
from rpg.lore.matching.pattern import RegexGuard
from rpg.lore.matching.remembered import Remembered
from rpg.lore.matching.script import NATIVE, TAVERN, Script

ALPHABET = "aAbBßſıİΣσςéE\u0301 　Ａａｶﾞガカ龙龍剑1１_-'\n\x01😀"
TEXTS = st.text(ALPHABET, max_size=24)
KEYS = st.lists(
    st.tuples(st.text(ALPHABET, min_size=1, max_size=4), st.booleans(), st.booleans()), max_size=8
)


def _use(script: Script, key: tuple[str, bool, bool], at: int) -> KeyUse:
    text, sensitive, words = key
    return KeyUse(at, 0, script.keep(text) if sensitive else script.fold(text), sensitive, words)


@settings(max_examples=150, deadline=None)
@given(TEXTS, KEYS, st.sampled_from([NATIVE, TAVERN]))
@example("straße", [("strasse", False, True), ("SS", False, False)], NATIVE)
@example("İstanbul", [("i", False, True), ("istanbul", False, True)], NATIVE)
@example("aaaa", [("aa", False, False), ("aaa", False, True), ("aaaa", False, True)], TAVERN)
def test_one_pass_finds_what_a_search_for_each_key_finds(
    text: str, keys: list[tuple[str, bool, bool]], script: Script
) -> None:
    uses = [_use(script, key, at) for at, key in enumerate(keys)]
    found = set(Matcher.build(script, uses).hits(text, RegexGuard()))
    prepared = {True: script.keep(text), False: script.fold(text)}
    expected = {
        at for at, use in enumerate(uses) if use.needle and holds(script, prepared[use.sensitive], use)
    }
    assert found == expected


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_folding_is_idempotent(text: str) -> None:
    assert NATIVE.fold(NATIVE.fold(text)) == NATIVE.fold(text)


def test_a_text_is_scanned_once() -> None:
    matcher = Matcher.build(NATIVE, [_use(NATIVE, ("bell", False, True), 0)])
    for _ in range(3):
        assert matcher.hits("a bell", RegexGuard()) == (0,)
    matcher.hits("another", RegexGuard())
    assert matcher.scans == 2


def test_a_very_long_key_is_found_too() -> None:
    key = "x" * 600
    matcher = Matcher.build(
        TAVERN, [_use(TAVERN, (key, False, True), 0), _use(TAVERN, ("y", False, True), 1)]
    )
    assert matcher.hits(f"a {key} b", RegexGuard()) == (0,)
    assert matcher.hits(f"a{key} y", RegexGuard()) == (1,)


def test_half_a_surrogate_pair_neither_breaks_nor_matches() -> None:
    for script in (NATIVE, TAVERN):
        matcher = Matcher.build(script, [_use(script, ("\ud83d", False, False), 0)])
        assert matcher.hits("😀", RegexGuard()) == ()
        matcher.hits("\ude00 text", RegexGuard())


def test_what_is_remembered_stays_within_its_bounds() -> None:
    memory: Remembered[str, int] = Remembered(most_entries=3, most_characters=100)
    for at in range(10):
        memory.put(str(at), at, 10)
    assert len(memory) == 3
    assert (memory.get("9"), memory.get("0")) == (9, None)
    memory.put("big", 1, 90)
    assert memory.get("big") is None
