"""How the source program reads loosely typed values. Source: docs/tavern-lorebook.md §1.3, §17."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

MISSING: Any = object()


def truthy(value: object) -> bool:
    """Off are: missing, null, false, 0, NaN and the empty text; lists and "0" are on."""
    if isinstance(value, list | dict | tuple):
        return True
    return value is not MISSING and bool(value) and value == value


def number(value: object) -> float:
    """The value in arithmetic; NaN for what is no number. null is 0, missing is NaN."""
    match value:
        case None | False | "":
            return 0
        case True:
            return 1
        case int() | float():
            return value
        case str():
            return _number_of_text(value)
    return math.nan


def _number_of_text(text: str) -> float:
    if "_" in text or text.strip().lower().lstrip("+-") in ("inf", "infinity", "nan"):
        return math.nan
    try:
        return float(text) if text.strip() else 0
    except ValueError:
        return math.nan


def text_list(value: object) -> tuple[str, ...]:
    """The texts of a list; () for anything else."""
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list | tuple) else ()


def text(value: object) -> str:
    return value if isinstance(value, str) else ""


def flag(value: object) -> bool | None:
    """None where the setting is inherited."""
    return None if value is None or value is MISSING else truthy(value)


def object_order(keys: Mapping[str, Any]) -> list[str]:
    """Keys as an object iterates them: those that look like array indices ascending, then the rest."""
    indices = sorted((key for key in keys if _is_index(key)), key=int)
    return [*indices, *(key for key in keys if not _is_index(key))]


def _is_index(key: str) -> bool:
    return key.isascii() and key.isdigit() and (key == "0" or key[0] != "0") and len(key) <= 10
