"""The commands of plain mode, declared once: a leading slash, then the same words as on the command line.

What a command does is told by its key in the catalogue, `plain.do_<name>`. Commands that plain mode does not
have itself are those of the command line, without the name of the save.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from rpg.plain import changing, looking, playing, watching
from rpg.plain.asides import ASIDES
from rpg.plain.console import Console
from rpg.plain.table import Leave, Table
from rpg.text.placeholders import written

Run = Callable[[Table, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name without the slash, how it is written, and what runs it."""

    name: str
    usage: str
    run: Run


async def _narrator(table: Table, rest: str) -> None:
    await ASIDES["narrator"](table.game, rest)


async def _language(table: Table, rest: str) -> None:
    await ASIDES["language"](table.game, rest)


async def _settings(table: Table, rest: str) -> None:
    """[KEY [VALUE]]: the settings of this story."""
    key, _, value = rest.partition(" ")
    words = [word for word in (key, value.strip()) if word]
    await table.game.run(["config", *words, "--save", str(table.session.save.path)])


async def _help(table: Table, rest: str) -> None:
    """[COMMAND|TOPIC]: the commands, how one is written, or a page of the manual."""
    words = rest.removeprefix("/").split(maxsplit=1)
    if not words:
        _list(table)
        return
    shell, name = table.game.shell, ALIASES.get(words[0], words[0])
    known = name in BY_NAME
    if known:
        _about(table.console, BY_NAME[name])
    elif name in shell.names:
        await table.game.outside(f"{rest.removeprefix('/')} --help")
    if name in shell.topics or not (known or name in shell.names):
        await table.game.outside(f"help {rest.removeprefix('/')}")


def _about(console: Console, command: Command, lead: str = "") -> None:
    usage = written(console.language, command.usage)
    console.say(lead + console.about(f"/{usage}", console.text(f"plain.do_{command.name}")))


def _list(table: Table) -> None:
    console = table.console
    console.tell("plain.help_intro")
    for command in COMMANDS:
        _about(console, command, "  ")
    console.tell("plain.help_more")
    for name in table.game.shell.names:
        if name not in BY_NAME:
            console.say(f"  {console.about(f'/{name}', console.text(f'plain.do_{name}'))}")


async def _leave(table: Table, rest: str) -> None:
    raise Leave


async def _quit(table: Table, rest: str) -> None:
    raise EOFError


COMMANDS: tuple[Command, ...] = (
    Command("look", "look", looking.look),
    Command("who", "who", looking.who),
    Command("person", "person NAME", looking.person),
    Command("place", "place [PLACE]", looking.place),
    Command("places", "places", looking.places),
    Command("map", "map", looking.map),
    Command("travel", "travel [PLACE|N] [with NAME, NAME]", playing.travel),
    Command("send", "send [TEXT]", playing.send),
    Command("retry", "retry", playing.retry),
    Command("replies", "replies", looking.replies),
    Command("pick", "pick N [NODE]", playing.pick),
    Command("next", "next", playing.following),
    Command("previous", "previous", playing.previous),
    Command("keep", "keep [N]", playing.keep),
    Command("continue", "continue", playing.go_on),
    Command("record", "record [N]", playing.record),
    Command("undo", "undo", playing.undo),
    Command("redo", "redo", playing.redo),
    Command("log", "log [N]", looking.log),
    Command("tree", "tree", looking.tree),
    Command("goto", "goto NODE", playing.goto),
    Command("search", "search TEXT", looking.search),
    Command("edit", "edit NODE [keep|drop|reread] TEXT", changing.edit),
    Command("delete", "delete NODE [only]", changing.delete),
    Command("insert", "insert NODE player|story TEXT", changing.insert),
    Command("label", "label NODE NAME", changing.label),
    Command("set", 'set KIND [ID|"NAME"] [VALUE]', changing.set_fact),
    Command("pulse", "pulse", looking.pulse),
    Command("context", "context [TEXT]", looking.context),
    Command("adopt", "adopt", watching.adopt),
    Command("watch", "watch", watching.watch),
    Command("file", "file [NAME]", watching.file),
    Command("stop", "stop", playing.stop),
    Command("settings", "settings [KEY [VALUE]]", _settings),
    Command("narrator", "narrator", _narrator),
    Command("language", "language [en|zh]", _language),
    Command("help", "help [COMMAND|TOPIC]", _help),
    Command("leave", "leave", _leave),
    Command("quit", "quit", _quit),
)

BY_NAME = {command.name: command for command in COMMANDS}

ALIASES = {
    "q": "quit",
    "exit": "quit",
    "h": "help",
    "?": "help",
    "go": "travel",
    "退出": "quit",
    "帮助": "help",
    "出行": "travel",
    "去": "travel",
    "查看": "look",
    "地图": "map",
    "撤销": "undo",
    "重做": "redo",
    "重试": "retry",
    "设置": "settings",
    "返回": "leave",
    "语言": "language",
}
"""What else people type, and which command they mean."""
