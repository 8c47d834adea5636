"""Arguments of every command. One function a family, so that the whole surface can be read in one place."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any

from rpg.cli.commands import COMMANDS
from rpg.cli.parser import common_options, handler

Family = Callable[[Any, ArgumentParser], None]

FUNCTIONS = {"continue": "go_on"}
"""Commands whose function has another name, because theirs is a word of the language."""


def add_commands(commands: Any, common: ArgumentParser, only: str | None = None) -> None:
    """Adds commands to the `commands` of the main parser.

    only: a command; its family is added and no other, since one call runs one command. None adds all.
    """
    for family, names in FAMILIES.items():
        if only is None or only in names:
            family(commands, common)


def _command(commands: Any, common: ArgumentParser, name: str, module: str) -> ArgumentParser:
    about = COMMANDS[name]
    parser: ArgumentParser = commands.add_parser(name, help=about, description=about, parents=[common])
    parser.set_defaults(run=handler(module, FUNCTIONS.get(name, name.replace("-", "_"))))
    return parser


def _narrator(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--narrator", metavar="N", help="storyteller | openai[:MODEL] | gguf:FILE | script:FILE"
    )
    parser.add_argument("--approve", metavar="TOOL", action="append", default=[], help="let this tool run")


def _turn(parser: ArgumentParser) -> None:
    _narrator(parser)
    parser.add_argument(
        "--world", choices=("keep", "adopt"), default="keep", help="when the world's files have changed since"
    )


def _node(parser: ArgumentParser, name: str = "node") -> None:
    parser.add_argument(name, type=int, metavar="NODE", help="a node's number, as `rpg log` shows it")


def _play(commands: Any, common: ArgumentParser) -> None:
    play = _command(commands, common, "play", "play")
    play.add_argument("target", nargs="?", metavar="WORLD|SAVE")
    play.add_argument("--plain", action="store_true", help="linear mode without drawing")
    play.add_argument("--author", action="store_true", help="show secrets, goals and untold topics")
    _narrator(play)
    _command(commands, common, "version", "play")
    _command(commands, common, "worlds", "saves")
    _command(commands, common, "saves", "saves")
    new = _command(commands, common, "new", "saves")
    new.add_argument("world", metavar="WORLD")
    new.add_argument("--save", required=True, metavar="NAME", help="name of the new save")
    new.add_argument(
        "--answer", action="append", default=[], metavar="ID=TEXT", help="answer an opening question"
    )
    new.add_argument("--premise", default="", metavar="TEXT", help="what carries over from an earlier story")
    new.add_argument("--opening", type=int, default=1, metavar="N", help="which opening, from 1")
    new.add_argument("--seed", type=int, metavar="N", help="seed of dice and lore rolls")
    _narrator(new)


def _story(commands: Any, common: ArgumentParser) -> None:
    say = _command(commands, common, "say", "story")
    say.add_argument("save", metavar="SAVE")
    say.add_argument("text", metavar="TEXT", help="what you do or say; - reads it from standard input")
    _turn(say)
    travel = _command(commands, common, "travel", "story")
    travel.add_argument("save", metavar="SAVE")
    travel.add_argument("place", metavar="PLACE")
    travel.add_argument("--with", dest="companions", action="append", default=[], metavar="NAME")
    travel.add_argument("--no-narration", action="store_true", help="do not ask for the arrival's story")
    _turn(travel)
    go_on = _command(commands, common, "continue", "story")
    go_on.add_argument("save", metavar="SAVE")
    _turn(go_on)
    retry = _command(commands, common, "retry", "story")
    retry.add_argument("save", metavar="SAVE")
    _turn(retry)


def _time_travel(commands: Any, common: ArgumentParser) -> None:
    for name in ("undo", "redo"):
        _command(commands, common, name, "timetravel").add_argument("save", metavar="SAVE")
    pick = _command(commands, common, "pick", "timetravel")
    pick.add_argument("save", metavar="SAVE")
    pick.add_argument("number", type=int, metavar="N", help="which reply, from 1")
    pick.add_argument("--at", type=int, metavar="NODE", help="of this turn (the last one by default)")
    goto = _command(commands, common, "goto", "timetravel")
    goto.add_argument("save", metavar="SAVE")
    _node(goto)
    keep = _command(commands, common, "keep", "timetravel")
    keep.add_argument("save", metavar="SAVE")
    keep.add_argument("--attempt", type=int, metavar="N", help="which one (the latest by default)")


def _past(commands: Any, common: ArgumentParser) -> None:
    edit = _command(commands, common, "edit", "past")
    edit.add_argument("save", metavar="SAVE")
    _node(edit)
    edit.add_argument("--text", required=True, metavar="T")
    edit.add_argument(
        "--events",
        choices=("keep", "drop", "reread"),
        default="keep",
        help="what happened there stays (default)",
    )
    _narrator(edit)
    delete = _command(commands, common, "delete", "past")
    delete.add_argument("save", metavar="SAVE")
    _node(delete)
    delete.add_argument("--only", action="store_true", help="only the node itself")
    insert = _command(commands, common, "insert", "past")
    insert.add_argument("save", metavar="SAVE")
    _node(insert)
    which = insert.add_mutually_exclusive_group(required=True)
    which.add_argument("--player", metavar="T")
    which.add_argument("--narration", metavar="T")
    resolve = _command(commands, common, "resolve", "past")
    resolve.add_argument("save", metavar="SAVE")
    _node(resolve)
    resolve.add_argument(
        "how",
        choices=("accept", "drop", "renarrate"),
        help="accept: as it came out; drop: without it; renarrate: tell the story anew from this reply on",
    )
    resolve.add_argument(
        "number", type=int, nargs="?", metavar="N", help="drop: which edit, from 1 (all by default)"
    )
    _narrator(resolve)
    label = _command(commands, common, "label", "past")
    label.add_argument("save", metavar="SAVE")
    _node(label)
    label.add_argument("name", metavar="NAME")
    record = _command(commands, common, "record", "past")
    record.add_argument("save", metavar="SAVE")
    record.add_argument("number", type=int, nargs="?", default=1, metavar="N", help="which notice, from 1")
    hand = _command(commands, common, "set", "past")
    hand.add_argument("save", metavar="SAVE")
    hand.add_argument("kind", metavar="KIND", help=", ".join(_hand_kinds()))
    hand.add_argument("id", metavar="ID", nargs="?", default="")
    hand.add_argument("value", metavar="VALUE", nargs="?", default="")


def _hand_kinds() -> tuple[str, ...]:
    """Names only, so that help needs no rules."""
    return (
        "player",
        "position",
        "condition",
        "relationship",
        "knows",
        "forgets",
        "note",
        "exit",
        "flag",
        "clock",
        "answer",
        "premise",
        "summary",
        "pin",
        "lock",
        "unlock",
    )


def _looking(commands: Any, common: ArgumentParser) -> None:
    show = _command(commands, common, "show", "look")
    show.add_argument("save", metavar="SAVE")
    show.add_argument("--at", type=int, metavar="NODE")
    log = _command(commands, common, "log", "look")
    log.add_argument("save", metavar="SAVE")
    log.add_argument("--tree", action="store_true", help="every branch")
    search = _command(commands, common, "search", "look")
    search.add_argument("save", metavar="SAVE")
    search.add_argument("text", metavar="TEXT")
    context = _command(commands, common, "context", "context")
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
    _narrator(context)
    verify = _command(commands, common, "verify", "saves")
    verify.add_argument("save", metavar="SAVE")
    verify.add_argument("--deep", action="store_true", help="fold every state anew")
    repair = _command(commands, common, "repair", "saves")
    repair.add_argument("save", metavar="SAVE")
    repair.add_argument("--into", metavar="NAME", help="name of the new save")
    repair.add_argument("--world", metavar="WORLD", help="its text, where the save's own copy is lost")


def _tools(commands: Any, common: ArgumentParser) -> None:
    tools = _command(commands, common, "tools", "tools")
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
    _narrator(tools)
    pulse = _command(commands, common, "pulse", "pulse")
    pulse.add_argument("save", metavar="SAVE")
    pulse.add_argument("--prose", action="store_true", help="let the model tell the same facts")
    _narrator(pulse)
    memory = _command(commands, common, "memory", "memory")
    acts = memory.add_subparsers(dest="act", metavar="ACT", required=True)
    acts.add_parser("list", help="every memory", parents=[common]).add_argument(
        "--all", action="store_true", help="withdrawn ones and what stories came to, too"
    )
    acts.add_parser("search", help="what would be recalled", parents=[common]).add_argument(
        "text", metavar="TEXT"
    )
    acts.add_parser("add", help="remember something", parents=[common]).add_argument("text", metavar="TEXT")
    acts.add_parser("remove", help="forget a memory for good", parents=[common]).add_argument(
        "id", type=int, metavar="ID"
    )
    pin = acts.add_parser("pin", help="recall a memory in every story", parents=[common])
    pin.add_argument("id", type=int, metavar="ID")
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
    mcp = _command(commands, common, "mcp", "mcp")
    mcp.add_argument("act", choices=("list", "test"), help="test: connect and list the tools")
    mcp.add_argument("name", nargs="?", metavar="SERVER")


def _lore(commands: Any, common: ArgumentParser) -> None:
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
    why.add_argument("--at", type=int, metavar="NODE", help="for the turn of this node")
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
    edit.add_argument("--keys", nargs="+", metavar="KEY")
    for name, help in (("on", "switch a book or entry on"), ("off", "switch a book or entry off")):
        switch = act(name, "switch", help)
        switch.add_argument("save", metavar="SAVE")
        switch.add_argument("id", metavar="BOOK[.ENTRY]")
    evaluate = act("eval", "evaluate", "evaluate a case file")
    evaluate.add_argument("case", metavar="CASE.json")


def _preset(commands: Any, common: ArgumentParser) -> None:
    preset = _command(commands, common, "preset", "preset")
    preset.add_argument("save", metavar="SAVE")
    preset.add_argument("action", choices=("list", "use", "on", "off", "edit"))
    preset.add_argument(
        "id", nargs="?", default="", metavar="ID", help="a preset (use), an entry (on, off, edit)"
    )
    preset.add_argument("--text", metavar="T", help='edit: another text for this save; "" takes it back')
    preset.add_argument("--position", choices=("system", "before_input"), help="edit: where it stands")
    preset.add_argument("--order", type=int, metavar="N", help="edit: make it the N-th entry")
    preset.add_argument("--copy", metavar="NAME", help="edit: copy the active preset into your own library")
    _narrator(preset)


def _settings(commands: Any, common: ArgumentParser) -> None:
    config = _command(commands, common, "config", "settings")
    config.add_argument("key", nargs="?", metavar="KEY")
    config.add_argument("value", nargs="?", metavar="VALUE", help='"" takes the setting away')
    config.add_argument("--save", metavar="SAVE", help="for this save only")
    serve = _command(commands, common, "serve", "serve")
    serve.add_argument("target", nargs="?", metavar="WORLD|SAVE")
    serve.add_argument(
        "--host", default="127.0.0.1", help="127.0.0.1 unless others shall reach it (with a token)"
    )
    serve.add_argument("--port", type=int, default=8000)
    serve.add_argument("--narrator", metavar="N")
    completion = _command(commands, common, "completion", "completion")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))
    help = _command(commands, common, "help", "topics")
    help.add_argument("topic", nargs="?", metavar="TOPIC")
    models = _command(commands, common, "models", "settings")
    models.add_argument("action", nargs="?", choices=("test",), help="test: try the model out")
    models.add_argument("name", nargs="?", metavar="MODEL")


def _bench(commands: Any, _common: ArgumentParser) -> None:
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
    parser.add_argument("--seed", type=int, metavar="N", help="of everything that is drawn")


def _exchange(commands: Any, common: ArgumentParser) -> None:
    export = _command(commands, common, "export", "exchange")
    export.add_argument("save", metavar="SAVE")
    export.add_argument("--to", required=True, choices=("markdown", "json", "tavern", "bundle"))
    export.add_argument("--out", metavar="FILE", help="a new file (standard output by default)")
    export.add_argument(
        "--branch", metavar="NODE", help="a node or a label of the branch (the head's by default)"
    )
    bring = _command(commands, common, "import", "exchange")
    bring.add_argument("file", metavar="FILE")
    bring.add_argument("--save", metavar="NAME", help="name of the new save (the file's by default)")
    bring.add_argument("--world", metavar="WORLD", help="the world a chat plays in (a small one by default)")
    bring.set_defaults(run=handler("exchange", "import_file"))


def _world(commands: Any, common: ArgumentParser) -> None:
    from rpg.cli.world import add_parsers

    add_parsers(commands, common)


FAMILIES: Mapping[Family, tuple[str, ...]] = {
    _play: ("play", "version", "worlds", "saves", "new"),
    _story: ("say", "travel", "continue", "retry"),
    _time_travel: ("undo", "redo", "pick", "goto", "keep"),
    _past: ("edit", "delete", "insert", "resolve", "label", "record", "set"),
    _looking: ("show", "log", "search", "context", "verify", "repair"),
    _tools: ("tools", "pulse", "memory", "mcp"),
    _lore: ("lore",),
    _preset: ("preset",),
    _settings: ("config", "serve", "completion", "help", "models"),
    _exchange: ("export", "import"),
    _world: ("world",),
    _bench: ("bench",),
}
"""Every family with the commands it adds."""
