"""What the clauses of an English reply claim of everybody but the player: who comes, goes, and does something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER, Claim, Does
from rpg.session.prose.english import QUOTE, UNNAMED, Clause, Doing, Reader, Sentence
from rpg.session.prose.english_words import verb_of
from rpg.session.prose.words import words

_THROUGH = words("through past into down along up round around behind across via")
_STANDING = words(
    "here back there standing sitting waiting leaning crouching kneeling perched beside behind seated bearing simply "
    "suddenly already coming walking making"
)
_NEAR = words("you your us me table")
_SEES = words("see hear watch notice spot feel catch")
_BRINGERS = words("followed accompanied flanked joined returns return back escorted trailed")
_FAR = words("window windows below across distance far through beyond monitor afar")
_AT_HAND = words("doorway threshold door elbow shoulder side hand table")
_EMPTY = words("empty vacant bare unoccupied deserted")
_SEATS = words("chair seat stool place bed bench side corner spot bunk bedroll cushion")


class Others:
    """Reads one reply after another sentence."""

    def __init__(self, reader: Reader, here: str) -> None:
        self._reader = reader
        self._here = here
        self._last: str | None = None

    def read(self, sentence: Sentence) -> Iterator[Claim]:
        """Who comes, goes or acts in this sentence."""
        for clause in sentence.clauses:
            for does, who in self._clause(clause, sentence):
                if who not in (PLAYER, UNNAMED):
                    yield Claim(does, who, sentence.number)

    def _clause(self, clause: Clause, sentence: Sentence) -> Iterator[tuple[Does, str]]:
        if not sentence.remote:
            yield from self._by_mention(clause, sentence)
            yield from self._taken(clause)
            yield from self._left_behind(clause)
        who = clause.subject
        if (
            clause.joint == "where"
            and clause.real
            and who not in (None, PLAYER, UNNAMED)
            and not self._reader.past
        ):
            verbs = [verb_of(word) for word in clause.words]
            if any(
                verb is not None
                and verb.form == "past"
                and verb.base in ("be", "stand", "sit", "lie", "have")
                for verb in verbs
            ):
                yield "went", str(who)
        if who in (None, PLAYER, UNNAMED):
            return
        assert who is not None
        self._last = who
        for doing in self._reader.doings(clause):
            if doing.real and not sentence.remote:
                yield from ((does, who) for does in self._did(clause, doing, who))
        if clause.real and not sentence.remote and self._acts(clause):
            yield "acts", who

    # -- what somebody does -----------------------------------------------------------------------

    def _did(self, clause: Clause, doing: Doing, who: str) -> Iterator[Does]:
        words, base = clause.words, doing.verb.base
        rest = words[doing.at + 1 :]
        if self._is_carried(clause, doing):
            if self._is_outward("walk", rest):
                yield "went"
            return
        if base in w.CARRIES and rest[:1] and rest[0] in ("you", "us", "me"):
            return
        if rest[:1] == (self._mark_of(who, words),) and base in w.MOVES | w.STAYS:
            yield "came"
            return
        if not rest and base in w.MOVES and clause.own and clause.words[0] in ("off", "out", "away", "in"):
            yield "came" if clause.words[0] == "in" else "went"
        elif self._departs(base, doing, rest):
            yield "went"
        elif self._arrives(base, rest, clause):
            yield "came"
        elif (
            base == "be"
            and doing.verb.form != "ing"
            and rest[:1]
            and (
                not _STANDING.isdisjoint(rest[:2])
                or (not _AT_HAND.isdisjoint(rest[:4]) and rest[0] in ("at", "in", "on", "by"))
            )
        ) or (
            base not in w.STATES | w.FAREWELLS
            and doing.verb.form in ("s", "past", "base")
            and not self._elsewhere(rest)
        ):
            yield "acts"

    def _mark_of(self, who: str, words: Sequence[str]) -> str:
        return next((word for word in words if word[0] == "⟨" and self._reader.owner(word) == who), "")

    def _acts(self, clause: Clause) -> bool:
        """Whether a verb that is none of those known stands behind the subject."""
        words = clause.words
        if not clause.own:
            return False
        start = clause.at
        while start < len(words) and (
            words[start] in w.ADVERBS or words[start].endswith("ly") or words[start] == QUOTE
        ):
            start += 1
        if start >= len(words) or not w.MODALS.isdisjoint(words[: start + 1]):
            return False
        word = words[start]
        verb = verb_of(word)
        if verb is not None or len(word) < 4 or word in w.PREPOSITIONS or word[0] in "⟦⟨":
            return False
        if self._elsewhere(words[start:]):
            return False
        return word.endswith("ed") if self._reader.past else word.endswith("s") and not word.endswith("ss")

    def _is_carried(self, clause: Clause, doing: Doing) -> bool:
        before = clause.words[max(0, doing.at - 3) : doing.at]
        return (
            doing.verb.base in w.CARRIES
            and doing.verb.form in ("past", "part")
            and bool({"is", "are", "was", "were", "gets", "being"} & set(before))
        )

    def _elsewhere(self, rest: Sequence[str]) -> bool:
        return any(word[0] == "⟦" and self._reader.owner(word) != self._here for word in rest)

    # -- going ------------------------------------------------------------------------------------

    def _departs(self, base: str, doing: Doing, rest: Sequence[str]) -> bool:
        first = rest[0] if rest else ""
        if base == "leave":
            return (
                not rest
                or first
                in (
                    "without",
                    "by",
                    "through",
                    "quietly",
                    "quickly",
                    "again",
                    "with",
                    "you",
                    "via",
                    "at",
                    "together",
                    "in",
                )
                or (first == "for" and len(rest) > 1)
                or first[0] == "⟦"
                or (first == "the" and len(rest) > 1 and rest[1] in w.ROOMS)
                or (first in ("him", "her", "them") and "alone" in rest)
            ) and not (first == "with" and rest[1:2] == ("you",))
        if base in ("vanish", "disappear", "depart"):
            return (
                first not in ("under", "beneath", "behind", "up", "inside", "below")
                and "into her" not in " ".join(rest)
                and "into his" not in " ".join(rest)
                and "into its" not in " ".join(rest)
            )
        if base in ("withdraw", "retreat", "retire"):
            return not rest or (
                first in ("to", "upstairs", "from", "for", "with", "into") and "corner" not in rest
            )
        if base == "be" and first == "not":
            return rest[1:2] in (("there",), ("here",)) and len(rest) < 4
        if base == "be":
            return (
                (first in ("gone", "off", "nowhere") and rest[1:2] not in (("to",), ("in",)))
                or (first in ("through", "out", "halfway") and not w.DOORS.isdisjoint(rest[:5]))
                or (first == "no" and rest[1:2] == ("longer",) and {"there", "here"} & set(rest[:4]) != set())
            )
        if base == "take" and "leave" in rest[:3]:
            return True
        if base in ("climb", "mount", "ascend", "descend", "take") and {"stairs", "steps", "staircase"} & set(
            rest[:4]
        ):
            return True
        if base == "go" and first == "" and doing.verb.form in ("s", "past"):
            return True
        if base in ("run", "flee", "bolt") and not rest:
            return doing.verb.form in ("s", "past")
        if (
            base in ("head", "set", "start", "make", "go")
            and first in ("for", "off", "home")
            and not {"you", "your", "table"} & set(rest[:4])
        ):
            return (
                first != "for"
                or (base == "head" and not w.INDOORS & set(rest[1:4]))
                or "door" in rest[:4]
                or (rest[1:2] != () and rest[1][0] == "⟦")
            )
        return base in w.MOVES | w.CARRIES and self._is_outward(base, rest)

    def _is_outward(self, base: str, rest: Sequence[str]) -> bool:
        """Whether the words behind a verb of motion lead out of the scene."""
        for at, word in enumerate(rest[:9]):
            behind = rest[at + 1] if at + 1 < len(rest) else ""
            if (
                word in ("you", "your", "me", "us")
                and at
                and rest[at - 1] in ("to", "toward", "towards", "beside", "with", "at", "of", "for", "and")
            ):
                return False
            carried = not {"way", "himself", "herself", "themselves"} & set(
                rest[:at]
            ) and not w.DETERMINERS.isdisjoint(rest[:at])
            if word in ("away", "off", "out", "home") and carried:
                return False
            if word in ("away", "off") and base in w.STRIDES:
                return behind == "" or behind in w.PREPOSITIONS or behind in w.ADVERBS or behind in ("again",)
            if word in ("outside", "home", "upstairs", "downstairs"):
                return True
            if word == "out" and (base not in ("let", "put") or at):
                if behind in ("", "again", "quietly", "alone") or behind in (
                    "into",
                    "through",
                    "by",
                    "to",
                    "onto",
                    "after",
                    "without",
                    "with",
                    "together",
                    "ahead",
                ):
                    return True
                if behind == "of":
                    return not {"his", "her", "their", "your", "my", "its"} & set(
                        rest[at + 2 : at + 3]
                    ) and not {
                        "shadow",
                        "shadows",
                        "crowd",
                        "fog",
                        "dark",
                        "darkness",
                        "way",
                        "breath",
                    } & set(rest[at + 2 : at + 5])
                if behind == "the":
                    return not w.DOORS.isdisjoint(rest[at + 2 : at + 5]) and base not in (
                        "set",
                        "take",
                        "put",
                        "let",
                    )
            if (
                word == "through"
                and at + 1 < len(rest)
                and not w.DOORS.isdisjoint(rest[at + 1 : at + 5])
                and base in w.STRIDES | {"pass"}
            ):
                return "in" not in rest[:at] and base not in ("come", "burst", "push")
            if (
                word in ("into", "down", "along", "up")
                and not w.OUTSIDE.isdisjoint(rest[at + 1 : at + 6])
                and base != "come"
            ):
                return not {"room"} & set(rest[at + 1 : at + 4]) and not (word == "up" and "you" in rest)
            if word[0] == "⟦":
                goal = next((one for one in reversed(rest[:at]) if one in w.PREPOSITIONS and one != "of"), "")
                if self._reader.owner(word) != self._here and goal in (
                    "to",
                    "into",
                    "for",
                    "in",
                    "toward",
                    "towards",
                    "at",
                    "onto",
                ):
                    return True
        return False

    def _taken(self, clause: Clause) -> Iterator[tuple[Does, str]]:
        """ "The guards drag Mira away"."""
        words = clause.words
        if not clause.real:
            return
        for at, word in enumerate(words):
            verb = verb_of(word)
            if (
                verb is None
                or verb.base not in w.CARRIES | {"seize", "watch"}
                or verb.form not in ("s", "base", "ing", "past")
            ):
                continue
            if not w.MODALS.isdisjoint(words[max(0, at - 5) : at]) or (at and words[at - 1] == "to"):
                continue
            for near in range(at + 1, min(at + 4, len(words))):
                whom = words[near]
                who = self._reader.owner(whom) if whom[0] == "⟨" else self._object(whom, words, near)
                if who in (None, PLAYER, UNNAMED) or who == clause.subject:
                    continue
                if words[near + 1 : near + 2] == ("'s",):
                    break
                rest = words[near + 1 :]
                if verb.base == "watch":
                    if rest[:1] in (("go",), ("leave",)):
                        yield "went", str(who)
                elif clause.subject != PLAYER and self._is_outward("walk", rest):
                    yield "went", str(who)
                break

    @property
    def _spoken_of(self) -> str | None:
        return self._reader.spoken_of(self._last)

    def _left_behind(self, clause: Clause) -> Iterator[tuple[Does, str]]:
        """ "The door shuts behind her", "you are alone"."""
        words = clause.words
        if not clause.real or not w.MODALS.isdisjoint(words):
            return
        for at in range(1, len(words)):
            if (
                words[at - 1] in ("behind", "after")
                and clause.subject in (None, UNNAMED)
                and {"door", "doors", "gate", "hatch", "curtain"} & set(words[:at])
            ):
                who = (
                    self._reader.owner(words[at])
                    if words[at][0] == "⟨"
                    else self._object(words[at], words, at)
                )
                if who is not None:
                    yield "went", who
        if "alone" in words and (
            (clause.subject == PLAYER and {"are", "were", "left"} & set(words))
            or ({"leaving", "leaves", "leave"} & set(words) and "you" in words)
        ):
            with_whom = {self._reader.owner(word) for word in words if word[0] == "⟨"}
            who = self._spoken_of
            if who is not None and who not in with_whom:
                yield "went", who

    def _object(self, word: str, words: Sequence[str], at: int) -> str | None:
        behind = words[at + 1] if at + 1 < len(words) else ""
        if word in ("him", "them") or (
            word == "her"
            and (
                not behind
                or behind in w.PREPOSITIONS
                or behind in w.PARTICLES
                or behind == "clean"
                or behind == "go"
            )
        ):
            return self._spoken_of
        return None

    # -- coming -----------------------------------------------------------------------------------

    def _arrives(self, base: str, rest: Sequence[str], clause: Clause) -> bool:
        first = rest[0] if rest else ""
        if self._elsewhere(rest):
            return False
        if base in ("arrive", "enter", "appear", "reappear", "emerge", "return"):
            return (
                first not in ("to", "your", "his", "her", "the")
                or base in ("enter", "emerge", "arrive")
                or "you" in rest
            )
        if base in ("show", "turn") and first == "up":
            return True
        if base == "join" and "you" in rest[:2]:
            return True
        if base == "come":
            return first in (
                "",
                "in",
                "back",
                "over",
                "through",
                "inside",
                "up",
                "running",
                "to",
                "out",
                "from",
                "hurrying",
                "limping",
                "riding",
                "down",
                "alone",
            ) and not {"closer", "nearer"} & set(rest)
        if base in ("have",):
            return False
        if base in w.MOVES | w.STAYS:
            if first in ("in", "inside") and (
                len(rest) == 1 or rest[1] in w.PREPOSITIONS or rest[1] in w.ADVERBS or rest[1] == "a"
            ):
                return True
            if "through" in rest[:4] and not w.DOORS.isdisjoint(rest):
                return True
            if {"into", "in"} & set(rest[:4]) and not w.ROOMS.isdisjoint(rest[:7]):
                return True
            return bool(
                {"to", "toward", "towards", "for", "at", "beside", "opposite", "with"} & set(rest[:5])
            ) and not _NEAR.isdisjoint(rest[:7])
        return False

    # -- who is spoken of ---------------------------------------------------------------------------

    def _by_mention(self, clause: Clause, sentence: Sentence) -> Iterator[tuple[Does, str]]:
        words = clause.words
        for at, word in enumerate(words):
            before, behind = words[max(0, at - 5) : at], words[at + 1 : at + 4]
            if word[0] == "⟨":
                yield from self._named(self._reader.owner(word), before, behind, clause)
            elif word in _EMPTY and clause.real and not _SEATS.isdisjoint(words[:at]):
                who = self._reader.owner(words[0]) if words[0][0] == "⟨" else self._spoken_of
                if {"her", "his", "'s"} & set(words[:at]) and who is not None:
                    yield "went", who
            elif (
                word in ("him", "her") and before[-1:] == ("of",) and {"sign", "trace", "last"} & set(before)
            ):
                who = self._object(word, words, at)
                if who is not None:
                    yield "went", who

    def _named(
        self, who: str, before: Sequence[str], behind: Sequence[str], clause: Clause
    ) -> Iterator[tuple[Does, str]]:
        last = before[-1:]
        if (
            (last == ("of",) and {"sign", "trace"} & set(before) and "no" in before)
            or (last == ("of",) and "last" in before and "see" in before)
            or (last == ("where",) and behind[:1] in (("was",), ("had",), ("stood",), ("sat",)))
        ):
            yield "went", who
        elif (
            last
            and last[0] in ("is", "was")
            and behind[:1] != ("'s",)
            and before[-2:-1] not in (("that",), ("thing",))
            and w.MODALS.isdisjoint(before)
        ):
            if before[-2:-1] in (("it",), ("get",), ("there",)):
                yield "came", who
        elif (
            before[-3:] == ("face", "to", "face")
            or before[-4:-1] == ("face", "to", "face")
            or (last and last[0] in ("admit", "admits", "reveal", "reveals") and clause.real)
            or (
                {"find", "finds", "spot", "notice"} & set(before[-2:])
                and clause.real
                and w.MODALS.isdisjoint(before)
                and behind[:1]
                and (behind[0].endswith("ing") or behind[0] in ("in", "at"))
            )
        ):
            yield "came", who
        elif (
            clause.real
            and w.MODALS.isdisjoint(before)
            and _SEES & set(before[-1:])
            and behind
            and w.VIEWS.isdisjoint(behind)
            and not _FAR & set(clause.words)
        ):
            verb = verb_of(behind[0])
            if verb is not None and verb.form in ("base", "ing"):
                yield (
                    (
                        "went"
                        if verb.base in ("leave", "go", "depart", "vanish", "disappear")
                        or {"away", "off", "out"} & set(behind)
                        else "came"
                    ),
                    who,
                )
        elif (
            clause.real
            and w.MODALS.isdisjoint(before)
            and last in (("with",), ("by",))
            and _BRINGERS & set(before)
        ):
            yield "came", who
        elif (
            QUOTE in before[-3:]
            and last
            and last[0].endswith(("s", "ed"))
            and verb_of(last[0]) is not None
            and last[0] not in ("is", "was")
            and last[0] not in w.PREPOSITIONS
            and clause.real
        ) or (before[-2:-1] == (QUOTE,) and last[0].endswith("s")):
            yield "acts", who
        elif (
            behind[:1] == ("'s",)
            and len(behind) > 1
            and {"head", "face", "figure", "silhouette", "voice"} & set(behind)
            and {"appears", "comes", "emerges"} & set(clause.words)
        ):
            yield "came", who
