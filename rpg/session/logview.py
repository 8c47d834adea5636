"""The log as faces show it: messages of the path, read as they are asked for."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.runtime.carry import Outcome
from rpg.runtime.scene import SceneChanges, scene_changes
from rpg.runtime.state import State
from rpg.session.story import Story
from rpg.timeline.nodes import Node, Part
from rpg.timeline.tree import last_turn, messages, replies_beside


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A message of the story.

    ordinal: from 0 along the path. place: name of the location where the player was after it. turn: its
    number. reply, replies: which of how many alternative replies it is (1 of 1 when there is no other).
    notices: edits that drifted or could not be applied on this line. made: seconds since 1970, None unknown.
    after: what was true after it. changes: what a reply and its turn did to the scene, None for other messages.
    """

    node: int
    ordinal: int
    kind: str
    text: str
    parts: tuple[Part, ...]
    place: str
    turn: int
    reply: int = 1
    replies: int = 1
    notices: tuple[Outcome, ...] = ()
    made: int | None = None
    after: State | None = None
    changes: SceneChanges | None = None


def log_entries(story: Story, head: int | None, start: int, stop: int) -> tuple[LogEntry, ...]:
    """Messages `start` to `stop` (from 0, `stop` excluded, cut to what there is) of the path of `head`."""
    nodes = messages(story.save, head, start + 1, stop)
    return tuple(_entry(story, node) for node in nodes)


def _entry(story: Story, node: Node) -> LogEntry:
    folded = story.folded(node.id)
    state = folded.state
    place = state.location(state.player_location)
    beside = replies_beside(story.save, node.id) if node.kind == "narration" else (node.id,)
    return LogEntry(
        node.id,
        node.message - 1,
        node.kind,
        node.text,
        node.content.parts,
        place.name if place is not None else state.player_location,
        state.turn,
        beside.index(node.id) + 1,
        len(beside),
        tuple(one for one in folded.outcomes if one.status in {"drifted", "conflict"}),
        node.link.made,
        state,
        _changes(story, node, state),
    )


def _changes(story: Story, node: Node, after: State) -> SceneChanges | None:
    """What happened to the scene from before the turn to the end of its reply."""
    turn = last_turn(story.save, node.id) if node.kind == "narration" else None
    if turn is None:
        return None
    return scene_changes(story.fold.state_at(story.save.link(turn.start).parent), after)
