"""Narrated but not recorded: what the last reply says of comings and goings that the state does not hold.

A guess that is told and never applied by itself; recording it goes through the one door, as a change by hand.
Source: docs/design.md §6.
"""

from __future__ import annotations

from rpg.runtime.beats import beat_text, beats_of_turn
from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.session.errors import SessionError
from rpg.session.hand import hand_edit, set_by_hand
from rpg.session.prose_moves import Suspicion, moved_in_prose
from rpg.session.story import Story
from rpg.text.messages import message
from rpg.timeline.tree import last_turn


def unrecorded(story: Story) -> tuple[Suspicion, ...]:
    """What the reply at the head tells and the state at the head does not hold; most likely first."""
    turn = last_turn(story.save, story.head)
    if turn is None or turn.reply is None:
        return ()
    before = story.fold.state_at(story.save.link(turn.start).parent)
    after = story.state()
    return moved_in_prose(_narrated(story, turn.reply), before, after, after.world.language)


def _narrated(story: Story, reply: int) -> str:
    """A reply without the author's words that stand behind it: what they tell, the author has recorded."""
    text, state = story.save.node(reply).text, story.state(reply)
    said = [beat_text(state, beat) for beat in beats_of_turn(state, state.turn)]
    for words in filter(None, said):
        text = text.replace(words, "")
    return text


def record(story: Story, number: int, now: float) -> int:
    """Makes the `number`-th of them (from 1) true and returns the node. Raises SessionError and EditError."""
    found = unrecorded(story)
    if not 1 <= number <= len(found):
        raise SessionError("nothing_unrecorded", count=len(found))
    one, state = found[number - 1], story.state()
    match one.kind:
        case "player_moved":
            edit = hand_edit(state, "player", "", one.id)
        case "arrived":
            edit = hand_edit(state, "position", one.id, state.player_location)
        case "left":
            edit = hand_edit(state, "position", one.id, "")
    return set_by_hand(story, edit, now)


def suspicion_text(one: Suspicion, state: State, language: str) -> str:
    """The notice for the player."""
    return message(language, f"session.prose_{one.kind}", name=name_of(state, one.id))
