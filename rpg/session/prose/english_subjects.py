"""Who does what an English clause tells: the first name, pronoun or noun that no preposition governs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.english_forms import verb_of
from rpg.session.prose.english_people import UNNAMED, People
from rpg.session.prose.english_text import BREAKS, QUOTE, word_at
from rpg.session.prose.words import words

_LONGEST_PHRASE = 5
_MEN = words("man boy lad fellow gentleman monk priest waiter landlord kid guy")
_WOMEN = words("woman girl lass lady nun waitress maid barmaid")
_NOT_STRANGERS = ("no", "nobody", "anyone", "his", "her", "my", "your")


class Subject(NamedTuple):
    """who: a character's id, `PLAYER`, `UNNAMED` or None. place: the place that is the subject. at: where the words
    behind it begin."""

    who: str | None
    place: str | None
    at: int


def subject_of(found: Sequence[str], joint: str, people: People) -> Subject | None:
    """The subject that stands in a clause; None: none does."""
    governed, at = joint == "than", 0
    while at < len(found):
        step = _Step(found, at, governed, people)
        if step.ends:
            return step.subject()
        governed, at = step.governs(), step.next()
    return None


class _Step:
    """One word on the way to the subject. governed: a preposition or a verb before it takes the next noun."""

    def __init__(self, found: Sequence[str], at: int, governed: bool, people: People) -> None:
        self._found, self._at, self._governed, self._people = found, at, governed, people
        self._word, self._behind = found[at], word_at(found, at + 1)
        self._kind = self._kind_of(self._word)

    def _kind_of(self, word: str) -> str:
        if word in w.PLAYERS or word in w.PRONOUNS:
            return "somebody"
        if word[0] in "⟨⟦":
            return "name" if word[0] == "⟨" else "place"
        if word in ("him", "her", "them") and (self._behind in BREAKS | w.PREPOSITIONS or not self._behind):
            return "object"
        if word in w.DETERMINERS:
            return "noun"
        if word in w.PREPOSITIONS:
            return "preposition"
        if word in w.ADVERBS or word in w.PARTICLES or word.endswith("ly") or word == QUOTE:
            return "nothing"
        return "verb" if self._is_verb() else "other"

    def _is_verb(self) -> bool:
        verb = verb_of(self._word)
        if verb is None:
            return False
        return not self._governed or (verb.form == "s" and self._behind[:1] == "⟨")

    @property
    def ends(self) -> bool:
        """Whether the search ends with this word."""
        match self._kind:
            case "somebody" | "noun" | "name":
                return not self._governed
            case "place":
                return not self._governed and self._behind != "'s"
            case "verb":
                return True
            case "other":
                return not self._governed and self._at == 0
            case _:
                return False

    def subject(self) -> Subject | None:
        """The subject that this word is, or begins."""
        found, at, people = self._found, self._at, self._people
        match self._kind:
            case "somebody":
                return self._somebody()
            case "name":
                return self._name()
            case "place":
                return Subject(UNNAMED, people.owner(self._word), at + 1)
            case "noun":
                return _phrase(found, at, people)
            case "other" if not self._word.endswith(("s", "ed", "ing")):
                return _phrase(found, at, people)
            case _:
                return _inverted(found, at, people)

    def _somebody(self) -> Subject:
        if self._word not in w.PLAYERS:
            return Subject(self._people.pronoun(self._word), None, self._at + 1)
        self._people.mention(PLAYER)
        return Subject(PLAYER, None, self._at + 1)

    def _name(self) -> Subject:
        found, at = self._found, self._at
        owner = self._people.owner(self._word)
        if self._people.is_kin(found, at):
            self._people.mention(owner)
            self._people.mention(UNNAMED)
            return Subject(UNNAMED, None, at + 2)
        self._people.mention(owner)
        if self._behind == "'s":
            return Subject(UNNAMED, None, at + 2)
        if self._behind == "and" and word_at(found, at + 2) in w.PLAYERS:
            return Subject(PLAYER, None, at + 3)
        return Subject(owner, None, at + 1)

    def governs(self) -> bool:
        """Whether the next noun is governed."""
        if self._kind == "name":
            self._people.mention(
                UNNAMED if self._people.is_kin(self._found, self._at) else self._people.owner(self._word)
            )
        match self._kind:
            case "preposition":
                return not self._is_fronted()
            case "nothing":
                return self._governed
            case _:
                return False

    def _is_fronted(self) -> bool:
        """ "Off he goes"."""
        if self._at or self._word not in ("off", "in", "out"):
            return False
        somebody = self._behind in w.PRONOUNS or self._behind[:1] == "⟨"
        return somebody and verb_of(word_at(self._found, 2)) is not None

    def next(self) -> int:
        """The next word to look at."""
        if self._kind == "noun":
            return _past_noun(self._found, self._at) + 1
        return self._at + (2 if self._kind == "name" and self._behind == "'s" else 1)


def _past_noun(found: Sequence[str], at: int) -> int:
    """The last word of "a dozen steps"."""
    end = at
    while end - at < 3 and end + 1 < len(found) and not _ends_noun(found, end + 1):
        end += 1
    return end


def _ends_noun(found: Sequence[str], at: int) -> bool:
    word = found[at]
    if word[0] in "⟦⟨¶" or word in w.NO_NOUNS:
        return True
    verb = verb_of(word)
    return verb is not None and verb.form == "s" and word_at(found, at + 1)[:1] == "⟨"


def _inverted(found: Sequence[str], at: int, people: People) -> Subject | None:
    """ "In comes ⟨1⟩": the subject behind the verb, if a name stands there."""
    verb, behind = verb_of(found[at]), word_at(found, at + 1)
    if (
        behind[:1] != "⟨"
        or verb is None
        or verb.form not in ("s", "past")
        or verb.base in w.CARRIES - w.MOVES
    ):
        return None
    if word_at(found, at + 2) == "'s":
        return None
    owner = people.owner(behind)
    people.mention(owner)
    return Subject(owner, None, at)


def _phrase(found: Sequence[str], at: int, people: People) -> Subject:
    """A subject without a name, such as "the boy": who was spoken of, or a stranger."""
    end = at + 1
    while end < len(found) and end - at < _LONGEST_PHRASE and not _ends_phrase(found[end]):
        end += 1
    phrase = found[at:end]
    known = people.definite() if found[at] == "the" and not w.DEFINITE_PEOPLE.isdisjoint(phrase) else None
    if known is not None:
        return Subject(known, None, end)
    if not w.PEOPLE.isdisjoint(phrase) and found[at] not in _NOT_STRANGERS:
        people.mention(UNNAMED, _pronoun_of(phrase))
    return Subject(UNNAMED, None, end)


def _pronoun_of(phrase: Sequence[str]) -> str:
    """Whether a stranger is "he" or "she", where the word for them says it."""
    if not _MEN.isdisjoint(phrase):
        return "he"
    return "she" if not _WOMEN.isdisjoint(phrase) else ""


def _ends_phrase(word: str) -> bool:
    if word in w.PREPOSITIONS or word[0] in "⟦⟨" or word in w.HELPERS:
        return True
    verb = verb_of(word)
    return verb is not None and verb.form in ("s", "past")
