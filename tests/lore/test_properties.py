"""What holds for every book, chat and dice."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.lore.budget import LoreLimits
from rpg.lore.evaluate import Evaluation, LoreSettings, LoreTimers, evaluate
from rpg.lore.memory import LoreMemory
from rpg.lore.rolls import seeded
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.lore.tavern.settings import TavernSettings
from rpg.world.lorebook import Lorebook, LoreEntry

WORDS = ("bell", "龙门", "red fox", "fog", "ＡＩ", "がらす")
KEYS = st.lists(st.sampled_from((*WORDS, "/b.ll/i", "")), max_size=3).map(tuple)
NUMBERS = st.integers(0, 2)
ENTRY = st.fixed_dictionaries(
    {"keys": KEYS, "content": st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join)},
    optional={
        "secondary_keys": KEYS,
        "logic": st.sampled_from(("and_any", "and_all", "not_any", "not_all")),
        "constant": st.booleans(),
        "enabled": st.booleans(),
        "order": st.integers(-3, 3),
        "probability": st.sampled_from((0, 50, 100)),
        "delay": NUMBERS,
        "sticky": NUMBERS,
        "cooldown": NUMBERS,
        "min_messages": NUMBERS,
        "group": st.lists(st.sampled_from("gh"), max_size=2).map(tuple),
        "group_priority": st.booleans(),
        "recursive": st.booleans(),
        "feeds_recursion": st.booleans(),
        "recursion_level": NUMBERS,
        "ignore_budget": st.booleans(),
        "position": st.sampled_from(("an_top", "at_depth", "outlet", "system_before")),
        "scan_depth": NUMBERS,
        "characters": st.sampled_from(((), ("mira",))),
    },
)
BOOKS = st.lists(
    st.tuples(
        st.sampled_from(("rounds", "tavern")),
        st.lists(ENTRY, max_size=6),
        st.none() | st.integers(0, 30),
        st.none() | st.integers(0, 3),
    ),
    max_size=3,
)
CHATS = st.lists(st.lists(st.sampled_from(WORDS), max_size=3).map(" and ".join), min_size=1, max_size=4)
LIMITS = st.builds(
    LoreLimits, st.none() | st.integers(0, 40), st.none() | st.integers(0, 4), st.none() | st.integers(0, 60)
)


def _books(raw: list[tuple[Any, list[dict[str, Any]], int | None, int | None]]) -> list[Lorebook]:
    return [
        Lorebook(
            id=f"book{number}",
            rules=rules,
            max_tokens=tokens,
            max_entries=count,
            entries={str(at): LoreEntry(id=str(at), **fields) for at, fields in enumerate(entries)},
        )
        for number, (rules, entries, tokens, count) in enumerate(raw)
    ]


def _play(
    books: list[Lorebook], chat: list[str], limits: LoreLimits, memory: LoreMemory | None
) -> list[Evaluation]:
    """One evaluation per message, timers threaded through their JSON form."""
    found: list[Evaluation] = []
    timers = LoreTimers()
    settings_ = LoreSettings(limits=limits, max_context=400, tavern=TavernSettings(group_scoring=True))
    for count in range(1, len(chat) + 1):
        said = [LoreMessage(text) for text in chat[:count]]
        dice = seeded(f"story {count}")
        result = evaluate(books, said, timers, LoreScene(), settings_, dice, len, memory=memory)
        timers = LoreTimers.from_json(json.loads(json.dumps(result.timers.to_json())))
        found.append(result)
    return found


@settings(max_examples=80, deadline=None)
@given(BOOKS, CHATS, LIMITS)
def test_the_same_story_gives_the_same_lore_with_memory_and_without(
    raw: Any, chat: list[str], limits: LoreLimits
) -> None:
    books = _books(raw)
    plain, remembered = _play(books, chat, limits, None), _play(books, chat, limits, LoreMemory())
    assert [one.record() for one in plain] == [one.record() for one in remembered]
    assert [dict(one.why) for one in plain] == [dict(one.why) for one in remembered]


@settings(max_examples=80, deadline=None)
@given(BOOKS, CHATS, LIMITS)
def test_an_entry_appears_once_and_is_explained_once(raw: Any, chat: list[str], limits: LoreLimits) -> None:
    books = _books(raw)
    for result in _play(books, chat, limits, None):
        assert len(set(result.activated)) == len(result.activated)
        assert {one.id for one in result.placed} <= set(result.activated)
        assert sorted(result.why) == sorted(f"{book.id}.{name}" for book in books for name in book.entries)
        assert {name for name, why in result.why.items() if why.active} == set(result.activated)


@settings(max_examples=80, deadline=None)
@given(BOOKS, CHATS, LIMITS)
def test_no_budget_is_ever_exceeded(raw: Any, chat: list[str], limits: LoreLimits) -> None:
    books = _books(raw)
    for result in _play(books, chat, limits, None):
        size = sum(len(one.content) for one in result.placed)
        assert limits.max_entries is None or len(result.activated) <= limits.max_entries
        assert limits.max_characters is None or size <= limits.max_characters
        assert limits.max_tokens is None or size <= limits.max_tokens
        for book in books:
            own = [one for one in result.placed if one.book == book.id]
            free = any(entry.ignore_budget for entry in book.entries.values())
            if book.rules == "rounds" and not free and book.max_tokens is not None:
                assert sum(len(one.content) for one in own) <= book.max_tokens


@settings(max_examples=80, deadline=None)
@given(BOOKS, CHATS, LIMITS, st.integers(0, 2))
def test_an_unrelated_entry_changes_nothing(
    raw: Any, chat: list[str], limits: LoreLimits, where: int
) -> None:
    books = _books(raw)
    more = [
        replace(
            book, entries={**book.entries, "stranger": LoreEntry(id="stranger", keys=("zzz",), group=("g",))}
        )
        if number == where
        else book
        for number, book in enumerate(books)
    ]
    before, after = _play(books, chat, limits, None), _play(more, chat, limits, None)
    assert [one.record() for one in before] == [one.record() for one in after]


@settings(max_examples=60, deadline=None)
@given(BOOKS, CHATS)
def test_a_retry_of_the_last_turn_gives_the_same_lore(raw: Any, chat: list[str]) -> None:
    books = _books(raw)
    stories = [_play(books, chat, LoreLimits(), memory) for memory in (None, LoreMemory())]
    shared = LoreMemory()
    again = [_play(books, chat, LoreLimits(), shared)[-1] for _ in range(2)]
    assert {json.dumps(one.record()) for one in (*again, *(story[-1] for story in stories))} == {
        json.dumps(stories[0][-1].record())
    }
