"""What the clauses of an English reply claim of the player and of everybody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER, Claim
from rpg.session.prose.english import SETTING, UNNAMED, Clause, Doing, Reader, Sentence
from rpg.session.prose.english_others import Others
from rpg.session.prose.english_words import verb_of
from rpg.session.prose.names import Marked
from rpg.session.prose.words import words

LONGEST_WAY = 5
"""Sentences after which somebody on their way is no longer expected to arrive."""

SHORT_WAY = 2
"""The same where the player has only taken a few steps."""

_SLIGHT = words("turn find let lower pull work feel wheel swing lean make get stop circle pick spin draw")
_TO_PLAYER = words("you us me")
_NO_WAY = words("direction map sketch thought sight view mention smell picture memory name side front edge")
_OUTWARD = words(
    "out outside off away behind down up along across onward onwards on through after downstairs upstairs aft hours "
    "hour miles"
)
_FAR = words("toward towards beyond across distance distant far opposite visible see seen glimpse from other")
_ARRIVES = words("there inside through")


def english_claims(
    text: Marked, pronouns: Mapping[str, str], here: str, goal: str | None = None
) -> Iterator[Claim]:
    """What an English reply claims. text: marked and without what is said aloud. here: the place of the scene.
    goal: where the player said they would go."""
    reader = Reader(text, pronouns)
    player, others = _Player(reader, here, goal), Others(reader, here)
    for sentence in reader.read():
        yield from player.read(sentence)
        yield from others.read(sentence)


class _Player:
    """Follows the player from sentence to sentence."""

    def __init__(self, reader: Reader, here: str, goal: str | None) -> None:
        self._reader = reader
        self._here = here
        self._way_until = -1 if goal is None else LONGEST_WAY
        self._goal = goal
        self._moving = False

    def read(self, sentence: Sentence) -> Iterator[Claim]:
        """Where the player is by this sentence."""
        self._moving = False
        self._sentence = sentence
        if sentence.remote and self._way_until < sentence.number:
            return
        for clause in sentence.clauses:
            place = self._place(clause, sentence)
            if place is not None:
                self._way_until, self._goal = -1, None
                yield Claim("at", PLAYER, sentence.number, place)

    @property
    def _on_the_way(self) -> bool:
        return self._now <= self._way_until

    _now = 0
    _stirred = False

    def _place(self, clause: Clause, sentence: Sentence) -> str | None:
        self._now = sentence.number
        if clause.subject != PLAYER:
            self._sets_out(clause)
        found = self._by_doing(clause) or self._by_setting(clause, sentence)
        if found is None and clause.real and self._on_the_way:
            found = self._by_mention(clause)
        if found is None and clause.real and self._goal is not None and self._comes_in(clause):
            found = self._goal
        if found is None:
            self._sets_out(clause)
        return found

    # -- what the player does, and what is done with them ----------------------------------------

    def _by_doing(self, clause: Clause) -> str | None:
        reader, words = self._reader, clause.words
        if clause.subject == PLAYER:
            did = False
            for doing in reader.doings(clause):
                did = True
                if not doing.real:
                    self._moving = False
                    continue
                if doing.verb.base == "let" and not {"yourself", "ourselves", "myself"} & set(
                    words[doing.at + 1 : doing.at + 2]
                ):
                    return self._let(clause, doing)
                place = self._goes(clause, doing)
                if place is not None:
                    return place
            if not did and self._moving and clause.real:
                return self._goal_in(words, 0, w.GOALS)
        elif clause.real:
            return self._carried(clause) or (
                self._goal_in(words, 0, w.GOALS)
                if self._moving and not clause.own and clause.subject != PLAYER
                else None
            )
        return None

    def _goes(self, clause: Clause, doing: Doing) -> str | None:
        words, base = clause.words, doing.verb.base
        behind = words[doing.at + 1 :]
        if base in w.OPENS and "of" in behind and not w.DOORS.isdisjoint(behind[: behind.index("of")]):
            at = behind.index("of")
            return next((self._reader.owner(word) for word in behind[at : at + 3] if word[0] == "⟦"), None)
        if base in w.REACHES:
            self._moving = True
            return self._goal_in(words, doing.at + 1, w.GOALS | {""})
        if base == "find" and not {"yourself", "yourselves", "ourselves", "myself", "way"} & set(behind[:4]):
            if behind[:1] and behind[0][0] == "⟦":
                return self._reader.owner(behind[0])
            return self._goal_in(words, doing.at + 1, {"in", "at", "on", "inside"})
        if base in ("make", "work", "feel", "pick", "wind") and not {"way", "it"} & set(behind[:3]):
            return None
        if base == "make" and behind[:1] == ("it",):
            self._stirred = True
        if (
            base in ("turn", "take", "set", "pull", "let", "get", "drop", "be", "have")
            and behind[:1] == ("to",)
            and base in ("turn",)
        ):
            return None
        if base == "be" or base in w.STAYS:
            helped = base == "be" and any(verb_of(word) for word in behind[:3])
            place = self._goal_in(
                words,
                doing.at + 1,
                frozenset(("in", "at", "on", "inside", "into", "onto", "aboard", "amid", "among", "within")),
            )
            if place is None and base in ("wake", "find", "be"):
                self._moving = True
            return None if helped and place is None else place
        carried = base in w.CARRIES and doing.verb.form in ("past", "part") and "by" not in behind[:1]
        if base in w.MOVES or carried:
            self._moving = self._stirred = True
            return self._goal_in(words, doing.at + 1, w.GOALS)
        return None

    def _let(self, clause: Clause, doing: Doing) -> str | None:
        """ "You let Mira drag you to the chapel"; what else is let go is not the player."""
        words = clause.words[doing.at + 1 :]
        if doing.real and any(
            word in _TO_PLAYER and verb_of(words[n - 1]) for n, word in enumerate(words) if n
        ):
            self._moving = True
            return self._goal_in(words, 0, w.GOALS)
        return None

    def _carried(self, clause: Clause) -> str | None:
        """ "Mira leads you into the chapel"."""
        words = clause.words
        for doing in self._reader.doings(clause):
            taken = (
                doing.real
                and doing.verb.base in w.CARRIES | {"find", "follow", "precede", "join"}
                and _TO_PLAYER & set(words[doing.at + 1 : doing.at + 4])
            )
            if taken:
                if "through" in words and not w.REPORTS.isdisjoint(words[doing.at + 1 :]):
                    continue
                self._moving = True
                place = self._goal_in(words, doing.at + 1, w.GOALS)
                if place is not None:
                    return place
                if any(word in _OUTWARD or word in ("in", "into") for word in words[doing.at + 1 :]):
                    self._leaves()
        return None

    def _goal_in(self, words: Sequence[str], start: int, goals: frozenset[str] | set[str]) -> str | None:
        """The first place in the words that one of these prepositions takes somebody to."""
        governed, since = "", 0
        for at in range(start, len(words)):
            word = words[at]
            if word[0] == "⟦":
                far = since > 7
                possessed = words[at + 1 : at + 2] == ("'s",)
                if governed in goals and not far and not possessed:
                    return self._reader.owner(word)
                governed, since = "-", 0
            elif word == "of":
                if at and words[at - 1] in _NO_WAY and words[at - 1] not in ("front", "edge", "side"):
                    governed = "of"
            elif word in w.PREPOSITIONS or word in ("aboard",):
                if (
                    word in ("toward", "towards", "from", "past", "for", "about")
                    or word not in w.PARTICLES
                    or word in goals
                ):
                    governed, since = word, 0
            elif word[0] == "⟨":
                governed = "-" if governed in ("", "-") and "" in goals else governed
            since += 1
        return None

    # -- where the story is ------------------------------------------------------------------------

    def _by_setting(self, clause: Clause, sentence: Sentence) -> str | None:
        """ "Back at the chapel, …", "The chapel is quiet around you"."""
        words = clause.words
        if words[0] == SETTING:
            return next((self._reader.owner(word) for word in words if word[0] == "⟦"), None)
        if not clause.real or not (w.MODALS - {"never", "nearly", "almost", "every"}).isdisjoint(words):
            return None
        for at, word in enumerate(words):
            if word[0] == "⟦" and words[max(0, at - 2) : at] == ("this", "is"):
                return self._reader.owner(word)
        if clause.begins:
            start = 0
            while start < len(words) and (
                words[start] in ("back", "down", "up", "over", "out", "here") or words[start] in w.ADVERBS
            ):
                start += 1
            if words[start : start + 1] and words[start] in ("at", "in", "inside", "on"):
                at = next(
                    (n for n, word in enumerate(words[start : start + 5], start) if word[0] == "⟦"), None
                )
                told = any(
                    word in w.PLAYERS | {"your", "my"} for one in sentence.clauses for word in one.words
                )
                real = all(w.MODALS.isdisjoint(one.words[:8]) for one in sentence.clauses)
                if (
                    at is not None
                    and real
                    and (told or start or self._stirred or self._on_the_way)
                    and words[at + 1 : at + 2] != ("'s",)
                ):
                    return self._reader.owner(words[at])
        return self._by_touch(clause) or self._by_sense(clause, sentence)

    def _by_touch(self, clause: Clause) -> str | None:
        """ "The chapel closes around you", "the door of the chapel shuts behind you"."""
        words = clause.words
        if not _FAR.isdisjoint(words) or clause.subject not in (None, UNNAMED, PLAYER):
            return None
        touched = not w.TOUCHES.isdisjoint(words) and not {
            "you",
            "your",
            "yourself",
            "her",
            "him",
            "us",
        }.isdisjoint(words)
        for at, word in enumerate(words):
            if word[0] != "⟦" or not touched:
                continue
            of = words[max(0, at - 1) : at] == ("of",) and not w.SURROUNDS.isdisjoint(words[:at])
            behind = words[at + 1 : at + 2]
            if (
                (clause.place is not None and at < clause.at)
                or of
                or (behind and behind[0] in ("door", "doors", "gate", "hatch"))
            ):
                if clause.subject != PLAYER or behind:
                    return self._reader.owner(word)
        return None

    def _by_sense(self, clause: Clause, sentence: Sentence) -> str | None:
        """ "The chapel is colder than the street", once the player has moved or as the reply begins."""
        words = clause.words
        if clause.place is None or not clause.begins or w.SENSED.isdisjoint(words[clause.at : clause.at + 7]):
            return None
        if not _FAR.isdisjoint(words) or "now" in words:
            return None
        return clause.place if self._stirred or sentence.number == 0 else None

    def _by_mention(self, clause: Clause) -> str | None:
        """Whoever is on their way has come to the place that is spoken of as if they stood before it."""
        words = clause.words
        if _FAR & set(words) or any((verb := verb_of(word)) and verb.base in w.VIEWS for word in words):
            return None
        if clause.subject not in (None, UNNAMED, PLAYER):
            return None
        if not w.MODALS.isdisjoint(words) or (clause.own and not w.PEOPLE.isdisjoint(words[: clause.at])):
            return None
        governed = ""
        for at, word in enumerate(words):
            if word[0] == "⟦":
                if governed in w.GOALS or governed in ("", "of") or clause.place is not None:
                    return self._reader.owner(word)
            elif word in w.PREPOSITIONS and word not in ("out", "up", "down", "off"):
                governed = word
        return None

    # -- the way ----------------------------------------------------------------------------------

    def _sets_out(self, clause: Clause) -> None:
        if not clause.real:
            return
        words = clause.words
        if "hours-later" in words:
            self._leaves()
        if clause.subject == PLAYER:
            for doing in self._reader.doings(clause):
                if doing.real and self._is_way(words, doing):
                    self._leaves()
                if (
                    doing.real
                    and doing.verb.base in w.MOVES - _SLIGHT
                    and not w.INDOORS & set(words[doing.at + 1 : doing.at + 7])
                ):
                    self._way_until = max(self._way_until, self._now + SHORT_WAY)
                if doing.real and doing.verb.base in w.MOVES:
                    self._aims(words[doing.at :])
                wakes = (
                    doing.verb.base == "come"
                    and words[doing.at + 1 : doing.at + 2] == ("to",)
                    and (
                        doing.at + 2 == len(words)
                        or words[doing.at + 2] in w.ADVERBS
                        or words[doing.at + 2].endswith("ly")
                    )
                )
                if doing.real and (doing.verb.base in ("wake", "awake", "awaken") or wakes):
                    self._leaves()
        elif clause.own and w.MODALS.isdisjoint(words) and self._is_trip(clause):
            self._leaves()
            self._aims(words)
        elif clause.place is not None and self._on_the_way and not _FAR.isdisjoint(words):
            self._goal = clause.place

    def _is_trip(self, clause: Clause) -> bool:
        words = clause.words
        phrase = words[: clause.at]
        if not w.VEHICLES.isdisjoint(phrase) and phrase[0] == "the":
            return True
        if any(word[0] == "⟦" for word in words) and {
            "walk",
            "ride",
            "drive",
            "trip",
            "journey",
            "crossing",
            "climb",
            "hour",
            "hours",
            "minutes",
            "miles",
            "blocks",
        } & set(words):
            return "to" in words
        return bool(w.TRIPS & set(phrase)) and "you" in words + phrase

    def _is_way(self, words: Sequence[str], doing: Doing) -> bool:
        base, behind = doing.verb.base, words[doing.at + 1 :]
        if base not in w.LONG_WAYS:
            return False
        if base == "take":
            return (
                bool(
                    {
                        "cab",
                        "car",
                        "taxi",
                        "path",
                        "road",
                        "lift",
                        "tram",
                        "train",
                        "coach",
                        "boat",
                        "left",
                        "right",
                        "stairs",
                        "ladder",
                        "steps",
                        "elevator",
                        "bus",
                        "ferry",
                    }
                    & set(behind[:4])
                )
                or "down" in behind
            )
        if base == "make":
            return "way" in behind[:3] or behind[:1] == ("for",)
        if base in (
            "run",
            "ride",
            "drive",
            "swim",
            "jog",
            "sail",
            "gallop",
            "trek",
            "hike",
            "sprint",
            "flee",
        ) and not w.INDOORS & set(behind[:6]):
            return True
        if base == "leave" and (not behind or behind[0] in ("without", "by", "through", "at", "the")):
            return True
        if base == "leave":
            return (
                (
                    bool(behind)
                    and any(word[0] == "⟦" and self._reader.owner(word) == self._here for word in behind)
                )
                or "behind" in behind
                or {"tavern", "room", "house", "inn"} & set(behind[:4]) != set()
            )
        if w.INDOORS & set(behind[:5]):
            return "door" in behind and ("out" in behind or "through" in behind)
        return not _OUTWARD.isdisjoint(behind) or base in (
            "climb",
            "descend",
            "follow",
            "thread",
            "tail",
            "wade",
            "scramble",
            "hurry",
        )

    def _aims(self, words: Sequence[str]) -> None:
        """Keeps where a way leads: "you run for the chapel", "the walk to the chapel"."""
        for at, word in enumerate(words):
            if word[0] == "⟦" and {"to", "for", "toward", "towards"} & set(words[max(0, at - 2) : at]):
                self._goal, self._way_until = self._reader.owner(word), self._now + LONGEST_WAY

    def _comes_in(self, clause: Clause) -> bool:
        """Whether somebody whose goal is known gets there: "you knock and go in", "the door shuts behind you"."""
        words = clause.words
        if not self._on_the_way:
            return False
        if not w.DOORS.isdisjoint(words) and not {
            "behind",
            "through",
            "slam",
            "slamming",
            "shut",
            "shutting",
            "bolt",
            "bolting",
        }.isdisjoint(words):
            return not {"you", "your", "its"}.isdisjoint(words) or clause.subject == PLAYER
        if clause.subject != PLAYER:
            return False
        return any(
            doing.real
            and (
                doing.verb.base in ("arrive", "enter")
                or (
                    doing.verb.base in w.MOVES
                    and clause.words[doing.at + 1 : doing.at + 3][:2]
                    in (("in",), ("inside",), ("yourself", "in"), ("yourselves", "in"))
                )
                or (doing.verb.base == "get" and clause.words[doing.at + 1 : doing.at + 2] == ("there",))
            )
            for doing in self._reader.doings(clause)
        )

    def _leaves(self) -> None:
        self._way_until = self._now + LONGEST_WAY
