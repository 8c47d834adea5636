"""Errors of every layer as one sentence: what, where, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.text.messages import aside, joined, message


def explain(error: Exception, language: str) -> tuple[str, str, bool]:
    """A stable code, the sentence, and whether it is a matter of wrong usage.

    Modules are only looked at when they are loaded, so that an early error stays cheap.
    """
    from rpg.config.config import ConfigError
    from rpg.config.options import OptionError

    if isinstance(error, OptionError):
        return error.code, message(language, f"cli.{error.code}", **_option_values(error, language)), True
    if isinstance(error, ConfigError):
        return "config", _config(error, language), False
    return _explain_play(error, language)


def _config(error: Any, language: str) -> str:
    values = {"detail": error.detail, **error.values, **_allowed(error.values, language)}
    detail = message(language, f"cli.config_{error.code}", **values)
    return message(language, "cli.bad_config", place=error.place, detail=detail)


def _option_values(error: Any, language: str) -> dict[str, Any]:
    nearest = error.values.get("nearest")
    hint = message(language, "cli.did_you_mean", nearest=nearest) if nearest else ""
    return {**error.values, **_allowed(error.values, language), "hint": hint}


def _allowed(values: Mapping[str, Any], language: str) -> dict[str, str]:
    """What an option takes, in the player's language, for an error that names it."""
    from rpg.config.options import allowed_text, find_option

    return {"allowed": allowed_text(find_option(values["key"]), language)} if "allowed" in values else {}


def _explain_play(error: Exception, language: str) -> tuple[str, str, bool]:
    from rpg.exchange.errors import ExchangeError
    from rpg.exchange.errors import sentence as exchange_sentence
    from rpg.narrator.protocol import NarratorError
    from rpg.runtime.errors import EditError
    from rpg.runtime.errors import sentence as edit_sentence
    from rpg.session.errors import SessionError
    from rpg.session.errors import sentence as session_sentence
    from rpg.store.errors import SaveError, remedy
    from rpg.store.errors import sentence as save_sentence
    from rpg.world.find import WorldNotFound
    from rpg.world.problem import WorldError

    match error:
        case SaveError():
            return error.code, joined(save_sentence(error, language), remedy(error, language)), False
        case SessionError():
            return error.code, session_sentence(error, language), False
        case ExchangeError():
            return error.code, exchange_sentence(error, language), False
        case EditError():
            return error.code, edit_sentence(error, language), False
        case WorldError():
            return "broken_world", "\n".join(error.lines(language)), False
        case WorldNotFound():
            hint = message(language, "cli.did_you_mean", nearest=error.nearest) if error.nearest else ""
            return "unknown_world", message(language, "cli.unknown_world", name=error.text, hint=hint), False
        case NarratorError():
            text = message(language, f"narrator.{error.kind}", detail=error.detail, limit=error.limit or "?")
            more = message(
                language, f"narrator.{error.kind}_remedy", detail=error.detail, limit=error.limit or "?"
            )
            return str(error.kind), joined(text + aside(language, error.detail), more), False
        case OSError():
            return "system", message(language, "cli.system", detail=str(error)), False
        case _:
            kind = type(error).__name__
            return "internal", message(language, "cli.internal", kind=kind, detail=str(error)[:300]), False
