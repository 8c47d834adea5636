"""Commands of plain mode that look: at the place, the people and the story."""

from __future__ import annotations

from rpg.plain.table import Table, Unclear
from rpg.runtime.names import name_of, resolve_character, resolve_location
from rpg.runtime.routes import TravelOption, is_known, known_locations, travel_options
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.lines import tree_lines
from rpg.session.sheets import Facts, person_facts, place_facts
from rpg.text.cells import cut
from rpg.text.layout import prose_line
from rpg.text.spoken import spoken, spoken_line
from rpg.timeline.tree import last_turn, replies_beside
from rpg.world.model import Exit

EXCERPT = 120
"""Cells of a reply in the list of replies."""


async def look(table: Table, rest: str) -> None:
    """The place, its ways, and who is there."""
    console, state = table.console, table.session.state
    now = scene(state)
    clock = console.text("plain.and_then", text=now.clock_text(console.language)) if state.clock else ""
    console.tell("plain.you_are_at", place=now.name, clock=clock)
    for exit in now.shown_exits:
        key = "plain.exit_locked" if exit.locked else "plain.exit"
        console.tell(
            key, place=exit.name, label=exit.label or exit.name, reason=ended(exit.locked, console.language)
        )
    await who(table, rest)


def ended(reason: str, language: str) -> str:
    """A reason that a sentence ends with: with a full stop, and with one only."""
    text = reason.strip()
    stop = "。" if language == "zh" else "."
    return text if not text or text[-1] in '.!?。！？…”"' else f"{text}{stop}"


async def who(table: Table, rest: str) -> None:
    """Who is there."""
    console, state = table.console, table.session.state
    now = scene(state)
    if not now.present:
        console.tell("plain.nobody")
    for person in now.present:
        about = [state.condition(person), state.relationship(person)]
        more = "".join(console.text("plain.and_then", text=one) for one in about if one)
        console.tell("plain.person", name=name_of(state, person), more=more)


async def person(table: Table, rest: str) -> None:
    """NAME: what the player may know of somebody."""
    if not rest:
        await who(table, rest)
        return
    state, language = table.session.state, table.console.language
    id = resolve_character(state, rest)
    _sheet(table, name_of(state, id), person_facts(state, id, language, author=table.game.author))


async def place(table: Table, rest: str) -> None:
    """[PLACE]: what the player knows of the place they are at, or of one they know."""
    state, language, author = table.session.state, table.console.language, table.game.author
    id = resolve_location(state, rest) if rest else state.player_location
    if not (author or id == state.player_location or is_known(state, id)):
        table.console.tell("plain.place_unknown", place=rest)
        return
    _sheet(table, name_of(state, id), place_facts(state, id, language, author=author))


def _sheet(table: Table, title: str, facts: Facts) -> None:
    table.console.say(title)
    for label, text in facts:
        table.console.say(table.console.about(label, text) if label else text)


async def places(table: Table, rest: str) -> None:
    """The places one can travel to, numbered."""
    lines = place_lines(table)
    if not lines:
        table.console.tell("plain.no_places")
    for number, line in enumerate(lines, 1):
        table.console.say(f"  {number}. {line}")


def place_lines(table: Table) -> list[str]:
    """A sentence for every known place, in the order of the travel menu."""
    state = table.session.state
    return [_place_line(table, state, option) for option in travel_options(state)]


def _place_line(table: Table, state: State, option: TravelOption) -> str:
    name, say = name_of(state, option.location), table.console.text
    if option.reason == "locked":
        return say("plain.place_locked", place=name, reason=ended(option.lock, table.console.language))
    if option.reason:
        return say("plain.place_shut", place=name)
    if option.minutes is None:
        return say("plain.place", place=name)
    key = "plain.place_minute" if option.minutes == 1 else "plain.place_minutes"
    return say(key, place=name, minutes=option.minutes)


async def map(table: Table, rest: str) -> None:
    """The ways between the places one knows, from the place one is at on."""
    state = table.session.state
    known = known_locations(state)
    for place in sorted(known, key=lambda place: place != state.player_location):
        ways = [exit for end, exit in state.exits(place).items() if end in known and not exit.hidden]
        if ways:
            told = [_way_line(table, state, exit) for exit in ways]
            semicolon = table.console.text("plain.map_semicolon")
            table.console.tell("plain.map_from", place=name_of(state, place), ways=semicolon.join(told))


def _way_line(table: Table, state: State, exit: Exit) -> str:
    say, name = table.console.text, name_of(state, exit.to)
    if exit.locked:
        reason = exit.locked.strip().rstrip(".。")
        return say("plain.map_shut", place=name, reason=reason)
    if exit.minutes is None or state.clock is None:
        return say("plain.map_to", place=name)
    return say("plain.map_minutes", place=name, minutes=exit.minutes)


async def log(table: Table, rest: str) -> None:
    """[N]: the last messages."""
    session = table.session
    count = int(rest) if rest.isdecimal() and len(rest) < 9 else 10
    for entry in session.log(max(0, session.log_length - count), session.log_length):
        mark = "> " if entry.kind in {"player", "travel"} else ""
        beside = f" [{entry.reply}/{entry.replies}]" if entry.replies > 1 else ""
        table.console.say(f"#{entry.node}{beside} {mark}{spoken(entry.text)}")


async def replies(table: Table, rest: str) -> None:
    """The replies that the last turn has had, numbered as /pick takes them."""
    save, head = table.session.save, table.session.head
    last = last_turn(save, head) if head is not None else None
    if last is None or last.reply is None:
        table.console.tell("plain.no_replies")
        return
    for number, node in enumerate(replies_beside(save, last.reply), 1):
        text = prose_line(save.node(node).content.text)
        here = table.console.text("plain.this_reply") if node == last.reply else ""
        table.console.say(f"  {number}. {here}{cut(text, EXCERPT)}")


async def tree(table: Table, rest: str) -> None:
    """Every branch."""
    for line in tree_lines(table.session.story, table.console.language):
        table.console.say(line)


async def search(table: Table, rest: str) -> None:
    """TEXT: where it stands, on every branch."""
    if not rest:
        raise Unclear
    hits = table.session.save.search(rest)
    for hit in hits:
        table.console.tell("plain.found", node=hit.node, text=spoken_line(hit.excerpt))
    if not hits:
        table.console.tell("cli.nothing_found")


async def context(table: Table, rest: str) -> None:
    """[TEXT]: what fills the window; with options as on the command line."""
    from rpg.context.report import report_text

    if rest.startswith("--"):
        await table.game.outside(f"context {rest}")
        return
    table.console.say(report_text(table.session.plan(rest), table.console.language))


async def pulse(table: Table, rest: str) -> None:
    """Where the story stands."""
    from rpg.session.pulse import pulse_lines

    for line in pulse_lines(table.session.pulse(), table.console.language):
        table.console.say(line)
