"""What one clause means: rules tried in order, whoever is called by name, slips of the finger, bare names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.building import BUILDERS
from rpg.narrator.storyteller.building_talk import asked_of
from rpg.narrator.storyteller.building_things import thing
from rpg.narrator.storyteller.headings import begun_way, direction, labelled
from rpg.narrator.storyteller.matching import is_cjk, is_long
from rpg.narrator.storyteller.mending import slips_of
from rpg.narrator.storyteller.phrasebook import ASKING, FALLBACK, MOVING, Phrasebook, alternation
from rpg.narrator.storyteller.reading import MOST_NAME_WORDS, One, Reader, is_sure
from rpg.narrator.storyteller.scope import Scope
from rpg.text.folding import fold

MOST_FILLERS = 6
"""Filler words that are dropped from the front of a clause at most."""

ENDING = " \t.。!！~～…,，;；"
_QUOTED = re.compile(r"^[\"“「『](.{1,400}?)[\"”」』]?(?:,? (?:i|we) say)?[.。]?$", re.I)
_CALLED = re.compile(r"^(?P<who>[^,，:：]{1,40})[,，:：]\s*(?P<words>.+)$")
_CALLING = re.compile(r"^(?P<words>.+?)[,，]\s*(?P<who>[^,，]{1,40})$")
LOST = (acts.NoSuchPerson, acts.NoSuchPlace, acts.Unseen)
WEAK = (*LOST, acts.NotUnderstood)
"""Acts that another way to read the words may better."""


def is_weak(act: Act) -> bool:
    return isinstance(act, WEAK)


@dataclass(frozen=True, slots=True)
class ClauseReader:
    """Reads clauses in one scope by the phrases of one language."""

    scope: Scope
    book: Phrasebook
    reader: Reader

    def understand(self, clause: str) -> Act:
        """The act that a clause means; a bare name is looked at or greeted."""
        words = clause.strip().rstrip(ENDING)
        act = labelled(words, self.scope) or direction(words, self.scope) or self.read(clause)
        if is_long(clause) and not (isinstance(act, acts.Tell | acts.Ask) and self._is_said(clause, act)):
            return acts.NotUnderstood(words)
        return self._bare(words.rstrip("?？ ")) or act if is_weak(act) else act

    def is_way(self, clause: str) -> bool:
        """Whether a clause is the whole label of a way out."""
        return labelled(clause.strip().rstrip(ENDING), self.scope) is not None

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that has a name here, folded."""
        named = (*self.scope.people, *self.scope.absent, *self.scope.details)
        return (*(fold(called) for name in named for called in name.called), *self.places)

    @property
    def places(self) -> tuple[str, ...]:
        """What places and ways are called, and what stands for the one last spoken of; folded."""
        named = (*self.scope.places, *self.scope.labels, self.scope.here)
        there = ("那里", "那边", "那儿") if self.scope.there else ()
        return (*(fold(called) for name in named for called in name.called), *there)

    def _is_said(self, clause: str, act: acts.Tell | acts.Ask) -> bool:
        """Whether a long text is plainly said to someone."""
        return act.person is not None or bool(_QUOTED.match(clause))

    def read(self, clause: str, depth: int = 0) -> Act:
        """The act of one clause; a bare name is none."""
        clause = clause.strip().rstrip(ENDING)
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
        return self._read_mended(clause, depth) or act if is_weak(act) else act

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
        marked = clause.endswith(("?", "？"))
        clause = clause.rstrip("?？ ") or clause
        weak: Act | None = None
        for wording in self._wordings(clause):
            for act in self._fitting(wording, asks, depth):
                if not is_weak(act) or self._final(act, wording):
                    return act
                weak = weak or act
        said = (act for act in self._said(clause) if isinstance(act, acts.Ask) or not (marked or weak))
        return next(said, weak or acts.NotUnderstood(clause))

    def _said(self, clause: str) -> Iterator[Act]:
        """The clause as a question or a remark to whoever is here, which is all that is left when no other rule
        fits."""
        people = self._people()
        for wording in self._unhailed(clause):
            for rule in self.book.rules:
                if rule.kind in FALLBACK and rule.compiled(people).fullmatch(wording):
                    yield acts.Ask(None, clause) if rule.kind == "question" else acts.Tell(None, clause)

    def _fitting(self, wording: str, asks: bool, depth: int) -> Iterator[Act]:
        people = self._people()
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

    def _people(self) -> str:
        return alternation([called for name in self._everyone() for called in name])

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
            if is_cjk(first) or first.lower() in (*self.book.verbs, *self.book.other_verbs):
                return None
            for verb in slips_of(first.lower(), self.book.verbs):
                act = self._read_plain(f"{verb} {rest}".strip(), depth)
                if not is_weak(act):
                    return act
        return None

    def _bare(self, clause: str) -> Act | None:
        """A name by itself is looked at or greeted, a thing with a verb that no rule knows is tried; the beginning of
        a way's label is that way."""
        way = begun_way(clause, self.scope)
        if way is not None:
            return acts.Go(way)
        match thing(self.reader, clause):
            case acts.ExaminePerson(person):
                return acts.Talk(person)
            case acts.ExaminePlace(place):
                return acts.WherePlace(place)
            case acts.ExamineDetail(detail) if not self.reader.is_name(clause, detail):
                return acts.Handle(detail)
            case act:
                return act


def _asks(found: object, words: str) -> Act | None:
    return acts.Ask(found.id, words.rstrip("?？ ")) if isinstance(found, One) else None
