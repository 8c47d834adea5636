"""What is remembered belongs to the very object it was built for."""

from __future__ import annotations

from rpg.lore.memory import REMEMBERED_VALUES, LoreMemory


def test_a_value_is_built_once_per_object_and_key() -> None:
    memory, first, twin = LoreMemory(), [1], [1]
    assert memory.recall((first,), "k", lambda: "a") == "a"
    assert memory.recall((first,), "k", lambda: "b") == "a"
    assert memory.recall((twin,), "k", lambda: "c") == "c"
    assert memory.recall((first,), "other", lambda: "d") == "d"
    assert memory.builds == 3


def test_what_is_in_use_outlives_what_is_not() -> None:
    memory, kept = LoreMemory(), [0]
    memory.recall((kept,), "k", lambda: "kept")
    for _ in range(2 * REMEMBERED_VALUES):
        memory.recall(([1],), "k", lambda: "passing")
        assert memory.recall((kept,), "k", lambda: "lost") == "kept"
