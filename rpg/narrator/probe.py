"""Trying out a model: what its server really does, for `rpg models test` and the first start."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, Literal

from rpg.narrator.addresses import host_of
from rpg.narrator.endpoint import EndpointFault
from rpg.narrator.manners import ToolManner
from rpg.narrator.openai_client import OpenAINarrator
from rpg.narrator.protocol import (
    CallMade,
    Failure,
    Finished,
    Message,
    NarratorError,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolSchema,
)
from rpg.text.prompts import prompt

WindowSource = Literal["set", "told", "known", ""]

LAMP = ToolSchema(
    "light_lamp",
    "Lights a lamp by its name.",
    {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
)
_SCHEMA = {
    "type": "object",
    "properties": {"lit": {"type": "boolean"}},
    "required": ["lit"],
    "additionalProperties": False,
}
_TEXT_TOKENS = 96
_TOOL_TOKENS = 256
_SCHEMA_TRIES = 4
"""A small model that may write nothing but the form fills its tokens with blanks now and then."""
_SPEECHLESS = frozenset({Failure.EMPTY, Failure.BAD_REPLY, Failure.REFUSED})
"""Failures that come of the way the model was asked, and not of the server."""


@dataclass(frozen=True, slots=True)
class ModelReport:
    """What a test of a model found; None: not known, since the test did not get that far.

    models: what the server lists. streams: the reply came in more than one piece. tools: how the model can
    be offered tools. window: in tokens, and where that figure is from. tokens_per_second: while writing.
    first_token: seconds until the first piece. error: what went wrong first.
    """

    address: str
    model: str = ""
    models: tuple[str, ...] = ()
    reachable: bool = False
    streams: bool | None = None
    tools: ToolManner | None = None
    json_schema: bool | None = None
    window: int | None = None
    window_source: WindowSource = ""
    tokens_per_second: float | None = None
    first_token: float | None = None
    error: NarratorError | None = None


async def try_model(
    narrator: OpenAINarrator, clock: Callable[[], float], *, language: str = "en"
) -> ModelReport:
    """Ask the model a few small things and report. The narrator learns from it; it stays open.

    clock: seconds that only go forward. Never raises for a fault of the server: it is in the report.
    """
    report = ModelReport(host_of(narrator.endpoint.address))
    try:
        report = await _listed(narrator, report)
        report = await _streams(narrator, report, clock, language)
        report = replace(report, tools=await detect_tools(narrator, language))
        report = replace(report, json_schema=await _takes_schema(narrator, language))
        return await _with_window(narrator, report)
    except NarratorError as error:
        return replace(report, model=narrator.traits.model, error=error)
    except EndpointFault as error:
        return replace(report, model=narrator.traits.model, error=error.fault.error)


async def detect_tools(narrator: OpenAINarrator, language: str = "en") -> ToolManner:
    """How the model takes tools, found by offering one, and remembered. Raises NarratorError."""
    before = narrator.manners
    ways: tuple[ToolManner, ...] = (before.tools or "native", "text", "schema")
    for way in dict.fromkeys(ways):
        narrator.learn(replace(narrator.manners, tools=way))
        if await _calls(narrator, language):
            return narrator.manners.tools or way
    # A model that answers in no way is left as it was: another prompt may do better.
    narrator.learn(replace(narrator.manners, tools=before.tools))
    return before.tools or "native"


async def _listed(narrator: OpenAINarrator, report: ModelReport) -> ModelReport:
    """A server may well have models without listing them."""
    try:
        models = await narrator.endpoint.models()
    except EndpointFault:
        return report
    return replace(report, models=tuple(models), reachable=True)


async def _streams(
    narrator: OpenAINarrator, report: ModelReport, clock: Callable[[], float], language: str
) -> ModelReport:
    asked = Request((Message("user", prompt(language, "probe_text")),), max_tokens=_TEXT_TOKENS)
    start = clock()
    times: list[float] = []
    written: int | None = None
    async with aclosing(narrator.stream(asked)) as events:
        async for event in events:
            match event:
                case TextDelta() | ReasoningDelta():
                    times.append(clock())
                case Finished():
                    written = event.usage.completion
                case _:
                    pass
    spent = times[-1] - times[0] if times else 0.0
    speed = ((written or len(times)) - 1) / spent if spent > 0 else None
    return replace(
        report,
        model=narrator.traits.model,
        reachable=True,
        streams=len(times) > 1,
        first_token=times[0] - start if times else None,
        tokens_per_second=speed,
    )


async def _calls(narrator: OpenAINarrator, language: str) -> bool:
    """Whether the model calls the tool that it is asked to call."""
    asked = Request((Message("user", prompt(language, "probe_tool")),), (LAMP,), max_tokens=_TOOL_TOKENS)
    try:
        async with aclosing(narrator.stream(asked)) as events:
            made = [event.call async for event in events if isinstance(event, CallMade)]
    except NarratorError as error:
        if error.kind not in _SPEECHLESS:
            raise
        return False
    return any(call.name == LAMP.name and not call.problem for call in made)


async def _takes_schema(narrator: OpenAINarrator, language: str) -> bool:
    """Whether the server holds the model to a JSON schema."""
    body: dict[str, Any] = {
        "model": narrator.traits.model,
        "messages": [{"role": "user", "content": prompt(language, "probe_text")}],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "lamp", "strict": True, "schema": _SCHEMA},
        },
    }
    if narrator.manners.max_field:
        body[narrator.manners.max_field] = _TEXT_TOKENS
    for _ in range(_SCHEMA_TRIES):
        try:
            answer = await narrator.endpoint.post_json("/chat/completions", body)
            text = answer["choices"][0]["message"]["content"]
        except (EndpointFault, LookupError, TypeError):
            return False
        if _is_held(text):
            return True
        if not isinstance(text, str) or text.strip()[:1] not in ("", "{"):
            return False
    return False


def _is_held(text: object) -> bool:
    """Whether an answer has the form that was asked for."""
    try:
        value = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and set(value) == {"lit"}


async def _with_window(narrator: OpenAINarrator, report: ModelReport) -> ModelReport:
    if narrator.set_window is not None:
        return replace(report, window=narrator.set_window, window_source="set")
    await narrator.ask_server()
    told = narrator.manners.window
    if told is not None:
        return replace(report, window=told, window_source="told")
    known = narrator.traits.window
    return replace(report, window=known, window_source="known" if known else "")
