"""Saves for the tests of the store: a small world, and a story told into a file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from rpg.runtime.edits import SetFlag
from rpg.store.card import Card
from rpg.store.save import Save
from rpg.store.transaction import Attempt, Extend, Note, Step, Transaction
from rpg.timeline.nodes import Content, NewNode, TextPart, new_ref, text_content
from rpg.timeline.snapshot import snapshot_of
from rpg.world.model import Character, Clock, Exit, Location, World

NEW = new_ref(0)


def small_world(summary: str = "A warm room.") -> World:
    places = [
        Location("inn", "The Inn", summary=summary, exits=(Exit("mill", minutes=5),)),
        Location("mill", "The Mill", summary="Wheels."),
    ]
    people = [Character("ana", "Ana", location="inn"), Character("bo", "Bo", location="mill")]
    return World(
        "small",
        "Small World",
        "inn",
        clock=Clock(480),
        locations={place.id: place for place in places},
        characters={person.id: person for person in people},
    )


def new_save(folder: Path, name: str = "story") -> Save:
    """A save with an opening as node 1."""
    first = Transaction((NewNode(None, text_content("opening", "It begins.")),), Step("open", NEW))
    return Save.create(folder / f"{name}.rpg", small_world(), {"name": name, "seed": 7}, first)


def ask(save: Save, text: str, act: str = "turn") -> int:
    """Saves the player's words, as the first half of a turn does."""
    node = NewNode(save.head, text_content("player", text), made=1_000)
    return save.commit(Transaction((node,), Step(act, NEW))).ids[0]


def answer(save: Save, text: str, **more: Any) -> int:
    """Saves the reply with what it did, as the second half of a turn does."""
    number = save.link(save.head).message if save.head else 0
    record = {"cut": number, "plan": [f"{number:016x}"] * 12}
    content = Content("narration", (TextPart(text),), (SetFlag("n", number, "model"),), record)
    return save.commit(Transaction((NewNode(save.head, content, made=1_060),), Extend(NEW), **more)).ids[0]


def turn(save: Save, text: str) -> int:
    ask(save, text)
    return answer(save, f"Reply to {text}.")


def furnished_save(folder: Path, turns: int = 4, name: str = "story") -> Path:
    """A closed save in which every table has rows."""
    with new_save(folder, name) as save:
        for number in range(turns):
            turn(save, f"words {number}")
        player = ask(save, "unanswered")
        save.commit(
            Transaction(
                notes=(Note(0, 1, "digest", {"text": "Ana is at the inn."}),),
                attempts=(Attempt(0, player, text_content("narration", "It broke o"), {"why": "cut"}),),
                drafts={player: "half a sent", None: "before all"},
                labels={2: "the other way"},
                records={3: {"cut": 1}},
                snapshots=(snapshot_of(3, save.fold().state_at(3)),),
                worlds=(small_world("Another text."),),
                card=Card("Small World", "The Inn", "unanswered", turns),
            )
        )
        return save.path


def dump_rows(path: Path) -> dict[str, list[Any]]:
    """Everything a save says, without its cache."""
    with closing(sqlite3.connect(path)) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {
            name: connection.execute(f"SELECT * FROM {name}").fetchall()
            for name in names
            if name != "snapshot"
        }
