"""The player's own editor, in the terminal that the game gives back for as long as it takes."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Mapping

from textual.app import App, SuspendNotSupported

from rpg.tui.words import say
from rpg.world.entrytext import Spot

PLUS = frozenset({"vi", "vim", "nvim", "nano", "emacs", "micro", "kak"})
"""Editors that go to a line with `+LINE`."""


def editor_command(spot: Spot, environ: Mapping[str, str]) -> list[str]:
    """The command that opens a file at a line: $VISUAL, $EDITOR, else vi. Never through a shell."""
    words = shlex.split(environ.get("VISUAL") or environ.get("EDITOR") or "vi") or ["vi"]
    name = words[0].replace("\\", "/").rsplit("/", 1)[-1]
    line = [f"+{spot.line}"] if name in PLUS else []
    return [*words, *line, str(spot.file)]


def edit_outside(app: App[None], spot: Spot, environ: Mapping[str, str]) -> bool:
    """Open a file in the player's editor and wait; whether it was opened. What goes wrong is told."""
    command = editor_command(spot, environ)
    try:
        with app.suspend():
            subprocess.run(command, check=False)
    except SuspendNotSupported:
        told = say(app, "editor_here", file=spot.file, line=spot.line)
        app.notify(told, severity="warning", markup=False, timeout=15)
        return False
    except OSError:
        told = say(app, "editor_missing", command=command[0])
        app.notify(told, severity="error", markup=False)
        return False
    return True
