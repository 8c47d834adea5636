"""Bounds of tool calling in one reply: a model that calls without end, or sends arguments without end, costs no turn.

What is over a bound comes back to the model as one error; what was called and answered gives way, oldest first,
where the next request would not fit. Source: docs/design.md §6.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rpg.context.values import WireCall, WireMessage
from rpg.narrator.protocol import ToolCall
from rpg.session.wire import reply_message
from rpg.tools.execute import Answer, refusal
from rpg.tools.game import Stage
from rpg.tools.results import error_result, result_text

MOST_CALLS = 32
"""Calls of one round that are carried out."""

LONGEST_ARGUMENTS = 16_000
"""Characters of a call's arguments that are read."""

_LEFT_OUT = result_text({"ok": True, "cut": "left out for want of room"})


def bounded(calls: Sequence[ToolCall]) -> list[ToolCall]:
    """The calls of a round that are answered: those within the bounds, and one more that stands for the rest."""
    return [_readable(call) for call in calls[: MOST_CALLS + 1]]


def _readable(call: ToolCall) -> ToolCall:
    length = len(call.arguments)
    if length <= LONGEST_ARGUMENTS:
        return call
    problem = f"They have {length} characters; at most {LONGEST_ARGUMENTS} are read. Say it shorter."
    return replace(call, arguments="{}", raw="", problem=problem)


def too_many(stage: Stage, call: ToolCall) -> Answer:
    """The answer to the call that stands for all that are over the bound."""
    words = f"At most {MOST_CALLS} calls at once are carried out; this one and those behind it were not."
    return refusal(stage, call.name, "too_many_calls", words, "Make only the calls that you need.")


def shorter_turns(turn: Sequence[WireMessage], order: str) -> Iterator[tuple[WireMessage, ...]]:
    """What was said, called and answered in a turn, in ever shorter forms.

    First without the arguments and results of all rounds but the last, then without any, then only what was said.
    order: what goes behind that, so that the story goes on.
    """
    begins = [number for number, message in enumerate(turn) if message.calls]
    last = begins[-1] if begins else 0
    yield (*map(_brief, turn[:last]), *turn[last:])
    yield tuple(map(_brief, turn))
    said = "\n\n".join(message.content for message in turn if message.role == "assistant" and message.content)
    yield (reply_message(said, ()), WireMessage("user", order)) if said else ()


def _brief(message: WireMessage) -> WireMessage:
    """A message without what its calls and results hold; whether a call was refused stays."""
    if message.role == "tool":
        return replace(message, content=_brief_result(message.content))
    calls = tuple(WireCall(call.id, call.name, "{}") for call in message.calls)
    return replace(message, calls=calls)


def _brief_result(result: str) -> str:
    try:
        document = json.loads(result)
    except (ValueError, RecursionError):
        return _LEFT_OUT
    error = document.get("error") if isinstance(document, dict) else None
    if not isinstance(error, dict):
        return _LEFT_OUT
    return result_text(error_result(str(error.get("code", ""))[:80], str(error.get("message", ""))[:160]))
