"""Errors of the layers below as sentences for the player; what is not one of theirs is not caught here."""

from __future__ import annotations

from rpg.config.config import ConfigError
from rpg.config.options import OptionError
from rpg.narrator.failure import NarratorError
from rpg.runtime import errors as runtime
from rpg.session import errors as session
from rpg.store import errors as store
from rpg.text.clean import clean_text

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


def explain(error: Exception, language: str) -> str:
    """What is wrong and what to do, clean of anything that steers the terminal."""
    from rpg.session.explain import explain as explain_anywhere

    _code, sentence, _usage = explain_anywhere(error, language)
    return clean_text(sentence)
