"""Tools as one JSON object with the story in it, for servers that hold a weak model to a JSON schema.

The story streams out of its string while that is written. Measured with a model of 135 million parameters:
of six replies, none held a readable block, and all held a readable envelope.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from rpg.narrator.block_calls import calls_of
from rpg.narrator.blocks import BlockFilter
from rpg.narrator.protocol import TextDelta, ToolCall, ToolSchema
from rpg.narrator.repair import Unreadable, compact, join_surrogates, read_value
from rpg.narrator.reply import TextFilter

MOST_CALLS = 4
MOST_LETTERS = 6000
"""Bounds of the envelope: without them, a weak model under a grammar never finds the end."""

_STORY = re.compile(r'"story"\s*:\s*"')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WHOLE = re.compile(r'(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*', re.DOTALL)


def envelope_format(tools: Sequence[ToolSchema]) -> dict[str, Any]:
    """The `response_format` of an envelope with calls of these tools."""
    calls = [
        {
            "type": "object",
            "properties": {
                "tool": {"type": "string", "enum": [tool.name]},
                "arguments": dict(tool.parameters),
            },
            "required": ["tool", "arguments"],
            "additionalProperties": False,
        }
        for tool in tools
    ]
    schema = {
        "type": "object",
        "properties": {
            "story": {"type": "string", "maxLength": MOST_LETTERS},
            "calls": {"type": "array", "maxItems": MOST_CALLS, "items": {"anyOf": calls}},
        },
        "required": ["story", "calls"],
        "additionalProperties": False,
    }
    return {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": schema}}


class EnvelopeFilter(TextFilter):
    """Takes the story out of an envelope while it streams; a text that is no envelope is told as it is."""

    def __init__(self, names: Collection[str] = ()) -> None:
        self._plain: BlockFilter | None = None
        self._names = names
        self._whole = ""
        self._at = -1
        self._closed = False
        self._half = ""
        self._calls: list[ToolCall] = []

    def feed(self, text: str) -> list[TextDelta]:
        """Story text that can be told already."""
        if self._plain is not None:
            return self._plain.feed(text)
        self._whole += text
        if self._whole.lstrip()[:1] not in ("", "{"):
            self._plain = BlockFilter(self._names)
            return self._plain.feed(self._whole)
        return self._story()

    def finish(self, *, complete: bool) -> list[TextDelta]:
        """What was held back: the half of a character, or all of a text that was no envelope."""
        if self._plain is not None:
            return self._plain.finish(complete=complete)
        if self._at < 0:
            return self._no_envelope(complete)
        self._calls = _calls(self._whole, complete)
        rest, self._half = self._half, ""
        return [TextDelta(join_surrogates(rest))] if rest else []

    def calls(self) -> list[ToolCall]:
        """The calls of the envelope, ids still to be given."""
        return self._plain.calls() if self._plain is not None else self._calls

    def _no_envelope(self, complete: bool) -> list[TextDelta]:
        self._plain = BlockFilter(self._names)
        return self._plain.feed(self._whole) + self._plain.finish(complete=complete)

    def _story(self) -> list[TextDelta]:
        """The letters of the story's string that are complete."""
        if self._at < 0:
            found = _STORY.search(self._whole)
            if found is None:
                return []
            self._at = found.end()
        if self._closed:
            return []
        letters = _WHOLE.match(self._whole, self._at)
        end = letters.end() if letters else self._at
        self._closed = self._whole[end : end + 1] == '"'
        text = self._half + _ESCAPE.sub(_letter, self._whole[self._at : end])
        self._at = end
        half = bool(text) and "\ud800" <= text[-1] <= "\udbff" and not self._closed
        self._half = text[-1:] if half else ""
        text = join_surrogates(text[:-1] if half else text)
        return [TextDelta(text)] if text else []


def _letter(match: re.Match[str]) -> str:
    if match.group(1):
        return chr(int(match.group(1), 16))
    return _LETTERS.get(match.group(2), match.group(2))


def _calls(whole: str, complete: bool) -> list[ToolCall]:
    """The calls behind the story; a cut or broken envelope makes none, since its story has been told."""
    try:
        value = read_value(whole, complete=complete)
    except (Unreadable, RecursionError):
        return []
    calls = value.get("calls") if isinstance(value, dict) else None
    return calls_of(compact(calls)) if isinstance(calls, list) and calls else []
