"""Short ways to write a book and play it, for the tests of the native dialect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rpg.lore.evaluate import Evaluation, LoreSettings, LoreTimers, evaluate
from rpg.lore.memory import LoreMemory
from rpg.lore.rolls import Rolls, seeded
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.world.lorebook import Lorebook, LoreEntry


def entry(id: str, *keys: str, **fields: Any) -> LoreEntry:
    return LoreEntry(id=id, keys=keys, content=fields.pop("content", f"text of {id}"), **fields)


def book(*entries: LoreEntry, id: str = "b", **fields: Any) -> Lorebook:
    return Lorebook(id=id, entries={one.id: one for one in entries}, **fields)


def look(
    books: Lorebook | Iterable[Lorebook],
    *texts: str,
    timers: LoreTimers | None = None,
    scene: LoreScene | None = None,
    settings: LoreSettings | None = None,
    rolls: Rolls | None = None,
    memory: LoreMemory | None = None,
) -> Evaluation:
    """One evaluation after the player's messages `texts`, oldest first. Tokens are characters."""
    return evaluate(
        [books] if isinstance(books, Lorebook) else list(books),
        [LoreMessage(text) for text in texts],
        timers or LoreTimers(),
        scene or LoreScene(),
        settings or LoreSettings(),
        rolls or seeded("test"),
        len,
        memory=memory,
    )


def play(one: Lorebook, texts: Iterable[str], **more: Any) -> list[str]:
    """What is active in each turn of a story of player messages, ids without the book's, joined by blanks."""
    timers, said, found = LoreTimers(), list[str](), list[str]()
    for text in texts:
        said.append(text)
        result = look(one, *said, timers=timers, **more)
        timers = LoreTimers.from_json(result.timers.to_json())
        found.append(" ".join(name.partition(".")[2] for name in result.activated))
    return found


def active(result: Evaluation) -> list[str]:
    return [name.partition(".")[2] for name in result.activated]
