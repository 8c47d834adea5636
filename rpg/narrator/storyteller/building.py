"""From a rule that fits to the act it means.

Every builder takes the reader of a scope, the groups of the pattern, and `inner`, which reads a clause within
the clause (what someone is asked to do). None: the rule does not fit after all, and the next may.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.phrasebook import Kind
from rpg.narrator.storyteller.reading import (
    Anyone,
    Everyone,
    Nothing,
    One,
    Person,
    Reader,
    Several,
)
from rpg.narrator.storyteller.spans import read_span

Groups = Mapping[str, str]
Inner = Callable[[str], Act]
Build = Callable[[Reader, Groups, Inner], Act | None]

_DICE = re.compile(r"\d{0,2}d\d{1,3}(?:[+-]\d{1,3})?")


def _always(act: Act) -> Build:
    return lambda reader, groups, inner: act


def _someone(found: Person, make: Callable[[str | None], Act]) -> Act:
    """The act for whom was meant, or the act that says that nobody or too many were meant."""
    match found:
        case One(id):
            return make(id)
        case Anyone() | Everyone():
            return make(None)
        case Several(ids):
            return acts.Unclear("", ids, people=True)
        case Nothing(words):
            return acts.NoSuchPerson(words)


def _talk(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    return _someone(reader.person(groups["who"], inside=True), acts.Talk)


def _ask(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    words = groups["words"].strip(" ,，:：?？")
    return _someone(reader.person(groups["who"], inside=True), lambda person: acts.Ask(person, words))


def _tell(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    who, words = groups["who"].strip(), groups["words"].strip(" ,，:：")
    if not who:
        return acts.Tell(None, words)
    found = reader.person(who)
    longer, rest = reader.split_person(f"{who} {words}")
    if not isinstance(longer, Nothing):
        found, words = longer, rest
    return _someone(found, lambda person: acts.Tell(person, words))


def _give(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    """What is given or shown to whom; both may stand in one group, the person first."""
    found, words = reader.person(groups.get("who") or groups.get("whom", "")), groups.get("what", "")
    if "both" in groups:
        found, words = reader.split_person(groups["both"])
    words = words.strip(" ,，.。!！?？")
    match found:
        case One(id) if words:
            return acts.Give(id, words)
        case Several(ids):
            return acts.Unclear("", ids, people=True)
    return None


def _request(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    return asked_of(reader, reader.person(groups["who"]), groups["words"], inner)


def asked_of(reader: Reader, found: Person, words: str, inner: Inner) -> Act | None:
    """What `words` mean when they are said to someone: "Mira, come with me"."""
    if isinstance(found, Nothing):
        return acts.NoSuchPerson(found.words)
    if isinstance(found, Several):
        return acts.Unclear("", found.ids, people=True)
    person = found.id if isinstance(found, One) else None
    if reader.book.along.fullmatch(words):
        return acts.TakeAlong(person)
    if reader.book.stay.fullmatch(words):
        return acts.Dismiss(person)
    match inner(words):
        case acts.TakeAlong() | acts.FollowPerson():
            return acts.TakeAlong(person)
        case acts.Dismiss() | acts.Wait() | acts.Leave() | acts.GoBack():
            return acts.Dismiss(person)
        case acts.Go(place) if reader.book.together.match(words):
            return acts.Go(place, () if person is None else (person,))
        case acts.Go(place):
            return acts.SendTo(person, place)
        case acts.Talk():
            return acts.Talk(person)
        case acts.Ask(_, asked):
            return acts.Ask(person, asked)
        case acts.Tell(_, said):
            return acts.Tell(person, said)
        case acts.WherePerson() | acts.WherePlace() | acts.ExaminePerson() | acts.WhatTime():
            return acts.Ask(person, words)
        case _:
            asks = reader.book.question.fullmatch(words)
            return acts.Ask(person, words) if asks else acts.Tell(person, words)


def _take_along(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    if reader.pointed_detail(groups["who"]) is not None:
        return None
    found = reader.person(groups["who"])
    return None if isinstance(found, Nothing) else _someone(found, acts.TakeAlong)


def _dismiss(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found = reader.person(groups["who"])
    return None if isinstance(found, Nothing) else _someone(found, acts.Dismiss)


def _stay(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    return acts.Dismiss(None) if reader.scope.followers else acts.Wait()


def _send(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found, place = reader.person(groups["who"]), reader.place(groups["where"])
    if isinstance(found, Nothing) or not isinstance(place, One):
        return None
    return _someone(found, lambda person: acts.SendTo(person, place.id))


def _follow(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found = reader.person(groups["who"])
    return None if isinstance(found, Nothing) else _someone(found, acts.FollowPerson)


def _find(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found = reader.person(groups["who"])
    if isinstance(found, One):
        return acts.Talk(found.id) if reader.scope.is_present(found.id) else acts.WherePerson(found.id)
    if isinstance(found, Several):
        return acts.Unclear("", found.ids, people=True)
    return _where_is(reader, {"what": groups["who"]}, inner) or _examine(
        reader, {"what": groups["who"]}, inner
    )


def _where_is(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    person, place = reader.person(groups["what"]), reader.place(groups["what"])
    if isinstance(person, One) and (not isinstance(place, One) or person.score >= place.score):
        return acts.WherePerson(person.id)
    if isinstance(place, One):
        return acts.WherePlace(place.id)
    if isinstance(place, Several):
        return acts.Unclear("", place.ids, people=False)
    return None


def _go(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    place = reader.place(groups["where"])
    match place:
        case One(id):
            return acts.Go(id)
        case Several(ids):
            return acts.Unclear("", ids, people=False)
        case Nothing(words):
            return acts.NoSuchPlace(words)


def _way(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    way = reader.way(groups["where"])
    return None if way is None else acts.Go(way)


def _go_with(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found, going = reader.person(groups["who"]), _go(reader, groups, inner)
    if isinstance(going, acts.Go) and isinstance(found, One):
        return replace(going, companions=(found.id,))
    several = reader.people(groups["who"]) if isinstance(found, Nothing) else None
    if isinstance(going, acts.Go) and several:
        return replace(going, companions=several)
    if isinstance(going, acts.Go) and isinstance(found, Everyone | Anyone):
        return going
    if isinstance(going, acts.Go) and isinstance(found, Several):
        return acts.Unclear("", found.ids, people=True)
    return None


def _leave(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    where = groups.get("where")
    if not where or reader.is_here(where):
        return acts.Leave()
    place = reader.place(where)
    if not isinstance(place, One):
        return None
    return acts.Leave() if place.id == reader.scope.here.id else None


def _wait(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    span = read_span(groups.get("span", ""))
    return acts.Wait(span.minutes, span.until, either=span.either)


def _rest(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    span = read_span(groups.get("span", ""))
    return acts.Wait(span.minutes, span.until, rest=True, either=span.either)


def _roll(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    dice = groups["dice"].replace(" ", "").lower()
    return acts.Roll(dice if _DICE.fullmatch(dice) else "1d20")


def _examine(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    what = groups["what"].strip(" ,，.。!！?？")
    if reader.is_self(what):
        return acts.ExamineSelf()
    if reader.is_here(what):
        return acts.Look()
    act = thing(reader, what) or acts.Unseen(what)
    return acts.Look() if act == acts.ExaminePlace(reader.scope.here.id) else act


def thing(reader: Reader, what: str) -> Act | None:
    """The act of looking at the detail, person or place that `what` means best."""
    pointed = reader.pointed_detail(what)
    if pointed is not None:
        return acts.ExamineDetail(pointed.id)
    detail, person, place = reader.detail(what), reader.person(what), reader.named_place(what)
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


def _handle(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    what = groups["what"]
    detail = reader.detail(what)
    if detail is not None:
        return acts.Handle(detail.id)
    place = reader.place(what)
    return acts.WherePlace(place.id) if isinstance(place, One) else acts.Unseen(what)


BUILDERS: Mapping[Kind, Build] = {
    "look": _always(acts.Look()),
    "go_back": _always(acts.GoBack()),
    "take_anyone": _always(acts.TakeAlong(None)),
    "who": _always(acts.WhoIsHere()),
    "ways": _always(acts.Ways()),
    "where": _always(acts.WhereAmI()),
    "time": _always(acts.WhatTime()),
    "inventory": _always(acts.Inventory()),
    "recall": _always(acts.Recall()),
    "help": _always(acts.Help()),
    "talk": _talk,
    "ask": _ask,
    "tell": _tell,
    "give": _give,
    "request": _request,
    "take_along": _take_along,
    "dismiss": _dismiss,
    "stay": _stay,
    "send": _send,
    "follow": _follow,
    "find": _find,
    "where_is": _where_is,
    "asked_way": _where_is,
    "go": _go,
    "go_with": _go_with,
    "way": _way,
    "leave": _leave,
    "wait": _wait,
    "rest": _rest,
    "roll": _roll,
    "examine": _examine,
    "handle": _handle,
}
