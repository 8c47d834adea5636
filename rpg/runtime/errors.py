"""Why an edit is refused: a code for programs, a sentence and a way out for the model, values for the player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rpg.text.messages import message


class EditError(Exception):
    """An edit, an operation or a travel that cannot be done; nothing has changed.

    code: the same in every language, such as "unknown_location". message, hint: English, for the model: what
    is wrong and what to do instead. values: what the message is about, for the player's sentence.
    """

    def __init__(self, code: str, message: str, hint: str = "", **values: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.values: Mapping[str, Any] = values

    def within(self, where: str) -> EditError:
        """This error with the place where it arose in front of its message."""
        return EditError(self.code, f"{where}: {self.message}", self.hint, **self.values)

    def document(self) -> dict[str, str]:
        """The error as a tool result carries it: `code`, `message`, `hint`."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


def sentence(error: EditError, language: str) -> str:
    """The error for the player, in the language of the interface."""
    values = {name: _shown(value, language) for name, value in error.values.items()}
    text = message(language, f"runtime.{error.code}", **values)
    similar = error.values.get("similar")
    return text + message(language, "runtime.similar", similar=_shown(similar, language)) if similar else text


def one_of(words: Iterable[str]) -> str:
    """The words as a list for a hint of the model."""
    return ", ".join(words)


def _shown(value: Any, language: str) -> str:
    if isinstance(value, tuple | list):
        return message(language, "runtime.comma").join(str(item) for item in value)
    return str(value)
