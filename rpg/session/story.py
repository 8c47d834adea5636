"""The story of an open save: states along it, what a turn stands on, and its messages as the plan reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rpg.context.past import slim_calls
from rpg.context.values import StoryMessage, TurnInput
from rpg.lore.memory import LoreMemory
from rpg.runtime.edits import Edit
from rpg.runtime.state import State
from rpg.store.save import Save
from rpg.timeline.bounded import Bounded
from rpg.timeline.fold import Folded, fold_node
from rpg.timeline.nodes import TURN_KINDS, Node, text_content
from rpg.timeline.tree import (
    ancestors,
    between,
    last_turn,
    message_above,
    message_at,
    message_count,
    messages,
    replies,
)
from rpg.tools.names import blocked_by_isolation

PLAYER_KINDS = TURN_KINDS
"""Kinds of messages that are the player's own."""

PAGE = 32
"""Messages read at a time."""

REPLIES_SOUGHT = 256
"""Replies among which the last record is looked for: a story that was brought in has none at all."""

PAGES_KEPT = 64
"""Pages of messages that are kept read, on whatever line they are."""


Page = Mapping[int, StoryMessage]
Pages = Bounded[int, Page]


@dataclass(frozen=True, slots=True)
class Ground:
    """What a turn stands on: everything before its reply.

    before: the node the turn begins after (None: nothing). start: its player or travel node, None while the
    words are a draft. top: the node the reply will stand on. state: with the turn begun and all edits up to
    `top`. edits: those of the turn so far, a travel's move among them.
    """

    before: int | None
    start: int | None
    top: int | None
    turn: TurnInput
    state: State
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnPlace:
    """Where a new turn begins. before: the node it stands on. edits: nodes of hand edits that go along,
    because they were made on an unanswered message that the new one replaces."""

    before: int | None
    edits: tuple[int, ...] = ()


class Story:
    """Reads a save as a story. Remembers states, never truth."""

    def __init__(self, save: Save) -> None:
        self.save = save
        self.fold = save.fold()
        self.seed = str(save.get_meta("seed", 0))
        self.lore_memory = LoreMemory()
        self.settled: dict[int, Mapping[str, Any]] = {}
        self._pages: Pages = Bounded(PAGES_KEPT)

    @property
    def head(self) -> int | None:
        return self.save.head

    def state(self, node: int | None = None) -> State:
        """The state at `node`, at the head by default."""
        return self.fold.state_at(self.head if node is None else node)

    def folded(self, node: int) -> Folded:
        return self.fold.folded(node)

    # -- turns ------------------------------------------------------------------------------

    def unanswered(self, head: int | None = None) -> int | None:
        """The player or travel node at (or under hand edits at) the head that has no reply on this path."""
        turn = last_turn(self.save, self.head if head is None else head)
        return None if turn is None or turn.reply is not None else turn.start

    def draft_ground(self, text: str) -> Ground:
        """The ground of a message that is not sent yet; it would replace an unanswered one at the head."""
        place = self.next_turn()
        state = self.state_for_turn(place)
        begun = fold_node(state, text_content("player", text), self.save.index).state
        return Ground(place.before, None, place.before, TurnInput("player", text), begun)

    def next_turn(self) -> TurnPlace:
        """Where a new turn begins: at the head, or beside an unanswered message with the edits made since."""
        head, waiting = self.head, self.unanswered()
        if head is None or waiting is None or self.save.link(waiting).kind == "travel":
            return TurnPlace(head)
        since = between(self.save, waiting, head)
        return TurnPlace(self.save.link(waiting).parent, tuple(link.id for link in since))

    def state_for_turn(self, place: TurnPlace) -> State:
        """The state in which a new turn begins."""
        state = self.fold.state_at(place.before)
        for id in place.edits:
            state = fold_node(state, self.save.node(id).content, self.save.index).state
        return state

    def ground(self, start: int, top: int) -> Ground:
        """The ground for a reply on `top`, in the turn that begins at `start`."""
        node = self.save.node(start)
        edits: list[Edit] = []
        for link in ancestors(self.save, top):
            edits[:0] = self.save.node(link.id).content.edits
            if link.id == start:
                break
        kind = "travel" if node.kind == "travel" else "player"
        turn = TurnInput("travel" if kind == "travel" else "player", node.text)
        return Ground(node.parent, start, top, turn, self.fold.state_at(top), tuple(edits))

    def attempts_made(self, start: int, top: int) -> int:
        """How many replies there have been on `top` in the turn of `start`, those that broke off included."""
        return len(replies(self.save, self._said(start, top))) + len(self.save.attempts(start))

    def _said(self, start: int, top: int) -> int:
        """The message that a reply on `top` follows: the player's, or what the story has said since."""
        above = message_above(self.save, top)
        return start if above is None else above.id

    # -- records and messages ---------------------------------------------------------------

    def record(self, node: int) -> Mapping[str, Any] | None:
        """What a reply used on this line; None while a carried one waits to be settled."""
        return self.save.node(node).record or self.settled.get(node)

    def last_record(self, node: int | None) -> Mapping[str, Any] | None:
        """The record kept with the last reply at or above `node` that has one, `REPLIES_SOUGHT` back at most."""
        replied = (link for link in ancestors(self.save, node) if link.kind == "narration")
        found = (self.record(link.id) for link in islice(replied, REPLIES_SOUGHT))
        return next((record for record in found if record is not None), None)

    def log(self, node: int | None) -> PathLog:
        return PathLog(self.save, node, self._pages)

    def place_on_path(self, start: int, top: int) -> str:
        """A name for where a reply on `top` stands that is the same on every line it is carried to."""
        node = self.save.node(self._said(start, top))
        return f"{node.message}:{node.text}"


class PathLog:
    """The messages on the path of `head`, read a page at a time as a plan asks for them.

    pages: those that were read before, by the node of their last message, which decides all above it: what a
    story has said is read once and not on every turn.
    """

    def __init__(self, save: Save, head: int | None, pages: Pages) -> None:
        self._save = save
        self._head = head
        self._kept = pages
        self._pages: dict[int, Page] = {}

    @property
    def count(self) -> int:
        return message_count(self._save, self._head)

    def message(self, ordinal: int) -> StoryMessage:
        """The message with that number, from 1. Raises KeyError when there is none."""
        number = (ordinal - 1) // PAGE
        page = self._pages.get(number)
        if page is None:
            page = self._pages[number] = self._page(number)
        return page[ordinal]

    def _page(self, number: int) -> Page:
        first, last = number * PAGE + 1, min((number + 1) * PAGE, self.count)
        if self._head is None or first > last:
            return {}
        end = message_at(self._save, self._head, last).id
        page = self._kept.get(end)
        if page is None:
            nodes = messages(self._save, end, first, last)
            page = {node.message: story_message(node) for node in nodes}
            self._kept.put(end, page)
        return page


def story_message(node: Node) -> StoryMessage:
    """A node as a plan reads it."""
    calls = slim_calls(node.content.parts, foreign=blocked_by_isolation)
    return StoryMessage(node.message, node.kind, node.text, calls)
