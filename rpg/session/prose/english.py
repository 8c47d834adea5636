"""English prose as claims: sentences into clauses, each with who does it and whether it is told as done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rpg.memory.clip import sentences
from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.english_words import Verb, verb_of
from rpg.session.prose.names import Marked
from rpg.session.prose.words import words
from rpg.text.folding import fold

QUOTE = "¶"
"""Stands for what is said aloud."""

UNNAMED = ""
"""Somebody without a name, or a thing."""

SETTING = "¤"
"""Stands before a heading, which tells where the story is."""

HEADING = re.compile(
    r"^[ \t]*(?:#{1,4}[ \t]+|\*\*|__|\[|\U0001f4cd[ \t]*(?:\*\*)?)[*_]{0,2}(?P<words>[^\n*_#\]\[.!?。！？]{2,70})[*_]{0,3}\]?[ \t]*:?[*_]{0,2}[ \t]*$",
    re.MULTILINE,
)
_QUOTED = re.compile(r"\"[^\"\n]{0,900}(?:\"|(?=\n)|$)|“[^”\n]{0,900}(?:”|(?=\n)|$)|«[^»\n]{0,900}»")
_LISTED = re.compile(r"^\s*(?:[-*•>#]+|(?:> *)?\(?\d{1,2}[.)]|[A-Ea-e][.)])\s.*$", re.MULTILINE)
_TOKEN = re.compile(r"⟦\d+⟧|⟨\d+⟩|'s\b|[^\W_]+(?:[-'][^\W_]+)*|[,.;:!?…—–()]|¶|¤")
_LATER = (
    r"\b(?:(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|half|some|several|few|"
    r"quarter|of|an|single|long|many)\s+){1,4}(?:hours?|minutes?|days?|miles?|blocks?|streets?|decks?|floors?|flights?|"
    r"lanes?|turns?|corners?|doors?)\b(?:[^.;¶]{0,40}?)\b(?:later|down|further|on|up)\b|\bhours later\b"
)
_SOON = (
    r"\b(?:(?:just |only )?(?:a|one|another|the next|some|few|several|an?) (?:few |little |long |brief )?(?:moments?|seconds?|heartbeats?|while|"
    r"instants?|beats?|breaths?|minutes?|hours?|time) (?:later|after)|(?:for|after|in|within|at) (?:a|an|the|one|another|some|that|"
    r"this)(?: very| long| few| brief| last| same)? (?:moments?|while|time|instant|seconds?|heartbeat|minutes?|hours?|beat)|this time|that night|(?:the )?next (?:morning|day))\b"
)
_SHORT = tuple(
    (re.compile(pattern, re.IGNORECASE), full)
    for pattern, full in (
        (r"\bcan't\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"'d\b", " would"),
        (r"\bi'm\b", "i am"),
        (r"\b(she|he|it|that|there|who|what|where)'s\b", r"\1 is"),
        (r"\bby the time\b", "when"),
        (_LATER, "hours-later"),
        (_SOON, "then"),
        (r"\bbefore (?:long|you know it|i knew it)\b", "soon"),
        (
            r"\b(?:the (?:two|three|four|rest) of (?:you|us)|both of (?:you|us)|you (?:all|both|two|three))\b",
            "you",
        ),
        (
            r"\b(?:one by one|all at once|at once|at last|in the end|sooner or later|little by little)\b",
            "finally",
        ),
        (r"\b(?:with|at) that\b(?=,| \w+ (?:is|was|walks|turns|goes|gets|leaves|steps)|$)", "then"),
        (
            r"\b(?:by|at|before|toward|around) (?:dusk|dawn|nightfall|midnight|noon|evening|sunset|sunrise|midday|first light)\b",
            "hours-later",
        ),
        (r"\bas (?:well|ever|before|usual|always)\b", "too"),
        (r"\bas if\b|\bas though\b", "if"),
        (r"\bnot (?:long|far|a word|a moment)\b", "soon"),
        (r"\bwithout (?:a|another|one) (?:\w+ )?(?:word|glance|look|backward glance|sound)\b", "quietly"),
        (r"\bno (?:sooner|more than)\b", "soon"),
    )
)
_YOU = re.compile(r"\byou\b", re.IGNORECASE)
_BREAKS = words(", ; : — – … . ! ? ( )")
_JOINTS = words(
    "and but until till while when whenever as where wherever before after because so though although that which who "
    "if unless whether since than or nor"
)
_UNREAL_JOINTS = words("if unless whether before than nor that")
_TO_BE = ("is", "was", "are", "were", "am")
_HELPERS = words("is was are were am be been being has have had having gets get got")
_BEGINNINGS = words("manage begin start continue help succeed")


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence.

    subject: a character's id, `PLAYER`, `UNNAMED`, or None where nobody is known. place: the place that is the
    subject. words: with marks. real: told as done. begins: the first clause of its sentence. own: whether the subject
    stands in this clause. at: the index of the first word behind the subject.
    """

    subject: str | None
    place: str | None
    words: tuple[str, ...]
    real: bool
    begins: bool
    own: bool
    at: int
    joint: str = ""


@dataclass(frozen=True, slots=True)
class Doing:
    """A verb in a clause: where it stands, and whether it is told as done."""

    verb: Verb
    at: int
    real: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in clauses. remote: seen or heard from afar, or through something."""

    number: int
    clauses: tuple[Clause, ...]
    remote: bool


def plain(text: str) -> str:
    """The reply without what is said aloud and without lists of choices; headings get a mark."""
    text = HEADING.sub(rf"{SETTING} \g<words>.\n", text)
    text = _LISTED.sub("", text.replace("’", "'"))
    return _QUOTED.sub(_unquoted, text)


def _unquoted(match: re.Match[str]) -> str:
    """A mark for what is said; a full stop behind it where the sentence ends with it."""
    inner, rest = match[0].rstrip('"”»'), match.string[match.end() : match.end() + 2].strip()
    ends = inner.endswith((".", "!", "?", "…")) and rest[:1].isupper()
    return f" {QUOTE}. " if ends and inner.endswith(".") else f" {QUOTE} "


class Reader:
    """Reads one reply. pronouns: "he" or "she" for those of whom it is known."""

    def __init__(self, text: Marked, pronouns: Mapping[str, str]) -> None:
        self._owners = text.owners
        self._pronouns = dict(pronouns)
        self._recent: list[tuple[str, str]] = []
        self._parts = sentences(text.text)
        self.past = _is_past(text.text)
        self._outside = PLAYER in text.owners and not _YOU.search(text.text)

    @property
    def parts(self) -> Sequence[str]:
        """The sentences with marks."""
        return self._parts

    def owner(self, mark: str) -> str:
        """Whose a mark is."""
        return self._owners[int(mark.strip("⟦⟧⟨⟩"))]

    def read(self) -> Iterator[Sentence]:
        """The sentences in clauses; questions are left out."""
        remote = 0
        for number, part in enumerate(self._parts):
            words = tuple(self._as_player(word) for word in tokens(part))
            if not words:
                continue
            remote = 2 if _is_remote(words) else remote - 1
            if words[-1] == "?" and QUOTE not in words:
                continue
            yield Sentence(number, tuple(self._clauses(words)), remote > 0)

    def _as_player(self, word: str) -> str:
        """The word, and `PLAYER` for the player's own name."""
        return PLAYER if word[0] == "⟨" and self.owner(word) == PLAYER else word

    # -- clauses ------------------------------------------------------------------------------

    def _clauses(self, words: Sequence[str]) -> Iterator[Clause]:
        subject: str | None = None
        place: str | None = None
        reported, supposed = False, False
        for number, (joint, piece) in enumerate(_pieces(words)):
            if joint == ";":
                supposed = False
            if joint in ("that", "which", "who") and (not words or (piece[:1] and piece[0][0] != "⟨")):
                subject, place = UNNAMED, None
            clause = self._clause(piece, subject, place, joint, number == 0)
            self._mention_all(piece)
            supposed = supposed or joint in ("if", "unless", "whether")
            real = not (reported or supposed or joint in _UNREAL_JOINTS)
            yield replace(clause, real=real)
            if self._goes_on(clause):
                subject, place = clause.subject, clause.place
            reported = reported or self._reports(clause)

    def _goes_on(self, clause: Clause) -> bool:
        """Whether the next clause may have this one's subject: not that of "a lantern in each hand"."""
        if not clause.own:
            return clause.subject is not None
        if clause.subject != UNNAMED or clause.place is not None:
            return True
        words = clause.words[clause.at :]
        return any(
            word in _HELPERS
            or ((verb := verb_of(word)) is not None and verb.form in ("s", "past"))
            or word.endswith(("s", "ed"))
            for word in words
        ) and clause.words[0] not in ("each", "every", "neither", "both", "one", "no", "with")

    def _clause(
        self, words: Sequence[str], subject: str | None, place: str | None, joint: str, begins: bool
    ) -> Clause:
        found = self._subject(words, joint)
        if found is None:
            return Clause(subject, place, tuple(words), True, begins, False, 0, joint)
        who, where, at = found
        return Clause(who, where, tuple(words), True, begins, True, at, joint)

    def _reports(self, clause: Clause) -> bool:
        """Whether what comes behind this clause is only said, thought or drawn."""
        for at, word in enumerate(clause.words):
            if word not in w.REPORTS or (word in w.REPORTING_THINGS and at >= clause.at):
                continue
            told = clause.words[at - 1] if at else ""
            if (
                word in ("show", "shows")
                and at + 1 < len(clause.words)
                and clause.words[at + 1] in ("up", "you")
            ):
                continue
            if QUOTE in clause.words:
                continue
            if (
                word in ("say", "says", "said")
                and clause.words[at + 1 : at + 2]
                and clause.words[at + 1]
                in ("good", "goodbye", "farewell", "nothing", "no", "so", "little", "your", "his", "her", "a")
            ):
                continue
            if told in ("everybody", "everyone", "people", "they"):
                return True
            if word in (
                "hear",
                "hears",
                "heard",
                "know",
                "knows",
                "decide",
                "decides",
                "read",
                "reads",
                "note",
                "sign",
            ):
                return len(clause.words) <= at + 1 or clause.words[at + 1] in ("that", "of", "about")
            return told not in ("no", "nobody", "neither", "one") and word not in clause.words[:at]
        return False

    # -- who does it --------------------------------------------------------------------------

    def _subject(self, words: Sequence[str], joint: str) -> tuple[str | None, str | None, int] | None:
        """The subject, the place that is the subject, and where the words behind it begin; None: as before."""
        governed = joint == "than"
        at = 0
        while at < len(words):
            word = words[at]
            behind = words[at + 1] if at + 1 < len(words) else ""
            if word in w.PLAYERS:
                if not governed:
                    self._mention(PLAYER)
                    return PLAYER, None, at + 1
                governed = False
            elif word[0] == "⟨":
                owner = self.owner(word)
                if behind == "'s" and not w.KIN.isdisjoint(words[at + 2 : at + 5]):
                    self._mention(UNNAMED, "stranger")
                    if not governed:
                        return UNNAMED, None, at + 2
                if behind == "'s":
                    self._mention(owner)
                    if governed:
                        governed, at = False, at + 2
                        continue
                    return UNNAMED, None, at + 2
                self._mention(owner)
                if not governed and behind == "and" and words[at + 2 : at + 3] and words[at + 2] in w.PLAYERS:
                    return PLAYER, None, at + 3
                if not governed:
                    return owner, None, at + 1
                governed = False
            elif word[0] == "⟦":
                if not governed and behind != "'s":
                    return UNNAMED, self.owner(word), at + 1
                governed = False
            elif word in w.PRONOUNS:
                if not governed:
                    return self._pronoun(word), None, at + 1
                governed = False
            elif word in ("him", "her", "them") and (
                behind in _BREAKS or behind in w.PREPOSITIONS or not behind
            ):
                governed = False
            elif word in w.DETERMINERS:
                if not governed:
                    return self._phrase(words, at)
                governed, at = False, self._past_noun(words, at)
            elif word in w.PREPOSITIONS:
                fronted = (
                    at == 0 and word in ("off", "in", "out") and (behind in w.PRONOUNS or behind[:1] == "⟨")
                )
                governed = not (fronted and words[at + 2 : at + 3] and verb_of(words[at + 2]) is not None)
            elif word in w.ADVERBS or word in w.PARTICLES or word.endswith("ly") or word == QUOTE:
                pass
            elif self._is_verb(words, at, governed):
                return self._inverted(words, at)
            elif not governed:
                if at == 0 and not (word.endswith(("s", "ed", "ing"))):
                    return self._phrase(words, at)
                if at == 0:
                    return self._inverted(words, at)
            else:
                governed = False
            at += 1
        return None

    def _past_noun(self, words: Sequence[str], at: int) -> int:
        """The last word of "a dozen steps"."""
        end = at
        while end + 1 < len(words) and end - at < 3:
            word = words[end + 1]
            if (
                word[0] in "⟦⟨¶"
                or word in w.PREPOSITIONS | w.PRONOUNS | w.PLAYERS | w.DETERMINERS | w.PARTICLES
                or word in _HELPERS
                or word in w.ADVERBS
            ):
                break
            verb = verb_of(word)
            if (
                verb is not None
                and verb.form == "s"
                and words[end + 2 : end + 3]
                and words[end + 2][0] == "⟨"
            ):
                break
            end += 1
        return end

    def _is_verb(self, words: Sequence[str], at: int, governed: bool) -> bool:
        verb = verb_of(words[at])
        if verb is None:
            return False
        if governed and verb.form != "s":
            return False
        return not governed or (at + 1 < len(words) and words[at + 1][0] in "⟨")

    def _inverted(self, words: Sequence[str], at: int) -> tuple[str | None, str | None, int] | None:
        """ "In comes ⟨1⟩": the subject behind the verb, if a name stands there."""
        verb = verb_of(words[at])
        behind = words[at + 1] if at + 1 < len(words) else ""
        if (
            behind[:1] == "⟨"
            and verb is not None
            and verb.form in ("s", "past")
            and verb.base not in w.CARRIES
        ):
            if at + 2 < len(words) and words[at + 2] == "'s":
                return None
            owner = self.owner(behind)
            self._mention(owner)
            return owner, None, at
        return None

    def _phrase(self, words: Sequence[str], at: int) -> tuple[str | None, str | None, int]:
        """A subject without a name, such as "the boy": who was spoken of, or a stranger."""
        end = at + 1
        while end < len(words) and end - at < 5 and not self._ends_phrase(words, end):
            end += 1
        phrase = set(words[at:end])
        if words[at] == "the" and phrase & w.DEFINITE_PEOPLE:
            known = next((who for who, kind in self._recent if kind != "stranger" and who != PLAYER), None)
            strange = self._recent[:1] and self._recent[0][1] == "stranger"
            if known not in (None, PLAYER) and not strange:
                return known, None, end
        if phrase & w.PEOPLE and words[at] not in ("no", "his", "her", "my", "your"):
            self._mention(UNNAMED, "stranger")
        return UNNAMED, None, end

    def _ends_phrase(self, words: Sequence[str], at: int) -> bool:
        word = words[at]
        if word in w.PREPOSITIONS or word[0] in "⟦⟨" or word in _HELPERS:
            return True
        verb = verb_of(word)
        return verb is not None and verb.form in ("s", "past")

    def _mention_all(self, words: Sequence[str]) -> None:
        """Those who are spoken of come behind the one who does something."""
        for at, word in enumerate(words):
            if word[0] != "⟨" or (
                at + 1 < len(words) and words[at + 1] == "'s" and not w.KIN.isdisjoint(words[at + 2 : at + 5])
            ):
                continue
            one = (self.owner(word), "known")
            if self._recent[:1] != [one]:
                rest = [other for other in self._recent[1:] if other != one]
                self._recent = [*self._recent[:1], one, *rest][:6]

    def _mention(self, who: str, kind: str = "known") -> None:
        self._recent = [(who, kind), *(one for one in self._recent if one[0] != who)][:6]

    def _pronoun(self, word: str) -> str | None:
        """Whom "he" or "she" means: the last of whom it may be said."""
        if word == "who":
            return self._recent[0][0] if self._recent else None
        if word == "they":
            return UNNAMED
        for who, _ in self._recent:
            if who == PLAYER and not self._outside:
                continue
            if self._pronouns.get(who, word) == word:
                if who:
                    self._pronouns.setdefault(who, word)
                return who
        return UNNAMED

    def spoken_of(self, last: str | None) -> str | None:
        """Whom "him" or "her" means: `last` if somebody, else whoever was spoken of last."""
        known = (who for who, kind in self._recent if who not in (PLAYER, UNNAMED) and kind != "stranger")
        return last if last is not None else next(known, None)

    # -- what is done -------------------------------------------------------------------------

    def doings(self, clause: Clause) -> Iterator[Doing]:
        """The verbs of a clause that its subject does."""
        words = clause.words
        for at in range(clause.at, len(words)):
            verb = verb_of(words[at])
            if words[at] in ("before", "since") and at > clause.at:
                return
            if verb is None or self._is_noun(words, at, verb):
                continue
            real = clause.real and self._is_real(words, at, verb, clause)
            yield Doing(verb, at, real)

    def _is_noun(self, words: Sequence[str], at: int, verb: Verb) -> bool:
        before = words[at - 1] if at else ""
        if before == "to":
            return False
        if before in w.DETERMINERS or before == "'s":
            return True
        return before in w.PREPOSITIONS - w.PARTICLES and verb.form in ("base", "s")

    def _is_real(self, words: Sequence[str], at: int, verb: Verb, clause: Clause) -> bool:
        before = words[max(0, at - 9) : at]
        if any(self._unreal(before, n) for n in range(len(before))):
            return False
        if before[-1:] == ("to",) or (before[-2:-1] == ("to",) and before[-1] in w.ADVERBS):
            began = verb_of(before[-2]) if len(before) > 1 else None
            return began is not None and began.base in _BEGINNINGS
        helped = not _HELPERS.isdisjoint(before[-3:])
        if "had" in before[-4:] and not self.past:
            return False
        if verb.form in ("past", "part") and not self.past and not helped:
            return verb.form == "part" and verb.base in ("run", "come", "set", "let", "put", "burst")
        if verb.form == "s" and self.past:
            return False
        return True

    def _unreal(self, before: Sequence[str], at: int) -> bool:
        word = before[at]
        behind = before[at + 1] if at + 1 < len(before) else ""
        if word == "every":
            return behind in (
                "day",
                "night",
                "morning",
                "evening",
                "time",
                "week",
                "month",
                "year",
                "summer",
                "winter",
                "first",
            ) or behind.endswith("day")
        if word in (
            "about",
            "going",
            "ready",
            "used",
            "try",
            "tries",
            "want",
            "wants",
            "mean",
            "means",
            "like",
        ):
            return behind == "to"
        return word in w.MODALS


def tokens(text: str) -> tuple[str, ...]:
    """The words, marks and stops of a sentence, folded."""
    for pattern, full in _SHORT:
        text = pattern.sub(full, text)
    found = _TOKEN.findall(fold(text))
    return tuple(_is_or_owns(found))


def _is_remote(words: Sequence[str]) -> bool:
    """Whether a sentence tells of what is seen or heard through something."""
    if not w.CHANNELS.isdisjoint(words):
        return True
    for at, word in enumerate(words):
        if word in w.DOCUMENTS:
            before, behind = words[max(0, at - 3) : at], words[at + 1 : at + 2]
            if {"in", "on", "from"} & set(before) or (
                behind and behind[0] in ("from", "says", "reads", "shows", "of")
            ):
                return True
    return False


def _is_or_owns(words: Sequence[str]) -> Iterator[str]:
    """ "'s" is "is" before what somebody may be or do, and stays where it tells whose something is."""
    for at, word in enumerate(words):
        if word == "'s" and at + 1 < len(words):
            behind = words[at + 1]
            if behind in (
                "a",
                "an",
                "the",
                "got",
                "gone",
                "already",
                "back",
                "here",
                "off",
                "out",
                "in",
                "on",
                "not",
                "at",
            ) or (behind.endswith("ing") and len(behind) > 4):
                yield "is"
                continue
        yield word


def _pieces(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The clauses with the word or stop before each."""
    joint, piece = "", list[str]()
    for at, word in enumerate(words):
        if piece and _begins(words, at):
            yield joint, tuple(piece)
            piece, joint = [word], ""
            continue
        if word not in _BREAKS and not _is_joint(words, at):
            piece.append(word)
            continue
        if piece:
            yield joint, tuple(piece)
            piece, joint = [], word
        elif word not in _BREAKS or joint in ("", ","):
            joint = word
    if piece:
        yield joint, tuple(piece)


def _begins(words: Sequence[str], at: int) -> bool:
    """Whether "you" begins a clause that no stop stands before: "when the boat lands you jump off"."""
    if words[at] not in w.PLAYERS or not at or at + 1 >= len(words):
        return False
    before, behind = words[at - 1], words[at + 1]
    if (
        before in w.PREPOSITIONS | w.ADVERBS | w.REPORTS | _JOINTS | _BREAKS
        or before in _HELPERS
        or before == QUOTE
    ):
        return False
    verb, own = verb_of(before), verb_of(behind)
    if verb is not None and verb.base in w.CARRIES | {
        "let",
        "make",
        "help",
        "watch",
        "see",
        "hear",
        "give",
        "show",
    }:
        return False
    return own is not None and own.form == "base" and behind not in ("back", "still", "set")


def _is_joint(words: Sequence[str], at: int) -> bool:
    word = words[at]
    if word not in _JOINTS:
        return False
    behind = words[at + 1] if at + 1 < len(words) else ""
    if word == "and":
        before = words[at - 1] if at else ""
        return not (behind[:1] in "⟨" and before[:1] in ("⟨", "y", "i", "w")) and not (
            before[:1] == "⟨" and behind in w.PLAYERS
        )
    if word == "so":
        return behind in w.PLAYERS | w.PRONOUNS | {"that", "the"} or behind[:1] == "⟨"
    if word in ("before", "after", "until", "since", "than", "as"):
        return (
            behind in w.PLAYERS | w.PRONOUNS | {"anyone", "it"}
            or behind[:1] == "⟨"
            or word in ("as", "until")
        )
    return True


def _is_past(text: str) -> bool:
    """Whether the story is told in the past tense, by what named people and the player do in it."""
    folded = fold(text)
    now = then = 0
    for who, word in re.findall(r"(⟩|\byou|\bi|\bwe)(?: \w+ly)? ([a-z]+)", folded):
        verb = verb_of(word)
        if (
            word in ("was", "were", "had", "did")
            or (verb is not None and verb.form == "past")
            or word.endswith("ed")
        ):
            then += 1
        elif (verb is not None and verb.form in ("s", "base")) or (
            who == "⟩" and word.endswith("s") and word not in _NO_VERBS
        ):
            now += 1
    now += len(re.findall(r"\b(?:is|are)\b", folded))
    then += len(re.findall(r"\b(?:was|were)\b", folded)) // 2
    return then > 2 * now


_NO_VERBS = words("his this always as us yes perhaps sometimes across towards besides less")
