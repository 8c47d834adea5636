"""Replies of the kind that chat models write, each with what it moves: for what is narrated and not recorded.

The replies of "development" were at hand while the rules that read them were made; those of "unseen" were written
last, set aside, and are only counted. Source: docs/bench.md (`tools`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from rpg.bench.prose import Language
from rpg.bench.tools_worlds import world_of
from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.session.prose_moves import moved_in_prose

Part = Literal["development", "unseen"]
PARTS: tuple[Part, ...] = ("development", "unseen")
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Told:
    """A reply in its world. moved: "player=pier", "arrived=dob", "left=mara", or `NOTHING`."""

    world: str
    moved: str
    text: str


def told_replies(part: Part, language: Language) -> Iterator[Told]:
    """Every reply of a part: "# world" begins a world, "@ what" a reply, blank lines end nothing."""
    whole = (files("rpg.bench") / "tools_replies" / f"{part}.{language}.txt").read_text("utf-8")
    for section in re.split(r"^# ", whole, flags=re.MULTILINE)[1:]:
        world, *replies = section.split("\n@ ")
        for reply in replies:
            moved, _, text = reply.partition("\n")
            yield Told(world.strip(), moved.strip(), text.strip())


def state_of(world: str) -> State:
    """The state in which the replies of a world are read."""
    return initial_state(index_world(world_of(world)))


def found_in(reply: Told, state: State) -> tuple[str, ...]:
    """What is suspected, in the form of `Told.moved`."""
    kinds = {"player_moved": "player", "arrived": "arrived", "left": "left"}
    found = moved_in_prose(reply.text, state, state, state.world.language)
    return tuple(f"{kinds[one.kind]}={one.id}" for one in found)
