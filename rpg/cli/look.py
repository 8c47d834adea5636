"""`rpg show`, `log`, `search`: reading a save, also beside a running game."""

from __future__ import annotations

from typing import Any

from rpg.cli.opening import open_session
from rpg.cli.output import CommandError, Desk
from rpg.runtime.names import name_of
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.documents import log_document, state_document, tree_document
from rpg.session.lines import misfit_line, tree_lines
from rpg.session.session import Session
from rpg.text.messages import aside
from rpg.text.spoken import spoken, spoken_line


async def show(desk: Desk) -> int:
    """The state at the head or at any node."""
    async with open_session(desk, desk.args.save, write=False) as session:
        node = desk.args.at if desk.args.at is not None else session.head
        state = _state_at(desk, session, node)
        if desk.json:
            desk.document(state_document(state, node, desk.language))
        else:
            _print_state(desk, state)
        return 0


def _state_at(desk: Desk, session: Session, node: int | None) -> State:
    try:
        return session.story.fold.state_at(node)
    except KeyError:
        raise CommandError(desk.text("session.unknown_node", node=node), code="unknown_node") from None


def _print_state(desk: Desk, state: State) -> None:
    now = scene(state)
    clock = f" · {now.clock_text(desk.language)}" if state.clock is not None else ""
    desk.say(f"{state.world.name} · {now.name}{clock}")
    for exit in now.shown_exits:
        locked = aside(desk.language, desk.text("cli.locked", reason=exit.locked)) if exit.locked else ""
        desk.say(f"  → {exit.name}{f' · {exit.label}' if exit.label else ''}{locked}")
    for person in now.present:
        more = " · ".join(filter(None, (state.condition(person), state.relationship(person))))
        desk.say(f"  {desk.bullet} {name_of(state, person)}{f' · {more}' if more else ''}")
    desk.say(desk.text("cli.turn", turn=state.turn))
    desk.say(desk.text("cli.state_hash", hash=state.hash))


async def log(desk: Desk) -> int:
    """The story to the head; `--tree`: every branch."""
    async with open_session(desk, desk.args.save, write=False) as session:
        document = tree_document(session.story) if desk.args.tree else log_document(session.story)
        if desk.json:
            desk.document(document)
        elif desk.args.tree:
            for line in tree_lines(session.story, desk.language):
                desk.say(line)
        else:
            _print_log(desk, session, document)
        return 0


def _print_log(desk: Desk, session: Session, document: dict[str, Any]) -> None:
    for node in document["nodes"]:
        mark = "> " if node["kind"] in {"player", "travel"} else ""
        beside = f" [{node['reply']}/{node['replies']}]" if node["replies"] > 1 and node["reply"] else ""
        desk.say(f"#{node['id']}{beside}")
        desk.say(f"{mark}{spoken(node['text'])}")
        for outcome in session.node_outcomes(node["id"]):
            if outcome.status in {"drifted", "conflict"}:
                desk.say(f"  ! {misfit_line(outcome, desk.language)}")
        desk.say()


async def search(desk: Desk) -> int:
    """Finds text in the story, on every branch."""
    async with open_session(desk, desk.args.save, write=False) as session:
        hits = session.save.search(desk.args.text)
        if desk.json:
            found = [{"node": hit.node, "excerpt": hit.excerpt, "times": hit.times} for hit in hits]
            desk.document({"text": desk.args.text, "hits": found})
            return 0
        for hit in hits:
            desk.say(desk.text("cli.found", node=hit.node, text=spoken_line(hit.excerpt)))
        if not hits:
            desk.say(desk.text("cli.nothing_found"))
        return 0
