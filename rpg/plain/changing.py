"""Commands of plain mode that change the past or the state; the same words as on the command line."""

from __future__ import annotations

from typing import Literal, cast

from rpg.plain.printer import show_turn
from rpg.plain.table import Table, Unclear, whole
from rpg.session.lines import changed_text, misfit_line, set_text
from rpg.session.past import Changed, Events

EVENTS = ("keep", "drop", "reread")
KINDS = {"player": "player", "story": "narration"}


async def edit(table: Table, rest: str) -> None:
    """NODE [keep|drop|reread] TEXT."""
    node, words = _node(rest)
    first, _, more = words.partition(" ")
    events, text = (first, more) if first in EVENTS else ("keep", words)
    if node is None or not text.strip():
        raise Unclear
    if events == "reread":
        await show_turn(table.console, table.session, table.session.reread(node, text))
        return
    _changed(table, await table.session.edit(node, text, cast(Events, events)))


async def delete(table: Table, rest: str) -> None:
    """NODE [only]."""
    node, words = _node(rest)
    if node is None:
        raise Unclear
    _changed(table, await table.session.delete(node, only=words == "only"))


async def insert(table: Table, rest: str) -> None:
    """NODE player|story TEXT."""
    node, words = _node(rest)
    kind, _, text = words.partition(" ")
    if node is None or kind not in KINDS or not text.strip():
        raise Unclear
    made = cast(Literal["player", "narration"], KINDS[kind])
    _changed(table, await table.session.insert(node, made, text))


async def label(table: Table, rest: str) -> None:
    """NODE NAME."""
    node, name = _node(rest)
    if node is None:
        raise Unclear
    table.session.label(node, name)
    table.console.tell("plain.labelled", node=node, name=name or "-")


async def set_fact(table: Table, rest: str) -> None:
    """KIND [ID] [VALUE]; a value may have spaces, an id with spaces stands in quotation marks."""
    kind, _, more = rest.partition(" ")
    if not kind:
        raise Unclear
    id, value = _quoted(more.strip())
    node = await table.session.set(kind, id, value)
    table.console.say(set_text(kind, id, value, node, table.console.language))


def _node(rest: str) -> tuple[int | None, str]:
    number, _, more = rest.partition(" ")
    return (whole(number), more.strip()) if number.isdecimal() else (None, more)


def _quoted(rest: str) -> tuple[str, str]:
    if rest.startswith('"') and '"' in rest[1:]:
        id, _, value = rest[1:].partition('"')
        return id, value.strip()
    id, _, value = rest.partition(" ")
    return id, value.strip()


def _changed(table: Table, changed: Changed) -> None:
    """The new line, and every edit on it that no longer simply fits."""
    console = table.console
    console.say(changed_text(changed, console.language))
    for misfit in changed.misfits:
        console.say(f"#{misfit.node} {misfit_line(misfit.outcome, console.language)}")
