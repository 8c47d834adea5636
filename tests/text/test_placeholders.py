"""Placeholders of a usage are in the player's language; what is typed as it stands stays."""

from __future__ import annotations

import pytest

from rpg.text.placeholders import argument, slashed, written


@pytest.mark.parametrize(
    ("usage", "chinese"),
    [
        ("log SAVE --tree", "log 存档 --tree"),
        ("insert NODE player|story TEXT", "insert 节点 player|story 文字"),
        ('set KIND [ID|"NAME"] [VALUE]', 'set 种类 [编号|"名称"] [值]'),
        ("BOOK[.ENTRY]", "世界书[.条目]"),
        ("--json JSON", "--json JSON"),
        ("", ""),
    ],
)
def test_only_placeholders_are_translated(usage: str, chinese: str) -> None:
    assert written("zh", usage) == chinese
    assert written("en", usage) == usage


def test_an_argument_without_a_placeholder_is_named_too() -> None:
    assert argument("zh", "how") == "处理方式"
    assert argument("zh", "--save") == "--save"
    assert written("zh", "how") == "how"


@pytest.mark.parametrize(
    ("told", "plain"),
    [
        ("There is no node 2. `rpg log SAVE --tree` lists them.", "There is no node 2. `/tree` lists them."),
        ("用 `rpg delete 存档 节点` 删除。", "用 `/delete 节点` 删除。"),
        ("`rpg memory list` shows them.", "`/memory list` shows them."),
        ("`rpg lore why SAVE` lists them.", "`/lore why` lists them."),
        ("rpg", "rpg"),
    ],
)
def test_commands_are_told_as_plain_mode_takes_them(told: str, plain: str) -> None:
    assert slashed(told) == plain
