"""Arguments of `rpg world …`: what an author of worlds needs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rpg.cli.commands import COMMANDS
from rpg.cli.parser import handler

FORMATS = (
    "tavern-lorebook",
    "character-book",
    "lorebook-v3",
    "novelai",
    "agnai",
    "risu",
    "story-cards",
    "card-v2",
    "card-v3",
    "toml",
)
"""Names only, so that help loads nothing."""


def world(commands: Any, common: ArgumentParser) -> None:
    about = COMMANDS["world"]
    parser: ArgumentParser = commands.add_parser("world", help=about, description=about)
    acts = parser.add_subparsers(title="acts", metavar="ACT", required=True)

    def act(name: str, about: str, function: str = "", module: str = "world") -> ArgumentParser:
        made: ArgumentParser = acts.add_parser(name, help=about, description=about, parents=[common])
        made.set_defaults(run=handler(module, function or name))
        return made

    new = act("new", "write a small, commented, playable world", "new_world")
    new.add_argument("name", metavar="NAME", help="a name, or the path of a folder to make")
    _path(act("check", "every problem, with its place and what to do"))
    _path(act("show", "counts, tokens of every sheet, largest scenes"))
    _path(act("map", "the map as text", "show_map"))
    _path(act("test", "play the world's scenarios and compare what comes of them"))
    _import(act("import", "cards, lorebooks, presets into a world", "world_import", "exchange"))
    _export(act("export", "a card, a lorebook, the whole as TOML", "world_export", "exchange"))
    watching = act(
        "watch", "check again whenever a file is saved, and say what that changed", "watch", "worldwatch"
    )
    _path(watching)
    watching.add_argument(
        "--save", metavar="SAVE", help="a story that takes every version that can be played"
    )


def _path(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", help="a world's folder or file, or its name")


def _import(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="JSON, PNG, APNG or CHARX")
    parser.add_argument(
        "--into", required=True, metavar="PATH", help="the world's folder; made when there is none"
    )


def _export(parser: ArgumentParser) -> None:
    _path(parser)
    parser.add_argument("--to", required=True, metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--id", metavar="ID", help="which character or lorebook, where there are several")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="a new file; a card goes into what the name ends in: .json, .png, .charx",
    )
