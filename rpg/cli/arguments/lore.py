"""Arguments of the commands for lorebooks and presets."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rpg.cli.arguments.shared import command, narrator, whole
from rpg.cli.commands import COMMANDS
from rpg.cli.parser import handler


def lore(commands: Any, common: ArgumentParser) -> None:
    lore = commands.add_parser("lore", help=COMMANDS["lore"])
    acts = lore.add_subparsers(title="acts", metavar="ACT", required=True)

    def act(name: str, function: str, help: str, module: str = "lore") -> ArgumentParser:
        parser: ArgumentParser = acts.add_parser(name, help=help, description=help, parents=[common])
        parser.set_defaults(run=handler(module, function), act=name)
        return parser

    why = act("why", "why", "every entry and what decided about it")
    why.add_argument("save", metavar="SAVE")
    why.add_argument("--input", default="", metavar="TEXT", help="for this message")
    why.add_argument("--entry", metavar="ID", help="only this entry")
    why.add_argument("--at", type=whole, metavar="NODE", help="for the turn of this node")
    shown = act("list", "listed", "the books of a save, or of your library", "books")
    shown.add_argument("save", nargs="?", default="", metavar="SAVE")
    added = act("add", "add", "lorebooks of any known kind into your library", "books")
    added.add_argument("files", nargs="+", metavar="FILE")
    for name, help in (
        ("bind", "a book takes part in one story, or in all of yours"),
        ("unbind", "a book takes no part, or is bound as its author has it"),
    ):
        bind = act(name, "bind", help, "books")
        bind.add_argument("book", metavar="BOOK", help="of your library; with --save also of the world")
        bind.add_argument("--save", default="", metavar="SAVE", help="in this story only")
        if name == "bind":
            bind.add_argument(
                "--character",
                action="append",
                default=[],
                metavar="NAME",
                help='only while they are in the scene; "*" binds a book of the world to nobody',
            )
    edit = act("edit", "edit", "change an entry in the file that holds it", "books")
    edit.add_argument("save", metavar="SAVE")
    edit.add_argument("id", metavar="BOOK.ENTRY")
    edit.add_argument("--content", metavar="TEXT")
    edit.add_argument("--title", metavar="TEXT")
    edit.add_argument("--keys", nargs="+", metavar="KEYWORD")
    for name, help in (("on", "switch a book or entry on"), ("off", "switch a book or entry off")):
        switch = act(name, "switch", help)
        switch.add_argument("save", metavar="SAVE")
        switch.add_argument("id", metavar="BOOK[.ENTRY]")
    evaluate = act("eval", "evaluate", "evaluate a case file")
    evaluate.add_argument("case", metavar="CASE.json")


def preset(commands: Any, common: ArgumentParser) -> None:
    preset = command(commands, common, "preset", "preset")
    preset.add_argument("save", metavar="SAVE")
    preset.add_argument("action", choices=("list", "use", "on", "off", "edit"))
    preset.add_argument(
        "id", nargs="?", default="", metavar="ID", help="a preset (use), an entry (on, off, edit)"
    )
    preset.add_argument("--text", metavar="T", help='edit: another text for this save; "" takes it back')
    preset.add_argument("--position", choices=("system", "before_input"), help="edit: where it stands")
    preset.add_argument("--order", type=whole, metavar="N", help="edit: make it the N-th entry")
    preset.add_argument("--copy", metavar="NAME", help="edit: copy the active preset into your own library")
    narrator(preset)
