"""Acts of going, and of asking where someone or some place is."""

from __future__ import annotations

from dataclasses import replace

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.building_things import examine
from rpg.narrator.storyteller.builds import Groups, Inner
from rpg.narrator.storyteller.reading import (
    Anyone,
    Everyone,
    Nothing,
    One,
    Reader,
    Several,
    is_purpose,
    is_sure,
)


def find(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found = reader.person(groups["who"])
    if isinstance(found, One):
        return acts.Talk(found.id) if reader.scope.is_present(found.id) else acts.WherePerson(found.id)
    if isinstance(found, Several):
        return acts.Unclear("", found.ids, people=True)
    if reader.book.honorific.search(groups["who"]):
        return acts.NoSuchPerson(groups["who"])
    return where_is(reader, {"what": groups["who"]}, inner) or examine(reader, {"what": groups["who"]}, inner)


def where_is(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    person, place = reader.person(groups["what"]), reader.place(groups["what"])
    if isinstance(person, One) and (not isinstance(place, One) or person.score >= place.score):
        return acts.WherePerson(person.id)
    if isinstance(place, One):
        return acts.WherePlace(place.id)
    if isinstance(place, Several):
        return acts.Unclear("", place.ids, people=False)
    return acts.NoSuchPerson(groups["what"]) if reader.is_kind(groups["what"]) else None


def go(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    place = reader.place(groups["where"])
    match place:
        case One(id):
            return acts.Go(id)
        case Several(ids):
            return acts.Unclear("", ids, people=False)
        case Nothing(words):
            return _near(reader, words) or (None if is_purpose(words) else acts.NoSuchPlace(words))


def _near(reader: Reader, words: str) -> Act | None:
    """Going up to something that is right here is looking at it; going to someone, talking to them or finding them."""
    detail, person = reader.detail(words), reader.person(words)
    if detail is not None and is_sure(detail):
        return acts.ExamineDetail(detail.id)
    return find(reader, {"who": words}, _nothing) if isinstance(person, One) and is_sure(person) else None


def _nothing(words: str) -> Act:
    return acts.NotUnderstood(words)


def go_sure(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    """A going that may mean something else: only to what is known."""
    going = go(reader, groups, inner)
    return None if isinstance(going, acts.NoSuchPlace) else going


def heading(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    """ "up the lane", without a verb: a way that is here, or none."""
    going = go(reader, groups, inner)
    return acts.NoSuchWay(reader.bare(groups["where"])) if isinstance(going, acts.NoSuchPlace) else going


def go_together(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    """ "come with me to the market", said to whoever is here."""
    going, person = go_sure(reader, groups, inner), reader.scope.person_here()
    if not isinstance(going, acts.Go) or person is None:
        return going
    return replace(going, companions=(person,))


def way(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    way = reader.way(groups["where"])
    return None if way is None else acts.Go(way)


def go_with(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found, going = reader.person(groups["who"]), go(reader, groups, inner)
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


def leave(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    where = groups.get("where")
    if not where or reader.is_here(where):
        return acts.Leave()
    place = reader.place(where)
    if not isinstance(place, One):
        return None
    return acts.Leave() if place.id == reader.scope.here.id else None
