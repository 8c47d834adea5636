"""What every command shares: where it writes, in which language, and how an error looks.

Errors go to standard error as `error: what, where, what to do`. Exit codes: 0 done, 1 a refused or failed
act, 2 wrong usage. Source: docs/interface.md §1.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from rpg.cli.commands import locale_name
from rpg.cli.errors import FAILED, USAGE, CommandError
from rpg.config.config import Config, load_config
from rpg.config.paths import Paths, find_paths
from rpg.text.jsontext import json_text
from rpg.text.messages import catalogue_language, message

if TYPE_CHECKING:
    from rpg.session.session import Session

__all__ = ["FAILED", "USAGE", "CommandError", "Desk", "open_desk", "report_error"]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a command works with: its arguments, folders, configuration, language and streams.

    session: the playthrough that is open already, for commands given while one plays. marks: what stands before
    a thing that is on, and before one that is off.
    """

    args: Namespace
    paths: Paths
    config: Config
    language: str
    out: IO[str]
    err: IO[str]
    session: Session | None = None
    marks: tuple[str, str] = ("●", "○")

    @property
    def json(self) -> bool:
        return bool(getattr(self.args, "json", False))

    def mark(self, on: bool) -> str:
        """What stands before a thing in a list: whether it is on."""
        return self.marks[0] if on else self.marks[1]

    @property
    def bullet(self) -> str:
        """What stands before a line of a list; where a screen reader may read it, a plain hyphen."""
        return "●" if self.session is None else "-"

    def say(self, text: str = "") -> None:
        """One line or block of plain text; foreign text in it is cleaned of control sequences."""
        from rpg.text.clean import clean_text

        self.out.write(clean_text(text) + "\n")

    def write(self, text: str) -> None:
        """A piece of streamed text, at once."""
        from rpg.text.clean import clean_text

        self.out.write(clean_text(text))
        self.out.flush()

    def document(self, document: Any) -> None:
        """One JSON document."""
        self.out.write(_json(self.out, document, indent=2))

    def line(self, document: Any) -> None:
        """One JSON line of a stream, at once."""
        self.out.write(_json(self.out, document))
        self.out.flush()

    def text(self, key: str, /, **values: Any) -> str:
        """A sentence of the catalogue in the player's language."""
        return message(self.language, key, **values)


def _json(out: IO[str], document: Any, indent: int | None = None) -> str:
    """A document as a stream can write it: where its encoding lacks a character, all of them are escapes."""
    text = json_text(document, indent) + "\n"
    try:
        text.encode(getattr(out, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return dumps(document, indent=indent) + "\n"
    return text


def open_desk(args: Namespace, environ: dict[str, str], cwd: Path) -> Desk:
    """The desk for parsed arguments. Raises ConfigError when the configuration cannot be read."""
    paths = find_paths(environ, cwd, worlds=getattr(args, "worlds", None), saves=getattr(args, "saves", None))
    config = load_config(paths.config_file)
    chosen = getattr(args, "language", None) or config.values.get("language")
    language = catalogue_language(str(chosen)) if chosen else locale_language(environ)
    return Desk(args, paths, config, language, sys.stdout, sys.stderr)


def locale_language(environ: Mapping[str, str]) -> str:
    """The catalogue language of an environment's locale; English where it names none."""
    return catalogue_language(locale_name(environ) or "en")


def report_error(desk: Desk | None, error: CommandError, *, json: bool = False) -> int:
    """Prints the error and returns its exit code; with `--json` the document goes to standard output.

    json: whether it was asked for, where there is no desk yet.
    """
    if desk.json if desk is not None else json:
        document = {"error": {"code": error.code, "message": error.text}}
        out = desk.out if desk is not None else sys.stdout
        out.write(_json(out, document))
    stream = desk.err if desk is not None else sys.stderr
    from rpg.text.clean import clean_text

    stream.write(f"error: {clean_text(error.text)}\n")
    return error.exit
