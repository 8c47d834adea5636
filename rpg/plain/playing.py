"""Commands of plain mode that play a turn or move along the story."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rpg.plain.console import chosen_number
from rpg.plain.looking import look, place_lines
from rpg.plain.printer import show_turn
from rpg.plain.table import Table, Unclear, whole
from rpg.runtime.names import name_of
from rpg.runtime.routes import travel_options
from rpg.runtime.scene import scene
from rpg.session.acts import Act
from rpg.text.spoken import spoken
from rpg.timeline.tree import last_turn, replies_beside

_COMPANY = re.compile(r"\s+(?:with|带上|带着|带|和)\s+")
_NAMES = re.compile(r"[,，、]")


async def travel(table: Table, rest: str) -> None:
    """[PLACE|N] [with NAME, NAME]: go to a known place, or choose one from the menu."""
    if not rest:
        await _travel_by_menu(table)
        return
    place, company = (*_COMPANY.split(rest, maxsplit=1), "")[:2]
    await _go(table, _place_meant(table, place), _names(company))


def _place_meant(table: Table, words: str) -> str:
    """The id of the place with that number in the list of places; other words as they are."""
    options = travel_options(table.session.state)
    chosen = chosen_number(words, len(options))
    return words if chosen is None else options[chosen].location


def _names(text: str) -> list[str]:
    return [name.strip() for name in _NAMES.split(text) if name.strip()]


async def _travel_by_menu(table: Table) -> None:
    console, state = table.console, table.session.state
    lines = place_lines(table)
    if not lines:
        console.tell("plain.no_places")
        return
    chosen = await console.choose(console.text("plain.where_to"), lines)
    if chosen is not None:
        option = travel_options(state)[chosen]
        await _go(table, option.location, await _company(table) if option.reachable else ())


async def _company(table: Table) -> Sequence[str]:
    """Who comes along; those who follow come anyway."""
    console, state = table.console, table.session.state
    free = [name_of(state, person) for person in scene(state).present if not state.follows(person)]
    if not free:
        return ()
    console.tell("plain.who_comes", names=free)
    return _names(await console.ask() or "")


async def _go(table: Table, place: str, company: Sequence[str]) -> None:
    await show_turn(table.console, table.session, table.session.travel(place, company))


async def send(table: Table, rest: str) -> None:
    """The words that are back in the input, or TEXT, which may begin with a slash."""
    words = rest or table.session.draft
    if not words.strip():
        raise Unclear
    await show_turn(table.console, table.session, table.session.play(words))


async def retry(table: Table, rest: str) -> None:
    await show_turn(table.console, table.session, table.session.retry())


async def go_on(table: Table, rest: str) -> None:
    lead = table.console.text("plain.goes_on")
    await show_turn(table.console, table.session, table.session.go_on(), lead=lead)


async def undo(table: Table, rest: str) -> None:
    _moved(table, await table.session.undo())


async def redo(table: Table, rest: str) -> None:
    _moved(table, await table.session.redo())


async def pick(table: Table, rest: str) -> None:
    """N [NODE]: another reply, of the last turn or of that of a node."""
    number, _, node = rest.partition(" ")
    _moved(table, await table.session.pick(whole(number), whole(node) if node.strip() else None))


async def following(table: Table, rest: str) -> None:
    """The reply after this one."""
    await _beside(table, 1)


async def previous(table: Table, rest: str) -> None:
    """The reply before this one."""
    await _beside(table, -1)


async def _beside(table: Table, step: int) -> None:
    save, head = table.session.save, table.session.head
    last = last_turn(save, head) if head is not None else None
    if last is None or last.reply is None:
        table.console.tell("plain.no_replies")
        return
    found = replies_beside(save, last.reply)
    number = found.index(last.reply) + 1 + step
    if not 1 <= number <= len(found):
        table.console.tell("plain.no_more_replies", count=len(found))
        return
    _moved(table, await table.session.pick(number))


async def goto(table: Table, rest: str) -> None:
    _moved(table, await table.session.goto(whole(rest)))


async def keep(table: Table, rest: str) -> None:
    """[N]: a reply that broke off, the latest by default."""
    _moved(table, await table.session.keep_attempt(whole(rest) if rest else None))


async def record(table: Table, rest: str) -> None:
    """[N]: what the reply told and did not record."""
    await table.session.record(whole(rest) if rest else 1)
    await look(table, "")


async def stop(table: Table, rest: str) -> None:
    """Stops the notes that are written between two turns."""
    await table.session.background.cancel()
    table.console.tell("plain.stopped")


def _moved(table: Table, act: Act) -> None:
    console, session = table.console, table.session
    for entry in session.log(session.log_length - 1, session.log_length):
        console.say(spoken(entry.text))
    if act.restored:
        console.tell("plain.restored", text=act.restored)
    console.tell("plain.you_are_at", place=scene(session.head_state).name, clock="")
