"""Whom and what the words of a clause mean in a scope."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rpg.narrator.storyteller.kinds import Kinds
from rpg.narrator.storyteller.matching import BESIDE, PART, Match, find, is_cjk
from rpg.narrator.storyteller.phrasebook import Phrasebook
from rpg.narrator.storyteller.scope import Gender, Name, Scope

_PREPOSITION = re.compile(
    r"^(?:to|into|in|inside|towards?|for|through|onto|on|across|by|via|along|up|down|at|out|of|over|back|off"
    r"|the way to|in the direction of|way)\s+",
    re.I,
)
_POSSESSIVE = re.compile(r"^.{1,40}?(?:'s|s'|的)\s*", re.I)
_LINKS = re.compile(r"\s+(?:and|to|by|via|through|along|with|for|into)\s+|,\s*", re.I)
_LIST = re.compile(r"\s+and\s+|,\s*|[和跟与、，]", re.I)
_PURPOSE = tuple("喝看找买吃逛见问等和跟打休转走取拿听去来做")
"""What may follow a place that someone goes to for a purpose."""

MOST_LINKS = 8
"""Pieces of a phrase among which a place is looked for."""

_COUNTED = re.compile(
    r"^(?:一?[点些](?=[^心].)|[一两二三四五六几半]?[个碗杯壶瓶盘份](?=..)|[一两二三四五六几半][只条张块件些点把本顿口枝炷支](?=.))"
)
"""How many of a thing, and the word it is counted by: 一碗汤, 两个馒头."""

_NO_NAME = frozenset(("the", "a", "an", "that", "to", "about"))
MOST_NAME_WORDS = 4
"""Words of a name that stands before something else."""

_PRESENT_FIRST = 5
"""Percent by which someone elsewhere must fit better than someone here."""


@dataclass(frozen=True, slots=True)
class One:
    id: str
    score: float = 100


@dataclass(frozen=True, slots=True)
class Anyone:
    """Nobody in particular: whoever is here."""


@dataclass(frozen=True, slots=True)
class Everyone:
    pass


@dataclass(frozen=True, slots=True)
class Several:
    """Equally good candidates."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    words: str


Person = One | Anyone | Everyone | Several | Nothing
Place = One | Several | Nothing


@dataclass(frozen=True, slots=True)
class Reader:
    """Looks phrases up in one scope."""

    scope: Scope
    book: Phrasebook

    def person(self, phrase: str, *, inside: bool = False, here: bool = False) -> Person:
        """Whom a phrase means. inside: a name within a longer phrase will do. here: a pronoun means someone who is
        here, if anyone fits."""
        phrase = phrase.strip(" ,，.。!！?？:：\"'“”「」")
        if not phrase:
            return Anyone()
        kind = self._kind(phrase)
        for wording in self._names_of(phrase):
            named = self._named(wording, inside)
            if isinstance(kind, One) and not (is_sure(named) and self._is_here(named)):
                return kind
            found = self._pointed(wording, here) or named
            if isinstance(found, Anyone) and self.is_kind(phrase):
                return Nothing(phrase)
            if not isinstance(found, Nothing):
                return found
        return kind or self._short_name(phrase) or Nothing(phrase)

    def _kind(self, phrase: str) -> One | Several | None:
        """Whom here a common noun fits: "the gentleman", 那个孩子."""
        fits = () if self._is_thing(phrase) else Kinds(self.scope, self.book).fitting(phrase)
        return None if not fits else One(fits[0], PART) if len(fits) == 1 else Several(fits)

    def _is_thing(self, phrase: str) -> bool:
        return any(name.called[0] == phrase for name in self.scope.details)

    def _short_name(self, phrase: str) -> One | None:
        person = Kinds(self.scope, self.book).short_name(phrase)
        return None if person is None else One(person, PART)

    def _is_here(self, found: Person) -> bool:
        return isinstance(found, One) and self.scope.is_present(found.id)

    def is_kind(self, phrase: str) -> bool:
        """Whether a phrase is a common noun for people: "the child"."""
        return Kinds(self.scope, self.book).named(phrase.strip(" ,，.。!！?？")) is not None

    def is_nobody(self, phrase: str, person: str) -> bool:
        """Whether a phrase is "it", which is said of no person that is known to be one."""
        pointed = self.book.it.fullmatch(phrase.strip()) is not None
        return pointed and Kinds(self.scope, self.book).is_human(person)

    def _pointed(self, phrase: str, here: bool) -> Person | None:
        book = self.book
        if book.everyone.fullmatch(phrase):
            return Everyone()
        if book.anyone.fullmatch(phrase):
            return Anyone()
        genders: tuple[tuple[re.Pattern[str], Gender], ...] = (
            (book.she, "she"),
            (book.he, "he"),
            (book.they, ""),
        )
        for pattern, gender in genders:
            if pattern.fullmatch(phrase):
                meant = self.scope.meant_here(gender) if here else self.scope.person_meant(gender)
                return Anyone() if meant is None else One(meant)
        return None

    def _named(self, phrase: str, inside: bool) -> Person:
        here = _sure_enough(find(phrase, self.scope.people, inside=inside))
        gone = _sure_enough(find(phrase, self.scope.absent, inside=inside))
        if here is not None and (gone is None or here.score >= gone.score - _PRESENT_FIRST):
            return _meant(here)
        return Nothing(phrase) if gone is None else _meant(gone)

    def place(self, phrase: str) -> Place:
        """Where a phrase leads: a known place by name, or a way out by its label."""
        if self.scope.there and self.book.there.fullmatch(phrase.strip(" ,，.。!！")):
            return One(self.scope.there)
        best: Match | None = None
        wordings = list(self._wordings(phrase))
        for wording in wordings:
            for bare in _without_prepositions(wording):
                hit = find(bare, (*self.scope.labels, *self.scope.places, self.scope.here))
                if hit is not None and (best is None or hit.score > best.score):
                    best = hit
        if best is not None:
            return _meant(best)
        return self._place_among(wordings[-1]) or Nothing(
            [wordings[-1], *_without_prepositions(wordings[-1])][-1]
        )

    def _place_among(self, phrase: str) -> One | None:
        """The one place in a longer phrase: "up the steps to the market", 集市看热闹."""
        places = (*self.scope.labels, *self.scope.places)
        if is_cjk(phrase):
            begins = {
                name.id
                for name in places
                for called in name.called
                if len(called) > 1
                and phrase.startswith(called)
                and phrase[len(called) :].startswith(_PURPOSE)
            }
        else:
            hits = [
                find(bare, places)
                for piece in _LINKS.split(phrase)[:MOST_LINKS]
                for bare in _without_prepositions(piece)
            ]
            begins = {
                hit.ids[0] for hit in hits if hit is not None and hit.score >= PART and len(hit.ids) == 1
            }
        return One(begins.pop(), PART) if len(begins) == 1 else None

    def named_place(self, phrase: str) -> One | None:
        """A known place by its name alone."""
        for wording in self._wordings(phrase):
            hit = find(wording, (*self.scope.places, self.scope.here))
            if hit is not None and len(hit.ids) == 1:
                return One(hit.ids[0], hit.score)
        return None

    def people(self, phrase: str) -> tuple[str, ...] | None:
        """Everyone a list names, such as "Mira and Tomas"; None when one of them is nobody in particular."""
        found = [self.person(piece) for piece in _LIST.split(phrase) if piece.strip()]
        named = tuple(person.id for person in found if isinstance(person, One))
        return named if len(named) == len(found) else None

    def way(self, phrase: str) -> str | None:
        """The place that a way out leads to, when the phrase gives the way's label, at least in part."""
        hit = find(phrase, self.scope.labels)
        return hit.ids[0] if hit is not None and hit.score >= PART and len(hit.ids) == 1 else None

    def pointed_detail(self, phrase: str) -> One | None:
        """The detail last looked at, when the phrase is no more than "it"."""
        pointed = any(self.book.it.fullmatch(wording) for wording in self._wordings(phrase))
        return One(self.scope.seen) if pointed and self.scope.seen else None

    def detail(self, phrase: str) -> One | None:
        """The detail of the place that a phrase means best, a name within the phrase included."""
        pointed = self.pointed_detail(phrase)
        if pointed is not None:
            return pointed
        details = [Name(detail, (detail,)) for detail in self._all_details()]
        for inside in (False, True):
            for wording in (*self._wordings(phrase), _POSSESSIVE.sub("", phrase)):
                hit = find(wording, details, inside=inside)
                if hit is not None:
                    return One(hit.ids[0], hit.score)
        return None

    def is_name(self, phrase: str, detail: str) -> bool:
        """Whether a phrase is no more than the name of a detail, or stands for it."""
        called = (Name(detail, (detail,)),)
        return any(find(wording, called) for wording in self._wordings(phrase)) or self._is_it(phrase)

    def _is_it(self, phrase: str) -> bool:
        return self.pointed_detail(phrase) is not None

    def _all_details(self) -> Iterable[str]:
        return (name.id for name in self.scope.details)

    def is_here(self, phrase: str) -> bool:
        """Whether the phrase means the place where the player is, as a whole."""
        return bool(self.book.here.fullmatch(phrase))

    def is_self(self, phrase: str) -> bool:
        return bool(self.book.self.fullmatch(phrase))

    def split_person(self, phrase: str) -> tuple[Person, str]:
        """Whom a phrase begins with, and the rest: of the first four words those that are a name best."""
        pieces = phrase.split()
        best: tuple[One | None, str] = (None, "")
        for count in range(1, min(MOST_NAME_WORDS, len(pieces)) + 1):
            person = self.person(" ".join(pieces[:count]))
            ends_in_name = pieces[count - 1].lower() not in _NO_NAME
            if (
                isinstance(person, One)
                and ends_in_name
                and (best[0] is None or person.score >= best[0].score)
            ):
                best = (person, " ".join(pieces[count:]))
        return (Nothing(phrase), "") if best[0] is None else (best[0], best[1])

    def bare(self, phrase: str) -> str:
        """A phrase without how many there are and without what trails behind a name."""
        return _COUNTED.sub("", list(self._wordings(phrase))[-1])

    def _wordings(self, phrase: str) -> Iterator[str]:
        """The phrase, then without what trails behind a name."""
        phrase = phrase.strip(" ,，.。!！?？:：\"'“”「」")
        yield phrase
        shorter = self.book.trailing.sub("", phrase)
        if shorter and shorter != phrase:
            yield shorter

    def _names_of(self, phrase: str) -> Iterator[str]:
        """The wordings of someone's name, then without what one is called politely: "Mr Reed", 米拉姐."""
        yield from self._wordings(phrase)
        shorter = self.book.honorific.sub("", phrase).strip()
        if shorter and shorter != phrase:
            yield shorter


def _without_prepositions(phrase: str) -> Iterator[str]:
    while phrase:
        yield phrase
        shorter = _PREPOSITION.sub("", phrase)
        if shorter == phrase:
            return
        phrase = shorter


def _sure_enough(match: Match | None) -> Match | None:
    return match if match is not None and match.score > BESIDE else None


def _meant(match: Match) -> One | Several:
    return One(match.ids[0], match.score) if len(match.ids) == 1 else Several(match.ids)


def is_purpose(words: str) -> bool:
    """Whether words tell what someone goes for, not where to: 看热闹."""
    return is_cjk(words) and len(words) > 1 and words.startswith(_PURPOSE)


def is_sure(found: Person | Place) -> bool:
    """Whether a name was given in full or in part, without slips."""
    return isinstance(found, One) and found.score >= PART
