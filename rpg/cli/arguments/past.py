"""Arguments of the commands that change the past and the state."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rpg.cli.arguments.shared import command, narrator, node, whole
from rpg.session.handkinds import KINDS


def past(commands: Any, common: ArgumentParser) -> None:
    edit = command(commands, common, "edit", "past")
    edit.add_argument("save", metavar="SAVE")
    node(edit)
    edit.add_argument("--text", required=True, metavar="T")
    edit.add_argument(
        "--events",
        choices=("keep", "drop", "reread"),
        default="keep",
        help="what happened there stays (default)",
    )
    narrator(edit)
    delete = command(commands, common, "delete", "past")
    delete.add_argument("save", metavar="SAVE")
    node(delete)
    delete.add_argument("--only", action="store_true", help="only the node itself")
    insert = command(commands, common, "insert", "past")
    insert.add_argument("save", metavar="SAVE")
    node(insert)
    which = insert.add_mutually_exclusive_group(required=True)
    which.add_argument("--player", metavar="T")
    which.add_argument("--narration", metavar="T")
    resolve = command(commands, common, "resolve", "past")
    resolve.add_argument("save", metavar="SAVE")
    node(resolve)
    resolve.add_argument(
        "how",
        choices=("accept", "drop", "renarrate"),
        help="accept: as it came out; drop: without it; renarrate: tell the story anew from this reply on",
    )
    resolve.add_argument(
        "number", type=whole, nargs="?", metavar="N", help="drop: which edit, from 1 (all by default)"
    )
    narrator(resolve)
    label = command(commands, common, "label", "past")
    label.add_argument("save", metavar="SAVE")
    node(label)
    label.add_argument("name", metavar="NAME")
    record = command(commands, common, "record", "past")
    record.add_argument("save", metavar="SAVE")
    record.add_argument("number", type=whole, nargs="?", default=1, metavar="N", help="which notice, from 1")
    hand = command(commands, common, "set", "past")
    hand.add_argument("save", metavar="SAVE")
    hand.add_argument("kind", metavar="KIND", help=", ".join(KINDS))
    hand.add_argument("id", metavar="ID", nargs="?", default="")
    hand.add_argument("value", metavar="VALUE", nargs="?", default="")
