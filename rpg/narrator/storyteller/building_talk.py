"""Acts of talking: who is spoken to, asked, told, given something, asked to come or to stay."""

from __future__ import annotations

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.builds import Groups, Inner, someone
from rpg.narrator.storyteller.reading import Nothing, One, Person, Reader, Several


def talk(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    return someone(reader.person(_who(groups), inside=True), acts.Talk)


def _who(groups: Groups) -> str:
    """The person a rule names, or points at by a pronoun."""
    return groups.get("who") or groups.get("whom", "")


def ask(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    words = groups["words"].strip(" ,，:：?？")
    return someone(reader.person(groups["who"], inside=True), lambda person: acts.Ask(person, words))


def tell(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    who, words = _who(groups).strip(), groups["words"].strip(" ,，:：")
    if not who:
        return acts.Tell(None, words)
    found = reader.person(who)
    longer, rest = reader.split_person(f"{who} {words}")
    if not isinstance(longer, Nothing):
        found, words = longer, rest
    return someone(found, lambda person: acts.Tell(person, words))


def part_with(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    """A word of thanks or farewell with a name: "bye, Mira"."""
    found = reader.person(groups["who"])
    return acts.Tell(found.id, groups["words"]) if isinstance(found, One) else None


def give(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    """What is given or shown to whom; both may stand in one group, the person first."""
    found, words = reader.person(_who(groups), here=True), groups.get("what", "")
    if "both" in groups:
        found, words = reader.split_person(groups["both"])
    words = words.strip(" ,，.。!！?？")
    match found:
        case One(id) if words:
            return acts.Give(id, words)
        case Several(ids):
            return acts.Unclear("", ids, people=True)
    return None


def request(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
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


def take_along(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    if reader.pointed_detail(groups["who"]) is not None:
        return None
    found = reader.person(groups["who"])
    if isinstance(found, Nothing) and not groups.get("sure"):
        return None
    return someone(found, acts.TakeAlong)


def dismiss(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found = reader.person(groups["who"])
    return None if isinstance(found, Nothing) else someone(found, acts.Dismiss)


def stay(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    return acts.Dismiss(None) if reader.scope.followers else acts.Wait()


def send(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found, place = reader.person(groups["who"]), reader.place(groups["where"])
    if isinstance(found, Nothing) or not isinstance(place, One):
        return None
    return someone(found, lambda person: acts.SendTo(person, place.id))


def follow(reader: Reader, groups: Groups, inner: Inner) -> Act | None:
    found = reader.person(groups["who"])
    return None if isinstance(found, Nothing) else someone(found, acts.FollowPerson)
