"""Delay, sticky, cooldown and their combinations, in the player's turns."""

from __future__ import annotations

from typing import Any

import pytest

from rpg.lore.evaluate import LoreSettings, LoreTimers, evaluate
from rpg.lore.rolls import fixed
from rpg.lore.scene import LoreMessage, LoreScene
from tests.lore.stories import active, book, entry, look, play

B, Q = "bell", "quiet"

# The entry's fields, what the player says each turn, and the turns in which the entry is there.
TIMING: list[tuple[dict[str, Any], str, str]] = [
    ({}, "bbqb", "xx.x"),
    ({"delay": 1}, "bqqq", ".x.."),
    ({"delay": 2}, "bqqqq", "..x.."),
    ({"delay": 2}, "bbqqq", "..x.."),
    ({"delay": 2}, "bbbbbbb", "..x..x."),
    ({"sticky": 1}, "bqqq", "xx.."),
    ({"sticky": 2}, "bqqq", "xxx."),
    ({"sticky": 2}, "bbqqq", "xxx.."),
    ({"sticky": 2}, "bbbbb", "xxxxx"),
    ({"cooldown": 1}, "bbbb", "x.x."),
    ({"cooldown": 2}, "bbbbbbb", "x..x..x"),
    ({"cooldown": 3}, "bqqqb", "x...x"),
    ({"sticky": 1, "cooldown": 1}, "bbbbbb", "xx.xx."),
    ({"sticky": 2, "cooldown": 3}, "bbbbbbbbb", "xxx...xxx"),
    ({"delay": 1, "sticky": 1}, "bqqq", ".xx."),
    ({"delay": 1, "cooldown": 2}, "bbbbbbb", ".x...x."),
    ({"delay": 2, "sticky": 1, "cooldown": 1}, "bbbbbbbbb", "..xx...xx"),
    ({"delay": 1, "sticky": 2, "cooldown": 2}, "bqqqqqqbq", ".xxx....x"),
    ({"constant": True}, "qqq", "xxx"),
    ({"constant": True, "delay": 2}, "qqqqq", "..xxx"),
    ({"constant": True, "cooldown": 1}, "qqqq", "x.x."),
    ({"constant": True, "sticky": 1, "cooldown": 2}, "qqqqqq", "xx..xx"),
    ({"min_messages": 3}, "bbbb", "..xx"),
]


@pytest.mark.parametrize(("fields", "said", "there"), TIMING)
def test_an_entry_is_there_in_these_turns(fields: dict[str, Any], said: str, there: str) -> None:
    one = book(entry("e", "bell", **fields), scan_depth=1)
    turns = play(one, [B if word == "b" else Q for word in said])
    assert "".join("x" if turn else "." for turn in turns) == there


def _after(one: Any, *texts: str) -> LoreTimers:
    timers = LoreTimers()
    for count in range(1, len(texts) + 1):
        timers = look(one, *texts[:count], timers=timers).timers
    return timers


def test_a_retry_from_the_same_timers_gives_the_same_and_does_not_count_twice() -> None:
    one = book(entry("e", "bell", sticky=2, cooldown=2), scan_depth=1)
    before = _after(one, B)
    first = look(one, B, Q, timers=before)
    again = look(one, B, Q, timers=before)
    assert (first.activated, first.timers) == (again.activated, again.timers)
    assert active(look(one, B, Q, Q, timers=again.timers)) == ["e"]


@pytest.mark.parametrize(
    "fields", [{"delay": 1}, {"sticky": 1}, {"cooldown": 1}, {"delay": 1, "sticky": 1, "cooldown": 1}]
)
@pytest.mark.parametrize("said", ["b", "bq", "bb", "bqq", "bbb"])
def test_a_turn_played_again_over_its_own_timers_gives_the_same(fields: dict[str, int], said: str) -> None:
    one = book(entry("e", "bell", **fields), scan_depth=1)
    texts = [B if word == "b" else Q for word in said]
    before = _after(one, *texts[:-1])
    first = look(one, *texts, timers=before)
    assert look(one, *texts, timers=first.timers).activated == first.activated


def test_another_branch_does_not_see_the_timers_of_this_one() -> None:
    one = book(entry("e", "bell", cooldown=3), scan_depth=1)
    start = _after(one, Q)
    left = look(one, Q, B, timers=start)
    right = look(one, Q, Q, timers=start)
    assert look(one, Q, B, B, timers=left.timers).activated == ()
    assert active(look(one, Q, Q, B, timers=right.timers)) == ["e"]


def test_an_edited_duration_acts_at_once() -> None:
    long = book(entry("e", "bell", sticky=5), scan_depth=1)
    short = book(entry("e", "bell", sticky=1), scan_depth=1)
    timers = _after(long, B, Q)
    assert active(look(long, B, Q, Q, timers=timers)) == ["e"]
    assert look(short, B, Q, Q, timers=timers).activated == ()


def test_time_passes_while_the_book_is_off_and_its_timers_are_kept() -> None:
    on = book(entry("e", "bell", sticky=3), scan_depth=1)
    off = book(entry("e", "bell", sticky=3), scan_depth=1, enabled=False)
    timers = look(off, B, Q, timers=_after(on, B)).timers
    assert active(look(on, B, Q, Q, timers=timers)) == ["e"]
    assert look(on, B, Q, Q, Q, Q, timers=timers).activated == ()


def test_turns_are_the_players_messages_not_all_messages() -> None:
    one = book(entry("e", "bell", sticky=1), scan_depth=1)
    chat: list[LoreMessage] = []
    timers, there = LoreTimers(), ""
    for text in (B, Q, Q):
        chat.append(LoreMessage(text))
        result = evaluate([one], chat, timers, LoreScene(), LoreSettings(), fixed(0), len)
        timers, there = result.timers, there + ("x" if result.activated else ".")
        chat += [LoreMessage("The tide turns.", player=False)] * 2
    assert there == "xx."


def test_the_turn_can_be_told_when_only_the_last_messages_are_passed() -> None:
    one = book(entry("e", "bell", sticky=1), scan_depth=1)
    timers = look(one, B, scene=LoreScene(turn=7)).timers
    assert active(look(one, Q, timers=timers, scene=LoreScene(turn=8))) == ["e"]
    assert look(one, Q, timers=timers, scene=LoreScene(turn=9)).activated == ()


@pytest.mark.parametrize(("said", "reason", "detail"), [
    ("b", "pending", "2"), ("bq", "pending", "1"), ("bqq", "due", ""), ("bqqq", "sticky", "0"), ("bqqqq", "cooldown", "1"),
])  # fmt: skip
def test_the_explanation_names_the_phase_and_the_turns_left(said: str, reason: str, detail: str) -> None:
    one = book(entry("e", "bell", delay=2, sticky=1, cooldown=2), scan_depth=1)
    texts = [B if word == "b" else Q for word in said]
    verdict = look(one, *texts, timers=_after(one, *texts[:-1])).why["b.e"]
    assert (verdict.reason, verdict.detail) == (reason, detail)


def test_an_entry_without_durations_leaves_no_timer() -> None:
    assert _after(book(entry("e", "bell"), entry("c", constant=True)), B).to_json()["rounds"] == {}
