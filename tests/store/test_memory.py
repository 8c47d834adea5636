"""The long-term memory: found by its words in any script, withdrawn and brought back, safe beside others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.store.memory import MemoryStore, MemoryStoreError, StorySummary
from rpg.store.memory_words import telling_words, words


def store(folder: Path, *texts: str) -> MemoryStore:
    made = MemoryStore(folder / "deep" / "memory.sqlite3")
    for number, text in enumerate(texts):
        made.add(text, now=number)
    return made


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hello World", ("hello", "world")),
        ("灯塔守望者", ("灯塔", "塔守", "守望", "望者")),
        ("雨", ("雨",)),
        ("Café 咖啡 2nd_floor", ("café", "咖啡", "2nd", "floor")),
        ("ＡＢＣ", ("abc",)),
        ("ひらがな", ("ひら", "らが", "がな")),
        ("…!? —", ()),
    ],
)
def test_words_of_a_text(text: str, found: tuple[str, ...]) -> None:
    assert tuple(words(text)) == found


def test_words_that_say_nothing_are_not_looked_for() -> None:
    assert telling_words("What do you know of the lamp, the LAMP?") == ("know", "lamp")
    assert telling_words("我们现在去灯塔") == ("们现", "在去", "去灯", "灯塔")


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("is the water deep?", "Fears deep water."),
        ("a story of a lighthouse", "喜欢 lighthouse stories"),
        ("讲个灯塔的故事", "玩家喜欢灯塔"),
        ("horror", "Prefers slow-burn horror."),
        ("fearing", "Fears deep water."),
        ("nothing of the kind", None),
        ("", None),
        ('") OR 1=1 --', None),
    ],
)
def test_what_is_found(tmp_path: Path, query: str, first: str | None) -> None:
    made = store(
        tmp_path, "Fears deep water.", "玩家喜欢灯塔", "Prefers slow-burn horror.", "喜欢 lighthouse stories"
    )
    found = made.search(query, 4)
    assert (found[0].memory.text if found else None) == first


def test_a_search_tells_the_words_and_no_more_than_asked(tmp_path: Path) -> None:
    made = store(tmp_path, *(f"lamp number {n}" for n in range(9)))
    found = made.search("the lamp", 3)
    assert len(found) == 3
    assert found[0].words == ("lamp",)
    assert made.search("lamp", 0) == ()


def test_withdrawn_memories_are_not_found_and_come_back(tmp_path: Path) -> None:
    made = store(tmp_path, "Fears water.", "Fears fire.")
    made.withdraw([1])
    assert [one.memory.id for one in made.search("fears", 9)] == [2]
    assert [one.id for one in made.memories()] == [2]
    assert [one.id for one in made.memories(withdrawn=True)] == [1, 2]
    made.withdraw([1], False)
    assert {one.memory.id for one in made.search("fears", 9)} == {1, 2}


def test_pins_and_removal(tmp_path: Path) -> None:
    made = store(tmp_path, "a fact", "another fact")
    assert made.pin(2)
    assert [one.id for one in made.pinned()] == [2]
    assert made.pin(2, False)
    assert made.pinned() == ()
    assert made.remove(1)
    assert [one.memory.id for one in made.search("fact", 9)] == [2]
    assert not made.remove(1)
    assert not made.pin(1)


def test_memories_know_their_story(tmp_path: Path) -> None:
    made = store(tmp_path)
    made.add("x", world="Harbour", save="s", node=7, chain="c", now=5)
    (memory,) = made.of_save("s")
    assert (memory.world, memory.node, memory.chain, memory.made) == ("Harbour", 7, "c", 5)
    assert made.of_save("other") == ()


def test_stories_latest_first_without_the_own(tmp_path: Path) -> None:
    made = store(tmp_path)
    for number, name in enumerate(("one", "two", "own")):
        made.keep_story(StorySummary(name, name, "W", f"text {number}", number))
    made.keep_story(StorySummary("one", "one", "W", "newer", 9))
    assert [(story.save, story.text) for story in made.stories(but="own")] == [
        ("one", "newer"),
        ("two", "text 1"),
    ]
    assert made.forget_story("one")
    assert not made.forget_story("one")


def test_nothing_is_written_before_something_is_remembered(tmp_path: Path) -> None:
    made = store(tmp_path)
    assert made.search("lamp", 3) == ()
    assert made.memories() == ()
    assert made.stories() == ()
    assert made.followed("s") is None
    assert list(tmp_path.iterdir()) == []


def test_where_a_story_was_followed_to(tmp_path: Path) -> None:
    made = store(tmp_path)
    made.follow("s", 4)
    made.follow("s", 9)
    assert made.followed("s") == 9


def test_a_file_that_is_no_memory_is_one_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite3"
    file.write_bytes(b"not a database at all, but long enough to be read as one" * 40)
    with pytest.raises(MemoryStoreError, match="not a database"):
        MemoryStore(file).search("lamp", 1)


def test_several_threads_may_remember_at_once(tmp_path: Path) -> None:
    made = store(tmp_path, "first")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: made.add(f"fact {n}", now=n), range(12)))
    assert len(made.memories()) == 13


@settings(max_examples=30)
@given(st.text(max_size=80))
def test_any_text_is_found_by_itself_unless_it_says_nothing(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    made = MemoryStore(tmp_path_factory.mktemp("m") / "m.sqlite3")
    made.add(text.encode("utf-8", "replace").decode(), now=0)
    found = made.search(text, 1)
    assert bool(found) == bool(telling_words(text))
