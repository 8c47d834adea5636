"""What an author lets happen: conditions on the state, beats, topics with rules, declared flags.

How they are evaluated and applied is in `rpg.runtime.conditions` and `rpg.runtime.beats`.
Source: docs/world-format.md, "Beats".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

TOLD = "told."
"""Begins the flag that remembers that a topic was told."""

ASKED = "asked."
"""Begins the flag that remembers that someone was asked about a topic."""

HAPPENED = "beat."
"""Begins the flag that remembers in which turn a beat happened."""

ANSWERED = "answer."
"""Begins what conditions call the answer to an opening question: `answer.ID`, which nothing sets."""

LONGEST_FLAG = 100
"""Characters of a flag's name."""

Settings = tuple[tuple[str, Any], ...]
"""Flags and the values they are set to, in the author's order."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold, all of it. An empty tuple, 0 or None asks nothing.

    location: one of them. after, before: clock minutes since the start of day 1. starts, ends: minutes since
    midnight; a span may wrap. flag: a name (true when set to a truthy value) or "name=value". told, asked:
    "character.topic". wait: turns since the latest of `beat`. turn: turns since the story began.
    said: phrases, one of which the player's line holds. company: who travels with the player.
    """

    location: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    company: tuple[str, ...] = ()
    visited: tuple[str, ...] = ()
    not_visited: tuple[str, ...] = ()
    after: int | None = None
    before: int | None = None
    starts: int | None = None
    ends: int | None = None
    flag: tuple[str, ...] = ()
    not_flag: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    not_told: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    beat: tuple[str, ...] = ()
    not_beat: tuple[str, ...] = ()
    wait: int = 0
    turn: int = 0
    said: tuple[str, ...] = ()


ALWAYS = Condition()


@dataclass(frozen=True, slots=True)
class Passage:
    """A way that a beat opens or shuts. reason: why it is shut."""

    start: str
    end: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Someone, or "player", is brought `to` a place; "": out of the story's sight."""

    character: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Turning:
    """What becomes of someone; None leaves as it is."""

    character: str
    condition: str | None = None
    relationship: str | None = None
    knows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """What the story notes of a place."""

    location: str
    text: str


@dataclass(frozen=True, slots=True)
class Beat:
    """Something that happens when its condition comes true. once: never again after the first time.

    say: what is told. minutes: how far the clock goes on. ending: the title of the ending that it is, "" for none.
    """

    id: str
    when: Condition = ALWAYS
    once: bool = True
    say: str = ""
    set_flag: Settings = ()
    reveal: tuple[str, ...] = ()
    open: tuple[Passage, ...] = ()
    shut: tuple[Passage, ...] = ()
    move: tuple[Transfer, ...] = ()
    follow: tuple[str, ...] = ()
    unfollow: tuple[str, ...] = ()
    update: tuple[Turning, ...] = ()
    note: tuple[Remark, ...] = ()
    minutes: int = 0
    ending: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic with rules. id: its name. aliases: other words that ask about it.

    when: what must hold for it to be told. refuse: the answer while it does not. again: the answer once told.
    set_flag: what being told brings about.
    """

    id: str
    text: str = ""
    aliases: tuple[str, ...] = ()
    when: Condition = ALWAYS
    refuse: str = ""
    again: str = ""
    set_flag: Settings = ()


@dataclass(frozen=True, slots=True)
class DeclaredFlag:
    """A flag that the story may set. means: what it says when it holds. item: what the player then carries."""

    id: str
    means: str = ""
    item: str = ""


def told_flag(person: str, topic: str) -> str:
    """The flag that remembers that someone has told of a topic."""
    return f"{TOLD}{person}.{topic}"[:LONGEST_FLAG]


def asked_flag(person: str, topic: str) -> str:
    """The flag that remembers that someone was asked about a topic."""
    return f"{ASKED}{person}.{topic}"[:LONGEST_FLAG]


def beat_flag(beat: str) -> str:
    """The flag that remembers in which turn a beat happened."""
    return f"{HAPPENED}{beat}"[:LONGEST_FLAG]
