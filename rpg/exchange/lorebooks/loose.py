"""Reading loosely typed JSON without ever failing on one field."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from rpg.lore.tavern import js


def table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def rows(value: object) -> list[Mapping[str, Any]]:
    """The objects of a list, or of an object's values; anything else is dropped."""
    listed = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [item for item in listed if isinstance(item, Mapping)]


def texts(value: object) -> tuple[str, ...]:
    """Texts of a list; a single text counts as a list of one, split at commas."""
    if isinstance(value, str):
        return tuple(part for piece in value.split(",") if (part := piece.strip()))
    return (
        tuple(str(item) for item in value if isinstance(item, str | int)) if isinstance(value, list) else ()
    )


def number(value: object) -> float | None:
    """A finite number, also when it is written as text; None for anything else."""
    if value is None or value == "" or isinstance(value, bool):
        return None
    found = js.number(value)
    return found if math.isfinite(found) else None


def whole(value: object, default: int, low: int = 0, high: int = 1_000_000_000) -> int:
    found = number(value)
    return default if found is None else min(max(round(found), low), high)


def switch(value: object, default: bool = False) -> bool:
    """True and false, also as text or number."""
    match value:
        case None | "":
            return default
        case str():
            return value.strip().lower() not in ("false", "0", "no", "off")
    return js.truthy(value)


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def loaded(text: object) -> Any:
    """The JSON value of `text`; None when it is none."""
    if not isinstance(text, str):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
