"""What the chat log shows: entries with footers, from a source that loads them one by one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol


class EntryKind(Enum):
    """Who speaks; a closed set."""

    OPENING = auto()
    NARRATION = auto()
    PLAYER = auto()
    TRAVEL = auto()
    EDIT = auto()
    NOTICE = auto()


class Tone(Enum):
    """How urgent a note is."""

    QUIET = auto()
    GOOD = auto()
    WARNING = auto()
    ERROR = auto()


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of the game under an entry."""

    text: str
    tone: Tone = Tone.QUIET


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll, ready to read: "d20 + 2 → 17"."""

    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """A titled box of lines that the narrator handed out."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """A question with numbered answers."""

    question: str
    options: tuple[str, ...]


Footer = Note | Dice | Card | Choices


@dataclass(frozen=True, slots=True)
class ChatEntry:
    """One message of the story.

    text: clean Markdown for narration, plain text otherwise. speaker: shown above the text when not
    empty. reply, replies: which of how many replies this is, from 1; shown when there are several.
    """

    kind: EntryKind
    text: str
    speaker: str = ""
    reply: int = 1
    replies: int = 1
    footers: tuple[Footer, ...] = ()


class ChatSource(Protocol):
    """The entries of a story, oldest first; each is asked for only when it comes near the view."""

    def __len__(self) -> int: ...

    def entry(self, index: int) -> ChatEntry:
        """The entry at `index`, from 0."""
        ...

    def text(self, index: int) -> str:
        """The text of that entry alone, for searching."""
        ...
