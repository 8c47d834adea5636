"""Lorebooks as an author writes them: frozen values, defaults filled in.

The engine that evaluates them is `rpg.lore`. Source: docs/lorebook.md §1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Logic = Literal["and_any", "and_all", "not_any", "not_all"]
Role = Literal["system", "user", "assistant"]
Dialect = Literal["rounds", "tavern"]
Position = Literal[
    "system_before",
    "system_after",
    "an_top",
    "an_bottom",
    "at_depth",
    "message_top",
    "message_bottom",
    "outlet",
]

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class When:
    """Conditions on the state; all must hold. An empty tuple or None asks nothing.

    after: clock minutes since the start of day 1. flag: a flag's name (true when set to a truthy value)
    or "name=value".
    """

    location: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    visited: tuple[str, ...] = ()
    after: int | None = None
    flag: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoreEntry:
    """One entry. Counts and durations are in turns (player messages or travels); None takes the book's value.

    exclude_keys: any of them in the scanned text keeps the entry out. min_replies: narrator messages before
    the entry can appear; every_replies: it can appear only when their number is a multiple of it (0: always).
    yields: first to give way when a budget is short. extra: fields of foreign formats, kept and written back.
    """

    id: str
    content: str = ""
    keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    logic: Logic = "and_any"
    title: str = ""
    enabled: bool = True
    constant: bool = False
    position: Position = "an_bottom"
    depth: int = 4
    role: Role = "system"
    outlet: str = ""
    order: int = 100
    scan_depth: int | None = None
    case_sensitive: bool | None = None
    whole_words: bool | None = None
    probability: float = 100
    delay: int = 0
    sticky: int = 0
    cooldown: int = 0
    min_messages: int = 0
    recursive: bool = True
    feeds_recursion: bool = True
    recursion_level: int = 0
    group: tuple[str, ...] = ()
    group_weight: float = 100
    group_priority: bool = False
    ignore_budget: bool = False
    when: When = When()
    characters: tuple[str, ...] = ()
    not_characters: tuple[str, ...] = ()
    exclude_keys: tuple[str, ...] = ()
    min_replies: int = 0
    every_replies: int = 0
    yields: bool = False
    extra: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Lorebook:
    """A book of entries. max_entries, max_tokens, max_characters: None means no limit of its own.

    bind: character ids; the book is active while one of them is in the scene (always when empty).
    """

    id: str
    name: str = ""
    rules: Dialect = "rounds"
    enabled: bool = True
    scan_depth: int = 4
    recursion_steps: int = 2
    max_entries: int | None = None
    max_tokens: int | None = None
    max_characters: int | None = None
    include_names: bool = False
    case_sensitive: bool = False
    whole_words: bool = True
    bind: tuple[str, ...] = ()
    entries: Mapping[str, LoreEntry] = field(default_factory=lambda: NOTHING)
    extra: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
