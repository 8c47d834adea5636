"""`rpg`, `rpg play` and `rpg version`."""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version

from rpg.cli.opening import services_of
from rpg.cli.output import Desk


def version(desk: Desk) -> int:
    """Prints the version."""
    if desk.json:
        desk.document({"version": installed_version()})
    else:
        desk.say(f"rpg {installed_version()}")
    return 0


def installed_version() -> str:
    """The version of the installed package; "unknown" when it is not installed."""
    try:
        return package_version("rpg")
    except PackageNotFoundError:
        return "unknown"


def title(desk: Desk) -> int:
    """Plays without a target."""
    desk.args.target = None
    return play(desk)


def play(desk: Desk) -> int:
    """The terminal interface; the linear one with `--plain` or where there is no terminal."""
    args = desk.args
    target = getattr(args, "target", None)
    services = services_of(desk, asks=True)
    if getattr(args, "plain", False) or not _has_screen():
        from rpg.cli.inside import CommandLine
        from rpg.plain.run import run_plain

        author = getattr(args, "author", False)
        return run_plain(services, target, sys.stdin, sys.stdout, CommandLine(), author=author)
    from rpg.tui.app import run_app

    return run_app(services, target, author=getattr(args, "author", False))


def _has_screen() -> bool:
    """Whether there is a terminal to draw on, or a browser behind textual-serve."""
    return (sys.stdin.isatty() and sys.stdout.isatty()) or "TEXTUAL_DRIVER" in os.environ
