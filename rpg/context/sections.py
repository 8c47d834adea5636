"""Sections: the pieces a request is made of, each with its group, source and reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal

from rpg.context.values import Count, WireMessage

Group = Literal[
    "characters",
    "scene",
    "presets",
    "lorebook",
    "answers",
    "platform",
    "other",
    "memory",
    "pinned",
    "log",
    "input",
]
SETTING: tuple[Group, ...] = (
    "characters",
    "scene",
    "presets",
    "lorebook",
    "answers",
    "platform",
    "other",
)
DIALOGUE: tuple[Group, ...] = ("memory", "pinned", "log", "input")

SectionRole = Literal["tools", "system", "user", "assistant", "unit"]
"""Where the text goes: the tool list, the system message, a user or assistant message; "unit" is a run of
messages that is never parted (a call and its results)."""

HASH_DIGITS = 8


def short_hash(text: str) -> str:
    """A short fingerprint of a text, the same everywhere."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=HASH_DIGITS // 2).hexdigest()


@dataclass(frozen=True, slots=True)
class Section:
    """One piece of a request.

    id: stable between turns while it is the same thing, such as "frame.person.mira". source: what it came
    from (an id, a book and entry, a preset entry). reason: a code with a sentence in the catalogue as
    "context.reason_<code>", or free text of the lore engine after "lore:", of the memory after "recalled:". place: where it stands in the
    layout; `at` is the message it stands before (0 when that says nothing).
    """

    id: str
    group: Group
    source: str
    reason: str
    role: SectionRole
    text: str
    tokens: int
    place: str = ""
    at: int = 0
    messages: tuple[WireMessage, ...] = ()
    hash: str = field(default="", compare=True)

    @property
    def characters(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class Omitted:
    """Something that was left out. reason: a code with a sentence as "context.omitted_<code>"."""

    id: str
    group: Group
    reason: str
    tokens: int = 0
    values: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GroupUse:
    """What a group uses. share: of what is available, 0 to 1."""

    group: Group
    tokens: int
    characters: int
    share: float


def section(
    count: Count,
    id: str,
    group: Group,
    role: SectionRole,
    text: str,
    *,
    source: str = "",
    reason: str = "always",
    place: str = "",
    at: int = 0,
    messages: tuple[WireMessage, ...] = (),
) -> Section:
    """A section with its tokens counted and its hash taken. Tool calls of `messages` are part of `text`."""
    return Section(
        id, group, source, reason, role, text, count(text), place, at, messages, short_hash(role + text)
    )


def used(sections: Iterable[Section], groups: Iterable[Group]) -> int:
    """Tokens of the sections in `groups`."""
    wanted = frozenset(groups)
    return sum(part.tokens for part in sections if part.group in wanted)


def group_uses(sections: Iterable[Section], available: int) -> tuple[GroupUse, ...]:
    """Every group with what it uses, setting groups first."""
    tokens: dict[Group, int] = dict.fromkeys((*SETTING, *DIALOGUE), 0)
    characters: dict[Group, int] = dict.fromkeys(tokens, 0)
    for part in sections:
        tokens[part.group] += part.tokens
        characters[part.group] += part.characters
    return tuple(
        GroupUse(group, tokens[group], characters[group], tokens[group] / available if available else 0.0)
        for group in tokens
    )
