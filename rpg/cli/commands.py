"""The commands of the first level and what each is for, declared once.

`rpg --help` shows exactly this, so it needs neither the parser nor any other module: the fastest answer there is.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` itself costs more than all that the help needs
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COMMANDS = {
    "play": "play in the terminal (the default command)",
    "version": "print the version",
    "worlds": "list worlds",
    "saves": "list saves",
    "new": "begin a session",
    "say": "play one turn",
    "travel": "go to a known place, as from the travel menu",
    "continue": "go on with a reply that broke off",
    "retry": "ask for the last reply again",
    "undo": "take back the last act",
    "redo": "do again what was undone",
    "pick": "choose another reply",
    "goto": "go to any node",
    "keep": "keep a reply that broke off, as it is",
    "edit": "change the words of any node",
    "delete": "delete the turn of any node",
    "insert": "insert a message after any node",
    "resolve": "settle changes that drifted or cannot be applied",
    "label": "name a branch",
    "record": "record what a reply told without recording it",
    "set": "change the state by hand",
    "show": "the state: place, exits, people, clock",
    "log": "the story so far",
    "search": "find text in the story",
    "context": "what would be sent, and how full the window is",
    "verify": "check a save's integrity",
    "repair": "rescue a damaged save into a new one",
    "tools": "which tools the session really has, and why not",
    "pulse": "a short briefing of where the story stands",
    "memory": "what is remembered beyond one story",
    "mcp": "the MCP servers of the configuration",
    "lore": "lorebooks: which take part, why entries are there, case files",
    "preset": "how the narrator writes: choose and change presets",
    "config": "read or change settings",
    "serve": "play in a browser, on this machine",
    "completion": "print a completion script for a shell",
    "help": "the pages of the manual",
    "models": "what the endpoint offers",
    "export": "write a story as a file",
    "import": "make a save of a bundle, a JSON export or a chat",
    "world": "make, check and look at worlds",
    "bench": "measure prompt, state and speed",
}
"""What each command is for, in the order of the help."""

HELP = frozenset({"-h", "--help"})
"""Words that ask for the help."""

OPTIONS = {"-h, --help": "show this help and leave", "--version": "print the version and leave"}

HEAD = "A terminal role-playing game that keeps the scene alive."
FOOT = (
    "Without a command: the title screen. `rpg WORLD` or `rpg SAVE` plays it.",
    "`rpg COMMAND --help` tells more about a command.",
    "`rpg help` lists the pages of the manual.",
)


def help_text() -> str:
    """What `rpg --help` prints, in the language of the locale."""
    if is_chinese():
        from rpg.cli.chinese import USAGE, told
        from rpg.text.placeholders import placeholder

        return _text(USAGE, told, "：", placeholder("zh", "COMMAND"))
    return _text("usage: ", str, ":", "COMMAND")


def is_chinese() -> bool:
    """Whether the locale of the environment is a Chinese one."""
    import os

    return locale_name(os.environ).startswith("zh")


def locale_name(environ: Mapping[str, str]) -> str:
    """The locale of messages that an environment asks for, as gettext finds it: `LANGUAGE` counts before the
    others, and nothing where those name no language at all. "" for none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    found = next((environ[name] for name in names if environ.get(name)), "")
    if found.partition(".")[0] in {"", "C", "POSIX"}:
        return found
    return environ.get("LANGUAGE", "").partition(":")[0] or found


def _text(usage: str, told: Callable[[str], str], colon: str, command: str) -> str:
    parts = [
        f"{usage}rpg [-h] [--version] {command} ...\n",
        f"{told(HEAD)}\n",
        f"{told('options')}{colon}\n{_table(OPTIONS, told)}",
        f"{told('commands')}{colon}\n{_table(COMMANDS, told)}",
        "".join(f"{told(line)}\n" for line in FOOT),
    ]
    return "\n".join(parts)


def _table(rows: dict[str, str], told: Callable[[str], str]) -> str:
    width = max(map(len, rows))
    return "".join(f"  {name:<{width}}  {told(about)}\n" for name, about in rows.items())
