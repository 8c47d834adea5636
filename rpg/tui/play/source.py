"""The messages of a session as entries of the chat log, read a page at a time."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, assert_never

from rpg.runtime.carry import outcome_text
from rpg.runtime.state import State
from rpg.session.announce import announcements
from rpg.session.logview import LogEntry
from rpg.session.session import Session
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import message
from rpg.timeline.nodes import CallPart, Part, ResultPart, RollPart, TextPart, WidgetPart
from rpg.timeline.tree import messages
from rpg.tui.chatlog.entry import Card, ChatEntry, Choices, Dice, EntryKind, Footer, Note, Tone

PAGE = 32
PAGES_KEPT = 16
TEXTS = 256
"""Messages whose words alone are read at a time."""

_KINDS = {
    "opening": EntryKind.OPENING,
    "player": EntryKind.PLAYER,
    "narration": EntryKind.NARRATION,
    "travel": EntryKind.TRAVEL,
}


class SessionSource:
    """The story of a session. `hidden` messages at its end are left out, while another reply comes for them."""

    def __init__(self, session: Session, language: str) -> None:
        self._session = session
        self._language = language
        self._pages: OrderedDict[int, tuple[LogEntry, ...]] = OrderedDict()
        self._texts: tuple[int, tuple[str, ...]] = (-1, ())
        self.hidden = 0

    def __len__(self) -> int:
        return max(0, self._session.log_length - self.hidden)

    @property
    def state(self) -> State:
        """What is true at the end of the story."""
        return self._session.head_state

    @property
    def attempted(self) -> bool:
        """Whether something is kept of a reply to the last message that broke off."""
        return self._session.unanswered() is not None and bool(self._session.attempts())

    def log(self, index: int) -> LogEntry:
        """The message at `index`, from 0. Raises IndexError when there is none."""
        number, within = divmod(index, PAGE)
        page = self._pages.get(number)
        if page is None or within >= len(page):
            page = self._session.log(number * PAGE, (number + 1) * PAGE)
            self._pages[number] = page
            while len(self._pages) > PAGES_KEPT:
                self._pages.popitem(last=False)
        return page[within]

    def entry(self, index: int) -> ChatEntry:
        log = self.log(index)
        return ChatEntry(
            _KINDS.get(log.kind, EntryKind.EDIT),
            clean_text(log.text),
            reply=log.reply,
            replies=log.replies,
            footers=(*self._moved(log, index), *footers(log.parts), *self._scene(log), *self._notices(log)),
        )

    def text(self, index: int) -> str:
        """The words of a message, read without the state it led to."""
        number, within = divmod(index, TEXTS)
        if number != self._texts[0] or within >= len(self._texts[1]):
            first = number * TEXTS
            found = messages(self._session.save, self._session.head, first + 1, first + TEXTS)
            self._texts = (number, tuple(node.text for node in found))
        return self._texts[1][within]

    def forget(self, first: int = 0) -> None:
        """Messages from `first` on may have changed."""
        self._texts = (-1, ())
        for number in [n for n in self._pages if (n + 1) * PAGE > first]:
            del self._pages[number]

    def _moved(self, log: LogEntry, index: int) -> tuple[Footer, ...]:
        """Where a reply has brought the player, when it has."""
        if log.kind != "narration" or not index or self.log(index - 1).place == log.place:
            return ()
        return (arrival_note(log.place, self._language),)

    def _scene(self, log: LogEntry) -> Iterator[Footer]:
        """Who came and went while the player stayed; who is at a new place is seen beside the story."""
        if log.after is None or log.changes is None or log.changes.moved_to is not None:
            return
        for line in announcements(log.changes, log.after, self._language):
            yield Note(clean_line(line), Tone.GOOD)

    def _notices(self, log: LogEntry) -> tuple[Footer, ...]:
        sentences = (outcome_text(outcome, self._language) for outcome in log.notices)
        notes = [Note(clean_line(sentence), Tone.WARNING) for sentence in sentences if sentence]
        hint = Note(message(self._language, "tui.settle_hint"))
        return (*notes, hint) if notes else ()


def arrival_note(place: str, language: str) -> Note:
    """The note under a reply that moved the player."""
    return Note(message(language, "tui.now_at", place=clean_line(place)), Tone.GOOD)


def footers(parts: tuple[Part, ...]) -> tuple[Footer, ...]:
    """What stands under a message besides its text."""
    return tuple(footer for part in parts if (footer := _footer(part)) is not None)


def _footer(part: Part) -> Footer | None:
    match part:
        case TextPart() | CallPart() | ResultPart():
            return None
        case RollPart(notation, dice, total, _, reason):
            return Dice(clean_line(roll_text(notation, dice, total, reason)))
        case WidgetPart(kind, data):
            return _widget(kind, data)
        case _:
            assert_never(part)


def roll_text(notation: str, dice: tuple[int, ...], total: int, reason: str) -> str:
    """A roll as a line: "climb · 2d6+3 (4, 2) = 9"."""
    shown = f"{notation} ({', '.join(map(str, dice))}) = {total}" if dice else f"{notation} = {total}"
    return f"{reason} · {shown}" if reason else shown


def _widget(kind: str, data: str) -> Footer | None:
    """A card or a menu; what cannot be read is left out, its text stands in the story anyway."""
    try:
        document: Any = json.loads(data)
    except ValueError:
        return None
    if not isinstance(document, dict):
        return None
    options = document.get("choices") or document.get("options")
    if isinstance(options, list):
        question = clean_line(str(document.get("question", "")))
        return Choices(question, tuple(clean_line(_label(option)) for option in options))
    lines = document.get("lines") or str(document.get("text", "")).split("\n")
    return Card(clean_line(str(document.get("title", kind))), tuple(_columns(str(line)) for line in lines))


def _columns(line: str) -> str:
    """A line of a card, clean, with the spaces that set its columns."""
    return clean_text(line).replace("\n", " ").rstrip()


def _label(option: Any) -> str:
    return str(option.get("label", option.get("text", ""))) if isinstance(option, dict) else str(option)
