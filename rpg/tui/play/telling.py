"""A turn's events in the chat: the growing reply, what the narrator is doing, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.session.events import (
    ActivityEvent,
    ApprovalEvent,
    BlockedEvent,
    CancelledEvent,
    Event,
    FailedEvent,
    NoticeEvent,
    PreviewEvent,
    SavedEvent,
    StartedEvent,
    TextEvent,
    ToolEvent,
)
from rpg.text.clean import StreamCleaner, clean_line, clean_text
from rpg.text.messages import message
from rpg.tui.chatlog.entry import Card, Footer, Note, Tone
from rpg.tui.chatlog.log import ChatLog
from rpg.tui.play.source import SessionSource, arrival_note

BROKEN_OFF = frozenset({"disconnected"})
"""Failures whose remedy is what is said of a reply that broke off anyway, with its keys."""


class Telling:
    """Renders the events of one turn after another into the chat log; owns no state but what is shown.

    activity: what the narrator is doing now, as a sentence; "" when nothing is under way. aside: what is
    written between two turns.
    """

    def __init__(self, chat: ChatLog, source: SessionSource, language: str, now: Callable[[], float]) -> None:
        """now: seconds, for how long the narrator has been at it."""
        self._chat = chat
        self._source = source
        self._language = language
        self._cleaner = StreamCleaner()
        self._footers: list[Footer] = []
        self._now = now
        self._since = now()
        self._changed = 0
        self._listed: tuple[Footer, ...] = ()
        self._event = ActivityEvent("sent")
        self.activity = ""
        self.aside = ""

    def brief(self, title: str, lines: Sequence[str]) -> None:
        """Show where the story stands, until the next turn begins."""
        if not lines:
            return
        self._open()
        self._footers.insert(0, Card(title, tuple(lines)))
        self._chat.set_footers(tuple(self._footers))

    def begin(self, *, hiding: int = 0) -> None:
        """A turn begins. hiding: messages at the end that its reply is to replace."""
        self._clear()
        self._source.hidden = hiding
        # words may come to stand where others do that got no reply
        self._changed = max(0, len(self._source) - 1)
        self._source.forget(self._changed)
        self._chat.refresh_source()
        self._chat.action_to_end()
        self._since = self._now()
        self.activity = self._say("activity_planning")

    def show(self, event: Event) -> None:
        """Render one event."""
        match event:
            case StartedEvent():
                self._source.forget(self._changed)
                self._chat.refresh_source(self._changed)
            case TextEvent(text):
                self._open()
                self._chat.append(self._cleaner.feed(text))
                self.activity = self._say("activity_writing")
            case ActivityEvent():
                self._event = event
                self.activity = self._activity(event)
            case PreviewEvent(state, changes):
                self._moved(state, changes.moved_to)
            case NoticeEvent(_, text, action):
                hint = f" {self._say('record_hint')}" if action.startswith("record:") else ""
                self._note(text + hint, Tone.WARNING)
            case SavedEvent():
                self._saved()
            case BlockedEvent(_, text):
                self._ended(text, Tone.ERROR)
            case FailedEvent():
                self._failed(event)
            case CancelledEvent(_, attempt):
                self._ended(self._say("cancelled" if attempt is None else "cancelled_kept"), Tone.WARNING)
            case ToolEvent() | ApprovalEvent():
                pass
            case _:
                assert_never(event)

    def go_on(self, text: str) -> None:
        """The reply to come goes on from `text`."""
        self._open()
        self._chat.append(clean_text(text))

    def waiting(self, attempt: str) -> None:
        """Show that the turn at the head has no reply yet. attempt: what came of one that broke off."""
        self._clear()
        self._open()
        self._chat.append(clean_text(attempt))
        self._chat.flush()
        self._note(self._say("unanswered_kept" if attempt else "unanswered"), Tone.WARNING)

    def list_errors(self, title: str, lines: Sequence[str]) -> None:
        """Show what is wrong outside of the story, in the place of what was wrong before; no lines: nothing is."""
        self._footers = [footer for footer in self._footers if footer not in self._listed]
        self._listed = tuple(Note(clean_line(line), Tone.ERROR) for line in (title, *lines)) if lines else ()
        if self._listed:
            self._open()
        self._footers.extend(self._listed)
        self._chat.set_footers(tuple(self._footers))

    def complain(self, sentence: str) -> None:
        """Show why an act could not be done, where the player looks."""
        self._ended(sentence, Tone.ERROR)

    def _say(self, key: str, **values: object) -> str:
        return message(self._language, f"tui.{key}", **values)

    def tick(self) -> None:
        """Time has passed while nothing came."""
        if self.activity and self._chat.story.live is None and self._event.kind != "waiting":
            self.activity = self._activity(self._event)

    def _activity(self, event: ActivityEvent) -> str:
        values = {
            "tokens": f"{event.tokens:,}",
            "seconds": round(event.seconds),
            "reason": event.reason,
            "elapsed": round(self._now() - self._since),
        }
        return self._say(f"activity_{event.kind}", **values)

    def _open(self) -> None:
        if self._chat.story.live is None:
            self._chat.begin_reply()

    def _note(self, text: str, tone: Tone) -> None:
        self._open()
        self._footers.append(Note(clean_line(text), tone))
        self._chat.set_footers(tuple(self._footers))

    def _moved(self, state: State, place: str | None) -> None:
        """A place change of the reply; that of a travel is a message of its own."""
        if place is None or self._chat.story.live is None:
            return
        self._footers.append(arrival_note(name_of(state, place), self._language))
        self._chat.set_footers(tuple(self._footers))

    def _saved(self) -> None:
        """The source has the reply now; only what the player must still see stays below it."""
        self._chat.append(self._cleaner.finish())
        warnings = [note for note in self._footers if isinstance(note, Note) and note.tone is Tone.WARNING]
        self.activity = ""
        self._source.hidden = 0
        self._source.forget(self._changed)
        self._clear()
        self._chat.refresh_source(self._changed)
        for note in warnings:
            self._note(note.text, note.tone)

    def _failed(self, event: FailedEvent) -> None:
        self._note(event.text, Tone.ERROR)
        if event.remedy and event.code not in BROKEN_OFF:
            self._note(event.remedy, Tone.QUIET)
        before = "unanswered_before" if self._source.attempted else "unanswered"
        self._ended(self._say(before if event.attempt is None else "unanswered_kept"), Tone.WARNING)

    def _ended(self, text: str, tone: Tone) -> None:
        self._chat.flush()
        self.activity = ""
        if self._source.hidden:  # the reply that was to be replaced is back in its place
            notes = self._footers
            self._source.hidden = 0
            self._source.forget()
            self._clear()
            self._footers = notes
        self._note(text, tone)

    def _clear(self) -> None:
        self._footers = []
        self._cleaner = StreamCleaner()
        self._chat.end_reply()
