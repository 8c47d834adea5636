"""Messages of the log as sections, and the slim form of earlier tool calls.

A slim call says what was called, that it went through and where the player then was; never a sheet.
Source: docs/context.md §4 ("Past turns").
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from rpg.context.delimit import escape
from rpg.context.sections import Section, SectionRole, section
from rpg.context.values import Count, PastCall, StoryMessage, WireCall, WireMessage
from rpg.timeline.nodes import CallPart, Part, ResultPart

LONGEST_ARGUMENT = 160
"""Characters of a text argument in a slim call; the narration tells the rest."""

PLAYER_KINDS = frozenset({"player", "travel"})


def slim_calls(
    parts: Sequence[Part], foreign: Callable[[str], bool] = lambda name: False
) -> tuple[PastCall, ...]:
    """The calls of a reply in slim form. foreign: whether a tool of that name is an MCP or command tool."""
    results = {part.id: part for part in parts if isinstance(part, ResultPart)}
    return tuple(
        PastCall(
            call.name, slim_arguments(call.arguments), slim_result(results.get(call.id)), foreign(call.name)
        )
        for call in parts
        if isinstance(call, CallPart)
    )


def slim_arguments(arguments: str) -> str:
    """The arguments as compact JSON with long texts shortened; "{}" when they are no JSON object."""
    value = _json(arguments)
    return _compact(_shortened(value)) if isinstance(value, dict) else "{}"


def slim_result(result: ResultPart | None) -> str:
    """Whether the call went through, and where the player was then."""
    if result is None:
        return _compact({"ok": False})
    if result.refused:
        return _compact({"ok": False, "error": result.refused})
    value = _json(result.result)
    if not isinstance(value, dict):
        return _compact({"ok": True})
    slim: dict[str, Any] = {"ok": bool(value.get("ok", "error" not in value))}
    error, player = value.get("error"), value.get("player")
    if isinstance(error, dict) and error.get("code"):
        slim["error"] = error["code"]
    where = player.get("location") or player.get("id") if isinstance(player, dict) else player
    if isinstance(where, str):
        slim["player"] = where
    return _compact(slim)


def message_section(message: StoryMessage, count: Count, *, calls: bool, isolated: bool) -> Section:
    """A message of the log as one section; a reply with its calls is a unit that is never parted.

    calls: whether earlier calls are replayed. isolated: leaves out those of foreign tools.
    """
    id = f"message.{message.ordinal}"
    text = escape(message.text)
    mine = message.kind in PLAYER_KINDS
    shown = [call for call in message.calls if calls and not (isolated and call.foreign)]
    if mine or not shown:
        role: SectionRole = "user" if mine else "assistant"
        return section(
            count,
            id,
            "log",
            role,
            text,
            source=message.kind,
            reason="log",
            place="history",
            at=message.ordinal,
        )
    unit = unit_of(message.ordinal, shown, text)
    return section(
        count,
        id,
        "log",
        "unit",
        unit_text(unit),
        source=message.kind,
        reason="log",
        place="history",
        at=message.ordinal,
        messages=unit,
    )


def unit_of(ordinal: int, calls: Sequence[PastCall], text: str) -> tuple[WireMessage, ...]:
    """The calls, their results and the reply. Ids are nine letters and digits, the same on every turn."""
    made = tuple(
        WireCall(f"m{ordinal % 1_000_000:06d}{place % 100:02d}", call.name, call.arguments)
        for place, call in enumerate(calls)
    )
    results = (
        WireMessage("tool", escape(call.result), call_id=wire.id)
        for wire, call in zip(made, calls, strict=True)
    )
    reply = (WireMessage("assistant", text),) if text else ()
    return (WireMessage("assistant", "", made), *results, *reply)


def unit_text(messages: Sequence[WireMessage]) -> str:
    """What a unit is counted by: every call, result and text of it."""
    pieces: list[str] = []
    for message in messages:
        pieces += [f"{call.name} {call.arguments}" for call in message.calls]
        if message.content:
            pieces.append(message.content)
    return "\n".join(pieces)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _shortened(value: Any) -> Any:
    match value:
        case str() if len(value) > LONGEST_ARGUMENT:
            return value[:LONGEST_ARGUMENT] + "…"
        case list():
            return [_shortened(item) for item in value]
        case dict():
            return {key: _shortened(item) for key, item in value.items()}
    return value
