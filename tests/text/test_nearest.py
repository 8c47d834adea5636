from __future__ import annotations

import pytest

from rpg.text.nearest import nearest, ranked

KEYS = ("to", "label", "minutes", "two_way", "hidden", "locked", "summary", "灯塔")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("sumary", "summary"),
        ("Summary", "summary"),
        ("ot", "to"),
        ("lable", "label"),
        ("twoway", "two_way"),
        ("灯塔台", "灯塔"),
        ("xyzzy", ""),
        ("tilde", ""),
        ("x", ""),
        ("", ""),
    ],
)
def test_only_a_likely_slip_is_suggested(text: str, near: str) -> None:
    assert nearest(text, KEYS) == near


def test_nothing_is_near_to_nothing() -> None:
    assert nearest("x", ()) == ""
    assert ranked("x", {}) == ()


def test_ranked_gives_each_id_once_best_first() -> None:
    words = {"oldtown": "old", "oldquarter": "old", "quay": "quay", "newtown": "new"}

    assert ranked("old town", words)[:1] == ("old",)
    assert len(ranked("old town", words)) == len(set(ranked("old town", words)))


PLACES = {
    "lamp market": "market",
    "the drowned bell": "inn",
    "巷口": "lane",
    "馄饨摊": "stall",
    "茶馆": "tea",
}


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("markt", ("market",)),
        ("drowned", ("inn",)),
        ("茶房", ("tea",)),
        ("Mars", ()),
        ("火星", ()),
        ("Narnia", ()),
        ("Napoleon", ()),
    ],
)
def test_ranked_leaves_out_what_is_not_near(text: str, near: tuple[str, ...]) -> None:
    assert ranked(text, PLACES) == near
