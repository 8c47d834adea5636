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


def object_end(text: str) -> int | None:
    """Where the JSON object or list at the beginning of `text` ends, None while it is open or is none."""
    start = len(text) - len(text.lstrip())
    if text[start : start + 1] not in ("{", "["):
        return None
    depth, in_string, escaped = 0, False, False
    for at in range(start, len(text)):
        char = text[at]
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_string = True
        elif char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
    return None


def may_be_call(content: str) -> bool:
    """Whether a block that begins like this can still be a call."""
    begun = "".join(content.split()).replace("'", '"')[:_LONGEST_LABEL]
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
