"""Events of a turn on the command line: as JSON lines, or as plain text.

JSON: `{"event": KIND, …}`; the kinds are those of the event stream. Keys are documented and stable.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, assert_never

from rpg.cli.output import FAILED, CommandError, Desk
from rpg.session.announce import announcements
from rpg.session.documents import changes_document
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
from rpg.session.session import Session
from rpg.text.messages import aside, joined
from rpg.text.spoken import Spoken
from rpg.tools.shown import shown_lines


def event_document(event: Event) -> dict[str, Any]:
    """The event as JSON."""
    match event:
        case StartedEvent(node):
            return {"event": "started", "node": node}
        case ActivityEvent(kind, seconds, tokens, reason):
            return {"event": "activity", "kind": kind, "seconds": seconds, "tokens": tokens, "reason": reason}
        case TextEvent(text):
            return {"event": "text", "text": text}
        case ToolEvent(name, arguments, result, refused):
            document = {"event": "tool", "name": name, "arguments": _json(arguments), "result": _json(result)}
            return {**document, "refused": refused}
        case PreviewEvent(state, changes):
            scene = {"location": state.player_location, "state_hash": state.hash}
            return {"event": "preview", **scene, "changes": changes_document(changes)}
        case ApprovalEvent(request_id, tool, detail, choices):
            asked = {"tool": tool, "detail": detail, "choices": list(choices)}
            return {"event": "approval", "request_id": request_id, **asked}
        case NoticeEvent(code, text, action, values):
            return {"event": "notice", "code": code, "text": text, "action": action, "values": dict(values)}
        case SavedEvent(node, state_hash, changes):
            saved = {"node": node, "state_hash": state_hash}
            return {"event": "saved", **saved, "changes": changes_document(changes)}
        case BlockedEvent(status, text, report):
            return {"event": "blocked", "status": status, "text": text, "report": dict(report)}
        case FailedEvent(code, text, remedy, node, attempt):
            failed = {"code": code, "text": text, "remedy": remedy, "node": node}
            return {"event": "failed", **failed, "attempt": attempt}
        case CancelledEvent(node, attempt):
            return {"event": "cancelled", "node": node, "attempt": attempt}
        case _:
            assert_never(event)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


async def follow(desk: Desk, session: Session, events: AsyncIterator[Event]) -> int:
    """Shows a turn as it comes and returns the exit code. Raises CommandError when it failed or was blocked."""
    code, prose = 0, Spoken()
    async for event in events:
        if desk.json:
            desk.line(event_document(event))
            code = FAILED if isinstance(event, FailedEvent | BlockedEvent | CancelledEvent) else code
        elif isinstance(event, TextEvent):
            desk.write(prose.feed(event.text))
        else:
            desk.write(prose.finish())
            _show(desk, session, event)
    return code


def _show(desk: Desk, session: Session, event: Event) -> None:
    match event:
        case NoticeEvent(_, text, _, _):
            desk.say(f"[{text}]")
        case ActivityEvent("waiting", seconds, _, reason):
            words = desk.text(f"narrator.{reason}", seconds=round(seconds))
            desk.err.write(f"{words}{aside(desk.language, f'{seconds:.0f} s')}\n")
        case SavedEvent(node, _, changes):
            desk.say()
            for line in shown_lines(session.save.node(node).content.parts):
                desk.say(line)
            for line in announcements(changes, session.head_state, desk.language):
                desk.say(f"· {line}")
        case BlockedEvent(status, text, _):
            raise CommandError(text, code=status)
        case FailedEvent(code, text, remedy, _, attempt):
            desk.say()
            kept = desk.text("cli.attempt_kept") if attempt is not None else ""
            raise CommandError(joined(text, remedy, kept), code=code)
