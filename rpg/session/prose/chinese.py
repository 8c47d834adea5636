"""Chinese prose as claims."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rpg.memory.clip import sentences
from rpg.session.prose import chinese_words as w
from rpg.session.prose.chinese_clauses import UNNAMED, Clause, ClauseReader
from rpg.session.prose.claims import PLAYER, Claim, Does
from rpg.session.prose.english_text import SETTING
from rpg.session.prose.names import Marked

LONGEST_WAY = 4
"""Sentences after which somebody on their way is no longer expected to arrive."""

_LEFT = re.compile(r"(?:离开|走出|跑出|冲出|出)了?⟦(\d+)⟧")
_PLACE_MARK = re.compile(r"⟦(\d+)⟧")
_PERSON_MARK = re.compile(r"⟨\d+⟩")
_RUNS_THROUGH = re.compile(r"[跑走过]了?[^,]{0,3}[遍圈步]")
_KNOCKS = re.compile(r"[敲叩推拍]|再")


def chinese_claims(text: Marked, here: str, goal: str | None = None) -> Iterator[Claim]:
    """What a Chinese reply claims. text: marked and without what is said aloud. here: the place of the scene.
    goal: where the player said they would go."""
    reader = _Reader(text, here, goal)
    claims: list[Claim] = []
    for number, part in enumerate(sentences(text.text)):
        if w.UNSAID.search(part):
            claims.clear()
        claims.extend(reader.read(number, part))
    yield from claims


class _Reader:
    """Reads one reply, sentence by sentence."""

    def __init__(self, text: Marked, here: str, goal: str | None = None) -> None:
        self._owners = text.owners
        self._here = here
        self._clauses = ClauseReader(text)
        self._way_until = -1
        self._now = 0
        self._remote = False
        self._taken = False
        self._goal = goal
        self._memory = 0
        self._knocked = False
        self._taken_off: set[str] = set()
        self._afar: set[str] = set()

    def read(self, number: int, part: str) -> Iterator[Claim]:
        """The claims of a sentence; a question has none."""
        self._now = number
        line = self._clauses.line(part)
        self._knocked = _KNOCKS.search(line) is not None
        if line.startswith(SETTING):
            marks = _PLACE_MARK.findall(line)
            if marks:
                yield Claim("at", PLAYER, number, self._owners[int(marks[0])])
            return
        self._memory = 3 if w.LONG_AGO.search(line) else 0 if w.NOW.search(line) else self._memory - 1
        self._remote = w.REMOTE.search(line) is not None
        if self._remote:
            self._afar.update(self._owners[int(mark[1:-1])] for mark in _PERSON_MARK.findall(line))
        if line.rstrip().endswith("?") and "¶" not in line:
            return
        for clause in self._clauses.clauses(line, remembered=self._memory > 0):
            yield from (Claim(does, who, number, place) for does, who, place in self._clause(clause))

    # -- claims -------------------------------------------------------------------------------

    def _owner_of(self, mark: str | None) -> str | None:
        return None if mark is None else self._owners[int(mark)]

    def _clause(self, clause: Clause) -> Iterator[tuple[Does, str, str | None]]:
        place = self._place(clause)
        if place is not None:
            yield "at", PLAYER, place
            self._way_until, self._goal = -1, None
        else:
            self._sets_out(clause)
        for does, who in self._others(clause):
            if who not in (PLAYER, UNNAMED) and not (does == "acts" and who in self._taken_off | self._afar):
                yield does, who, None
        for mark in _PERSON_MARK.findall(clause.text):
            self._clauses.last = self._owners[int(mark[1:-1])]

    def _place(self, clause: Clause) -> str | None:
        taken = w.TAKEN.search(clause.text)
        carried, self._taken = self._taken, taken is not None and clause.subject != PLAYER
        if not clause.real:
            return None
        self._taken = self._taken or (carried and not clause.own)
        if "⟦" not in clause.text:
            return self._goal if self._comes_in(clause) else None
        if clause.subject == PLAYER or taken or carried:
            found = self._by_doing(clause, taken.end() if taken and clause.subject != PLAYER else 0)
            if found is not None:
                return found
        found = self._found(w.ARRIVED, clause.text)
        if found is None and (self._now <= self._way_until or self._knocked):
            found = self._found(w.DOOR_OPENS, clause.text)
        if found is None and self._now <= self._way_until:
            found = self._found(w.PUSHED, clause.text)
        if found is not None or clause.subject not in (PLAYER, UNNAMED, None):
            return found
        if self._now > self._way_until:
            return None
        return self._found(w.ARRIVES, clause.text) or self._by_mention(clause.text)

    def _by_doing(self, clause: Clause, start: int) -> str | None:
        """The place that the player goes to, or is taken to."""
        for pattern in (*w.AT, w.TAKEN_TO) if start else w.AT:
            for match in pattern.finditer(clause.text, start):
                if self._asserted(clause.text, match):
                    return self._owners[int(match["place"])]
        return None

    def _found(self, pattern: re.Pattern[str], text: str) -> str | None:
        match = pattern.search(text)
        if match is None or not self._asserted(text, match):
            return None
        return self._owners[int(next(group for group in match.groups() if group is not None))]

    def _comes_in(self, clause: Clause) -> bool:
        """Whether somebody whose goal is known gets there."""
        if self._goal is None or self._now > self._way_until or clause.subject not in (PLAYER, UNNAMED, None):
            return False
        match = w.COMES_IN.search(clause.text)
        return match is not None and self._asserted(clause.text, match)

    def _by_mention(self, text: str) -> str | None:
        """Whoever is on their way has come to the place that is spoken of as if they stood before it."""
        marks = list(_PLACE_MARK.finditer(text))
        if not marks or w.FAR.search(text) or not self._asserted(text, marks[-1]):
            return None
        return self._owners[int(marks[-1][1])]

    def _asserted(self, text: str, match: re.Match[str]) -> bool:
        """Whether what was found is told as done, and not wished or denied."""
        ahead = w.REAL_NOT.sub("", text[: match.end()])
        return w.UNREAL.search(ahead) is None and w.REPORTED.search(ahead) is None

    def _sets_out(self, clause: Clause) -> None:
        if not clause.real or w.INDOORS.search(clause.text):
            return
        sits = w.AIMS.search(clause.text)
        if sits is not None and sits["sits"] is not None:
            self._goal, self._way_until = self._owners[int(sits["sits"])], max(self._way_until, self._now + 2)
        if w.LEADS_ON.search(clause.text):
            self._way_until = self._now + LONGEST_WAY
        if self._now <= self._way_until:
            self._aims(clause.text)
        bare = w.REAL_NOT.sub("", clause.text)
        bare = _RUNS_THROUGH.sub("", bare)
        moved = w.SETS_OUT.search(bare)
        if moved is None or w.UNREAL.search(bare, 0, moved.end()):
            return
        if clause.subject in (PLAYER, None) or w.TAKEN.search(clause.text):
            self._way_until = self._now + LONGEST_WAY
            self._aims(clause.text)
        elif self._now <= self._way_until and clause.subject == UNNAMED:
            self._aims(clause.text)

    def _aims(self, text: str) -> None:
        """Keeps where a way leads."""
        match = w.AIMS.search(text)
        if match is not None:
            self._goal = self._owners[int(match["aim"] or match["near"] or match["sits"])]

    # -- the others -----------------------------------------------------------------------------

    def _others(self, clause: Clause) -> Iterator[tuple[Does, str]]:
        if not clause.real:
            return
        bare = w.REAL_NOT.sub("", clause.text)
        yield from self._named(clause, bare)
        who = clause.subject
        if who in (None, PLAYER, UNNAMED):
            return
        assert who is not None
        rest = w.REAL_NOT.sub("…", clause.rest) if clause.own else bare
        if w.TAKEN.search(clause.text):
            if clause.own:
                yield "acts", who
            return
        yield from self._did(clause, rest, who)

    def _did(self, clause: Clause, rest: str, who: str) -> Iterator[tuple[Does, str]]:
        goes, comes = w.GOES.search(clause.rest), w.COMES.search(clause.rest)
        if comes is not None and self._told(clause, comes) and not (goes and goes.start() >= comes.start()):
            yield "came", who
        elif goes is not None and self._told(clause, goes) and not self._to_here(clause.rest):
            yield "went", who
        elif (left := _LEFT.search(clause.rest)) is not None and self._owners[int(left[1])] == self._here:
            if self._told(clause, left):
                yield "went", who
        elif clause.own and self._acts(clause, rest):
            yield "acts", who

    def _acts(self, clause: Clause, rest: str) -> bool:
        match = w.ACTS.search(clause.rest)
        return (
            match is not None and self._told(clause, match) and not w.UNREAL.search(rest) and "⟦" not in rest
        )

    def _told(self, clause: Clause, match: re.Match[str]) -> bool:
        """Whether what was found behind the subject is told as done."""
        if w.WATCHES.search(clause.rest, 0, match.start()):
            return False
        before = clause.text[: len(clause.text) - len(clause.rest)]
        ahead = w.REAL_NOT.sub("", before + clause.rest[: match.start()])
        return w.UNREAL.search(ahead) is None and w.REPORTED.search(ahead) is None

    def _to_here(self, rest: str) -> bool:
        """Whether somebody goes where the scene is."""
        marks = re.findall(r"⟦(\d+)⟧", rest)
        return (
            bool(marks)
            and all(self._owners[int(mark)] == self._here for mark in marks)
            and not re.search(r"出", rest)
        )

    def _named(self, clause: Clause, bare: str) -> Iterator[tuple[Does, str]]:
        text = clause.text
        for match in w.COMES_NAMED.finditer(text):
            if not w.UNREAL.search(w.REAL_NOT.sub("", text[: match.start()])):
                yield "came", self._owners[int(next(group for group in match.groups() if group is not None))]
        for match in w.GOES_NAMED.finditer(text):
            yield "went", self._owners[int(next(group for group in match.groups() if group is not None))]
        alone = w.ALONE.search(text)
        if (
            alone is not None
            and self._clauses.last not in (None, UNNAMED, PLAYER)
            and self._clauses.last != self._owner_of(alone["with"])
        ):
            yield "went", str(self._clauses.last)
        if w.SEAT_EMPTY.search(text) and self._clauses.last not in (None, UNNAMED, PLAYER):
            yield "went", str(self._clauses.last)
        off = w.CARRIED_OFF.search(text)
        if off is not None and not w.UNREAL.search(w.REAL_NOT.sub("", text[: off.start()])):
            mark = off["mark"] or off["held"]
            whom = self._owners[int(mark[1:-1])] if mark[0] == "⟨" else self._clauses.last
            if (
                whom is not None
                and whom != clause.subject
                and (off["mark"] or w.LEADS_OFF.search(text[off.end() :]))
            ):
                self._taken_off.add(whom)
                yield "went", whom
        for match in w.SPEAKS.finditer(text):
            if match["who"] is not None:
                yield "acts", self._owners[int(match["who"])]
