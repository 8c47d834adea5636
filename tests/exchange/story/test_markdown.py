from __future__ import annotations

import json
from pathlib import Path

import pytest

from rpg.exchange.story.markdown import MarkdownExport, part_text
from rpg.runtime.edits import AdvanceTime, Edit, MovePlayer
from rpg.store.save import Save
from rpg.store.transaction import Step, Transaction
from rpg.timeline.nodes import (
    CallPart,
    Content,
    NewNode,
    Part,
    ResultPart,
    RollPart,
    TextPart,
    WidgetPart,
    new_ref,
    text_content,
)
from tests.store.saves import new_save, small_world

MENU = json.dumps({"question": "Which?", "choices": ["This", "That"]})
CARD = json.dumps({"title": "Bag", "lines": ["Bag", "rope 1"]})


def add(save: Save, kind: str, *parts: Part, edits: tuple[Edit, ...] = ()) -> None:
    content = Content(kind, parts, edits)  # type: ignore[arg-type]
    save.commit(Transaction((NewNode(save.head, content),), Step("x", new_ref(0))))


def test_a_story_reads_as_a_book(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        add(save, "player", TextPart("Where am I?\n\nHello?"))
        dice = RollPart("1d6", (4,), 4, "player", "luck")
        add(save, "narration", TextPart("At the inn."), dice, edits=(AdvanceTime(10, "model"),))
        add(save, "travel", TextPart("to The Mill"), edits=(MovePlayer("mill", "player", minutes=5),))
        add(save, "narration", TextPart("Wheels turn."), WidgetPart("menu", MENU))
        text = "".join(MarkdownExport(save, save.head).pieces())

    assert text == (
        "# Small World\n\n"
        "## The Inn · Day 1 08:00\n\n"
        "It begins.\n\n"
        "> Where am I?\n>\n> Hello?\n\n"
        "At the inn.\n\n"
        "🎲 luck · 1d6 (4) = 4\n\n"
        "## The Inn · Day 1 08:10\n\n"
        "> to The Mill\n\n"
        "## The Mill · Day 1 08:15\n\n"
        "Wheels turn.\n\n"
        "Which?\n\n1. This\n2. That\n\n"
    )


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (TextPart("a\x1b[31mb\x07"), "ab"),
        (CallPart("i", "n", "{}"), ""),
        (ResultPart("i", "n", "{}"), ""),
        (RollPart("5", (), 5, "world"), "🎲 5 = 5"),
        (RollPart("1d6", (1,), 1, "world", "<b>\x1b[1m"), "🎲 &lt;b> · 1d6 (1) = 1"),
        (WidgetPart("card", CARD), "```text\nBag\nrope 1\n```"),
        (WidgetPart("card", '{"title": "T", "lines": ["```x"]}'), "**T**\n\n```text\n'''x\n```"),
        (WidgetPart("card", "{"), ""),
        (WidgetPart("card", "[1]"), ""),
        (WidgetPart("card", "[" * 5000), ""),
    ],
)
def test_parts_as_text_are_safe_to_show(part: Part, text: str) -> None:
    assert part_text(part) == text


def test_another_branch_is_another_book(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        add(save, "player", TextPart("one"))
        save.commit(Transaction((NewNode(1, text_content("player", "two")),), Step("x", new_ref(0))))
        first = "".join(MarkdownExport(save, 2).pieces())
        second = "".join(MarkdownExport(save, save.head).pieces())

    assert "> one" in first
    assert "> two" not in first
    assert "> two" in second


def test_a_save_without_a_story_is_its_title(tmp_path: Path) -> None:
    with Save.create(tmp_path / "a.rpg", small_world()) as save:
        assert "".join(MarkdownExport(save, None).pieces()) == "# Small World\n\n"
