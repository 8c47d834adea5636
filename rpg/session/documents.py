"""What is true as JSON: one form for `rpg show`, `rpg log` and whoever reads them.

Keys are documented in docs/commands.md and stable.
"""

from __future__ import annotations

from typing import Any

from rpg.runtime.detail import character_detail, location_detail
from rpg.runtime.edits import edit_document
from rpg.runtime.names import name_of
from rpg.runtime.routes import is_known
from rpg.runtime.scene import SceneChanges, SceneExit, scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.session.story import Story
from rpg.timeline.nodes import Node
from rpg.timeline.tree import path, replies, replies_beside


def state_document(state: State, head: int | None, language: str) -> dict[str, Any]:
    """The state: place, exits, who is here, everyone's place and detail level, clock, state hash."""
    now = scene(state)
    return {
        "world": {"id": state.world.id, "name": state.world.name, "language": state.world.language},
        "head": head,
        "turn": state.turn,
        "state_hash": state.hash,
        "player": {"name": state.world.player.name, "location": now.location},
        "location": _here(state),
        "exits": [_exit(exit) for exit in now.exits],
        "present": list(now.present),
        "followers": list(now.followers),
        "clock": {"minutes": state.clock, "text": now.clock_text(language)}
        if state.clock is not None
        else None,
        "places": [_place(state, id) for id in state.location_ids()],
        "characters": [_character(state, id) for id in state.character_ids()],
        "flags": state.flags(),
        "answers": state.answers(),
        "premise": state.premise,
        "pins": state.pins(),
    }


def _here(state: State) -> dict[str, Any]:
    place = state.location(state.player_location)
    if place is None:
        return {"id": state.player_location, "name": state.player_location}
    return {
        "id": place.id,
        "name": place.name,
        "summary": place.summary,
        "region": place.region,
        "temporary": place.temporary,
        "note": state.note(place.id),
    }


def _exit(exit: SceneExit) -> dict[str, Any]:
    return {
        "to": exit.to,
        "name": exit.name,
        "label": exit.label,
        "minutes": exit.minutes,
        "hidden": exit.hidden,
        "locked": exit.locked,
    }


def _place(state: State, id: str) -> dict[str, Any]:
    place = state.location(id)
    return {
        "id": id,
        "name": name_of(state, id),
        "location": id,
        "detail": location_detail(state, id),
        "temporary": place is not None and place.temporary,
        "known": is_known(state, id),
        "visits": state.visits(id),
    }


def _character(state: State, id: str) -> dict[str, Any]:
    person = state.character(id)
    return {
        "id": id,
        "name": name_of(state, id),
        "location": whereabouts(state, id),
        "detail": character_detail(state, id),
        "temporary": person is not None and person.temporary,
        "follows": state.follows(id),
        "condition": state.condition(id),
        "relationship": state.relationship(id),
        "knows": list(state.knows(id)),
    }


def log_document(story: Story) -> dict[str, Any]:
    """The story from the root to the head."""
    return {"head": story.head, "nodes": [node_document(story, id) for id in path(story.save, story.head)]}


def tree_document(story: Story) -> dict[str, Any]:
    """Every node of every branch, parents first."""
    found: list[int] = []
    waiting = list(reversed(story.save.children(None)))
    while waiting:
        id = waiting.pop()
        found.append(id)
        waiting.extend(reversed(story.save.children(id)))
    labels = story.save.labels
    nodes = [{**node_document(story, id), "label": labels.get(id, "")} for id in found]
    return {"head": story.head, "nodes": nodes}


def node_document(story: Story, id: int) -> dict[str, Any]:
    """A node: what it says, what it changed and how each change fared, and its alternatives."""
    node, folded = story.save.node(id), story.folded(id)
    edits = [
        {**edit_document(edit), "status": outcome.status, **({"code": outcome.code} if outcome.code else {})}
        for edit, outcome in zip(node.content.edits, folded.outcomes, strict=False)
    ]
    return {
        "id": id,
        "parent": node.parent,
        "kind": node.kind,
        "text": node.text,
        "edits": edits,
        **_replies(story, node),
        "turn": folded.state.turn,
        "location": folded.state.player_location,
        "state_hash": folded.state.hash,
        "made": node.link.made,
    }


def _replies(story: Story, node: Node) -> dict[str, Any]:
    """replies: how many alternative replies the turn has; reply: which of them this is, 0 for none."""
    if node.kind == "narration":
        beside = replies_beside(story.save, node.id)
        return {"replies": len(beside), "reply": beside.index(node.id) + 1}
    if node.kind in {"player", "travel"}:
        return {"replies": len(replies(story.save, node.id)), "reply": 0}
    return {"replies": 0, "reply": 0}


def changes_document(changes: SceneChanges) -> dict[str, Any]:
    """What changed between two scenes."""
    return {
        "moved_from": changes.moved_from,
        "moved_to": changes.moved_to,
        "arrived": list(changes.arrived),
        "left": list(changes.left),
        "found": list(changes.found),
        "opened": list(changes.opened),
        "shut": list(changes.shut),
    }
