"""What the storyteller looks at: one stage, one language, one seed. Everything it says is read from here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from zlib import crc32

from rpg.runtime.clock import clock_text, time_of_day
from rpg.runtime.names import name_of
from rpg.runtime.scene import Scene, SceneExit, scene
from rpg.runtime.state import State
from rpg.text.messages import catalogue_language, message
from rpg.world.macros import expand
from rpg.world.model import Character, Location

_PERIODS = (
    (5 * 60, "night"),
    (7 * 60, "dawn"),
    (11 * 60, "morning"),
    (11 * 60 + 45, "late_morning"),
    (13 * 60, "noon"),
    (18 * 60, "afternoon"),
    (19 * 60, "dusk"),
    (22 * 60, "evening"),
    (24 * 60, "night"),
)
"""The parts of the day by the minute at which each ends."""

NOT_REPEATED = 3
"""Latest replies whose wordings are not used again while there are others."""

_PLACEHOLDER = re.compile(r"\{\w+\}")
_ENDED = (".", "!", "?", "”", "{text}", "{hint}", "**")
"""How wordings end that are sentences of their own."""

_LINES = re.compile(r"\s*\n\s*")
_SENTENCE = re.compile(r".+?(?:[.!?…]['\"”’]?(?=\s|$)|[。！？…]+[”』」]?|$)", re.S)


@dataclass(frozen=True, slots=True)
class View:
    """A stage as the storyteller sees it.

    language: a catalogue language. seed: chooses among wordings. history: (kind, text), oldest first.
    """

    state: State
    language: str
    seed: int = 0
    history: tuple[tuple[str, str], ...] = ()

    @property
    def scene(self) -> Scene:
        return scene(self.state)

    @property
    def here(self) -> str:
        return self.state.player_location

    @property
    def place(self) -> Location:
        return self.state.location(self.here) or Location(self.here, self.here)

    def person(self, id: str) -> Character:
        return self.state.character(id) or Character(id, id)

    def is_present(self, person: str) -> bool:
        return person in self.scene.present

    # -- wording ------------------------------------------------------------------------------

    def say(self, key: str, **values: object) -> str:
        """One of the wordings of `storyteller.KEY`, chosen by the seed and by what it is about; one that the
        latest replies have not used, as long as there is one."""
        wordings = self._wordings(key)
        about = ":".join((str(self.seed), key, *(str(value) for value in values.values())))
        first = crc32(about.encode()) % len(wordings)
        turned = wordings[first:] + wordings[:first]
        latest = self.narrations()[:NOT_REPEATED]
        fresh = (one for one in turned if not any(_core(one) in text for text in latest))
        chosen = next(fresh, turned[0]) if len(turned) > 1 else turned[0]
        if self.language == "en" and chosen.endswith(_ENDED):
            values = {name: _at_start(chosen, name, str(value)) for name, value in values.items()}
        return chosen.format_map({name: str(value) for name, value in values.items()})

    def sounds_like(self, key: str, text: str) -> bool:
        """Whether a text holds one of the wordings of `storyteller.KEY`, whatever it is about."""
        return any(_core(wording) in text for wording in self._wordings(key))

    def wordings(self, key: str, **values: object) -> list[str]:
        """Every wording of `storyteller.KEY`."""
        named = {name: str(value) for name, value in values.items()}
        return [wording.format_map(named) for wording in self._wordings(key)]

    def _wordings(self, key: str) -> list[str]:
        return message(self.language, f"storyteller.{key}").strip("\n").split("\n")

    def told(self, text: str, speaker: str = "") -> str:
        """Authored text, ready to be told: macros filled in, each line a paragraph."""
        values = {
            "user": self.state.world.player.name,
            "char": self.person(speaker).name if speaker else None,
            "location": self.place.name,
            "time": self.clock_text() or None,
        }
        return _LINES.sub("\n\n", expand(text, values).strip())

    def opening_of(self, text: str, speaker: str = "") -> str:
        """The first sentence of authored text; the second too when the first is very short. A quotation that
        goes on is closed."""
        sentences = _SENTENCE.findall(self.told(text, speaker).split("\n\n")[0])
        first = sentences[0].strip() if sentences else ""
        wide = len(first) * (2 if self.language == "zh" else 1)
        if wide < 30 and len(sentences) > 1:
            first = f"{first}{self.gap}{sentences[1].strip()}".strip()
        return f"{first}”" if first.count("“") > first.count("”") else first

    @property
    def gap(self) -> str:
        """What stands between two sentences."""
        return "" if self.language == "zh" else " "

    def sentences(self, parts: Iterable[str]) -> str:
        """The parts that are not empty, one after the other."""
        return self.gap.join(part for part in parts if part)

    def listed(self, things: Sequence[str], last: str = "and") -> str:
        """ "A, B and C"."""
        comma, link = self.say("comma"), message(self.language, f"storyteller.{last}")
        return link.join([comma.join(things[:-1]), things[-1]]) if len(things) > 1 else "".join(things)

    def counted(self, key: str, people: Sequence[str], **values: object) -> str:
        """The wording for one or for many people; "" for nobody."""
        if not people:
            return ""
        form = "one" if len(people) == 1 else "many"
        return self.say(f"{key}_{form}", names=self.names(people), **values)

    def names(self, people: Sequence[str], last: str = "and") -> str:
        return self.listed([self.name(person) for person in people], last)

    def name(self, id: str) -> str:
        """The name of a place or person as it stands inside a sentence."""
        name = name_of(self.state, id)
        return f"the {name[4:]}" if self.language == "en" and name.startswith("The ") else name

    # -- time ---------------------------------------------------------------------------------

    def clock_text(self) -> str:
        """ "" when time is not modelled."""
        return "" if self.state.clock is None else clock_text(self.state.clock, self.language)

    def period(self) -> str:
        """The time of day as a word; "" when time is not modelled."""
        if self.state.clock is None:
            return ""
        return message(self.language, f"storyteller.period_{part_of_day(self.state.clock)}")

    # -- what happened before -----------------------------------------------------------------

    def has_left(self, person: str) -> tuple[int, str] | None:
        """The turn in which a person was last parted from, and the place; None for one never met."""
        left = self.state.get(("left", person))
        return None if left is None else (int(left[0]), str(left[2]))

    def narrations(self) -> tuple[str, ...]:
        """What was told so far, latest first; the opening does not count."""
        return tuple(text for kind, text in reversed(self.history) if kind == "narration")

    def was_told(self, text: str) -> bool:
        """Whether the latest narrations held this text."""
        return any(text in narration for narration in self.narrations()[:6])

    def ways(self) -> tuple[SceneExit, ...]:
        """The ways out that the player sees, open or shut."""
        return self.scene.shown_exits


def part_of_day(clock: int) -> str:
    """The part of the day at a moment, as the catalogue calls it."""
    return next(name for end, name in _PERIODS if time_of_day(clock) < end)


def _at_start(wording: str, name: str, value: str) -> str:
    """A value as it stands in a wording: with a capital where it begins a sentence. A value that stands in
    several places is taken as it stands first."""
    before = wording[: max(wording.find(f"{{{name}}}"), 0)].rstrip("*( ")
    return value[:1].upper() + value[1:] if not before or before.endswith((".", "!", "?")) else value


@cache
def _core(wording: str) -> str:
    """The longest part of a wording that is the same whatever it is about."""
    return max(_PLACEHOLDER.split(wording), key=len)


def view_of(state: State, language: str, seed: int = 0, history: tuple[tuple[str, str], ...] = ()) -> View:
    """A view; language: a tag such as "zh-CN"."""
    return View(state, catalogue_language(language), seed, history)
