"""The table of settings as Markdown, made from the one declaration. `python -m rpg.cli.reference [LANGUAGE]` prints it."""

from __future__ import annotations

import sys

from rpg.config.options import KEPT, OPTIONS, Kept, Option, allowed, allowed_text
from rpg.text.messages import message


def settings_page(language: str = "en") -> str:
    """The page of settings in docs/, or in docs/<language>/: a test holds the files to this text."""
    head = message(language, "reference.head").rstrip("\n").split("\n")
    return "\n".join([*head, *(_row(option, language) for option in OPTIONS), *_kept(language)]) + "\n"


def _row(option: Option, language: str) -> str:
    told = _cell(message(language, f"options.{option.key}"))
    values = allowed(option) if language == "en" else allowed_text(option, language)
    return f"| `{option.key}` | {_shown(option.default)} | {_cell(values)} | {option.scope} | {told} |"


def _kept(language: str) -> list[str]:
    """What stands among a save's settings and has a command of its own."""
    head = message(language, "reference.kept").rstrip("\n").split("\n")
    rows = [f"| `{one.key}` | {_cell(_value(one, language))} | `{_cell(one.command)}` |" for one in KEPT]
    tail = message(language, "reference.declared").rstrip("\n").split("\n")
    return ["", *head, *rows, "", *tail]


def _value(kept: Kept, language: str) -> str:
    return message(language, kept.value) if kept.value.startswith("reference.") else kept.value


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def _shown(default: object) -> str:
    match default:
        case None | "":
            return "–"
        case bool(value):
            return "on" if value else "off"
    return str(default)


if __name__ == "__main__":
    print(settings_page(*sys.argv[1:2]), end="")
