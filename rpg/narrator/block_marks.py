"""The marks by which tool blocks in a text are known, and what may still become one."""

from __future__ import annotations

import re

TAGS = {
    "<tool_call>": "</tool_call>",
    "<function_call>": "</function_call>",
    "<|tool_call|>": "<|/tool_call|>",
    "<function=": "</function>",
    "<|python_tag|>": "",
    "[tool_calls]": "",
}
"""Marks of chat templates that a server has let through, with their ends; "": the call is one object."""

OPENER = re.compile("`{3,}|\\{|" + "|".join(map(re.escape, TAGS)), re.IGNORECASE)
INFO = re.compile(r"[ \t]*([A-Za-z_\-+#.0-9]*)")
SURE = "rpg"
UNSURE = ("json", "tool_call", "tool", "")
_LONGEST_TAG = max(map(len, TAGS))
_BEGINNINGS = tuple(
    f'{bracket}{{"{key}":' for bracket in ("", "[") for key in ("tool", "name", "tool_name", "function")
)
_LONGEST_LABEL = 24
_LONGEST_BEGINNING = 512


def object_end(text: str) -> int | None:
    """Where the JSON object or list at the beginning of `text` ends, None while it is open or is none."""
    return ObjectScan().end_in(text)


class ObjectScan:
    """Looks for the end of an object in a text that grows, each letter once."""

    def __init__(self) -> None:
        self._at = 0
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._end: int | None = None

    def end_in(self, text: str) -> int | None:
        """Where the object or list that `text` begins with ends. text: what was given before, and more."""
        if self._at == 0:
            start = len(text) - len(text.lstrip())
            if text[start : start + 1] not in ("{", "["):
                return None
            self._at = start
        while self._end is None and self._at < len(text):
            self._step(text[self._at])
            self._at += 1
        return self._end

    def _step(self, char: str) -> None:
        if self._in_string:
            self._in_string = self._escaped or char != '"'
            self._escaped = char == "\\" and not self._escaped
        elif char == '"':
            self._in_string = True
        elif char in "{[":
            self._depth += 1
        elif char in "}]":
            self._depth -= 1
            if self._depth == 0:
                self._end = self._at + 1


def may_be_call(content: str) -> bool:
    """Whether a block that begins like this can still be a call."""
    begun = "".join(content[:_LONGEST_BEGINNING].split()).replace("'", '"')[:_LONGEST_LABEL]
    return any(known.startswith(begun) or begun.startswith(known) for known in _BEGINNINGS)


def label_open(label: str) -> bool:
    """Whether more letters could make the label one of ours."""
    return len(label) < _LONGEST_LABEL and any(known.startswith(label) for known in (SURE, *UNSURE))


def unfinished(text: str) -> int:
    """How many characters at the end may be the beginning of a block."""
    ticks = len(text) - len(text.rstrip("`"))
    if ticks:
        return ticks
    for size in range(min(_LONGEST_TAG - 1, len(text)), 0, -1):
        if any(tag.startswith(text[-size:].lower()) for tag in TAGS):
            return size
    return 0
