"""What a scene puts into the setting of a prompt: the same texts as in play, for the worst case.

The player knows every place by then, and nothing that the story waits for has happened. Source: docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice

from rpg.text.labels import Say, instructions, speaker
from rpg.text.messages import catalogue_language
from rpg.text.presets import SHIPPED, shipped_text
from rpg.world.beats import Condition, told_flag
from rpg.world.checks.base import Subject
from rpg.world.macros import expand
from rpg.world.model import Character, Exit, Location, Preset
from rpg.world.presets import read_presets
from rpg.world.sheets import character_sheet, location_digest, location_sheet, name_line

TOOLS = {"en": 860, "zh": 985}
"""Tokens of the schemas of all tools of the game, by the language of their descriptions."""

RULES = {"en": 558, "zh": 643}
"""And of those alone that are its rules; the others are withheld before a scene is refused."""

NAMED = 24
"""Places and people that the name list holds of each."""

KEY_FACTS = 60
"""Tokens of the key facts on the card of the moment."""

AWAITED = 8
"""Facts on the card that the story waits for."""

LORE = 10
"""Tokens around one entry of lore."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Tokens of setting. whole: with all that goes with a scene. least: when what can give way has given way."""

    whole: int
    least: int


@dataclass(frozen=True)
class Forecaster:
    """Forecasts the scenes of one world; what they share is counted once."""

    subject: Subject

    def scene(self, place: Location, cast: Iterable[str]) -> Forecast:
        """The setting at `place` with those people there."""
        people = [self.subject.world.characters[id] for id in cast]
        sheets = self.place(place) + sum(self._person[person.id] for person in people)
        card = self._count("\n".join(self._card(place, people)))
        near = self._count("\n".join(self._next_door(place)))
        names = self._count("\n".join(self._names(place)))
        facts = KEY_FACTS if place.summary or any(person.summary for person in people) else 0
        fixed, language = self.shared + sheets + card, self._language
        return Forecast(
            fixed + TOOLS[language] + near + names + facts + self._constant, fixed + RULES[language]
        )

    def place(self, place: Location) -> int:
        """Tokens of a place's sheet with its delimiters; the ways out are on the card."""
        return self._count(_block("place", location_sheet(place, self.subject.world, exits=()), place.id))

    @cached_property
    def shared(self) -> int:
        """Tokens that every scene shares: instructions, the world's rules, the preset, player and answers."""
        return sum(self._count(text) for text in self._shared())

    def _shared(self) -> Iterator[str]:
        world, say = self.subject.world, self._say
        yield instructions(self._language, "platform")
        tone = [say("tone", text=world.tone)] if world.tone else []
        yield "\n".join(
            [say("world", name=world.name), say("prose", language=world.language), *tone, world.rules]
        )
        yield from (entry.text for entry in self._preset.entries if entry.enabled)
        yield "\n".join([say("player", name=world.player.name), world.player.description])
        asked = [(one.ask, max([*one.choices, one.default], key=len)) for one in world.questions]
        given = [say("answer", ask=ask, text=text) for ask, text in asked if text]
        yield "\n".join([say("answers"), *given]) if given else ""
        yield say("begin")

    # -- what changes from scene to scene -----------------------------------------------------

    def _next_door(self, place: Location) -> Iterator[str]:
        ends = [self._at(exit) for exit in self._exits(place) if not exit.hidden]
        near = [location_digest(end, self.subject.world) for end in ends if end is not None]
        yield from (self._say("next_door"), *(f"- {line}" for line in near)) if near else ()

    def _names(self, place: Location) -> Iterator[str]:
        """The name list: the nearest places, and people by where they live."""
        say, world = self._say, self.subject.world
        near = list(islice(self._nearest(place), NAMED))
        homes = {place.id: [], **{one.id: list[Character]() for one in near}}
        for person in world.characters.values():
            homes.get(person.location or "", []).append(person)
        people = dict.fromkeys(person.id for person in chain(*homes.values(), world.characters.values()))
        who = [world.characters[id] for id in islice(people, NAMED)]
        if near:
            yield f"{say('roster_places')} {self._pairs(near)}"
        if who:
            yield f"{say('roster_people')} {self._pairs(who)}"

    def _card(self, place: Location, people: list[Character]) -> Iterator[str]:
        """The card of the moment without its key facts."""
        say, semicolon = self._say, self._say("semicolon")
        time = "00 00:00" if self.subject.world.clock is not None else ""
        yield _block(
            "now",
            say("here_at", name=name_line(place), time=time) if time else say("here", name=name_line(place)),
        )
        yield say("people", people=semicolon.join(map(name_line, people))) if people else say("alone")
        ways = [self._way(exit) for exit in self._exits(place)]
        yield say("ways", ways=semicolon.join(ways)) if ways else say("no_ways")
        if wanted := list(islice(self._awaited(place, people), AWAITED)):
            yield say("awaited", flags=semicolon.join(wanted))

    def _way(self, exit: Exit) -> str:
        say, end = self._say, self._at(exit)
        facts = [
            self._told(exit.label),
            say("way_minutes", minutes=exit.minutes) if exit.minutes else "",
            say("way_shut", reason=self._told(exit.locked)) if exit.locked else "",
            say("way_hidden") if exit.hidden else "",
        ]
        known = [fact for fact in facts if fact]
        name = exit.to if end is None else name_line(end)
        return say("way_facts", name=name, facts=say("comma").join(known)) if known else name

    def _awaited(self, place: Location, people: list[Character]) -> Iterator[str]:
        """What the card asks to record: topics of those present on which something depends, then declared facts."""
        for person in people:
            setting = {topic.id for topic in person.topic_rules if topic.set_flag}
            for name, _ in person.topics:
                if name in setting or f"{person.id}.{name}" in self._asked:
                    yield told_flag(person.id, name)
        here = (one for one in self._conditions if not one.location or place.id in one.location)
        for flag in dict.fromkeys(flag for one in here for flag in one.flag):
            declared = self.subject.world.flags.get(flag)
            if declared is not None and declared.means:
                yield self._say("awaited_flag", name=flag, meaning=self._told(declared.means))

    # -- parts ----------------------------------------------------------------------------------

    @cached_property
    def _language(self) -> str:
        return catalogue_language(self.subject.world.language)

    @cached_property
    def _say(self) -> Say:
        return speaker(self._language)

    @cached_property
    def _person(self) -> dict[str, int]:
        """Tokens of everyone's sheet with its delimiters."""
        world = self.subject.world
        sheets = ((one.id, character_sheet(one, world)) for one in self.subject.characters())
        return {id: self._count(_block("person", sheet, id)) for id, sheet in sheets}

    @cached_property
    def _preset(self) -> Preset:
        """The one that is active unless the player chooses: the world's default, else the game's first."""
        own = next((one for one in self.subject.world.presets.values() if one.default), None)
        return own or read_presets(shipped_text(self._language, SHIPPED[0]), SHIPPED[0]).sheets[SHIPPED[0]]

    @cached_property
    def _constant(self) -> int:
        """Tokens of lore that needs no trigger."""
        texts = (entry.content for _, _, entry in self.subject.entries() if entry.constant)
        return sum(self._count(text) + LORE for text in texts)

    @cached_property
    def _conditions(self) -> tuple[Condition, ...]:
        world = self.subject.world
        beats = (beat.when for beat in world.beats.values())
        return (*beats, *(topic.when for one in world.characters.values() for topic in one.topic_rules))

    @cached_property
    def _asked(self) -> frozenset[str]:
        named = ((*one.told, *one.not_told, *one.asked) for one in self._conditions)
        return frozenset(chain.from_iterable(named))

    def _nearest(self, place: Location) -> Iterator[Location]:
        """Places by steps from `place`, without itself."""
        seen, waiting = {place.id}, [place]
        for here in waiting:
            for exit in self._exits(here):
                end = self._at(exit)
                if end is not None and end.id not in seen:
                    seen.add(end.id)
                    waiting.append(end)
                    yield end

    def _exits(self, place: Location) -> Iterable[Exit]:
        return self.subject.exits.get(place.id, {}).values()

    def _at(self, exit: Exit) -> Location | None:
        return self.subject.world.locations.get(exit.to)

    def _pairs(self, things: Iterable[Location | Character]) -> str:
        colon = self._say("colon")
        return self._say("comma").join(
            one.name if one.name == one.id else f"{one.id}{colon}{one.name}" for one in things
        )

    def _told(self, text: str) -> str:
        return expand(text, {"user": self.subject.world.player.name})

    def _count(self, text: str) -> int:
        return self.subject.count(text) if text else 0


def _block(tag: str, body: str, id: str = "") -> str:
    named = f' id="{id}"' if id else ""
    return f"<rpg:{tag}{named}>\n{body}\n</rpg:{tag}>"
