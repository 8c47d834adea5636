"""Arguments of the commands that write and read files: stories and results."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rpg.cli.arguments.shared import command, whole
from rpg.cli.commands import COMMANDS
from rpg.cli.parser import common_options, handler


def exchange(commands: Any, common: ArgumentParser) -> None:
    export = command(commands, common, "export", "exchange")
    export.add_argument("save", metavar="SAVE")
    export.add_argument("--to", required=True, choices=("markdown", "json", "tavern", "bundle"))
    export.add_argument("--out", metavar="FILE", help="a new file (standard output by default)")
    export.add_argument(
        "--branch", metavar="NODE", help="a node or a label of the branch (the head's by default)"
    )
    bring = command(commands, common, "import", "exchange")
    bring.add_argument("file", metavar="FILE")
    bring.add_argument("--save", metavar="NAME", help="name of the new save (the file's by default)")
    bring.add_argument("--world", metavar="WORLD", help="the world a chat plays in (a small one by default)")
    bring.set_defaults(run=handler("exchange", "import_file"))


def bench(commands: Any, _common: ArgumentParser) -> None:
    """`--json` takes a file here, so the common options are made anew: argparse would change those of all."""
    about = COMMANDS["bench"]
    parser: ArgumentParser = commands.add_parser(
        "bench", help=about, description=about, parents=[common_options()], conflict_handler="resolve"
    )
    parser.set_defaults(run=handler("bench", "bench"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="which benches (all by default)")
    parser.add_argument("--json", dest="file", metavar="FILE", help="write the results as JSON")
    parser.add_argument("--quick", action="store_true", help="a smaller run, each under half a minute")
    parser.add_argument("--long", action="store_true", help="a longer run where a bench has one")
    parser.add_argument("--check", action="store_true", help="fail when a goal is not met")
    parser.add_argument("--seed", type=whole, metavar="N", help="of everything that is drawn")
