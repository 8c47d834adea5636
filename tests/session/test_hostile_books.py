"""Books that mean harm, or are only broken, in play: a turn is planned, explained and told all the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rpg.exchange.lorebooks.importing import import_lorebook
from rpg.narrator.scripted import Turn
from rpg.session.lorebooks import lore_verdicts
from tests.lore.test_hostile import BOOKS, CHAT
from tests.runtime.worlds import harbour
from tests.session.stories import new_session, played, telling


@pytest.mark.parametrize("name", BOOKS)
async def test_a_turn_goes_on_whatever_the_book(tmp_path: Path, name: str) -> None:
    book = import_lorebook(BOOKS[name](), "odd").book
    world = replace(harbour(), lorebooks={"odd": book})
    session = new_session(tmp_path, telling(Turn(text="Yes."), Turn(text="No.")), world)
    try:
        for words in CHAT[:2]:
            plan = session.plan(words)
            assert not plan.refused
            assert len(lore_verdicts(session, words, None)) == len(book.entries)
            lore: list[Any] = [part for part in plan.sections if part.group == "lorebook"]
            assert sum(part.tokens for part in lore) <= plan.space.lore_cap
        await played(session.play("x"))
        assert session.unanswered() is None
    finally:
        await session.close()
