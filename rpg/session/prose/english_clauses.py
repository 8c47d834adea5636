"""English sentences into clauses, each with who does it and whether it is told as done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rpg.memory.clip import sentences
from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.english_forms import Verb, verb_of
from rpg.session.prose.english_people import UNNAMED, People
from rpg.session.prose.english_subjects import Subject, subject_of
from rpg.session.prose.english_text import QUOTE, is_past, is_remote, makes_unreal, pieces, tokens, word_at
from rpg.session.prose.names import Marked

_YOU = re.compile(r"\byou\b", re.IGNORECASE)
_NOW = w.HELPERS - {"was", "were", "had", "got"}
_UNREAL_JOINTS = ("as-if", "if", "unless", "whether", "before", "than", "nor", "that")
_SAID_IN_PASSING = (
    "something",
    "good",
    "goodbye",
    "farewell",
    "nothing",
    "no",
    "so",
    "little",
    "your",
    "his",
    "her",
    "a",
)
_DOUBTFUL = ("hear", "hears", "heard", "know", "knows", "decide", "decides", "read", "reads", "note", "sign")
_BEGINNINGS = ("manage", "begin", "start", "continue", "help", "succeed")
_TELLS = ("tell", "tells", "told", "ask", "asks", "asked", "warn", "warns", "remind", "reminds")
_ABSOLUTE = ("each", "every", "neither", "both", "one", "no", "with")


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence.

    subject: a character's id, `PLAYER`, `UNNAMED`, or None where nobody is known. place: the place that is the
    subject. words: with marks. real: told as done. begins: the first clause of its sentence. own: whether the subject
    stands in this clause. at: the index of the first word behind the subject. joint: what stands before the clause.
    helped: a helping verb of the clause before goes on: "you are dragged up and thrown into a cell".
    """

    subject: str | None
    place: str | None
    words: tuple[str, ...]
    real: bool
    begins: bool
    own: bool
    at: int
    joint: str
    helped: bool = False

    @property
    def somebody(self) -> str | None:
        """The subject, if it is a character."""
        return self.subject if self.subject not in (None, PLAYER, UNNAMED) else None


@dataclass(frozen=True, slots=True)
class Doing:
    """A verb in a clause: where it stands, and whether it is told as done. rest: the words behind it."""

    verb: Verb
    at: int
    real: bool
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in clauses. remote: seen or heard from afar, or through something."""

    number: int
    clauses: tuple[Clause, ...]
    remote: bool


class Reader:
    """Reads one reply. pronouns: "he" or "she" for those of whom it is known."""

    def __init__(
        self, text: Marked, pronouns: Mapping[str, str], known: frozenset[str] | None = None
    ) -> None:
        self._parts = sentences(text.text)
        self.past = is_past(text.text)
        named = PLAYER in text.owners and _YOU.search(text.text) is None
        self.people = People(text, pronouns, outside=named, known=known)

    def read(self) -> Iterator[Sentence]:
        """The sentences in clauses; questions are left out."""
        remote = 0
        for number, part in enumerate(tokens(self._parts)):
            found = tuple(map(self._as_player, part))
            if not found:
                continue
            remote = 2 if is_remote(found) else remote - 1
            if found[-1] != "?" or QUOTE in found:
                yield Sentence(number, tuple(self._clauses(found)), remote > 0)

    def _as_player(self, word: str) -> str:
        """The word, and `PLAYER` for the player's own name."""
        return PLAYER if word[0] == "⟨" and self.people.owner(word) == PLAYER else word

    # -- clauses ------------------------------------------------------------------------------

    def _clauses(self, found: Sequence[str]) -> Iterator[Clause]:
        before = Subject(None, None, 0)
        reported = supposed = helped = False
        for number, (joint, piece) in enumerate(pieces(found)):
            if joint in ("that", "which", "who") and piece[0][0] != "⟨":
                before = Subject(UNNAMED, None, 0)
            supposed = (supposed and joint != ";") or joint in ("if", "unless", "whether")
            clause = self._clause(piece, before, joint)
            real = not (reported or supposed or joint in _UNREAL_JOINTS)
            goes_on = not clause.own and joint in ("and", ",", "then") and helped
            yield replace(clause, real=real, begins=number == 0, helped=goes_on)
            helped = not _NOW.isdisjoint(piece) or goes_on
            if _goes_on(clause):
                before = Subject(clause.subject, clause.place, 0)
            reported = reported or _reports(clause)

    def _clause(self, piece: tuple[str, ...], before: Subject, joint: str) -> Clause:
        found = subject_of(piece, joint, self.people)
        self.people.mention_all(piece)
        own = found is not None
        who, place, at = found or before
        return Clause(who, place, piece, True, False, own, at, joint)

    # -- what is done -------------------------------------------------------------------------

    def doings(self, clause: Clause) -> Iterator[Doing]:
        """The verbs of a clause that its subject does."""
        found = clause.words
        for at in range(clause.at, len(found)):
            if found[at] in ("before", "since") and at > clause.at:
                return
            verb = verb_of(found[at])
            if verb is not None and not _is_noun(found, at, verb):
                helped = clause.helped and at <= clause.at + 1
                real = clause.real and self._is_real(found[max(0, at - 9) : at], verb, helped=helped)
                yield Doing(verb, at, real, found[at + 1 :])

    def _is_real(self, before: Sequence[str], verb: Verb, *, helped: bool) -> bool:
        """Whether a verb behind these words is told as done, in the tense of the story."""
        if any(makes_unreal(before, at) for at in range(len(before))):
            return False
        if before[-1:] == ("to",) or (before[-2:-1] == ("to",) and before[-1] in w.ADVERBS):
            began = verb_of(word_at(before, len(before) - 2))
            return began is not None and began.base in _BEGINNINGS
        if self.past:
            return verb.form != "s"
        if "had" in before[-4:] or (verb.form == "ing" and not {"was", "were"}.isdisjoint(before[-3:])):
            return False
        return verb.form not in ("past", "part") or helped or not _NOW.isdisjoint(before[-3:])


def _goes_on(clause: Clause) -> bool:
    """Whether the next clause may have this one's subject: not that of "a lantern in each hand"."""
    if not clause.own:
        return clause.subject is not None
    if clause.subject != UNNAMED or clause.place is not None:
        return True
    return clause.words[0] not in _ABSOLUTE and any(_is_finite(word) for word in clause.words[clause.at :])


def _is_finite(word: str) -> bool:
    verb = verb_of(word)
    return (
        word in w.HELPERS or word.endswith(("s", "ed")) or (verb is not None and verb.form in ("s", "past"))
    )


def _reports(clause: Clause) -> bool:
    """Whether what comes behind this clause is only said, thought or drawn."""
    if QUOTE in clause.words:
        return False
    for at, word in enumerate(clause.words):
        if word in w.REPORTS and not (word in w.REPORTING_THINGS and at >= clause.at):
            behind, before = word_at(clause.words, at + 1), word_at(clause.words, at - 1)
            passing = word in ("say", "says", "said") and behind in _SAID_IN_PASSING
            if before == "to" or (word in _TELLS and "to" in clause.words[at + 2 : at + 5]):
                continue
            if passing or (word in ("show", "shows") and behind in ("up", "you")):
                continue
            if before in ("everybody", "everyone", "people", "they"):
                return True
            if word in _DOUBTFUL:
                return behind in ("", "that", "of", "about")
            return before not in ("no", "nobody", "neither", "one")
    return False


def _ends_phrase(found: Sequence[str], at: int) -> bool:
    """Whether a word is the noun of "the case file"."""
    for back in range(at - 1, max(-1, at - 4), -1):
        word = found[back]
        if word in w.DETERMINERS:
            return back < at - 1
        if not word.isalpha() or word in w.NO_NOUNS or verb_of(word) is not None:
            return False
    return False


def _is_noun(found: Sequence[str], at: int, verb: Verb) -> bool:
    before = word_at(found, at - 1)
    if before in w.DETERMINERS or before == "'s" or (verb.form == "base" and _ends_phrase(found, at)):
        return True
    return before != "to" and before in w.PREPOSITIONS - w.PARTICLES and verb.form in ("base", "s")
