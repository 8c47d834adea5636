"""Whether an edit's values have the types and sizes that every rule relies on.

Edits come from files and imports too, so the types are checked where every edit passes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from rpg.runtime.edits import Edit, Source, edit_kind
from rpg.runtime.errors import EditError

LONGEST_TEXT = 20_000
"""Characters of one text that an edit may hold."""

LARGEST_NUMBER = 1 << 53
"""The largest whole number that every reader of JSON keeps exactly."""


def check_shape(edit: Edit) -> None:
    """Raises EditError "malformed" on a wrong type and "too_long" on a text over LONGEST_TEXT."""
    for field in fields(edit):
        name, kind = field.name, str(field.type)
        value = getattr(edit, name)
        if not _FITS[kind](value):
            raise EditError(
                "malformed",
                f"{edit_kind(edit)}: {name.rstrip('_')} has a value of the wrong type.",
                f"It must be {kind}.",
                edit=edit_kind(edit),
                field=name.rstrip("_"),
            )
        if any(len(text) > LONGEST_TEXT for text in _texts(value)):
            raise EditError(
                "too_long",
                f"{edit_kind(edit)}: {name.rstrip('_')} has more than {LONGEST_TEXT} characters.",
                "Shorten it.",
                field=name.rstrip("_"),
                most=LONGEST_TEXT,
            )


def _texts(value: Any) -> tuple[str, ...]:
    match value:
        case str():
            return (value,)
        case tuple():
            return value
    return ()


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER


def _is_texts(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(item, str) for item in value)


def _is_flag(value: Any) -> bool:
    match value:
        case None | bool() | str():
            return True
        case float():
            return math.isfinite(value)
    return _is_number(value)


def _optional(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or fits(value)


_FITS: Mapping[str, Callable[[Any], bool]] = {
    "str": _is_text,
    "int": _is_number,
    "bool": lambda value: isinstance(value, bool),
    "str | None": _optional(_is_text),
    "int | None": _optional(_is_number),
    "bool | None": _optional(lambda value: isinstance(value, bool)),
    "tuple[str, ...]": _is_texts,
    "str | int | float | bool | None": _is_flag,
    "Source": lambda value: isinstance(value, str) and value in get_args(Source),
}
