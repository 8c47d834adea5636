"""How long the player waits: so many minutes, or until an hour of a day."""

from __future__ import annotations

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.deeds import Call, Deed, Do, Told
from rpg.narrator.storyteller.spans import LONGEST, MORNING
from rpg.narrator.storyteller.view import View, part_of_day
from rpg.runtime.clock import day, time_of_day
from rpg.world.model import MINUTES_PER_DAY

A_WHILE = 30
"""Minutes of "a while"."""

JUST_PAST, JUST_PAST_EITHER = 6 * 60, 60
"""Minutes for which an hour that is over is still the one that was meant: the player is told that it is over, and
does not wait for it a whole day. Of an hour that may be of either half of the day the other comes soon enough."""

BEDTIME = 18 * 60
"""Minutes after midnight from which whoever sleeps, sleeps till the morning."""

SMALL_HOURS = 4 * 60
"""Minutes after midnight that still belong to the evening before: "tomorrow" is when it gets light."""


def wait(view: View, act: acts.Wait) -> Deed:
    """Lets time pass; what was waited for and is over already is said to be."""
    clock = view.state.clock
    if clock is None:
        return Told(view.say("rested_plain" if act.rest else "waited_plain"))
    if act.weekday:
        return Told(view.say("which_day", clock=view.clock_text(), next=day(clock) + 1))
    end = _end(act, clock)
    if end is None or end <= clock:
        if act.part and part_of_day(clock) == part_of_day(act.until or 0):
            return Told(view.say("already_period", clock=view.clock_text(), period=view.period()))
        hour = act.until or 0
        return Told(view.say("past_already", clock=view.clock_text(), hour=f"{hour // 60:02}:{hour % 60:02}"))
    minutes = min(end - clock, LONGEST)
    return Do(act, (Call("advance_time", {"minutes": minutes}),))


def _end(act: acts.Wait, clock: int) -> int | None:
    """The moment until which is waited; None when it is over already."""
    if act.until is None:
        return clock + (A_WHILE if act.minutes is None else max(act.minutes, 1))
    if act.date is not None:
        return _on_day(act, clock, act.date if act.date >= day(clock) else day(clock) + act.date - 1)
    if act.ahead is not None:
        early = act.ahead > 0 and time_of_day(clock) < SMALL_HOURS
        return _on_day(act, clock, day(clock) + act.ahead - early)
    if act.nap and MORNING <= time_of_day(clock) < BEDTIME:
        return clock + A_WHILE
    return _next(act, act.until, clock)


def _on_day(act: acts.Wait, clock: int, number: int) -> int:
    """The hour on a day of the story; of an hour that may be of either half of the day, the first to come."""
    end = (number - 1) * MINUTES_PER_DAY + (act.until or 0)
    return end + MINUTES_PER_DAY // 2 if act.either and end <= clock else end


def _next(act: acts.Wait, until: int, clock: int) -> int | None:
    """When the hour comes next, unless it has only just been. Whoever sleeps until eight means the next eight."""
    round = MINUTES_PER_DAY // 2 if act.either else MINUTES_PER_DAY
    since = (time_of_day(clock) - until) % round
    over = since <= (JUST_PAST_EITHER if act.either else JUST_PAST) and not (act.either and act.rest)
    return None if over else clock + round - since
