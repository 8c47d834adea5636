"""Script files for the scripted narrator (`script:FILE`), in TOML or JSON.

    loop = false
    default = "The story goes on."

    [[turns]]
    text = "You climb the steps."
    calls = [{ name = "advance_time", arguments = { minutes = 10 } }]

A turn may also have `reasoning`, `error` (a kind of failure such as "rate_limit") and `disconnect_after`
(characters).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rpg.narrator.protocol import Failure, NarratorError
from rpg.narrator.scripted import AT_THE_END, Script, Turn

_TOP = {"loop": bool, "default": str, "turns": list}
_TURN = {"text": str, "calls": list, "reasoning": str, "error": str, "disconnect_after": int}
_CALL = {"name": str, "arguments": dict}


def load_script(path: Path) -> Script:
    """The script of a file.

    Raises NarratorError of kind SCRIPT that names the file and the place when it cannot be read or used.
    """
    document = _checked(_document(path), _TOP, str(path))
    turns = [_turn(turn, f"{path}: turns[{number}]") for number, turn in enumerate(document.get("turns", []))]
    default = Turn(text=document["default"]) if "default" in document else AT_THE_END
    return Script(turns, document.get("loop", False), default)


def _document(path: Path) -> Any:
    try:
        text = path.read_text("utf-8-sig")
        return json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except OSError as error:
        raise NarratorError(Failure.SCRIPT, f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise NarratorError(Failure.SCRIPT, f"{path}: {error}") from error


def _turn(value: Any, where: str) -> Turn:
    turn = _checked(value, _TURN, where)
    calls = [_call(call, f"{where}.calls[{number}]") for number, call in enumerate(turn.get("calls", []))]
    return Turn(
        text=turn.get("text", ""),
        calls=calls,
        reasoning=turn.get("reasoning", ""),
        error=_failure(turn["error"], where) if "error" in turn else None,
        disconnect_after=turn.get("disconnect_after"),
    )


def _call(value: Any, where: str) -> tuple[str, Mapping[str, Any]]:
    call = _checked(value, _CALL, where)
    if "name" not in call:
        raise NarratorError(Failure.SCRIPT, f"{where}: name is missing")
    return call["name"], call.get("arguments", {})


def _failure(name: str, where: str) -> Failure:
    try:
        return Failure(name)
    except ValueError as error:
        known = ", ".join(Failure)
        raise NarratorError(Failure.SCRIPT, f"{where}.error: {name!r} is none of {known}") from error


def _checked(value: Any, known: Mapping[str, type], where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NarratorError(Failure.SCRIPT, f"{where}: a table was expected")
    for key, item in value.items():
        if key not in known:
            raise NarratorError(Failure.SCRIPT, f"{where}: unknown key {key!r}, known are {', '.join(known)}")
        if not isinstance(item, known[key]) or (known[key] is int and isinstance(item, bool)):
            raise NarratorError(Failure.SCRIPT, f"{where}.{key}: {known[key].__name__} was expected")
    return value
