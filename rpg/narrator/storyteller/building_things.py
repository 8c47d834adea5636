"""Acts on what is here, on time and on dice."""

from __future__ import annotations

import re
from typing import get_args

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.builds import Groups, Inner
from rpg.narrator.storyteller.reading import One, Reader, Several
from rpg.narrator.storyteller.spans import read_span

_DICE = re.compile(r"\d{0,2}d\d{1,3}(?:[+-]\d{1,3})?")


def wait(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    return _waiting(groups, rest=False)


def rest(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    """Rests; a place to sit that lies along a way from here is first to be gone to."""
    way = reader.way(groups["spot"]) if groups.get("spot") else None
    return _waiting(groups, rest=True) if way is None else acts.WherePlace(way)


def _waiting(groups: Groups, *, rest: bool) -> Act:
    span = read_span(groups.get("span", ""))
    return acts.Wait(
        span.minutes, span.until, rest, span.either, span.ahead, span.date, span.weekday, span.part
    )


def meta(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    """Talk about the game: the name of the group that fits says about what."""
    return next((acts.Meta(about) for about in get_args(acts.About) if groups.get(about)), None)


def roll(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    dice = groups["dice"].replace(" ", "").lower()
    return acts.Roll(dice if _DICE.fullmatch(dice) else "1d20")


def examine(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    what = groups["what"].strip(" ,，.。!！?？")
    if not what:
        return acts.ExamineDetail(reader.scope.seen) if reader.scope.seen else None
    if reader.is_self(what):
        return acts.ExamineSelf()
    if reader.is_here(what):
        return acts.Look()
    act = thing(reader, what) or acts.Unseen(reader.bare(what))
    return acts.Look() if act == acts.ExaminePlace(reader.scope.here.id) else act


def thing(reader: Reader, what: str) -> Act | None:
    """The act of looking at the detail, person or place that `what` means best."""
    pointed = reader.pointed_detail(what)
    if pointed is not None:
        return acts.ExamineDetail(pointed.id)
    detail, person, place = reader.detail(what), reader.person(what), reader.named_place(what)
    if isinstance(person, One) and reader.is_nobody(what, person.id):
        return acts.Look()
    scores = {
        "detail": detail.score if detail else 0,
        "person": person.score if isinstance(person, One) else 0,
        "place": place.score if place else 0,
    }
    best = max(scores, key=lambda kind: scores[kind])
    if best == "detail" and detail:
        return acts.ExamineDetail(detail.id)
    if best == "person" and isinstance(person, One):
        return acts.ExaminePerson(person.id)
    if best == "place" and place:
        return acts.ExaminePlace(place.id)
    return acts.Unclear(what, person.ids, people=True) if isinstance(person, Several) else None


def handle(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    what = groups["what"]
    detail = reader.detail(what)
    if detail is not None:
        return acts.Handle(detail.id)
    way = reader.way(what)
    return acts.WherePlace(way) if way is not None else acts.Unseen(reader.bare(what))
