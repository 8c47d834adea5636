"""What a line of the player means: the acts in it, in order.

Pure: a function of the line and of what its words can refer to. A sentence is a move only when it says
so plainly: it begins with a verb of going and names a place or a way that exists, and it asks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.building import BUILDERS, asked_of, thing
from rpg.narrator.storyteller.matching import EXACT, find, is_cjk
from rpg.narrator.storyteller.phrasebook import ASKING, MOVING, Phrasebook, alternation, phrasebook
from rpg.narrator.storyteller.reading import MOST_NAME_WORDS, One, Reader, is_sure
from rpg.narrator.storyteller.scope import Scope
from rpg.text.folding import fold_char
from rpg.text.messages import catalogue_language

LONGEST_LINE = 600
"""Characters of a line that are read."""

MOST_FILLERS = 6
"""Filler words that are dropped from the front of a clause at most."""

_QUOTED = re.compile(r"^[\"“「『](.{1,400}?)[\"”」』]?(?:,? (?:i|we) say)?[.。]?$", re.I)
_QUOTES = re.compile(r"[\"“”「」『』]")
_ENDING = " \t.。!！~～…,，;；"
_CALLED = re.compile(r"^(?P<who>[^,，:：]{1,40})[,，:：]\s*(?P<words>.+)$")
_CALLING = re.compile(r"^(?P<words>.+?)[,，]\s*(?P<who>[^,，]{1,40})$")
_ONWARD = re.compile(r"^(?:and )?(?:then )?(?P<to>(?:to|into) )", re.I)
_DIRECTION = re.compile(
    r"(?:(?:i|we)(?:'m| am|'re| are|'ll)? )?(?:(?:go|going|head|heading|walk|climb|step) )?"
    r"(?P<to>up|down|in|out|over|across|through|along|north|south|east|west)(?:stairs|side|wards?)?"
    r"|(?:我)?(?:往|向|朝)?(?P<zh>[上下])(?:去|走)",
    re.I,
)
_HEADING = re.compile(
    r"(?:up|down|in|into|out|over|across|through|along|past|under|by|around|back)\b|[上下过穿沿]", re.I
)
_LOST = (acts.NoSuchPerson, acts.NoSuchPlace, acts.Unseen)
_WEAK = (acts.NoSuchPerson, acts.NoSuchPlace, acts.Unseen, acts.NotUnderstood)


def understand_line(line: str, scope: Scope) -> tuple[Act, ...]:
    """The acts of a line, all read in the same scope. Never empty."""
    return tuple(understand(clause, scope) for clause in clauses(line, scope))


def understand(clause: str, scope: Scope) -> Act:
    """The act that a clause means."""
    parser = _parser(scope)
    act = parser.labelled(clause) or parser.direction(clause) or parser.read(clause)
    return parser.bare(clause) or act if isinstance(act, _WEAK) else act


def clauses(line: str, scope: Scope) -> tuple[str, ...]:
    """The line cut where one act ends and the next begins; one clause when it cannot be cut safely."""
    line = _clean(line)
    parser = _parser(scope)
    if _QUOTES.search(line):
        return (line,)
    done: list[str] = []
    current = ""
    for cut, piece in _pieces(line, parser.book):
        piece = parser.going_on(current, piece)
        if current and parser.may_cut(current, cut, piece):
            done.append(current)
            current = piece
        else:
            current = f"{current}{cut}{piece}"
    return (*done, current) if done or current else (line,)


def _clean(line: str) -> str:
    flat = "".join(
        char if char in "，。！？；：、" else fold_char(char) if char == "　" else char for char in line
    )
    flat = re.sub(r"\b([iI])m(?= )", r"\1'm", flat)
    return re.sub(r"\s+", " ", flat.replace("’", "'").replace("‘", "'")).strip()[:LONGEST_LINE]


def _pieces(line: str, book: Phrasebook) -> Iterator[tuple[str, str]]:
    """The pieces between all possible cuts, each with the cut before it."""
    pattern = re.compile("|".join(map(re.escape, (*book.strong_cuts, *book.weak_cuts))), re.I)
    start, cut = 0, ""
    for match in pattern.finditer(line):
        yield cut, line[start : match.start()]
        start, cut = match.end(), match[0]
    yield cut, line[start:]


def _parser(scope: Scope) -> _Parser:
    book = phrasebook(catalogue_language(scope.language))
    return _Parser(scope, book, Reader(scope, book))


@dataclass(frozen=True, slots=True)
class _Parser:
    scope: Scope
    book: Phrasebook
    reader: Reader

    def may_cut(self, before: str, cut: str, after: str) -> bool:
        """Whether both sides of a cut are acts of their own; what is said to someone ends at a strong cut
        only, unless it is a word like a farewell."""
        first = self.read(before)
        if (
            isinstance(first, acts.Tell)
            and not self._is_farewell(first)
            and cut.lower() not in self.book.strong_cuts
        ):
            return False
        if isinstance(self.read(after), _WEAK):
            return False
        strong = cut.lower() in self.book.strong_cuts
        lost = isinstance(first, _LOST) and (strong or isinstance(first, acts.NoSuchPlace))
        return lost or not isinstance(first, _WEAK)

    def _is_farewell(self, act: acts.Tell) -> bool:
        """A word to someone, or none: what follows a comma or "and" is not part of it."""
        words = act.words
        brief = len(words) <= 3 if is_cjk(words) else len(words.split()) <= 1
        return act.person is not None and brief and not self.book.filler.match(f"{words} ")

    def going_on(self, before: str, piece: str) -> str:
        """ "then to the chapel" after a going is another going."""
        onward = _ONWARD.match(piece)
        if not onward or not isinstance(self.read(before), acts.Go):
            return piece
        return f"go {piece[onward.start('to') :]}"

    def read(self, clause: str, depth: int = 0) -> Act:
        """The act of one clause; a bare name is none."""
        clause = clause.strip().rstrip(_ENDING)
        quoted = _QUOTED.match(clause)
        if quoted:
            return acts.Tell(None, quoted[1].strip())
        if not clause or depth > 2:
            return acts.NotUnderstood(clause)
        for wording in self._unhailed(clause):
            called = self._called(wording, depth) or self._called_plainly(wording)
            if called is not None:
                return called
        act = self._read_plain(clause, depth)
        return self._read_mended(clause, depth) or act if isinstance(act, _WEAK) else act

    def _unhailed(self, clause: str) -> Iterator[str]:
        """The clause, and without what calls for attention before a name: "so, hey Mira, …"."""
        yield clause
        for _ in range(MOST_FILLERS):
            hail = self.book.hail.match(clause)
            if hail is None:
                return
            clause = clause[hail.end() :].strip(" ,，")
            yield clause

    def _called(self, clause: str, depth: int) -> Act | None:
        """ "Mira, come with me": what is said to someone who is called by name."""
        for pattern in (_CALLED, _CALLING):
            match = pattern.match(clause)
            found = self.reader.person(match["who"]) if match else None
            if match and found is not None and isinstance(found, One) and is_sure(found):
                return asked_of(
                    self.reader, found, match["words"].strip(), lambda words: self.read(words, depth + 1)
                )
        return None

    def _called_plainly(self, clause: str) -> Act | None:
        """ "Tomas please come with me": the same without a comma, for asking along or to stay, and for questions."""
        pieces = clause.split()
        for count in range(1, min(MOST_NAME_WORDS, len(pieces) - 1) + 1):
            rest = " ".join(pieces[count:])
            filler = self.book.filler.match(rest)
            asked = rest[filler.end() :] if filler else rest
            wish = self.book.along.fullmatch(asked) or self.book.stay.fullmatch(asked)
            if not wish and not self.book.addressed.match(rest):
                continue
            found = self.reader.person(" ".join(pieces[:count]))
            if is_sure(found):
                return asked_of(self.reader, found, asked, self.read) if wish else _asks(found, rest)
        return None

    def _read_plain(self, clause: str, depth: int) -> Act:
        asks = self.book.question.fullmatch(clause) is not None
        clause = clause.rstrip("?？ ") or clause
        weak: Act | None = None
        for wording in self._wordings(clause):
            for act in self._fitting(wording, asks, depth):
                if not isinstance(act, _WEAK) or self._final(act, wording):
                    return act
                weak = weak or act
        return next(self._questions(clause), weak or acts.NotUnderstood(clause))

    def _questions(self, clause: str) -> Iterator[Act]:
        """The clause as a question to whoever is here, which is all that is left when no other rule fits."""
        for rule in self.book.rules:
            if rule.kind == "question" and rule.compiled("").fullmatch(clause):
                yield acts.Ask(None, clause)

    def _fitting(self, wording: str, asks: bool, depth: int) -> Iterator[Act]:
        people = alternation([called for name in self._everyone() for called in name])
        for rule in self.book.rules:
            if rule.kind not in BUILDERS or rule.kind in (MOVING if asks else ASKING):
                continue
            match = rule.compiled(people).fullmatch(wording)
            if match is None:
                continue
            groups = {name: value or "" for name, value in match.groupdict().items()}
            act = BUILDERS[rule.kind](self.reader, groups, lambda words: self.read(words, depth + 1))
            if act is not None:
                yield act

    def _everyone(self) -> Iterator[tuple[str, ...]]:
        for name in (*self.scope.people, *self.scope.absent):
            yield name.called
            yield tuple(called[1:] for called in name.called if len(called) == 3 and is_cjk(called))

    @staticmethod
    def _final(act: Act, wording: str) -> bool:
        """Whether nobody by a name ends the search: "ask Zorro about gold" is not a question to someone else."""
        return isinstance(act, acts.NoSuchPerson) and wording.lower().startswith(("ask ", "talk ", "speak "))

    def _wordings(self, clause: str) -> Iterator[str]:
        """The clause, then without one filler after another, each with and without what ends it."""
        for _ in range(MOST_FILLERS):
            yield clause
            if self.book.ending.search(clause):
                yield self.book.ending.sub("", clause).strip(" ,，")
            filler = self.book.filler.match(clause)
            clause = clause[filler.end() :].strip(" ,，") if filler else ""
            if not clause:
                return

    def _read_mended(self, clause: str, depth: int) -> Act | None:
        """The act of a clause whose verb was mistyped, if mending it makes sense of the whole."""
        for wording in list(self._wordings(clause))[-1:]:
            first, _, rest = wording.partition(" ")
            if is_cjk(first) or first.lower() in self.book.verbs:
                return None
            for verb in _slips_of(first.lower(), self.book.verbs):
                act = self._read_plain(f"{verb} {rest}".strip(), depth)
                if not isinstance(act, _WEAK):
                    return act
        return None

    def labelled(self, clause: str) -> Act | None:
        """A way out that is called by its whole label: it is taken."""
        label = find(clause.strip().rstrip(_ENDING), self.scope.labels)
        if label is None or label.score < EXACT or len(label.ids) != 1:
            return None
        return acts.Go(label.ids[0])

    def direction(self, clause: str) -> Act | None:
        """ "up", "go in", 上去: the only way out whose label begins like that."""
        match = _DIRECTION.fullmatch(clause.strip().rstrip(_ENDING))
        if match is None:
            return None
        heading = (match["to"] or match["zh"]).lower()
        ways = {name.id for name in self.scope.labels if _heads(name.called[0].lower(), heading)}
        return acts.Go(ways.pop()) if len(ways) == 1 else None

    def bare(self, clause: str) -> Act | None:
        """A name by itself is looked at or greeted."""
        clause = clause.strip().rstrip(_ENDING + "?？")
        begun = {name.id for name in self.scope.labels if _begins(name.called[0], clause)}
        if len(begun) == 1:
            return acts.Go(begun.pop())
        match thing(self.reader, clause):
            case acts.ExaminePerson(person):
                return acts.Talk(person)
            case acts.ExaminePlace(place):
                return acts.WherePlace(place)
            case act:
                return act


def _begins(label: str, words: str) -> bool:
    """Whether words of a direction and more are what a label begins with: "over the bridge"."""
    if not _HEADING.match(words):
        return False
    if is_cjk(words):
        return len(words) > 1 and label.startswith(words)
    return " " in words and f"{label} ".lower().startswith(f"{words} ".lower())


def _heads(label: str, heading: str) -> bool:
    if is_cjk(heading):
        return label.startswith(heading)
    first = label.split(" ")[0]
    return first == heading or (heading == "in" and first in ("into", "inside"))


def _asks(found: object, words: str) -> Act | None:
    return acts.Ask(found.id, words.rstrip("?？ ")) if isinstance(found, One) else None


def _slips_of(word: str, verbs: tuple[str, ...]) -> list[str]:
    from rapidfuzz.distance import OSA

    if len(word) < 3:
        return []
    return [
        verb
        for verb in verbs
        if OSA.distance(word, verb) == 1 and (len(verb) >= 4 or sorted(verb) == sorted(word))
    ]
