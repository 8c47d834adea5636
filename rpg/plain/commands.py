"""The commands of plain mode, declared once: a leading slash, then the same words as on the command line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from rpg.plain import changing
from rpg.plain.printer import show_turn
from rpg.plain.table import Table, Unclear
from rpg.runtime.names import name_of
from rpg.runtime.routes import travel_options
from rpg.runtime.scene import scene
from rpg.session.acts import Act
from rpg.session.documents import tree_document, tree_lines

Run = Callable[[Table, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name without the slash, how it is written, and what it does (its key in the catalogue)."""

    name: str
    usage: str
    run: Run


async def _look(table: Table, rest: str) -> None:
    console, state = table.console, table.session.state
    now = scene(state)
    clock = f", {now.clock_text(console.language)}" if state.clock is not None else ""
    console.tell("plain.you_are_at", place=now.name, clock=clock)
    for exit in now.shown_exits:
        key = "plain.exit_locked" if exit.locked else "plain.exit"
        console.tell(key, place=exit.name, label=exit.label or exit.name, reason=exit.locked)
    await _who(table, rest)


async def _who(table: Table, rest: str) -> None:
    console, state = table.console, table.session.state
    now = scene(state)
    if not now.present:
        console.tell("plain.nobody")
    for person in now.present:
        about = [state.condition(person), state.relationship(person)]
        more = "".join(f", {one}" for one in about if one)
        console.tell("plain.person", name=name_of(state, person), more=more)


async def _places(table: Table, rest: str) -> None:
    console, state = table.console, table.session.state
    options = travel_options(state)
    if not options:
        console.tell("plain.no_places")
    for option in options:
        name = name_of(state, option.location)
        if option.steps == 0:
            console.tell("plain.place_shut", place=name)
        elif option.minutes is None:
            console.tell("plain.place", place=name)
        else:
            console.tell("plain.place_minutes", place=name, minutes=option.minutes)


async def _travel(table: Table, rest: str) -> None:
    place, _, company = rest.partition(" with ")
    names = [name.strip() for name in company.split(",") if name.strip()]
    if not place.strip():
        await _places(table, rest)
        return
    await show_turn(table.console, table.session, table.session.travel(place.strip(), names))


async def _retry(table: Table, rest: str) -> None:
    await show_turn(table.console, table.session, table.session.retry())


async def _undo(table: Table, rest: str) -> None:
    _moved(table, await table.session.undo())


async def _redo(table: Table, rest: str) -> None:
    _moved(table, await table.session.redo())


async def _pick(table: Table, rest: str) -> None:
    _moved(table, await table.session.pick(_number(rest)))


async def _goto(table: Table, rest: str) -> None:
    _moved(table, await table.session.goto(_number(rest)))


def _number(rest: str) -> int:
    if not rest.isdecimal():
        raise Unclear
    return int(rest)


async def _keep(table: Table, rest: str) -> None:
    _moved(table, await table.session.keep_attempt())


def _moved(table: Table, act: Act) -> None:
    console, session = table.console, table.session
    for entry in session.log(session.log_length - 1, session.log_length):
        console.say(entry.text)
    if act.restored:
        console.tell("plain.restored", text=act.restored)
    console.tell("plain.you_are_at", place=scene(session.head_state).name, clock="")


async def _continue(table: Table, rest: str) -> None:
    await show_turn(table.console, table.session, table.session.go_on())


async def _record(table: Table, rest: str) -> None:
    await table.session.record(int(rest) if rest.isdecimal() else 1)
    await _look(table, "")


async def _log(table: Table, rest: str) -> None:
    session = table.session
    count = int(rest) if rest.isdecimal() else 10
    for entry in session.log(max(0, session.log_length - count), session.log_length):
        mark = "> " if entry.kind in {"player", "travel"} else ""
        table.console.say(f"#{entry.node} {mark}{entry.text}")


async def _tree(table: Table, rest: str) -> None:
    for line in tree_lines(tree_document(table.session.story)):
        table.console.say(line)


async def _search(table: Table, rest: str) -> None:
    hits = table.session.save.search(rest)
    for hit in hits:
        table.console.say(f"#{hit.node}: {hit.excerpt}")
    if not hits:
        table.console.tell("cli.nothing_found")


async def _context(table: Table, rest: str) -> None:
    from rpg.context.report import report_text

    table.console.say(report_text(table.session.plan(rest), table.console.language))


async def _help(table: Table, rest: str) -> None:
    table.console.tell("plain.help_intro")
    for command in COMMANDS:
        table.console.say(f"  /{command.usage}: {table.console.text(f'plain.do_{command.name}')}")


async def _quit(table: Table, rest: str) -> None:
    raise EOFError


COMMANDS: tuple[Command, ...] = (
    Command("look", "look", _look),
    Command("who", "who", _who),
    Command("places", "places", _places),
    Command("travel", "travel PLACE [with NAME, NAME]", _travel),
    Command("retry", "retry", _retry),
    Command("undo", "undo", _undo),
    Command("redo", "redo", _redo),
    Command("pick", "pick N", _pick),
    Command("goto", "goto NODE", _goto),
    Command("keep", "keep", _keep),
    Command("continue", "continue", _continue),
    Command("record", "record [N]", _record),
    Command("log", "log [N]", _log),
    Command("tree", "tree", _tree),
    Command("search", "search TEXT", _search),
    Command("edit", "edit NODE [keep|drop] TEXT", changing.edit),
    Command("delete", "delete NODE [only]", changing.delete),
    Command("insert", "insert NODE player|story TEXT", changing.insert),
    Command("label", "label NODE NAME", changing.label),
    Command("set", 'set KIND [ID|"NAME"] [VALUE]', changing.set_fact),
    Command("adopt", "adopt", changing.adopt),
    Command("context", "context [TEXT]", _context),
    Command("help", "help", _help),
    Command("quit", "quit", _quit),
)

BY_NAME = {command.name: command for command in COMMANDS}
