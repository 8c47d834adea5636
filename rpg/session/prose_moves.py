"""Whether a reply moved somebody in words alone: narrated, but not recorded. Source: docs/design.md §6.

A guess, for a notice with a way to record it; nothing is ever applied from here. The last place that the prose
puts the player in is compared with where the state has them; who comes and goes, with who is there. What is
said aloud, wished, remembered, denied or asked does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rpg.memory.clip import sentences
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.session.prose_marks import Marks, marks_of
from rpg.text.folding import fold
from rpg.world.model import Character, Location

Kind = Literal["player_moved", "arrived", "left"]

SHORTEST_NAME = 2
"""Letters of a name that is looked for; one letter stands in too many words."""

MOST_TEXT = 20_000
"""Characters of a reply that are looked at, from its end."""


_MARKS = str.maketrans("⟦⟧⟨⟩", "    ")


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Something the prose says and the state does not. id: the place the player went to, or who came or left.
    sentence: where it stands in the reply."""

    kind: Kind
    id: str
    sentence: str


def moved_in_prose(text: str, before: State, after: State, language: str) -> tuple[Suspicion, ...]:
    """What `text` seems to say of comings and goings that `after` does not hold.

    before, after: the state as the turn began and as it ended. language: of the prose.
    """
    reader = _Reader(before, after, marks_of(language))
    return tuple(reader.read(text[-MOST_TEXT:]))


@dataclass(frozen=True, slots=True)
class _Name:
    """A name as it is looked for: folded. id: whose it is; "player" for the player's own."""

    text: str
    id: str


class _Reader:
    """Reads one reply."""

    def __init__(self, before: State, after: State, marks: Marks) -> None:
        self._before = before
        self._after = after
        self._marks = marks
        self._here = frozenset(present(after))

    def read(self, text: str) -> Iterator[Suspicion]:
        told = self._marks.quoted.sub(_blank, text).replace("’", "'")
        for short, full in self._marks.contractions:
            told = told.replace(short, full)
        folded = fold(told)
        places = self._names(folded, (self._after.location(id) for id in self._after.location_ids()))
        people = self._names(folded, (self._after.character(id) for id in self._after.character_ids()))
        yield from self._player(told, places, people)
        yield from self._others(told, people, places)

    def _names(self, folded: str, things: Iterator[Location | Character | None]) -> list[_Name]:
        """Names that stand in the text, longest first."""
        found = {
            _Name(name, thing.id)
            for thing in things
            if thing is not None
            for called in (thing.name, *thing.aliases)
            for name in self._marks.spellings(fold(called), person=isinstance(thing, Character))
            if len(name) >= SHORTEST_NAME and name in folded
        }
        return sorted(found, key=lambda name: (-len(name.text), name.text, name.id))

    # -- the player -------------------------------------------------------------------------

    def _player(self, told: str, places: list[_Name], people: list[_Name]) -> Iterator[Suspicion]:
        """The last place the prose puts the player in, if the state has them elsewhere."""
        found: tuple[str, str] | None = None
        for sentence in sentences(told) if places else ():
            place = self._place_in(sentence, places, people)
            if place is not None:
                found = (place, sentence)
        if found is None or found[0] in (self._after.player_location, self._before.player_location):
            return
        yield Suspicion("player_moved", found[0], found[1])

    def _place_in(self, sentence: str, places: list[_Name], people: list[_Name]) -> str | None:
        """The place in which a sentence puts the player."""
        marked = self._marked(fold(sentence), places, people)
        if marked is None:
            return None
        line, owners = marked
        found = [
            (match.end(), owners[int(match["place"])])
            for pattern in self._marks.player_at
            for match in pattern.finditer(line)
            if self._asserted(line, match)
        ]
        return max(found)[1] if found else None

    # -- the others -------------------------------------------------------------------------

    def _others(self, told: str, people: list[_Name], places: list[_Name]) -> Iterator[Suspicion]:
        """Who came or left by the prose's last word on them."""
        last: dict[str, tuple[Kind, str]] = {}
        for sentence in sentences(told) if people else ():
            for who, kind in self._comings(sentence, people, places):
                last[who] = (kind, sentence)
        for who, (kind, sentence) in last.items():
            if (who in self._here) != (kind == "arrived"):
                yield Suspicion(kind, who, sentence)

    def _comings(self, sentence: str, people: list[_Name], places: list[_Name]) -> Iterator[tuple[str, Kind]]:
        line, owners = self._people_marked(fold(sentence), people, places)
        patterns: tuple[tuple[Kind, re.Pattern[str]], ...] = (
            ("arrived", self._marks.arrives),
            ("left", self._marks.leaves),
        )
        found = [
            (match.start(), owners[int(match["who"])], kind)
            for kind, pattern in patterns
            for match in pattern.finditer(line)
            if self._asserted(line, match)
        ]
        yield from ((who, kind) for _, who, kind in sorted(found))

    # -- sentences with marks for names -------------------------------------------------------

    def _marked(
        self, line: str, places: list[_Name], people: list[_Name]
    ) -> tuple[str, Mapping[int, str]] | None:
        """The sentence with ⟦n⟧ for places, ⟨⟩ for people and the player's name as "you"; None without a place."""
        owners: dict[int, str] = {}
        line = self._with_player(line.translate(_MARKS))
        for name in places:
            owners[len(owners)] = name.id
            line = self._put(line, name, f"⟦{len(owners) - 1}⟧")
        if "⟦" not in line:
            return None
        for name in people:
            line = self._put(line, name, "⟨⟩")
        return line, owners

    def _people_marked(
        self, line: str, people: list[_Name], places: list[_Name]
    ) -> tuple[str, Mapping[int, str]]:
        """The sentence with ⟨n⟩ for people and ⟦⟧ for places."""
        owners: dict[int, str] = {}
        line = line.translate(_MARKS)
        for name in people:
            owners[len(owners)] = name.id
            line = self._put(line, name, f"⟨{len(owners) - 1}⟩")
        for name in places:
            line = self._put(line, name, "⟦⟧")
        return line, owners

    def _with_player(self, line: str) -> str:
        name = fold(self._after.world.player.name)
        return self._put(line, _Name(name, "player"), self._marks.you) if len(name) >= SHORTEST_NAME else line

    def _put(self, line: str, name: _Name, mark: str) -> str:
        """The line with `mark` for the name, outside of marks that stand already."""
        pattern = rf"[⟦⟨]\d*[⟧⟩]|{self._marks.bordered(name.text)}"
        return re.sub(pattern, lambda found: found[0] if found[0][0] in "⟦⟨" else mark, line)

    def _asserted(self, line: str, match: re.Match[str]) -> bool:
        """Whether what was found is told as done, and not wished, denied or asked."""
        if line.rstrip().endswith(("?", "？")):
            return False
        marks, line = self._marks, self._marks.harmless.sub(_blanks, line)
        start = max(line.rfind(stop, 0, match.end()) for stop in marks.stops) + 1
        unreal = marks.unreal.search(line, start, match.end())
        return unreal is None and marks.reported.search(line, 0, match.end()) is None


def _blank(match: re.Match[str]) -> str:
    return " "


def _blanks(match: re.Match[str]) -> str:
    """As many blanks, so that places in the line stay where they are."""
    return " " * len(match[0])
