"""Events of a turn as lines: the story as it comes, then what changed."""

from __future__ import annotations

from collections.abc import AsyncIterator

from rpg.plain.console import Console
from rpg.session.announce import announcements
from rpg.session.events import (
    ActivityEvent,
    ApprovalEvent,
    BlockedEvent,
    CancelledEvent,
    Event,
    FailedEvent,
    NoticeEvent,
    SavedEvent,
    TextEvent,
)
from rpg.session.session import Session
from rpg.text.spoken import Spoken
from rpg.tools.shown import shown_lines


async def show_turn(
    console: Console, session: Session, events: AsyncIterator[Event], *, lead: str = ""
) -> None:
    """Prints a turn as it comes; asks where a tool needs an approval. lead: a line before its first words."""
    prose = Spoken()
    async for event in events:
        if lead and isinstance(event, TextEvent):
            console.say(lead)
            lead = ""
        if not isinstance(event, TextEvent):
            console.write(prose.finish())
        match event:
            case TextEvent(text):
                console.write(prose.feed(text))
            case ActivityEvent("sent", _, tokens, _) if not session.narrator.traits.offline:
                console.tell("plain.sent", tokens=tokens)
            case ActivityEvent("waiting", seconds, _, reason):
                console.tell(
                    "plain.waiting", seconds=round(seconds), reason=console.text(f"narrator.{reason}")
                )
            case ApprovalEvent():
                await _approve(console, session, event)
            case NoticeEvent(_, text, _, _):
                console.say()
                console.tell("plain.notice", text=text)
            case SavedEvent(node, _, changes):
                console.say()
                for line in shown_lines(session.save.node(node).content.parts):
                    console.say(line)
                for line in announcements(changes, session.head_state, console.language):
                    console.say(line)
            case BlockedEvent(_, text, _):
                console.say(text)
                console.tell("plain.see_context")
            case FailedEvent(_, text, remedy, _, attempt):
                console.say()
                console.tell("plain.failed", text=text, remedy=remedy)
                console.tell("plain.failed_kept" if attempt is not None else "plain.failed_retry")
            case CancelledEvent():
                console.say()
                console.tell("plain.cancelled")


async def _approve(console: Console, session: Session, event: ApprovalEvent) -> None:
    options = [console.text(f"plain.approve_{choice}") for choice in event.choices]
    title = console.text("plain.approve", tool=event.tool, detail=event.detail)
    chosen = await console.choose(title, options)
    session.answer(event.request_id, event.choices[chosen] if chosen is not None else "no")
