"""Arguments of the commands that begin and play stories."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rpg.cli.arguments.shared import command, narrator, node, turn, whole


def play(commands: Any, common: ArgumentParser) -> None:
    play = command(commands, common, "play", "play")
    play.add_argument("target", nargs="?", metavar="WORLD|SAVE")
    play.add_argument("--plain", action="store_true", help="linear mode without drawing")
    play.add_argument("--author", action="store_true", help="show secrets, goals and untold topics")
    narrator(play)
    command(commands, common, "version", "play")
    command(commands, common, "worlds", "saves")
    command(commands, common, "saves", "saves")
    new = command(commands, common, "new", "saves")
    new.add_argument("world", metavar="WORLD")
    new.add_argument("--save", required=True, metavar="NAME", help="name of the new save")
    new.add_argument(
        "--answer", action="append", default=[], metavar="ID=TEXT", help="answer an opening question"
    )
    new.add_argument("--premise", default="", metavar="TEXT", help="what carries over from an earlier story")
    new.add_argument("--opening", type=whole, default=1, metavar="N", help="which opening, from 1")
    new.add_argument("--seed", type=whole, metavar="N", help="seed of dice and lore rolls")
    narrator(new)


def story(commands: Any, common: ArgumentParser) -> None:
    say = command(commands, common, "say", "story")
    say.add_argument("save", metavar="SAVE")
    say.add_argument("text", metavar="TEXT", help="what you do or say; - reads it from standard input")
    turn(say)
    travel = command(commands, common, "travel", "story")
    travel.add_argument("save", metavar="SAVE")
    travel.add_argument("place", metavar="PLACE")
    travel.add_argument("--with", dest="companions", action="append", default=[], metavar="NAME")
    travel.add_argument("--no-narration", action="store_true", help="do not ask for the arrival's story")
    turn(travel)
    go_on = command(commands, common, "continue", "story")
    go_on.add_argument("save", metavar="SAVE")
    turn(go_on)
    retry = command(commands, common, "retry", "story")
    retry.add_argument("save", metavar="SAVE")
    turn(retry)


def time_travel(commands: Any, common: ArgumentParser) -> None:
    for name in ("undo", "redo"):
        command(commands, common, name, "timetravel").add_argument("save", metavar="SAVE")
    pick = command(commands, common, "pick", "timetravel")
    pick.add_argument("save", metavar="SAVE")
    pick.add_argument("number", type=whole, metavar="N", help="which reply, from 1")
    pick.add_argument("--at", type=whole, metavar="NODE", help="of this turn (the last one by default)")
    goto = command(commands, common, "goto", "timetravel")
    goto.add_argument("save", metavar="SAVE")
    node(goto)
    keep = command(commands, common, "keep", "timetravel")
    keep.add_argument("save", metavar="SAVE")
    keep.add_argument("--attempt", type=whole, metavar="N", help="which one (the latest by default)")
