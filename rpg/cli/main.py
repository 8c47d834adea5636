"""The entry point: reads the arguments, opens the desk, runs one command, turns errors into sentences."""

from __future__ import annotations

import sys

from rpg.cli.commands import HELP, help_text

TYPE_CHECKING = False  # `typing` itself costs more than all that the help needs
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from rpg.cli.errors import CommandError
    from rpg.cli.output import Desk


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `rpg` with `argv` (the process's arguments by default) and returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in HELP:
        sys.stdout.write(help_text())
        return 0
    return _run(words)


def _fit_streams() -> None:
    """What a stream's encoding cannot write is written as plain signs, and what is no text is read as such."""
    for stream in (sys.stdout, sys.stderr):
        encoding = getattr(stream, "encoding", None) or "utf-8"
        if not encoding.lower().startswith("utf"):
            from rpg.text.signs import prepare_output

            prepare_output(stream)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")


def _run(words: list[str]) -> int:
    import os
    from pathlib import Path

    from rpg.cli.output import CommandError, open_desk, report_error
    from rpg.cli.parser import parse

    _fit_streams()
    try:
        args = parse(words)
    except CommandError as error:
        return report_error(None, error, json="--json" in words)
    desk: Desk | None = None
    try:
        desk = open_desk(args, dict(os.environ), Path.cwd())
        return _finished(args.run(desk))
    except CommandError as error:
        return report_error(desk, error)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if args.debug:
            raise
        return report_error(desk, _as_command_error(desk, error))


def _finished(result: Any) -> int:
    """The exit code of a command, run to its end where it is a coroutine."""
    if result is None or isinstance(result, int):
        return int(result or 0)
    import asyncio

    return int(asyncio.run(result) or 0)


def _as_command_error(desk: Desk | None, error: Exception) -> CommandError:
    """The sentence for an error of any layer; unknown ones say how to see more."""
    import os

    from rpg.cli.errors import USAGE, CommandError
    from rpg.cli.output import locale_language
    from rpg.session.explain import explain

    language = desk.language if desk is not None else locale_language(os.environ)
    code, text, usage = explain(error, language)
    return CommandError(text, code=code, exit=USAGE if usage else 1)


if __name__ == "__main__":
    raise SystemExit(main())
