"""Errors of the layers below as sentences for the player; what is not one of theirs is not caught here."""

from __future__ import annotations

from rpg.config.config import ConfigError
from rpg.config.options import OptionError
from rpg.narrator.failure import NarratorError
from rpg.runtime import errors as runtime
from rpg.session import errors as session
from rpg.store import errors as store
from rpg.text.clean import clean_text
from rpg.text.messages import message

PlayerError = (
    runtime.EditError,
    session.SessionError,
    store.SaveError,
    NarratorError,
    OptionError,
    ConfigError,
    OSError,
)
"""Errors that an act of the player may meet; a screen shows their sentence and goes on."""


def explain(error: BaseException, language: str) -> str:
    """What is wrong and what to do, clean of anything that steers the terminal."""
    return clean_text(_sentence(error, language))


def _sentence(error: BaseException, language: str) -> str:
    match error:
        case runtime.EditError():
            return runtime.sentence(error, language)
        case session.SessionError():
            return session.sentence(error, language)
        case store.SaveError():
            return store.sentence(error, language)
        case NarratorError():
            limit = error.limit if error.limit is not None else "?"
            what = message(language, f"narrator.{error.kind}", detail=error.detail, limit=limit)
            return f"{what} {message(language, f'narrator.{error.kind}_remedy', detail=error.detail, limit=limit)}"
        case OptionError():
            return message(language, f"tui.option_{error.code}", **error.values)
        case _:
            return str(error)
