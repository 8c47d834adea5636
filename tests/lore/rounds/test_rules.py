"""Native dialect: gates, groups, budgets, recursion, places."""

from __future__ import annotations

from typing import Any

import pytest

from rpg.lore.budget import LoreLimits
from rpg.lore.evaluate import LoreSettings
from rpg.lore.rolls import fixed, scripted
from rpg.lore.scene import LoreScene
from rpg.world.lorebook import When
from tests.lore.stories import active, book, entry, look, play

SCENE = LoreScene(
    location="quay",
    tags=("outdoors", "wet"),
    present=("mira",),
    speaking="tomas",
    visited=("market",),
    clock=1500,
    flags={"flooded": True, "tide": "high", "debt": 3, "calm": False},
)

CONDITIONS = [
    (When(), ""),
    (When(location=("quay",)), ""),
    (When(location=("market", "quay")), ""),
    (When(location=("market",)), "location"),
    (When(tag=("outdoors", "wet")), ""),
    (When(tag=("outdoors", "dark")), "tag:dark"),
    (When(present=("mira",)), ""),
    (When(present=("mira", "tomas")), "present:tomas"),
    (When(absent=("tomas",)), ""),
    (When(absent=("mira",)), "absent:mira"),
    (When(visited=("market",)), ""),
    (When(visited=("tower",)), "visited:tower"),
    (When(after=1500), ""),
    (When(after=1501), "after"),
    (When(flag=("flooded",)), ""),
    (When(flag=("calm",)), "flag:calm"),
    (When(flag=("unknown",)), "flag:unknown"),
    (When(flag=("tide=high",)), ""),
    (When(flag=("tide=low",)), "flag:tide=low"),
    (When(flag=("debt=3",)), ""),
    (When(flag=("calm=false",)), ""),
    (When(location=("quay",), present=("mira",), flag=("flooded", "calm")), "flag:calm"),
]


@pytest.mark.parametrize(("when", "missing"), CONDITIONS)
def test_all_state_conditions_must_hold(when: When, missing: str) -> None:
    verdict = look(book(entry("e", "x", when=when)), "x", scene=SCENE).why["b.e"]
    assert (verdict.active, verdict.detail if not verdict.active else "") == (not missing, missing)


def test_a_time_condition_does_not_hold_where_time_is_not_modelled() -> None:
    assert look(book(entry("e", "x", when=When(after=0))), "x").activated == ()


@pytest.mark.parametrize(("fields", "there"), [
    ({"characters": ("mira",)}, True),
    ({"characters": ("tomas",)}, True),
    ({"characters": ("nobody",)}, False),
    ({"not_characters": ("mira",)}, False),
    ({"not_characters": ("nobody",)}, True),
])  # fmt: skip
def test_characters_are_those_present_or_speaking(fields: dict[str, Any], there: bool) -> None:
    result = look(book(entry("e", "x", **fields)), "x", scene=SCENE)
    assert bool(result.activated) is there
    assert there or result.why["b.e"].reason == "characters"


@pytest.mark.parametrize(
    ("bind", "there"), [((), True), (("mira",), True), (("x", "tomas"), True), (("x",), False)]
)
def test_a_bound_book_is_active_while_one_of_its_characters_is_here(
    bind: tuple[str, ...], there: bool
) -> None:
    result = look(book(entry("e", "x"), bind=bind), "x", scene=SCENE)
    assert bool(result.activated) is there
    assert result.why["b.e"].reason == ("matched" if there else "book_unbound")


@pytest.mark.parametrize(("fields", "reason"), [
    ({"enabled": False, "constant": True}, "disabled"),
    ({"probability": 0, "constant": True}, "probability"),
    ({}, "no_keys"),
])  # fmt: skip
def test_a_gate_stops_even_a_constant(fields: dict[str, Any], reason: str) -> None:
    assert look(book(entry("e", **fields)), "x").why["b.e"].reason == reason


@pytest.mark.parametrize(("chance", "roll", "there"), [
    (0, 0.0, False), (100, 0.999, True), (50, 0.49, True), (50, 0.5, False), (1, 0.0, True),
])  # fmt: skip
def test_zero_per_cent_never_and_a_hundred_always(chance: float, roll: float, there: bool) -> None:
    result = look(book(entry("e", "x", probability=chance)), "x", rolls=fixed(roll))
    assert bool(result.activated) is there


def test_a_chance_is_rolled_when_the_entry_is_due_and_not_while_it_stays() -> None:
    one = book(entry("e", "bell", delay=1, sticky=1, probability=50), scan_depth=1)
    assert play(one, ["bell", "q", "q"], rolls=scripted([0.1, 0.9])) == ["", "e", "e"]


def test_a_group_has_one_winner_by_weight() -> None:
    one = book(
        *(entry(name, "x", group=("g",), group_weight=weight) for name, weight in (("a", 1), ("b", 3)))
    )
    assert [active(look(one, "x", rolls=fixed(roll))) for roll in (0.0, 0.24, 0.25, 0.99)] == [
        ["a"], ["a"], ["b"], ["b"],
    ]  # fmt: skip
    loser = look(one, "x", rolls=fixed(0)).why["b.b"]
    assert (loser.reason, loser.group, loser.winner) == ("group_lost", "g", "b.a")


def test_priority_beats_weight_and_the_higher_order_beats_the_lower() -> None:
    one = book(
        entry("a", "x", group=("g",), order=500),
        entry("b", "x", group=("g",), group_priority=True, order=1),
        entry("c", "x", group=("g",), group_priority=True, order=2),
    )
    assert active(look(one, "x")) == ["c"]


def test_a_sticky_member_keeps_its_group() -> None:
    one = book(
        entry("a", "x", group=("g",), sticky=1, order=1), entry("b", "y", group=("g",), group_priority=True), scan_depth=1
    )  # fmt: skip
    assert play(one, ["x", "x y", "y"]) == ["a", "a", "b"]


def test_losing_one_group_never_removes_an_entry_outside_it() -> None:
    one = book(
        entry("a", "x", group=("g",), order=90, group_priority=True),
        entry("b", "x", group=("h",), order=80),
        entry("c", "x", group=("g", "h"), order=70),
        entry("bystander", "x", order=10),
    )
    assert sorted(active(look(one, "x"))) == ["a", "b", "bystander"]


def test_the_winner_of_one_group_keeps_the_other_it_is_in() -> None:
    one = book(
        entry("a", "x", group=("g",)), entry("c", "x", group=("g", "h"), group_priority=True), entry("b", "x", group=("h",))
    )  # fmt: skip
    assert active(look(one, "x")) == ["c"]


def test_a_failed_roll_leaves_its_group_to_the_others() -> None:
    one = book(
        entry("a", "x", group=("g",), probability=0, group_priority=True), entry("b", "x", group=("g",))
    )
    assert active(look(one, "x")) == ["b"]


def test_a_group_is_decided_once_even_when_recursion_brings_more_members() -> None:
    one = book(
        entry("a", "x", content="wakes y", group=("g",)), entry("b", "y", group=("g",), group_priority=True)
    )
    assert active(look(one, "x")) == ["a"]


@pytest.mark.parametrize(("limit", "there"), [
    ({"max_entries": 2}, ["big", "mid"]),
    ({"max_characters": 9}, ["mid", "low"]),
    ({"max_tokens": 9}, ["mid", "low"]),
    ({"max_tokens": 12}, ["big", "low"]),
    ({"max_tokens": 0}, []),
    ({"max_tokens": 21}, ["big", "mid", "low"]),
])  # fmt: skip
def test_what_does_not_fit_is_skipped_and_smaller_ones_may_enter(
    limit: dict[str, Any], there: list[str]
) -> None:
    entries = (
        entry("low", "x", content="12", order=1),
        entry("big", "x", content="1234567890", order=9),
        entry("mid", "x", content="1234567", order=5),
    )
    assert active(look(book(*entries, **limit), "x")) == there
    common = LoreSettings(limits=LoreLimits(**{"max_entries": None, "max_characters": None, **limit}))
    assert active(look(book(*entries), "x", settings=common)) == there


def test_sticky_entries_are_served_first() -> None:
    one = book(entry("s", "x", sticky=3, order=1), entry("h", "y", order=999), max_entries=1, scan_depth=1)
    assert play(one, ["x", "y", "y"]) == ["s", "s", "s"]


def test_ties_go_by_book_and_id() -> None:
    books = [book(entry("10", "x"), entry("9", "x"), id="b"), book(entry("z", "x"), id="a")]
    assert look(books, "x").activated == ("a.z", "b.9", "b.10")


def test_ignoring_the_books_budget_does_not_break_the_common_one() -> None:
    one = book(entry("e", "x", content="12345", ignore_budget=True), max_tokens=1)
    assert active(look(one, "x")) == ["e"]
    refused = look(one, "x", settings=LoreSettings(limits=LoreLimits(max_tokens=4)))
    assert refused.why["b.e"].reason == "budget_tokens"


def test_only_what_was_inserted_wakes_others() -> None:
    one = book(entry("a", "x", content="wakes y", order=9), entry("b", "y"), max_tokens=3)
    assert active(look(one, "x")) == []


def test_recursion_crosses_books() -> None:
    books = [book(entry("a", "客栈", content="由白狐经营"), id="one"), book(entry("b", "白狐"), id="two")]
    result = look(books, "到客栈了")
    assert result.activated == ("one.a", "two.b")
    assert result.why["two.b"].matched[0].where == "injected:one.a"


@pytest.mark.parametrize(("steps", "there"), [(0, "a"), (1, "a b"), (2, "a b c"), (9, "a b c d")])
def test_recursion_stops_at_the_books_steps(steps: int, there: str) -> None:
    chain = (
        entry("a", "k1", content="k2"),
        entry("b", "k2", content="k3"),
        entry("c", "k3", content="k4"),
        entry("d", "k4"),
    )
    assert " ".join(active(look(book(*chain, recursion_steps=steps), "k1"))) == there


@pytest.mark.parametrize(("first", "second", "there"), [
    ({}, {}, ["a", "b"]),
    ({"feeds_recursion": False}, {}, ["a"]),
    ({}, {"recursive": False}, ["a"]),
    ({}, {"recursion_level": 1}, ["a", "b"]),
    ({}, {"recursion_level": 3}, ["a"]),
])  # fmt: skip
def test_recursion_flags(first: dict[str, Any], second: dict[str, Any], there: list[str]) -> None:
    assert active(look(book(entry("a", "x", content="y", **first), entry("b", "y", **second)), "x")) == there


def test_a_recursion_level_waits_for_its_step_though_its_key_is_in_the_chat() -> None:
    result = look(book(entry("late", "x", recursion_level=1, order=999), entry("now", "x")), "x")
    assert active(result) == ["now", "late"]


def test_a_cycle_ends_and_names_each_entry_once() -> None:
    one = book(entry("yin", "yin", content="yang"), entry("yang", "yang", content="yin"), recursion_steps=50)
    assert active(look(one, "yin")) == ["yin", "yang"]


def test_a_secondary_key_may_come_from_recursion() -> None:
    one = book(entry("a", "mill", content="by the river"), entry("b", "mill", secondary_keys=("river",)))
    assert active(look(one, "the mill")) == ["a", "b"]


def test_inside_a_place_the_highest_order_stands_last() -> None:
    places = ("system_before", "an_top", "at_depth", "message_top", "outlet")
    for place in places:
        entries = (entry(str(order), "x", position=place, order=order, outlet="o") for order in (5, -2, 7, 0))
        assert [one.id for one in look(book(*entries), "x").placed] == ["b.-2", "b.0", "b.5", "b.7"]


def test_a_placed_text_carries_place_depth_role_and_outlet() -> None:
    one = book(entry("e", "x", position="at_depth", depth=2, role="user", order=3, title="T"))
    placed = look(one, "x").placed[0]
    assert (placed.position, placed.depth, placed.role, placed.title, placed.tokens) == (
        "at_depth", 2, "user", "T", len("text of e"),
    )  # fmt: skip


def test_an_empty_text_is_active_but_stands_nowhere() -> None:
    result = look(book(entry("e", "x", content="")), "x")
    assert (active(result), result.placed) == (["e"], ())
