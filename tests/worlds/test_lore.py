"""The lorebooks of the large worlds use the engine, not only its words."""

from __future__ import annotations

import pytest

from rpg.world.load import load_world
from rpg.world.lorebook import LoreEntry
from tests.worlds.walks import FOLDER

LARGE = ("low-water", "forty-seven-minutes")
PLAIN = LoreEntry("plain")
MECHANISMS = (
    "group",
    "when",
    "sticky",
    "delay",
    "cooldown",
    "secondary_keys",
    "recursion_level",
    "feeds_recursion",
    "constant",
    "min_messages",
    "characters",
)


def does_more_than_wait_for_a_word(entry: LoreEntry) -> bool:
    return any(getattr(entry, name) != getattr(PLAIN, name) for name in MECHANISMS)


@pytest.mark.parametrize("name", LARGE)
def test_forty_entries_and_more_have_a_rule_beside_their_keys(name: str) -> None:
    books = load_world(FOLDER / name).world.lorebooks.values()
    entries = [entry for book in books for entry in book.entries.values()]

    assert sum(map(does_more_than_wait_for_a_word, entries)) >= 40


@pytest.mark.parametrize("name", LARGE)
def test_a_group_has_more_than_one_to_choose_from(name: str) -> None:
    for book in load_world(FOLDER / name).world.lorebooks.values():
        groups = [group for entry in book.entries.values() for group in entry.group]
        assert [group for group in set(groups) if groups.count(group) < 2] == []
