"""The player's own editor, in the terminal that the game gives back for as long as it takes."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence

from textual.app import App, SuspendNotSupported

from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.words import say
from rpg.world.entrytext import Spot

PLUS = frozenset({"vi", "vim", "nvim", "nano", "emacs", "micro", "kak"})
"""Editors that go to a line with `+LINE`."""


SIMPLE = ("nano", "vi")
"""What is taken where the player has named no editor: the first that is installed, else the last."""

LEAVING = {"nano": "editor_nano", "vi": "editor_vi", "vim": "editor_vi", "nvim": "editor_vi"}
"""Editors that one must know how to leave."""


def editor_command(spot: Spot, environ: Mapping[str, str]) -> list[str]:
    """The command that opens a file at a line: $VISUAL, $EDITOR, else the simplest there is. Never through a shell."""
    own = shlex.split(environ.get("VISUAL") or environ.get("EDITOR") or "")
    words = own or [next((name for name in SIMPLE if shutil.which(name)), SIMPLE[-1])]
    line = [f"+{spot.line}"] if _name(words) in PLUS else []
    return [*words, *line, str(spot.file)]


def _name(command: Sequence[str]) -> str:
    """The name of a program without its folder."""
    return command[0].replace("\\", "/").rsplit("/", 1)[-1]


async def ask_and_edit(app: App[None], spot: Spot, environ: Mapping[str, str]) -> bool:
    """Say what will happen, and with the player's leave do as `edit_outside`. For workers only."""
    command = editor_command(spot, environ)
    name = _name(command)
    lead = say(app, "editor_lead", file=spot.file.name, command=name)
    leave = LEAVING.get(name)
    lead = f"{lead} {say(app, leave)}" if leave else lead
    choices = [Choice("open", say(app, "editor_open")), Choice("not", say(app, "editor_not"))]
    chosen = await app.push_screen_wait(ChooseDialog(say(app, "lore_editor"), choices, lead=lead))
    return chosen == "open" and edit_outside(app, spot, environ)


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
