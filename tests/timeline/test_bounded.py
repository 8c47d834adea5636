from __future__ import annotations

from rpg.timeline.bounded import Bounded


def test_what_was_used_longest_ago_is_forgotten() -> None:
    cache: Bounded[str, int] = Bounded(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]
    assert len(cache) == 2


def test_single_entries_and_all_can_be_dropped() -> None:
    cache: Bounded[str, int] = Bounded(3)
    for key in "abc":
        cache.put(key, 1)
    cache.drop("a")
    cache.drop("unknown")
    assert len(cache) == 2
    cache.clear()
    assert len(cache) == 0
