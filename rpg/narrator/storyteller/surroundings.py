"""What the player's words can refer to, read off a stage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from rpg.narrator.storyteller.scope import Gender, Name, Scope
from rpg.narrator.storyteller.view import View
from rpg.runtime.routes import known_locations
from rpg.text.folding import fold
from rpg.world.model import Character, Location

MOST_ABSENT = 300
"""People elsewhere that a line is compared with; those the player has met come first."""

JUST_LEFT = 2
"""Turns for which someone who left may still be meant by a pronoun."""

LATEST = 8
"""Story messages looked through for whom a pronoun means."""

_SHE = re.compile(r"\b(?:she|her|hers)\b|她", re.I)
_WOMAN = re.compile(
    r"\b(?:(?:\w*)(?:woman|lady)|girl|widow|wife|mistress)\b|女|姑娘|老太|婆婆|奶奶|老板娘|寡妇|孙女", re.I
)
_MAN = re.compile(
    r"\b(?:\w*(?<!wo)man|gentleman|boy|lad|landlord|widower|husband)\b|男|老头|老汉|小子|汉子|老爷|孙子", re.I
)
"""What a summary calls someone, where no text says he or she."""

_HE = re.compile(r"\b(?:he|him|his)\b|他", re.I)


def scope_of(view: View, spoken: tuple[str, ...] = ()) -> Scope:
    """The scope of a view. spoken: whom this line already spoke of, latest first."""
    present = view.scene.present
    absent = tuple(_absent(view, present))
    latest = tuple(dict.fromkeys((*spoken, *_spoken_of(view, present, absent))))
    return Scope(
        language=view.language,
        here=_name(view.place),
        people=tuple(_name(view.person(person)) for person in present),
        absent=tuple(_name(person) for person in absent),
        places=tuple(_name(place) for place in _places(view)),
        labels=tuple(Name(way.to, (way.label,)) for way in view.ways() if way.label),
        details=tuple(Name(detail, (detail,)) for detail, _ in view.place.details),
        spoken=latest,
        genders=tuple(
            (person, _gender(view.person(person))) for person in dict.fromkeys((*present, *latest))
        ),
        followers=view.scene.followers,
        seen=_seen(view),
        there=_there(view),
        sheets=tuple(_sheet(view.person(person)) for person in present),
    )


def _sheet(person: Character) -> tuple[str, str, str]:
    return person.id, " ".join((person.name, *person.aliases, person.summary)), person.description


def _name(thing: Location | Character) -> Name:
    return Name(thing.id, (thing.name, *thing.aliases, thing.id))


def _places(view: View) -> Iterator[Location]:
    for id in known_locations(view.state):
        place = view.state.location(id)
        if place is not None and id != view.here:
            yield place


def _absent(view: View, present: Iterable[str]) -> Iterator[Character]:
    here = set(present)
    met = (person for person in view.state.recent if person not in here)
    others = (person for person in view.state.character_ids() if person not in here)
    for id in islice(dict.fromkeys((*met, *islice(others, MOST_ABSENT))), MOST_ABSENT):
        yield view.person(id)


def _spoken_of(view: View, present: Iterable[str], absent: Iterable[Character]) -> Iterator[str]:
    """Whom the latest messages name, latest first, the one whom the player spoke to before whom they spoke of.
    Someone elsewhere counts when the player named them or saw them leave a moment ago."""
    just_left = [who for who in view.state.recent if _just_left(view, who) and not view.is_present(who)]
    here = [(person, _called(view.person(person))) for person in (*present, *just_left)]
    elsewhere = [(person.id, _called(person)) for person in absent]
    for kind, text in reversed(view.history[-LATEST:]):
        folded = fold(text)
        people = [*here, *elsewhere] if kind == "player" else here
        at = folded.find if kind == "player" else folded.rfind
        places = {person: max(at(word) for word in words) for person, words in people if words}
        found = sorted((at, person) for person, at in places.items() if at >= 0)
        yield from (person for _, person in (found if kind == "player" else reversed(found)))


def _just_left(view: View, person: str) -> bool:
    left = view.has_left(person)
    return left is not None and view.state.turn - left[0] <= JUST_LEFT


def _seen(view: View) -> str:
    """The detail that the player last named."""
    return _last_named(view, [(name, [fold(name)]) for name, _ in view.place.details], ("player",))


def _there(view: View) -> str:
    """The place elsewhere that the player last named, or that was last told of."""
    places = [(place.id, [fold(word) for word in (place.name, *place.aliases)]) for place in _places(view)]
    return _last_named(view, places, ("player",)) or _last_named(view, places, ("narration",))


def _last_named(view: View, things: list[tuple[str, list[str]]], kinds: tuple[str, ...]) -> str:
    for kind, text in reversed(view.history[-LATEST:]):
        folded = fold(text) if kind in kinds else ""
        found = [
            (at, id)
            for id, words in things
            for word in words
            if word and (at := folded.rfind(_bare(word))) >= 0
        ]
        if found:
            return max(found)[1]
    return ""


def _bare(word: str) -> str:
    return word.removeprefix("the ")


def _called(person: Character) -> list[str]:
    """What a text may call a person: the whole name, aliases, and the first name."""
    first = person.name.split(" ")[0]
    return [fold(word) for word in (person.name, *person.aliases, first) if len(word) > 1]


def _gender(person: Character) -> Gender:
    """How the author refers to a person; "" when the texts do not tell."""
    text = f"{person.description} {person.summary} {person.secrets} {person.goals}"
    she, he = len(_SHE.findall(text)), len(_HE.findall(text))
    if she == he:
        she, he = len(_WOMAN.findall(person.summary)), len(_MAN.findall(person.summary))
    if she == he:
        return ""
    return "she" if she > he else "he"
