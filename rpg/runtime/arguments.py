"""Reading the arguments that a model wrote: lenient in form, strict in meaning, every refusal with a way out.

Arguments that are null, "" or [] count as not given: models fill in what they do not use.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rpg.runtime.errors import EditError, one_of
from rpg.text.clean import clean_line, clean_text
from rpg.text.nearest import nearest

_TRUE = frozenset({"true", "yes", "1"})
_FALSE = frozenset({"false", "no", "0"})


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call or operation. what: its name, for messages."""

    what: str
    values: Mapping[str, Any]

    def check(self, required: Sequence[str], optional: Sequence[str] = ()) -> None:
        """Raises EditError "unknown_argument" or "missing_argument"."""
        for name, value in self.values.items():
            if name not in required and name not in optional and not _empty(value):
                raise self._unknown(str(name), (*required, *optional))
        for name in required:
            if not self.given(name):
                raise self.missing(name, required, optional)

    def given(self, name: str) -> bool:
        return not _empty(self.values.get(name))

    def line(self, name: str) -> str:
        """A text on one line, cleaned; "" when not given."""
        return clean_line(self._text(name))

    def text(self, name: str) -> str:
        """A text, cleaned; "" when not given."""
        return clean_text(self._text(name)).strip()

    def lines(self, name: str) -> tuple[str, ...]:
        """Several texts; one alone counts as a list of one."""
        value = self.values.get(name)
        if _empty(value):
            return ()
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
            raise self.bad(name, "a list of texts")
        return tuple(line for item in items if (line := clean_line(item)))

    def truth(self, name: str) -> bool | None:
        """True or false; None when not given."""
        match self.values.get(name):
            case None | "":
                return None
            case bool(value):
                return value
            case str(word) if word.strip().casefold() in _TRUE | _FALSE:
                return word.strip().casefold() in _TRUE
        raise self.bad(name, "true or false")

    def number(self, name: str) -> int:
        """A whole number, also written as 10.0 or "10"."""
        match self.values.get(name):
            case bool():
                pass
            case int(value):
                return value
            case float(value) if math.isfinite(value) and value == int(value):
                return int(value)
            case str(word) if word.strip().isdecimal() and len(word) < 16:
                return int(word)
        raise self.bad(name, "a whole number")

    def missing(self, name: str, required: Sequence[str], optional: Sequence[str] = ()) -> EditError:
        """The error for an argument that is needed and not there."""
        also = f"; optional: {one_of(optional)}" if optional else ""
        return EditError(
            "missing_argument",
            f"{self.what} needs {name}.",
            f"{self.what} takes {one_of(required)}{also}.",
            what=self.what,
            argument=name,
        )

    def bad(self, name: str, expected: str) -> EditError:
        """The error for an argument of the wrong kind."""
        return EditError(
            "bad_value",
            f"{self.what}: {name} must be {expected}.",
            f"Send {name} again as {expected}.",
            what=self.what,
            argument=name,
        )

    def _text(self, name: str) -> str:
        value = self.values.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise self.bad(name, "a text")
        return value

    def _unknown(self, name: str, known: Sequence[str]) -> EditError:
        near = nearest(name, known)
        takes = f"{self.what} takes {one_of(known) or 'no arguments'}."
        return EditError(
            "unknown_argument",
            f"{self.what} has no argument {name[:80]}.",
            f"Did you mean {near}? {takes}" if near else takes,
            what=self.what,
            argument=name[:80],
        )


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip()) or value == [] or value == ()
