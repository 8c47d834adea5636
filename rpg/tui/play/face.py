"""What the app asks of a play screen, so that it need not load one before a story is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.screen import Screen

if TYPE_CHECKING:
    from textual.worker import Worker

    from rpg.session.session import Session


class PlayFace(Screen[None]):
    """A screen that plays a session. running: whether a turn's events are being read."""

    session: Session
    running: bool

    def take_typing(self, event: events.Key) -> None:
        """Put a typed character into the prompt, wherever the focus is."""
        raise NotImplementedError

    def save_draft(self) -> str:
        """Keep what is typed. Returns the words that could not be kept, "" when all is well."""
        raise NotImplementedError

    def warm_up(self) -> Worker[None]:
        """Load what the first request needs, in the background."""
        raise NotImplementedError
