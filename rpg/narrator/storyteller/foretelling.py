"""What the author's beats are going to tell at the end of the turn, so that nothing else is told in their place."""

from __future__ import annotations

from rpg.narrator.storyteller.view import View
from rpg.runtime.apply import apply
from rpg.runtime.beats import answering, beat_text, happenings
from rpg.runtime.gametools import turn_minutes


def told_by_beats(view: View, line: str, *, timed: bool) -> str:
    """What the beat tells that the player's words bring about; "" when it tells nothing.

    timed: whether the minutes of a turn are still to pass before it happens.
    """
    beat = answering(view.state, line)
    tick = turn_minutes(view.state, ()) if timed else None
    after = view.state if tick is None else apply(view.state, tick)
    happened = happenings(after, view.state, line)
    found = next((one for one in happened.beats if beat is not None and one.id == beat.id), None)
    return "" if found is None else beat_text(happened.state, found)
