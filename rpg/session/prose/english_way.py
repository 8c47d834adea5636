"""Whether the player is on their way in an English reply, where it leads, and whether they get there."""

from __future__ import annotations

from collections.abc import Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.english_clauses import Clause, Doing, Reader
from rpg.session.prose.english_forms import verb_of
from rpg.session.prose.english_text import is_doubtful, word_at
from rpg.session.prose.words import words

LONG_WAY = 5
"""Sentences after which somebody on their way is no longer expected to arrive."""

SHORT_WAY = 2
"""The same where the player has only taken a few steps."""

_RUNS = words("cut run ride drive swim jog sail gallop trek hike sprint flee")
_LEADS = words("climb descend follow thread tail wade scramble hurry")
_TAKEN = words(
    "cab car taxi path road lift tram train coach boat left right stairs ladder steps elevator bus ferry down"
)
_LEFT = words("tavern room house inn behind")
_OUTWARD = words(
    "out outside off away behind down up along across onward onwards on through after downstairs upstairs aft hours "
    "hour miles"
)
_LENGTHS = words("walk ride drive trip journey crossing climb hour hours minutes miles blocks")
_SPANS = words("morning afternoon night day hour hours minutes evening hours-later")
_SHUTS = words("behind through slam slamming shut shutting bolt bolting")


class Way:
    """The player's way. goal: where the player said they would go."""

    def __init__(self, reader: Reader, here: str, goal: str | None) -> None:
        self._reader = reader
        self._here = here
        self._until = -1 if goal is None else LONG_WAY
        self.goal = goal
        self.now = 0

    @property
    def open(self) -> bool:
        """Whether the player is on their way."""
        return self.now <= self._until

    def ends(self) -> None:
        """The player has arrived."""
        self._until, self.goal = -1, None

    def leaves(self) -> None:
        """The player sets out."""
        self._until = self.now + LONG_WAY

    def read(self, clause: Clause) -> None:
        """Takes up what a clause tells of a way."""
        if not clause.real:
            return
        if "hours-later" in clause.words:
            self.leaves()
        if clause.subject == PLAYER:
            for doing in self._reader.doings(clause):
                if doing.real:
                    self._does(doing)
        elif clause.somebody is not None and _leads_on(clause.words):
            self.leaves()
        elif clause.own and not is_doubtful(clause.words) and _is_trip(clause):
            self.leaves()
            self._aims(clause.words)
        elif (
            clause.place is not None
            and clause.begins
            and not w.SITS.isdisjoint(clause.words[clause.at : clause.at + 3])
        ):
            self.goal, self._until = clause.place, max(self._until, self.now + SHORT_WAY)
        elif clause.place is not None and self.open and not w.FAR.isdisjoint(clause.words):
            self.goal = clause.place

    def _does(self, doing: Doing) -> None:
        base, rest = doing.verb.base, doing.rest
        if self._is_way(base, rest) or base in ("wake", "awake", "awaken") or _comes_to(base, rest):
            self.leaves()
        if base not in w.MOVES or is_transitive(base, rest):
            return
        if base not in w.SLIGHT and w.INDOORS.isdisjoint(rest[:6]):
            self._until = max(self._until, self.now + SHORT_WAY)
        self._aims(rest)

    def _is_way(self, base: str, rest: Sequence[str]) -> bool:
        """Whether a verb and what stands behind it take the player out of the scene."""
        if base not in w.LONG_WAYS or is_transitive(base, rest):
            return False
        match base:
            case "take":
                return not _TAKEN.isdisjoint(rest[:5])
            case "make":
                return "way" in rest[:3] or rest[:1] == ("for",)
            case "leave":
                return self._is_left(rest)
        if not w.INDOORS.isdisjoint(rest[:5]):
            return (base in _RUNS and w.INDOORS.isdisjoint(rest[:6])) or _through_door(rest)
        return base in _RUNS | _LEADS or not _OUTWARD.isdisjoint(rest)

    def _is_left(self, rest: Sequence[str]) -> bool:
        if not rest or rest[0] in ("without", "by", "through", "at", "the"):
            return True
        here = any(word[0] == "⟦" and self._reader.people.owner(word) == self._here for word in rest)
        return here or not _LEFT.isdisjoint(rest)

    def _aims(self, found: Sequence[str]) -> None:
        """Keeps where a way leads: "you run for the chapel", "the walk to the chapel"."""
        for at, word in enumerate(found):
            if word[0] == "⟦" and not {"to", "for", "toward", "towards"}.isdisjoint(
                found[max(0, at - 2) : at]
            ):
                self.goal = self._reader.people.owner(word)
                self.leaves()

    # -- getting there ------------------------------------------------------------------------

    def comes_in(self, clause: Clause) -> bool:
        """Whether the player gets where they were going: "you knock and go in", "the door shuts behind you"."""
        found = clause.words
        if self.goal is None or not self.open or not clause.real:
            return False
        if not w.DOORS.isdisjoint(found) and not _SHUTS.isdisjoint(found):
            return clause.subject == PLAYER or not {"you", "your", "its"}.isdisjoint(found)
        return clause.subject == PLAYER and any(map(_gets_in, self._reader.doings(clause)))


def _gets_in(doing: Doing) -> bool:
    base, rest = doing.verb.base, doing.rest
    if not doing.real:
        return False
    inside = rest[:2] in (("in",), ("inside",), ("yourself", "in"), ("yourselves", "in"))
    return (
        base in ("arrive", "enter")
        or (base in w.MOVES and inside)
        or (base == "get" and rest[:1] == ("there",))
    )


def _through_door(rest: Sequence[str]) -> bool:
    return "door" in rest and ("out" in rest or "through" in rest)


def _comes_to(base: str, rest: Sequence[str]) -> bool:
    """Whether somebody wakes: "you come to slowly"."""
    behind = word_at(rest, 1)
    return (
        base == "come"
        and rest[:1] == ("to",)
        and (not behind or behind in w.ADVERBS or behind.endswith("ly"))
    )


def _leads_on(found: Sequence[str]) -> bool:
    """Whether somebody shows the way."""
    return "way" in found and not {"lead", "leads", "led", "leading"}.isdisjoint(found)


def _is_trip(clause: Clause) -> bool:
    """Whether what moves is a vehicle, or what is told of is the way itself."""
    found = clause.words
    phrase = found[: clause.at]
    if "takes" in found[: clause.at + 1] and "you" in found and not _SPANS.isdisjoint(found):
        return True
    if not w.VEHICLES.isdisjoint(phrase) and phrase[0] == "the":
        return True
    if any(word[0] == "⟦" for word in found) and not _LENGTHS.isdisjoint(found):
        return "to" in found
    return not w.TRIPS.isdisjoint(phrase) and "you" in found


def goal_in(reader: Reader, found: Sequence[str], start: int, goals: frozenset[str]) -> str | None:
    """The first place in the words behind `start` that one of these prepositions takes somebody to.

    goals: with "" a place without a preposition counts too.
    """
    governed, since = "", 0
    for at in range(start, len(found)):
        word = found[at]
        if word[0] == "⟦":
            if governed in goals and since <= w.FARTHEST_GOAL and word_at(found, at + 1) != "'s":
                return reader.people.owner(word)
            governed, since = "-", 0
        elif word == "of":
            governed = "of" if word_at(found, at - 1) in w.NO_GOALS else governed
        elif word in w.PREPOSITIONS or word == "aboard":
            if (
                word in goals
                or word not in w.PARTICLES
                or word in ("toward", "towards", "from", "past", "for", "about")
            ):
                governed, since = word, 0
        elif word[0] == "⟨" and "" in goals:
            governed = "-" if governed == "" else governed
        since += 1
    return None


def is_transitive(base: str, rest: Sequence[str]) -> bool:
    """Whether something is moved and nobody goes: "you run a diagnostic"."""
    if base not in w.HANDLES or word_at(rest, 0) not in w.DETERMINERS:
        return False
    return w.GOALS.isdisjoint(rest[:6])


def is_view(found: Sequence[str]) -> bool:
    """Whether a clause tells of looking or of what is far off."""
    return not w.FAR.isdisjoint(found) or any(
        (verb := verb_of(word)) and verb.base in w.VIEWS for word in found
    )
