"""Where an English reply puts the player: by what they do, by where the story is, by what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER, Claim
from rpg.session.prose.english_clauses import Clause, Doing, Reader, Sentence
from rpg.session.prose.english_forms import verb_of
from rpg.session.prose.english_setting import SettingReader
from rpg.session.prose.english_text import is_doubtful, word_at
from rpg.session.prose.english_way import Way, goal_in, is_transitive, is_view
from rpg.session.prose.words import words

_TO_PLAYER = words("you us me")
_SELVES = words("yourself yourselves ourselves myself")
_IN = words("before in at on inside into onto aboard amid among within")
_TOUCHED = words("you your yourself her him us")
_NO_MOTION = words(
    "belong listen object refer reply respond swear lie agree owe relate nod bow wave compare add lead"
)
_INSIDE = words("across through around along between")
_WAYS = ("make", "work", "feel", "pick", "wind")


class PlayerReader:
    """Follows the player from sentence to sentence. goal: where the player said they would go."""

    def __init__(self, reader: Reader, here: str, goal: str | None) -> None:
        self._reader = reader
        self._way = Way(reader, here, goal)
        self._setting = SettingReader(reader.people)
        self._moving = False
        self._stirred = False

    def read(self, sentence: Sentence) -> Iterator[Claim]:
        """Where the player is by this sentence."""
        self._moving, self._way.now = False, sentence.number
        if sentence.remote and not self._way.open:
            self._listens(sentence)
            return
        for clause in sentence.clauses:
            place = self._place(clause, sentence)
            if place is not None:
                self._way.ends()
                yield Claim("at", PLAYER, sentence.number, place)

    def _listens(self, sentence: Sentence) -> None:
        """What is heard or seen through something tells of no place, but the player may set out at it."""
        for clause in sentence.clauses:
            if clause.subject == PLAYER:
                self._does(clause)
                self._way.read(clause)

    def _place(self, clause: Clause, sentence: Sentence) -> str | None:
        if clause.subject != PLAYER:
            self._way.read(clause)
        found = (
            self._by_doing(clause)
            or self._setting.place(clause, sentence, moved=self._stirred or self._way.open)
            or self._by_mention(clause)
        )
        if found is None and self._way.comes_in(clause):
            found = self._way.goal
        if found is None and clause.subject == PLAYER:
            self._way.read(clause)
        return found

    def _goal(self, found: Sequence[str], start: int = 0, goals: frozenset[str] = w.GOALS) -> str | None:
        return goal_in(self._reader, found, start, goals)

    # -- what the player does, and what is done with them ----------------------------------------

    def _by_doing(self, clause: Clause) -> str | None:
        if clause.subject == PLAYER:
            return self._does(clause)
        if not clause.real:
            return None
        if clause.somebody is None and (place := self._stops(clause)) is not None:
            return place
        goes_on = self._moving and not clause.own
        return self._carried(clause) or (self._goal(clause.words) if goes_on else None)

    def _stops(self, clause: Clause) -> str | None:
        """ "The cab pulls up at the hotel"."""
        for doing in self._reader.doings(clause):
            up = doing.verb.base in ("pull", "draw") and doing.rest[:1] == ("up",)
            if doing.real and (up or doing.verb.base in ("stop", "halt", "land", "dock", "moor")):
                strange = clause.own and not (w.PEOPLE - w.DRIVERS).isdisjoint(clause.words[: clause.at])
                return (
                    None
                    if strange
                    else self._goal(doing.rest, 0, frozenset(("at", "outside", "in", "by", "before")))
                )
        return None

    def _does(self, clause: Clause) -> str | None:
        doings = list(self._reader.doings(clause))
        for doing in doings:
            if not doing.real:
                self._moving = False
                continue
            if doing.verb.base == "let" and word_at(doing.rest, 0) not in _SELVES:
                return self._lets(doing)
            place = self._goes(clause, doing)
            if place is not None:
                return place
        if not clause.real or any(not doing.real for doing in doings):
            return None
        if not doings and self._moving:
            return self._goal(clause.words)
        return self._is_there(clause)

    def _is_there(self, clause: Clause) -> str | None:
        """ "You drink in the tavern": what the player does in a place, whatever it is."""
        found = clause.words
        if is_view(found) or is_doubtful(found, besides=w.NO_DOUBT):
            return None
        if not w.THINKS.isdisjoint(found) or self._reader.past:
            return None
        return self._goal(found, clause.at, frozenset(("in", "inside", "at"))) or self._goes_anyhow(clause)

    def _goes_anyhow(self, clause: Clause) -> str | None:
        """ "You worm your way into the hold": an unknown verb with a goal is one of motion."""
        found = clause.words
        verb = next(
            (word for word in found[clause.at :] if word not in w.ADVERBS and not word.endswith("ly")), ""
        )
        if (
            verb_of(verb) is not None
            or not verb.isalpha()
            or verb in w.PREPOSITIONS | w.PARTICLES | _NO_MOTION
        ):
            return None
        return self._goal(found, clause.at, frozenset(("into", "to", "onto")))

    def _goes(self, clause: Clause, doing: Doing) -> str | None:
        """The place that a verb of the player's takes them to."""
        base, rest = doing.verb.base, doing.rest
        if base in w.OPENS and "of" in rest and not w.DOORS.isdisjoint(rest[: rest.index("of")]):
            return self._goal(rest[rest.index("of") + 1 :][:2], 0, frozenset(("",)))
        if base in w.REACHES:
            self._moving = True
            return self._goal(clause.words, doing.at + 1, w.GOALS | {""})
        if base == "find" and (_SELVES | {"way"}).isdisjoint(rest[:4]):
            return self._finds(rest)
        if base in _WAYS and {"way", "it"}.isdisjoint(rest[:3]):
            return None
        self._stirred = self._stirred or (base == "make" and rest[:1] == ("it",))
        if base == "turn" and rest[:1] == ("to",):
            return None
        if base == "be" or base in w.STAYS:
            return self._stays(clause, doing)
        if is_transitive(base, rest):
            return None
        if base in w.MOVES or (
            base in w.CARRIES and doing.verb.form in ("past", "part") and rest[:1] != ("by",)
        ):
            self._moving = True
            self._stirred = self._stirred or base not in w.SLIGHT
            return self._goal(clause.words, doing.at + 1) or self._across(doing.rest)
        if base == "look" and self._way.open and doing.rest[:2] == ("out", "over"):
            return self._goal(doing.rest, 0, frozenset(("over",)))
        return None

    def _across(self, rest: Sequence[str]) -> str | None:
        """ "You stroll across the lobby of the hotel"."""
        crossed = _INSIDE if "of" in rest else frozenset[str]()
        return self._goal(rest, 0, crossed) if crossed else None

    def _finds(self, rest: Sequence[str]) -> str | None:
        """ "You find the chapel locked", "you find Brenna in the stables"."""
        if word_at(rest, 0)[:1] == "⟦":
            return self._reader.people.owner(rest[0])
        return self._goal(rest, 0, frozenset(("in", "at", "on", "inside")))

    def _stays(self, clause: Clause, doing: Doing) -> str | None:
        base = doing.verb.base
        place = self._goal(clause.words, doing.at + 1, _IN)
        self._moving = self._moving or (place is None and base in ("wake", "find", "be"))
        return place

    def _lets(self, doing: Doing) -> str | None:
        """ "You let Mira drag you to the chapel"; what else is let go is not the player."""
        taken = any(
            word in _TO_PLAYER and verb_of(word_at(doing.rest, at - 1)) for at, word in enumerate(doing.rest)
        )
        if not taken:
            return None
        self._moving = True
        return self._goal(doing.rest)

    def _carried(self, clause: Clause) -> str | None:
        """ "Mira leads you into the chapel"."""
        for doing in self._reader.doings(clause):
            if not doing.real or doing.verb.base not in w.BRINGS or _TO_PLAYER.isdisjoint(doing.rest[:3]):
                continue
            if "through" in doing.rest and not w.REPORTS.isdisjoint(doing.rest):
                continue
            self._moving = True
            place = self._goal(doing.rest)
            if place is not None:
                return place
            if not w.TAKES_OUT.isdisjoint(doing.rest):
                self._way.leaves()
        return None

    def _by_mention(self, clause: Clause) -> str | None:
        """Whoever is on their way has come to the place that is spoken of as if they stood before it."""
        found = clause.words
        if not clause.real or not self._way.open or clause.somebody is not None:
            return None
        stranger = clause.own and not w.PEOPLE.isdisjoint(found[: clause.at])
        if stranger:
            return self._kept(clause)
        unchanged = clause.place is not None and "changed" in found
        if is_view(found) or (is_doubtful(found, besides=w.NO_DOUBT) and not unchanged):
            return None
        if clause.own and word_at(found, clause.at - 1) in w.PRONOUNS:
            return None
        governed = ""
        for word in found:
            if word[0] == "⟦" and (governed in w.GOALS or governed in ("", "of") or clause.place is not None):
                return self._reader.people.owner(word)
            if word in w.PREPOSITIONS and word not in ("out", "up", "down", "off"):
                governed = word
        return None

    def _kept(self, clause: Clause) -> str | None:
        """ "The clerk at the office looks up": whoever is on their way has come to where somebody works."""
        found, at = clause.words, clause.at
        if word_at(found, at) in ("at", "of") and word_at(found, at + 1)[:1] == "⟦":
            return self._reader.people.owner(found[at + 1])
        return None
