"""Arguments of the commands that look at a save, and check it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rpg.cli.arguments.shared import command, narrator, whole
from rpg.cli.parser import handler


def looking(commands: Any, common: ArgumentParser) -> None:
    show = command(commands, common, "show", "look")
    show.add_argument("save", metavar="SAVE")
    show.add_argument("--at", type=whole, metavar="NODE")
    log = command(commands, common, "log", "look")
    log.add_argument("save", metavar="SAVE")
    log.add_argument("--tree", action="store_true", help="every branch")
    search = command(commands, common, "search", "look")
    search.add_argument("save", metavar="SAVE")
    search.add_argument("text", metavar="TEXT")
    context = command(commands, common, "context", "context")
    context.add_argument("save", metavar="SAVE")
    context.add_argument("--input", default="", metavar="TEXT", help="the message to plan for")
    context.add_argument("--messages", action="store_true", help="with the exact request")
    context.add_argument("--diff", action="store_true", help="what differs from the last turn's request")
    context.add_argument("--history", action="store_true", help="what every turn cost, as a chart")
    context.add_argument("--model", metavar="M", help="what if this model told the story")
    context.add_argument("--without-preset", action="store_true", help="what if no preset were active")
    context.add_argument(
        "--arrive", action="append", default=[], metavar="NAME", help="what if they were here"
    )
    context.add_argument(
        "--leave", action="append", default=[], metavar="NAME", help="what if they were gone"
    )
    narrator(context)
    verify = command(commands, common, "verify", "saves")
    verify.add_argument("save", metavar="SAVE")
    verify.add_argument("--deep", action="store_true", help="fold every state anew")
    repair = command(commands, common, "repair", "saves")
    repair.add_argument("save", metavar="SAVE")
    repair.add_argument("--into", metavar="NAME", help="name of the new save")
    repair.add_argument("--world", metavar="WORLD", help="its text, where the save's own copy is lost")


def tools(commands: Any, common: ArgumentParser) -> None:
    tools = command(commands, common, "tools", "tools")
    tools.add_argument("save", metavar="SAVE")
    which = tools.add_mutually_exclusive_group()
    which.add_argument(
        "--describe", nargs=2, metavar=("TOOL", "TEXT"), help="what the model is told of a tool"
    )
    which.add_argument("--reset", metavar="TOOL", help="bring the original description back")
    which.add_argument(
        "--rewrite", metavar="TOOL", help="let the model write a better one; shows what changes"
    )
    tools.add_argument("--yes", action="store_true", help="save what --rewrite wrote")
    narrator(tools)
    pulse = command(commands, common, "pulse", "pulse")
    pulse.add_argument("save", metavar="SAVE")
    pulse.add_argument("--prose", action="store_true", help="let the model tell the same facts")
    narrator(pulse)
    memory = command(commands, common, "memory", "memory")
    acts = memory.add_subparsers(dest="act", metavar="ACT", required=True)
    acts.add_parser("list", help="every memory", parents=[common]).add_argument(
        "--all", action="store_true", help="withdrawn ones and what stories came to, too"
    )
    acts.add_parser("search", help="what would be recalled", parents=[common]).add_argument(
        "text", metavar="TEXT"
    )
    acts.add_parser("add", help="remember something", parents=[common]).add_argument("text", metavar="TEXT")
    acts.add_parser("remove", help="forget a memory for good", parents=[common]).add_argument(
        "id", type=whole, metavar="ID"
    )
    pin = acts.add_parser("pin", help="recall a memory in every story", parents=[common])
    pin.add_argument("id", type=whole, metavar="ID")
    pin.add_argument("--off", action="store_true", help="no longer")
    acts.add_parser("forget", help="forget what a story came to", parents=[common]).add_argument(
        "name", metavar="SAVE"
    )
    story = acts.add_parser("story", help="what one story keeps in mind", parents=[common])
    story.add_argument("save", metavar="SAVE")
    story.set_defaults(run=handler("storymemory", "story"))
    pins = acts.add_parser("pins", help="what is pinned in one story", parents=[common])
    pins.add_argument("save", metavar="SAVE")
    pins.add_argument(
        "--recap", action="store_true", help="pin the key moment that is offered where the log is cut"
    )
    pins.set_defaults(run=handler("storymemory", "pins"))
    mcp = command(commands, common, "mcp", "mcp")
    mcp.add_argument("act", choices=("list", "test"), help="test: connect and list the tools")
    mcp.add_argument("name", nargs="?", metavar="SERVER")
