"""Where one act of a line ends and the next begins.

A line is cut where both sides are acts of their own. What is left of an act that stands by itself is another
part of the line, understood or not, and never a piece of a name: "go to the inn and order soup".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.clause import LOST, ClauseReader, is_weak
from rpg.narrator.storyteller.matching import is_cjk, is_long
from rpg.narrator.storyteller.reading import Nothing, is_sure
from rpg.text.folding import fold

_QUOTES = re.compile(r"[\"“”「」『』]")
_ONWARD = re.compile(r"^(?:and )?(?:then )?(?P<to>(?:to|into) )", re.I)
_DETERMINER = re.compile(r"\b(?:the|an?|my|his|her|its|our|their|your|this|that|these|those|some)\s", re.I)
_ABOUT = re.compile(r"^(?P<who>.{1,40}?) (?:about|for|where|what|why|who|how|whether|if)\b", re.I)
_OPEN = (acts.Ask, acts.Tell, acts.Give)
"""Acts whose words go on as far as they may."""

_MARKS = (";", ".", "!", "?", "。", "；", "！", "？")
"""What ends a sentence, whatever it came to."""

_COMMAS = (",", "，")

_SEEING = (acts.ExamineDetail, acts.ExaminePerson, acts.ExaminePlace, acts.Handle, acts.Unseen)
_SAID = (acts.NotUnderstood, acts.Tell, acts.Ask, acts.Unseen)
"""What prose comes to when it is read as acts."""

MOST_SAID = 3
"""Pieces of a long line that come to nothing, from which on it is taken for a text and not for acts."""


MOST_PURPOSES = 4
"""Places at which a going may end and its purpose begin, that are tried."""


@dataclass(frozen=True, slots=True)
class Cutter:
    """Cuts lines by the phrases that a reader of clauses knows."""

    clauses: ClauseReader
    _read_before: dict[str, Act] = field(default_factory=dict, compare=False)

    def cut(self, line: str) -> tuple[str, ...]:
        """The clauses of a line; the line itself when it cannot be cut safely."""
        if _QUOTES.search(line) or self.clauses.is_way(line):
            return (line,)
        cut = tuple(self._joined(line))
        return (line,) if not cut or self._is_prose(line, cut) else cut

    def _joined(self, line: str) -> Iterator[str]:
        """The pieces between all possible cuts, those that belong together put together again."""
        current = ""
        for cut, piece in self._pieces(line):
            onward = self._going_on(current, cut, piece)
            named = self._cuts_a_name(current, cut, piece)
            if current and not named and self._may_cut(current, cut, onward):
                yield from self._by_purpose(current)
                current = onward
            else:
                current = f"{current}{cut}{piece}"
        if current:
            yield from self._by_purpose(current)

    def _pieces(self, line: str) -> Iterator[tuple[str, str]]:
        """The pieces between all possible cuts, each with the cut before it."""
        book = self.clauses.book
        cuts = "|".join(map(re.escape, (*book.strong_cuts, *book.weak_cuts)))
        start, cut = 0, ""
        for match in re.finditer(rf"(?<!\.)(?:{cuts})", line, re.I):
            yield cut, line[start : match.start()]
            start, cut = match.end(), match[0]
        yield cut, line[start:]

    def _is_prose(self, line: str, cut: tuple[str, ...]) -> bool:
        """Whether a long line is a text rather than what the player does."""
        if not is_long(line) or len(cut) <= MOST_SAID:
            return False
        said = [clause for clause in cut if isinstance(self.clauses.understand(clause), _SAID)]
        return len(said) >= MOST_SAID and 2 * len(said) > len(cut)

    def _read(self, clause: str) -> Act:
        """The act of a clause; what grows piece by piece is read again and again."""
        if clause not in self._read_before:
            self._read_before[clause] = self.clauses.read(clause)
        return self._read_before[clause]

    # -- between two pieces -------------------------------------------------------------------

    def _may_cut(self, before: str, cut: str, after: str) -> bool:
        """Whether both sides of a cut are acts of their own, or the first is and leaves nothing out."""
        book, strong = self.clauses.book, cut.lower() in self.clauses.book.strong_cuts
        if book.condition.match(before) or self._is_empty(after):
            return False
        first, second = self._read(before), self._read(after)
        greeted_twice = first == second and isinstance(first, acts.Talk)
        if greeted_twice:
            return False
        if isinstance(first, acts.Tell) and not self._is_farewell(first) and not strong:
            return first.person is None and cut.strip() in _COMMAS and self._asks(second, after)
        if is_weak(second):
            return self._stands_alone(first, second, after, cut)
        lost = isinstance(first, LOST) and (strong or not isinstance(first, acts.NoSuchPerson))
        return lost or not is_weak(first)

    def _asks(self, act: Act, words: str) -> bool:
        """Whether a remark is followed by a question of its own: "I come about the book, what is your name?"."""
        return isinstance(act, acts.Ask) and bool(self.clauses.book.question.fullmatch(words))

    def _stands_alone(self, first: Act, second: Act, after: str, cut: str) -> bool:
        """Whether what follows the first act, though it comes to nothing, is no part of it."""
        ends = any(mark in cut for mark in _MARKS)
        if is_weak(first):
            return ends or (isinstance(first, LOST) and isinstance(second, LOST))
        if isinstance(first, _OPEN) and not self._is_farewell(first):
            return ends
        return ends or isinstance(second, LOST) or not self._begins_with_somebody(after)

    def _is_somebody(self, words: str) -> bool:
        """Whether words are no more than a name, which may be one of several: "take Mira, Tomas and Sela"."""
        return is_sure(self.clauses.reader.person(words))

    def _begins_with_somebody(self, words: str) -> bool:
        return self._is_somebody(words) or is_sure(self.clauses.reader.split_person(words)[0])

    def _is_empty(self, words: str) -> bool:
        """Whether words are polite or mean nothing by themselves."""
        book = self.clauses.book
        padded = f" {words.strip(' .。!！~～')}"
        return bool(
            book.filler.fullmatch(f"{padded.strip()} ")
            or book.filler.fullmatch(padded.strip())
            or book.trailing.fullmatch(padded)
            or book.ending.fullmatch(padded)
            or book.trailing.fullmatch(padded.strip())
        )

    def _cuts_a_name(self, before: str, cut: str, after: str) -> bool:
        """Whether a name lies across the cut: "the Fox and Hounds"."""
        first, second = fold(before), fold(after)
        whole = f"{first}{fold(cut)}{second}"
        return any(
            called in whole and called not in first and called not in second
            for called in self.clauses.names
            if len(called) > len(cut)
        )

    def _is_farewell(self, act: Act) -> bool:
        """A word to someone, or none: what follows a comma or "and" is not part of it."""
        if not isinstance(act, acts.Tell) or act.person is None:
            return False
        words = act.words
        brief = len(words) <= 3 if is_cjk(words) else len(words.split()) <= 1
        return brief and not self.clauses.book.filler.match(f"{words} ")

    def _going_on(self, before: str, cut: str, piece: str) -> str:
        """What leaves the verb out repeats the one before: "then to the chapel", "and the boats"."""
        first = self._read(before) if before else None
        match first:
            case acts.Go() | acts.NoSuchPlace():
                onward = _ONWARD.match(piece)
                if onward and isinstance(first, acts.Go):
                    return f"go {piece[onward.start('to') :]}"
                return f"go to {piece}" if self._is_place(piece) else piece
            case acts.Ask() if (about := _ABOUT.match(piece)) and self._is_somebody(about["who"]):
                return f"ask {piece}"
            case _ if isinstance(first, _SEEING) and _DETERMINER.match(piece) and cut.strip() != "":
                return f"{_lead(before)}{piece}" if is_weak(self._read(piece)) else piece
            case _:
                return piece

    def _is_place(self, words: str) -> bool:
        return not is_cjk(words) and is_sure(self.clauses.reader.named_place(words) or Nothing(words))

    # -- within a piece -----------------------------------------------------------------------

    def _by_purpose(self, clause: str) -> Iterator[str]:
        """A going and what it is for: "go to the inn to find Sela", 去酒馆喝一杯."""
        for before, after in islice(self._purposes(clause), MOST_PURPOSES):
            if self._goes(before) and not self._goes_on(before, after):
                yield before
                yield from self._by_purpose(after)
                return
        yield clause

    def _purposes(self, clause: str) -> Iterator[tuple[str, str]]:
        if self.clauses.book.question.fullmatch(clause):
            return
        for joint in self.clauses.book.purpose:
            for match in re.finditer(re.escape(joint), clause, re.I):
                yield clause[: match.start()], clause[match.end() :]
        for called in sorted(self.clauses.places, key=len, reverse=True):
            at = fold(clause).find(called) if is_cjk(called) or is_cjk(clause) else -1
            if at > 0:
                yield clause[: at + len(called)], clause[at + len(called) :]

    def _goes(self, clause: str) -> bool:
        return isinstance(self._read(clause), acts.Go)

    def _goes_on(self, before: str, after: str) -> bool:
        """Whether what follows still says where, or nothing."""
        if not after.strip() or self._is_empty(after) or after[0] in "的和跟与、":
            return True
        return not is_cjk(after) and is_sure(self.clauses.reader.place(after))


def _lead(clause: str) -> str:
    """The words before what is looked at or taken."""
    begun = _DETERMINER.search(clause)
    return clause[: begun.start()] if begun else f"{clause.split(' ')[0]} "
