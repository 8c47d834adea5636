"""What a block in the text says: the tool calls in it, in any of the spellings that models use."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from rpg.narrator.protocol import ToolCall
from rpg.narrator.repair import Unreadable, compact, read_value, repair_object, unique_keys

_NAME_KEYS = ("tool", "name", "tool_name", "function")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "input")
_NAME = re.compile(r"[\"'](?:tool|name|tool_name)[\"']\s*:\s*[\"']([\w\-.]{1,64})[\"']")
_XML_CALL = re.compile(r"<function=([\w\-.]{1,64})>(.*?)(?:</function>|\Z)", re.DOTALL)
_NAMED_CALL = re.compile(r"\s*([\w\-.]{1,64})\[ARGS\](.*)", re.DOTALL)
_XML_PARAMETER = re.compile(r"<parameter=([\w\-.]{1,64})>\n?(.*?)\n?</parameter>", re.DOTALL)


def calls_of(text: str, *, complete: bool = True) -> list[ToolCall]:
    """The calls that `text` makes, ids still to be given.

    Never empty for a text that is no result: what cannot be read is a call with its problem set.
    complete: whether the model ended the block by itself.
    """
    if "<function=" in text:
        return [_xml_call(match, complete) for match in _XML_CALL.finditer(text)]
    named = _NAMED_CALL.fullmatch(text)
    if named:
        read = repair_object(named.group(2), complete=complete)
        return [ToolCall("", named.group(1), read.arguments, read.problem, text)]
    try:
        entries = _entries(text, complete)
    except (Unreadable, RecursionError) as error:
        return [_unreadable(text, str(error) or "nested too deeply")]
    return [call for entry in entries if (call := _call(entry, text)) is not None]


def names_a_tool(text: str, names: frozenset[str]) -> bool:
    """Whether `text` is nothing but readable calls of these tools."""
    calls = calls_of(text)
    return bool(calls) and all(call.name in names and not call.problem for call in calls)


def _entries(text: str, complete: bool) -> list[Any]:
    """The objects in a block: one, a list, or one behind the other."""
    several = _in_a_row(text)
    if len(several) > 1:
        return several
    try:
        value = read_value(text, complete=complete)
    except Unreadable:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in lines):
            raise
        return [read_value(line, complete=complete) for line in lines]
    return value if isinstance(value, list) else [value]


def _in_a_row(text: str) -> list[Any]:
    decoder = json.JSONDecoder(strict=False, object_pairs_hook=unique_keys)
    found: list[Any] = []
    text, at = text.strip(), 0
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return []
        found.append(value)
        while at < len(text) and text[at] in " \t\r\n,;":
            at += 1
    return found


def _call(entry: object, raw: str) -> ToolCall | None:
    """The call of one object; None for a result, which only we may write."""
    if not isinstance(entry, Mapping):
        return _unreadable(raw, "a block must hold an object with tool and arguments")
    inner = entry.get("function")
    if isinstance(inner, Mapping):
        entry = inner
    if "result" in entry and not any(key in entry for key in _ARGUMENT_KEYS):
        return None
    key = next((key for key in _NAME_KEYS if isinstance(entry.get(key), str) and entry[key]), None)
    if key is None:
        return _unreadable(raw, "the block names no tool")
    given = _arguments(entry, key)
    read = repair_object(given if isinstance(given, str) else compact(given))
    return ToolCall("", entry[key], read.arguments, read.problem, raw)


def _arguments(entry: Mapping[str, Any], name_key: str) -> Any:
    """The arguments under their key, or beside the tool's name."""
    for key in _ARGUMENT_KEYS:
        if key in entry:
            return entry[key]
    return {key: value for key, value in entry.items() if key not in (name_key, "id", "type")}


def _xml_call(match: re.Match[str], complete: bool) -> ToolCall:
    if match.group(2).lstrip().startswith("{"):
        read = repair_object(match.group(2), complete=complete)
        return ToolCall("", match.group(1), read.arguments, read.problem, match.group(0))
    arguments = {name: _xml_value(value) for name, value in _XML_PARAMETER.findall(match.group(2))}
    return ToolCall("", match.group(1), compact(arguments), "", match.group(0))


def _xml_value(text: str) -> Any:
    """Objects, lists and numbers as such; everything else is text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _unreadable(raw: str, problem: str) -> ToolCall:
    name = _NAME.search(raw)
    return ToolCall("", name.group(1) if name else "", "{}", problem, raw)
