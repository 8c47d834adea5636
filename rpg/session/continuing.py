"""Going on with a reply that broke off, or that its length cut short. Source: docs/design.md §3, promise 6.

The narrator gets what it has said as its own words and goes on from there; the whole becomes one reply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rpg.context.values import WireMessage
from rpg.runtime.edits import AdvanceTime, Edit
from rpg.session.errors import SessionError
from rpg.session.narration import Narration, Reply
from rpg.session.planning import plan_turn
from rpg.session.story import Ground
from rpg.session.turn import Turn
from rpg.session.wire import wire_of
from rpg.text.prompts import prompt
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content, RollPart
from rpg.timeline.tree import last_turn


class Continuing(Turn):
    """One continuation."""

    _begun: Content
    _attempt: int | None = None

    async def go_on(self) -> None:
        """Continues the latest attempt of an unanswered turn, else the last reply. Raises SessionError."""
        story = self._story
        turn = last_turn(story.save, story.head)
        if turn is None or story.head is None:
            raise SessionError("no_turn_yet")
        if turn.reply is None:
            found = story.save.attempts(turn.start)
            if not found:
                raise SessionError("no_attempt")
            ground = story.ground(turn.start, story.head)
            self._attempt = found[-1].id
            await self._tell(self._continued(ground, found[-1].content), ground, None)
            return
        parent = story.save.link(turn.reply).parent
        ground = story.ground(turn.start, parent if parent is not None else turn.start)
        content = story.save.node(turn.reply).content
        await self._tell(self._continued(ground, content), ground, turn.reply)

    def _continued(self, ground: Ground, begun: Content) -> Narration:
        """A narration that begins with what has been said and done already."""
        self._begun = begun
        story = self._story
        narration = self._narration(ground, plan_turn(story, ground, self._teller.telling))
        edits = without_turn_minutes(begun.edits)
        staged = fold_node(ground.state, Content("narration", edits=edits), story.save.index).state
        reply = narration.reply
        rolled = Counter(part.who for part in begun.parts if isinstance(part, RollPart))
        dice = replace(reply.stage.dice, player=rolled["player"], world=rolled["world"])
        reply.stage = replace(reply.stage, state=staged, edits=edits, dice=dice)
        reply.parts.extend(begun.parts)
        order = prompt(ground.state.world.language, "continue")
        reply.turn.extend((*wire_of(begun.parts), WireMessage("user", order)))
        return narration

    def _keep_attempt(self, start: int, reply: Reply, why: str) -> int | None:
        """Where nothing more has come, what there was is all there is to keep."""
        if tuple(reply.parts) == self._begun.parts:
            return self._attempt
        return super()._keep_attempt(start, reply, why)


def without_turn_minutes(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """A reply's edits without the minutes that its turn took and without the beats at its end."""
    kept = tuple(edit for edit in edits if edit.source != "world")
    if kept and isinstance(kept[-1], AdvanceTime) and kept[-1].source == "player":
        return kept[:-1]
    return kept
