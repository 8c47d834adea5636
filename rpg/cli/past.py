"""`rpg edit`, `delete`, `insert`, `label`, `set`: changing the past, and the state by hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from rpg.cli.events import follow
from rpg.cli.opening import open_session
from rpg.cli.output import CommandError, Desk
from rpg.runtime.edits import edit_document
from rpg.session.lines import changed_text, misfit_line, set_text
from rpg.session.past import Changed
from rpg.session.session import Session


async def edit(desk: Desk) -> int:
    """Other words on any node."""
    args = desk.args
    if args.events == "reread":
        return await _reread(desk)
    return await _act(desk, lambda session: session.edit(args.node, args.text, args.events))


async def _reread(desk: Desk) -> int:
    async with open_session(desk, desk.args.save, write=True) as session:
        return await follow(desk, session, session.reread(desk.args.node, desk.args.text))


async def delete(desk: Desk) -> int:
    """The turn of a node, or only the node, away."""
    return await _act(desk, lambda session: session.delete(desk.args.node, only=desk.args.only))


async def insert(desk: Desk) -> int:
    """A message after a node."""
    args = desk.args
    if args.player is not None:
        return await _act(desk, lambda session: session.insert(args.node, "player", args.player))
    return await _act(desk, lambda session: session.insert(args.node, "narration", args.narration))


async def resolve(desk: Desk) -> int:
    """Settles the edits of a node that drifted or conflict."""
    if desk.args.how == "renarrate":
        return await _renarrated(desk)
    return await _act(desk, _resolved(desk))


async def _renarrated(desk: Desk) -> int:
    """The story goes on from another reply in the place of the one that does not fit."""
    async with open_session(desk, desk.args.save, write=True) as session:
        return await follow(desk, session, session.renarrate(desk.args.node))


def _resolved(desk: Desk) -> Callable[[Session], Awaitable[Changed]]:
    args = desk.args
    if args.how == "accept":
        return lambda session: session.accept_drift(args.node)
    return lambda session: session.drop_edits(args.node, _misfitting(desk, session))


def _misfitting(desk: Desk, session: Session) -> list[int]:
    """Positions of the edits to drop, from 0. Raises CommandError when the node has none."""
    outcomes = session.node_outcomes(desk.args.node)
    found = [at for at, one in enumerate(outcomes) if one.status in {"drifted", "conflict"}]
    number = desk.args.number
    chosen = found if number is None else [at for at in found if at == number - 1]
    if not chosen:
        raise CommandError(
            desk.text("cli.nothing_to_resolve", node=desk.args.node), code="nothing_to_resolve"
        )
    return chosen


async def _act(desk: Desk, act: Callable[[Session], Awaitable[Changed]]) -> int:
    async with open_session(desk, desk.args.save, write=True) as session:
        changed = await act(session)
        if desk.json:
            desk.document(changed_document(session, changed))
            return 0
        desk.say(changed_text(changed, desk.language))
        for misfit in changed.misfits:
            desk.say(f"  ! #{misfit.node} {misfit_line(misfit.outcome, desk.language)}")
        return 0


def changed_document(session: Session, changed: Changed) -> dict[str, Any]:
    """What a change came to, with every edit that no longer simply fits."""
    state = session.head_state
    return {
        "act": changed.act,
        "head": changed.head,
        "node": changed.node,
        "state_hash": state.hash,
        "location": state.player_location,
        "turn": state.turn,
        "misfits": [
            {
                "node": misfit.node,
                "status": misfit.outcome.status,
                "code": misfit.outcome.code,
                "edit": edit_document(misfit.edit),
            }
            for misfit in changed.misfits
        ],
    }


async def label(desk: Desk) -> int:
    """Names a branch."""
    async with open_session(desk, desk.args.save, write=True) as session:
        session.label(desk.args.node, desk.args.name)
        if desk.json:
            desk.document({"node": desk.args.node, "label": desk.args.name})
        return 0


async def set(desk: Desk) -> int:
    """A fact by hand."""
    args = desk.args
    async with open_session(desk, args.save, write=True) as session:
        node = await session.set(args.kind, args.id, args.value)
        _said(desk, session, "set", node, set_text(args.kind, args.id, args.value, node, desk.language))
        return 0


async def record(desk: Desk) -> int:
    """Makes true what a reply told without recording it."""
    async with open_session(desk, desk.args.save, write=True) as session:
        node = await session.record(desk.args.number)
        _said(desk, session, "record", node, desk.text("cli.recorded", node=node))
        return 0


def _said(desk: Desk, session: Session, act: str, node: int, text: str) -> None:
    state = session.head_state
    if desk.json:
        document = {"act": act, "node": node, "head": node, "state_hash": state.hash}
        desk.document({**document, "location": state.player_location, "turn": state.turn})
    else:
        desk.say(text)
