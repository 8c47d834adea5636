"""Reading an edited reply again: the narrator is asked which tools record what the new words say.

The words are the player's and stay as they are; only what happened is found anew. Source: docs/design.md §7.
"""

from __future__ import annotations

from dataclasses import replace

from rpg.context.values import WireMessage
from rpg.narrator.protocol import NarratorError
from rpg.runtime.gametools import turn_minutes
from rpg.runtime.scene import scene_changes
from rpg.session.errors import SessionError
from rpg.session.events import FailedEvent, SavedEvent
from rpg.session.happening import with_beats
from rpg.session.narration import Narration
from rpg.session.past import commit_change, content_of, line_through, needed
from rpg.session.planning import plan_turn
from rpg.session.story import Ground, Story
from rpg.session.turn import Turn
from rpg.text.messages import message
from rpg.text.prompts import prompt
from rpg.timeline import change as changes
from rpg.timeline.nodes import TextPart
from rpg.timeline.tree import turn_of


class Rereading(Turn):
    """One reading of one reply."""

    async def reread(self, node: int, text: str) -> None:
        """Replaces the words of a reply and what happened in it. Raises SessionError."""
        story, text = self._story, needed(text)
        ground = reply_ground(story, node)
        narration = self._reading(ground, text)
        try:
            reply = await narration.run()
        except NarratorError as error:
            language = self._teller.services.language
            said = message(language, f"narrator.{error.kind}")
            remedy = message(language, f"narrator.{error.kind}_remedy")
            self._emit(FailedEvent(str(error.kind), said, remedy, node))
            return
        parts = [TextPart(text), *(part for part in reply.parts if not isinstance(part, TextPart))]
        minutes = turn_minutes(reply.stage.state, (*ground.edits, *reply.stage.edits))
        edits = (*reply.stage.edits, *((minutes,) if minutes is not None else ()))
        content = replace(content_of(story, node), parts=tuple(parts), edits=edits)
        content = with_beats(story, ground, content, tell=False).content
        before, head = story.state(), line_through(story, node)
        changed = commit_change(
            story, "edit", changes.edit(story.save, head, node, content, int(self._now())), head
        )
        after = story.state()
        self._emit(SavedEvent(changed.node or node, after.hash, scene_changes(before, after)))

    def _reading(self, ground: Ground, text: str) -> Narration:
        """A narration whose reply is given already and that asks only for the calls."""
        plan = plan_turn(self._story, ground, self._teller.telling)
        narration = self._narration(ground, plan)
        order = prompt(ground.state.world.language, "reread")
        narration.reply.turn[:] = [WireMessage("assistant", text), WireMessage("user", order)]
        return narration


def reply_ground(story: Story, node: int) -> Ground:
    """What a reply stands on. Raises SessionError("not_a_reply")."""
    content = content_of(story, node)
    turn = turn_of(story.save, node, node)
    parent = story.save.link(node).parent
    if content.kind != "narration" or turn is None or parent is None:
        raise SessionError("not_a_reply", node=node)
    return story.ground(turn.start, parent)
