"""`rpg`, `rpg play` and `rpg version`."""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from typing import TYPE_CHECKING

from rpg.cli.opening import services_of
from rpg.cli.output import CommandError, Desk

if TYPE_CHECKING:
    from rpg.session.services import Services


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
    services.config.check()
    if target is not None:
        _need(desk, services, target)
    if getattr(args, "plain", False) or not _has_screen():
        from rpg.cli.inside import CommandLine
        from rpg.plain.run import run_plain

        author = getattr(args, "author", False)
        return run_plain(services, target, sys.stdin, sys.stdout, CommandLine(), author=author)
    from rpg.tui.app import run_app

    return run_app(services, target, author=getattr(args, "author", False))


def _need(desk: Desk, services: Services, target: str) -> None:
    """Raises CommandError when nothing has the name `target`, before any screen is drawn."""
    from rpg.cli.commands import COMMANDS
    from rpg.cli.usage import meant
    from rpg.session.library import save_path, saves
    from rpg.store.errors import SaveError
    from rpg.world.find import WorldNotFound, find_world, find_worlds

    try:
        save_path(services, target)
    except SaveError as error:
        if error.code != "missing":
            return
    else:
        return
    try:
        find_world(target, services.paths.worlds)
    except WorldNotFound:
        worlds = [world.id for world in find_worlds(services.paths.worlds)]
        known = [*COMMANDS, *worlds, *(entry.name for entry in saves(services))]
        near = meant(target, known)
        hint = desk.text("cli.did_you_mean", nearest=near) if near else ""
        raise CommandError(
            desk.text("cli.unknown_target", name=target, hint=hint), code="unknown_world"
        ) from None


def _has_screen() -> bool:
    """Whether there is a terminal to draw on, or a browser behind textual-serve."""
    drawn = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return drawn or "TEXTUAL_DRIVER" in os.environ
