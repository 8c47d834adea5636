"""Decorators of the V3 card specification by their meaning. Source: docs/lorebook.md §6."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.exchange.lorebooks.loose import number
from rpg.world.lorebook import Position

FOREVER = 1_000_000_000
_LINE = re.compile(r"(@{2,3})([A-Za-z_]+)(?:[ \t]+(.*?))?[ \t\r]*")
_POSITIONS: Mapping[str, Position] = {"before_desc": "system_before", "after_desc": "system_after"}

# Decorators that keep an entry out.
_CONDITIONS = (
    "dont_activate",
    "activate_only_after",
    "activate_only_every",
    "additional_keys",
    "exclude_keys",
    "dont_activate_after_match",
)

Fields = dict[str, Any]


def _count(name: str) -> Callable[[str], Fields | None]:
    def read(value: str) -> Fields | None:
        found = number(value)
        return None if found is None or found < 0 else {name: min(round(found), FOREVER)}

    return read


def _bare(**fields: Any) -> Callable[[str], Fields | None]:
    return lambda value: dict(fields)


def _depth(value: str) -> Fields | None:
    found = number(value)
    return None if found is None else {"position": "at_depth", "depth": min(max(round(found), 0), 10_000)}


def _role(value: str) -> Fields | None:
    return {"role": value} if value in ("system", "user", "assistant") else None


def _position(value: str) -> Fields | None:
    place = _POSITIONS.get(value)
    return None if place is None else {"position": place}


def _keys(name: str) -> Callable[[str], Fields | None]:
    def read(value: str) -> Fields | None:
        keys = tuple(key for part in value.split(",") if (key := part.strip()))
        return {name: keys} if keys else None

    return read


_MEANINGS: Mapping[str, Callable[[str], Fields | None]] = {
    "depth": _depth,
    "role": _role,
    "position": _position,
    "scan_depth": _count("scan_depth"),
    "activate_only_after": _count("min_replies"),
    "activate_only_every": _count("every_replies"),
    "keep_activate_after_match": _bare(sticky=FOREVER),
    "dont_activate_after_match": _bare(cooldown=FOREVER),
    "additional_keys": _keys("additional_keys"),
    "exclude_keys": _keys("exclude_keys"),
    "ignore_on_max_context": _bare(yields=True),
    "activate": _bare(constant=True),
    "dont_activate": _bare(enabled=False),
}


@dataclass(frozen=True, slots=True)
class Decorated:
    """fields: what the decorators mean; `additional_keys` is not an authored field yet. block: the lines as
    written, with blank ones before them; gap: blank lines after them. unknown: lines without a meaning here and
    without a fallback.
    """

    content: str
    block: str
    gap: str
    fields: Fields
    unknown: tuple[str, ...]


def read_decorators(content: str) -> Decorated:
    """Splits leading decorator lines from the text. Of two with one name the first counts; a line of three @
    stands in for an unusable one directly before it; blank lines around the block go with it."""
    lines = content.split("\n")
    count = _block_length(lines)
    fields, unknown = _read_block(lines[:count])
    rest = lines[count:]
    blank = next((at for at, line in enumerate(rest) if line.strip()), len(rest)) if count else 0
    return Decorated(
        content="\n".join(rest[blank:]),
        block="\n".join(lines[:count]),
        gap="\n" * blank,
        fields=fields,
        unknown=unknown,
    )


def _read_block(lines: list[str]) -> tuple[Fields, tuple[str, ...]]:
    """What the lines mean together, and those without a meaning."""
    meanings: dict[str, Fields] = {}
    unknown: list[str] = []
    names: set[str] = set()
    unusable = False
    for line in lines:
        found = _LINE.fullmatch(line)
        if found is None or (found.group(1) == "@@@" and not unusable):
            continue
        if found.group(1) == "@@@":
            unknown.pop()
        name = found.group(2).lower()
        meaning = None if name in names else _meaning(name, found.group(3) or "")
        unusable = meaning is None and name not in names
        if unusable:
            unknown.append(line.strip())
        names.add(name)
        if meaning is not None:
            meanings[name] = meaning
    return _settled(meanings), tuple(unknown)


def _block_length(lines: list[str]) -> int:
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    end = next((at for at in range(first, len(lines)) if not _LINE.fullmatch(lines[at])), len(lines))
    return end if end > first else 0


def with_body(content: str, body: str) -> str:
    """`content` with another text below its decorators."""
    split = read_decorators(content)
    return f"{split.block}\n{split.gap}{body}" if split.block else body


def _meaning(name: str, value: str) -> Fields | None:
    reader = _MEANINGS.get(name)
    return None if reader is None else reader(value.strip())


def _settled(meanings: Mapping[str, Fields]) -> Fields:
    """`@@activate` beats every condition; a named position beats a depth."""
    beaten = {
        *(_CONDITIONS if "activate" in meanings else ()),
        *(["depth"] if "position" in meanings else ()),
    }
    fields: Fields = {}
    for name, meaning in meanings.items():
        fields |= {} if name in beaten else meaning
    return fields


def with_decorator(content: str, name: str, value: str | None) -> str:
    """`content` with the decorator set to `value` ("" for none), or without it when `value` is None."""
    split = read_decorators(content)
    lines = [line for line in split.block.split("\n") if line and not _is(line, name)]
    if value is not None:
        lines.append(f"@@{name} {value}".rstrip())
    return "\n".join([*lines, split.gap + split.content]) if lines else split.content


def _is(line: str, name: str) -> bool:
    found = _LINE.fullmatch(line)
    return found is not None and found.group(2).lower() == name
