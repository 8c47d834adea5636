"""Chinese prose as claims: who does what in a clause, and whether it is told as done."""

from __future__ import annotations

import pytest

from rpg.session.prose.chinese import chinese_claims
from rpg.session.prose.chinese_clauses import plain_chinese
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.names import Marked

IDS = ("寺", "阿秀", "茶馆", PLAYER)


def claims(text: str) -> list[tuple[str, str, str | None]]:
    """The claims of a text with ⟦0⟧ for the temple, ⟨1⟩ for 阿秀 and ⟦2⟧ for where the scene is."""
    found = chinese_claims(Marked(plain_chinese(text), IDS, ("寺", "阿秀", "茶馆", "沈游")), "茶馆")
    return [(one.does, one.who, one.place) for one in found]


AT, CAME, WENT = ("at", PLAYER, "寺"), ("came", "阿秀", None), ("went", "阿秀", None)


@pytest.mark.parametrize(
    "text",
    [
        "你走到⟦0⟧。",
        "你跟着⟨1⟩穿过小巷，来到⟦0⟧。",
        "⟨1⟩拉住你的袖子，带你进了⟦0⟧。",
        "他们把你推进⟦0⟧，关上了门。",
        "没走多远，⟦0⟧便到了。",
        "等你赶到⟦0⟧时，天已经亮了。",
        "你跑出门去。⟦0⟧里空无一人。",
        "你醒来。你已经躺在⟦0⟧里了。",
        "**⟦0⟧·黄昏**\n风停了。",
    ],
)
def test_the_player_is_put_in_a_place(text: str) -> None:
    assert AT in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "你想去⟦0⟧。",
        "你没有走到⟦0⟧。",
        "如果你走到⟦0⟧，就能看见江。",
        "“你走到⟦0⟧便知。”⟨1⟩说。",
        "你望向⟦0⟧。",
        "你想起那年来到⟦0⟧的情形。",
        "你梦见自己站在⟦0⟧里。",
        "一个男孩跑进⟦0⟧。",
        "1. 走到⟦0⟧\n2. 留下",
        "据说你来到⟦0⟧。",
    ],
)
def test_the_player_is_not_put_in_a_place(text: str) -> None:
    assert not [claim for claim in claims(text) if claim[0] == "at"]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("⟨1⟩推门而入。", CAME),
        ("进来的是⟨1⟩，浑身湿透。", CAME),
        ("⟨1⟩转身离去。", WENT),
        ("⟨1⟩起身。她走出门去，消失在雨里。", WENT),
        ("差役架起⟨1⟩，拖着他出了门。", WENT),
        ("⟨1⟩离开了⟦2⟧。", WENT),
        ("门外早没了⟨1⟩的身影。", WENT),
        ("⟨1⟩出去打酒，过了一会儿提着壶回来了。", CAME),
    ],
)
def test_somebody_comes_and_goes(text: str, last: tuple[str, str, str | None]) -> None:
    assert claims(text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "⟨1⟩打算离开。",
        "⟨1⟩没有走出门去。",
        "一个陌生人走了进来。",
        "屏幕上，⟨1⟩走了进来。",
        "说书先生说⟨1⟩推门而入。",
        "十年前⟨1⟩走了进来。",
        "你目送马车走远。",
    ],
)
def test_nobody_comes_or_goes(text: str) -> None:
    assert not {"came", "went"} & {does for does, _, _ in claims(text)}


def test_what_was_only_said_is_taken_back() -> None:
    assert claims("你走进⟦0⟧，⟨1⟩走了过来。至少你是这么说的。") == []
