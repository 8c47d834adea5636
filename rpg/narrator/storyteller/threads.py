"""Where the story could go on: hints for a player who is stuck, without giving anything away.

A hint is never more than a direction: whom to ask, where to be, that something is to be done or waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rpg.narrator.storyteller.topics import untold
from rpg.narrator.storyteller.view import View
from rpg.runtime.conditions import Moment, happened, moment, unmet, unsaid
from rpg.runtime.routes import is_known
from rpg.world.beats import Condition

MOST = 2
"""Hints that are given at once."""

HINTS = ("hint_deed", "hint_ask", "hint_person", "hint_place", "hint_time", "hint_company")
"""Wordings of hints: after one the player is left alone for a while."""

DRY = (
    "not_understood",
    "no_answer",
    "unseen",
    "unknown_place",
    "answers_again",
    "asked_before",
    "waited",
    "unknown_way",
    "long_line",
)
"""Wordings of replies in which nothing moved."""

PATIENCE = 3
"""Replies in a row in which nothing moved before a hint is given unasked."""


def nudge(view: View, said: str) -> str:
    """A hint at the end of a reply, when this one and the last few have not moved anything; else ""."""
    latest = [said, *view.narrations()][:PATIENCE]
    if len(latest) < PATIENCE or not all(_is_dry(view, text) for text in latest):
        return ""
    if any(view.sounds_like(key, text) for key in HINTS for text in latest):
        return ""
    told = "\n".join(view.narrations())
    return view.sentences(
        islice((text for text in dict.fromkeys(directions(view)) if text not in told), MOST)
    )


def hint(view: View) -> str:
    """Where things could go on; "" when nothing is known to."""
    return view.sentences(islice(dict.fromkeys(directions(view)), MOST))


def directions(view: View) -> Iterator[str]:
    """Everything that could move the story, the nearest first."""
    now = moment(view.state)
    waiting = list(_waiting(view))
    yield from (view.say("hint_deed") for when in waiting if when.said and not unmet(unsaid(when), now))
    for person in view.scene.present:
        if topics := untold(view, person):
            yield view.say("hint_ask", name=view.name(person), topic=topics[0])
    yield from _elsewhere(view, waiting)
    for when in waiting:
        yield from _missing(view, when, now)


def _waiting(view: View) -> Iterator[Condition]:
    """The conditions of beats that can still happen."""
    for beat in view.state.world.beats.values():
        if happened(view.state, beat.id) is None:
            yield beat.when


def _elsewhere(view: View, waiting: list[Condition]) -> Iterator[str]:
    """People the player has met and who have something to tell that the story waits for."""
    for when in waiting:
        for person, _, topic in (told.partition(".") for told in when.told):
            left = view.has_left(person)
            if left is not None and not view.is_present(person) and topic in untold(view, person):
                yield view.say("hint_person", name=view.name(person), place=view.name(left[1]))


def _missing(view: View, when: Condition, now: Moment) -> Iterator[str]:
    """What a beat still waits for, when that is a place the player knows, company, or the hour alone."""
    bare = unsaid(when)
    match unmet(bare, now):
        case "location":
            places = [place for place in when.location if is_known(view.state, place)]
            if places and _only_place(view, bare, places[0], now):
                yield view.say("hint_place", place=view.name(places[0]))
        case "time":
            yield view.say("hint_time")
        case "present" if when.present and when.location and not when.absent:
            met = [person for person in when.present if view.has_left(person) is not None]
            if met:
                yield view.say("hint_company", names=view.names(met, "or"))


def _only_place(view: View, when: Condition, place: str, now: Moment) -> bool:
    """Whether the beat waits for nothing but that the player is there (and for who is there)."""
    there = Moment(view.state.set(("player",), place), now.people, now.line)
    return unmet(when, there) in ("", "present")


def _is_dry(view: View, text: str) -> bool:
    return any(view.sounds_like(key, text) for key in DRY)
