"""What a session refuses to do: a code with values; the sentence is in the catalogue area "session"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.text.messages import message


class SessionError(Exception):
    """An act that cannot be done now; nothing has changed."""

    def __init__(self, code: str, **values: Any):
        super().__init__(code)
        self.code = code
        self.values: Mapping[str, Any] = values


def sentence(error: SessionError, language: str) -> str:
    """What is wrong and what to do instead, for the player."""
    return message(language, f"session.{error.code}", **error.values)
