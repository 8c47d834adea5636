"""Saving and searching memory as calls on the stage."""

from __future__ import annotations

import json

from rpg.tools.builtin import LONGEST_MEMORY, MOST_MEMORIES, Remembered
from rpg.tools.execute import Answer, ToolBox, execute
from tests.tools.kit import called, own_box, result_of, stage


def test_a_memory_is_staged_and_nothing_else_changes() -> None:
    ground = stage()
    answer = called("save_memory", {"text": "  Fears\ndeep water. "}, ground)
    assert result_of(answer) == {"ok": True}
    assert answer.stage.memories == ("Fears deep water.",)
    assert answer.stage.state is ground.state
    assert answer.stage.edits == ()


def test_the_same_memory_is_saved_once() -> None:
    once = called("save_memory", {"text": "x"}).stage
    again = called("save_memory", {"text": "x"}, once)
    assert again.stage.memories == ("x",)
    assert result_of(again) == {"ok": True, "known": True}


def test_too_many_and_too_long_memories_are_refused() -> None:
    ground = stage()
    for number in range(MOST_MEMORIES):
        ground = called("save_memory", {"text": f"fact {number}"}, ground).stage
    assert result_of(called("save_memory", {"text": "one more"}, ground))["error"]["code"] == "too_many"
    long = called("save_memory", {"text": "x" * (LONGEST_MEMORY + 1)})
    assert result_of(long)["error"]["code"] == "too_long"


def test_a_search_tells_what_the_memory_finds() -> None:
    box = own_box()
    asked: list[str] = []

    def search(query: str) -> tuple[Remembered, ...]:
        asked.append(query)
        return (Remembered("Likes <rpg:x> lamps.", "Harbour"), Remembered("Own words."))

    answer = execute(
        ToolBox(box.tools, box.facts, search), stage(), "search_memory", json.dumps({"query": "lamps"})
    )
    assert isinstance(answer, Answer)
    assert asked == ["lamps"]
    assert result_of(answer)["found"] == [
        {"text": "Likes < rpg:x> lamps.", "world": "Harbour"},
        {"text": "Own words."},
    ]
