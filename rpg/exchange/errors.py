"""What can be wrong with a file that comes in or goes out. The sentences are in the catalogue area "exchange"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.text.clean import clean_line
from rpg.text.messages import listed, message

LONGEST_DETAIL = 200
"""Characters of a foreign value that are shown in a sentence."""


class ExchangeError(Exception):
    """A file that cannot be taken or written; nothing has changed.

    code: what is wrong. place: the file, with the line and column, byte or field where that is known.
    values: for the sentence and the remedy.
    """

    def __init__(self, code: str, place: str, **values: Any) -> None:
        super().__init__(f"{place}: {code}")
        self.code = code
        self.place = place
        self.values: Mapping[str, Any] = values


def sentence(error: ExchangeError, language: str) -> str:
    """Where and what is wrong, and what to do, on one line that is safe to show."""
    values = {
        name: clean_line(_shown(value, language))[:LONGEST_DETAIL] for name, value in error.values.items()
    }
    wrong = message(language, f"exchange.{error.code}", **values)
    remedy = message(language, f"exchange.{error.code}_remedy", **values)
    text = message(language, "exchange.line", wrong=wrong, remedy=remedy)
    return f"{clean_line(error.place)}: {text}" if error.place else text


def _shown(value: Any, language: str) -> str:
    return listed(language, value) if isinstance(value, tuple | list) else str(value)
