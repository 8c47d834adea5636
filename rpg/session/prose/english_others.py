"""What the clauses of an English reply claim of everybody but the player: who comes, goes, and does something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER, Claim, Does
from rpg.session.prose.english_clauses import Clause, Doing, Reader, Sentence
from rpg.session.prose.english_forms import verb_of
from rpg.session.prose.english_going import arrives, departs, leads_out
from rpg.session.prose.english_mentions import Said, mentions, referred
from rpg.session.prose.english_people import UNNAMED
from rpg.session.prose.english_text import QUOTE, is_doubtful, word_at
from rpg.session.prose.words import words

_STANDING = words(
    "here back there standing sitting waiting leaning crouching kneeling perched beside behind seated bearing simply "
    "suddenly already coming walking making"
)
_AT_HAND = words("doorway threshold door elbow shoulder side hand table")
_SELVES = words("himself herself themselves")
_PROGRESS = words("is are been")
_PASSIVE = words("is are was were gets being")
_WAS = ("be", "stand", "sit", "lie", "have")


class OthersReader:
    """Follows everybody but the player from sentence to sentence."""

    def __init__(self, reader: Reader, here: str) -> None:
        self._reader = reader
        self._here = here
        self._last: str | None = None
        self._afar: set[str] = set()
        self._moved = False
        self._empty = False
        self._progress = _PROGRESS | {"was", "were"} if reader.past else _PROGRESS

    def read(self, sentence: Sentence) -> Iterator[Claim]:
        """Who comes, goes or acts in this sentence; what is seen through something is not in the scene."""
        if sentence.remote:
            self._afar.update(
                who for clause in sentence.clauses for who in self._reader.people.owners(clause.words)
            )
        self._moved = False
        for clause in sentence.clauses:
            said = list(self._clause(clause, alone=len(sentence.clauses) == 1))
            if not sentence.remote:
                yield from (
                    Claim(does, who, sentence.number)
                    for does, who in said
                    if who not in (PLAYER, UNNAMED) and not (does == "acts" and who in self._afar)
                )

    def _clause(self, clause: Clause, *, alone: bool) -> Iterator[Said]:
        yield from mentions(self._reader, clause, self._last, alone=alone)
        yield from self._seat(clause)
        if clause.real:
            yield from self._taken(clause)
        who = clause.somebody
        if who is None:
            return
        if self._is_missing(clause):
            yield "went", who
        self._last = who
        doings = list(self._reader.doings(clause))
        goes_on = not doings and not clause.own and self._moved and clause.real
        if goes_on and leads_out("walk", clause.words, self._is_elsewhere):
            yield "went", who
        self._moved = any(map(_moves, doings)) or (self._moved and not doings)
        for doing in doings:
            does = self._did(clause, doing, who) if doing.real else None
            if does is not None:
                yield does, who
        if clause.real and self._acts(clause):
            yield "acts", who

    def _seat(self, clause: Clause) -> Iterator[Said]:
        """ "The stool beside you is empty. Vivian's glass is still cold.": whose it was comes behind."""
        found = clause.words
        if self._empty and found[0][0] == "⟨" and word_at(found, 1) == "'s":
            yield "went", self._reader.people.owner(found[0])
        seat = next((at for at, word in enumerate(found) if word in w.SEATS), len(found))
        empty = not w.EMPTY.isdisjoint(found[seat:])
        self._empty = clause.real and empty and {"her", "his", "'s"}.isdisjoint(found)

    # -- what somebody does -----------------------------------------------------------------------

    def _did(self, clause: Clause, doing: Doing, who: str) -> Does | None:
        base, form, rest = doing.verb.base, doing.verb.form, doing.rest
        first = word_at(rest, 0)
        if self._is_carried(clause, doing):
            return "went" if leads_out("walk", rest, self._is_elsewhere) else None
        if base in w.CARRIES and first in ("you", "us", "me"):
            return None
        if (
            first[:1] == "⟨"
            and self._reader.people.owner(first) == who
            and base in w.MOVES | w.STAYS | {"be"}
        ):
            return "came"
        if not rest and base in w.MOVES and clause.own and clause.words[0] in ("off", "out", "away", "in"):
            return "came" if clause.words[0] == "in" else "went"
        if departs(base, form, rest, self._is_elsewhere):
            return "went"
        if not self._leads_elsewhere(rest) and arrives(base, rest):
            return "came"
        if base == "be" and first == "back" and form != "ing":
            return "came"
        if base == "be" and form != "ing" and _is_present(rest):
            return None if form == "past" and first in ("here", "there") else "acts"
        if (
            base == "have"
            and not {"him", "her", "hand", "hands"}.isdisjoint(rest)
            and not {"with", "in"}.isdisjoint(rest)
        ):
            return "acts"
        if base in w.SPEAKS and QUOTE not in clause.words:
            return None
        told = form == "past" if self._reader.past else form != "base"
        if form == "ing":
            told = not self._progress.isdisjoint(clause.words[max(0, doing.at - 2) : doing.at])
        acts = base not in w.STATES | w.FAREWELLS and told
        if base in ("run", "flee", "bolt") and not rest and not _PASSIVE.isdisjoint(clause.words[: doing.at]):
            return "went"
        return "acts" if acts and not self._leads_elsewhere(rest) else None

    def _acts(self, clause: Clause) -> bool:
        """Whether a verb that is none of those known stands behind the subject."""
        found, start = clause.words, clause.at
        if not clause.own:
            return False
        while self._is_between(word_at(found, start)):
            start += 1
        word = word_at(found, start)
        if len(word) < 4 or is_doubtful(found[: start + 1]) or self._leads_elsewhere(found[start:]):
            return False
        if word in ("is", "has"):
            return self._goes_on(found[start + 1 : start + 4])
        if verb_of(word) is not None or word in w.PREPOSITIONS or word[0] in "⟦⟨":
            return False
        return word.endswith("ed") if self._reader.past else word.endswith("s") and not word.endswith("ss")

    def _goes_on(self, behind: Sequence[str]) -> bool:
        """Whether "is" or "has been" is followed by what somebody is doing."""
        doing = next((word for word in behind if word != "been" and not self._is_between(word)), "")
        return doing.endswith("ing") and len(doing) > 5

    def _is_between(self, word: str) -> bool:
        """Whether a word may stand between somebody and what they do."""
        return word in w.ADVERBS | _SELVES or word.endswith("ly") or word == QUOTE

    def _is_carried(self, clause: Clause, doing: Doing) -> bool:
        """ "Mara is dragged away"."""
        before = clause.words[max(0, doing.at - 3) : doing.at]
        carried = doing.verb.base in w.CARRIES and doing.verb.form in ("past", "part")
        return carried and not _PASSIVE.isdisjoint(before)

    def _is_missing(self, clause: Clause) -> bool:
        """ "Where she was standing", in a story that is told in the present tense."""
        if clause.joint != "where" or not clause.real or self._reader.past:
            return False
        verbs = (verb_of(word) for word in clause.words)
        return any(verb is not None and verb.form == "past" and verb.base in _WAS for verb in verbs)

    def _is_elsewhere(self, mark: str) -> bool:
        return self._reader.people.owner(mark) != self._here

    def _leads_elsewhere(self, rest: Sequence[str]) -> bool:
        return any(word[0] == "⟦" and self._is_elsewhere(word) for word in rest)

    # -- what is done with somebody ------------------------------------------------------------------

    def _taken(self, clause: Clause) -> Iterator[Said]:
        """ "The guards drag Mara away", "you watch her go"."""
        found = clause.words
        for at, word in enumerate(found):
            verb = verb_of(word)
            if verb is None or verb.base not in w.CARRIES | {"watch"} or verb.form == "part":
                continue
            if is_doubtful(found[max(0, at - 5) : at]) or word_at(found, at - 1) == "to":
                continue
            for near in range(at + 1, min(at + 4, len(found))):
                who = referred(self._reader, found, near, self._last)
                if who in (None, PLAYER, UNNAMED, clause.subject) or word_at(found, near + 1) == "'s":
                    continue
                if self._goes(verb.base, clause, found[near + 1 :]):
                    yield "went", str(who)
                break

    def _goes(self, base: str, clause: Clause, rest: Sequence[str]) -> bool:
        if base == "watch":
            return word_at(rest, 0) in ("go", "leave")
        return clause.subject != PLAYER and leads_out("walk", rest, self._is_elsewhere)


def _moves(doing: Doing) -> bool:
    """Whether somebody moves, and does not take the player along."""
    return doing.real and doing.verb.base in w.MOVES and word_at(doing.rest, 0) not in ("you", "us", "me")


def _is_present(rest: Sequence[str]) -> bool:
    """Whether somebody "is here", "is standing", "is at your elbow"."""
    if not rest:
        return False
    at_hand = rest[0] in ("at", "in", "on", "by") and not _AT_HAND.isdisjoint(rest[:4])
    return at_hand or not _STANDING.isdisjoint(rest[:2])
