"""Arguments of the commands for settings, models and help."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rpg.cli.arguments.shared import command, whole


def settings(commands: Any, common: ArgumentParser) -> None:
    config = command(commands, common, "config", "settings")
    config.add_argument("key", nargs="?", metavar="KEY")
    config.add_argument("value", nargs="?", metavar="VALUE", help='"" takes the setting away')
    config.add_argument("--save", metavar="SAVE", help="for this save only")
    serve = command(commands, common, "serve", "serve")
    serve.add_argument("target", nargs="?", metavar="WORLD|SAVE")
    serve.add_argument(
        "--host", default="127.0.0.1", help="127.0.0.1 unless others shall reach it (with a token)"
    )
    serve.add_argument("--port", type=whole, default=8000)
    serve.add_argument("--narrator", metavar="N")
    completion = command(commands, common, "completion", "completion")
    completion.add_argument("shell", nargs="?", choices=("bash", "zsh", "fish"))
    completion.add_argument("--names", choices=("saves", "worlds"), help="print names, for the scripts")
    help = command(commands, common, "help", "topics")
    help.add_argument("topic", nargs="*", metavar="TOPIC")
    models = command(commands, common, "models", "settings")
    models.add_argument("action", nargs="?", choices=("test",), help="test: try the model out")
    models.add_argument("name", nargs="?", metavar="MODEL")
