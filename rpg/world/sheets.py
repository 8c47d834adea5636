"""Locations and characters as text, at the three detail levels.

`full` is every authored text field; `digest` a summary line with what the state knows; `name` the name
and id. The text is a function of the arguments alone, byte for byte. Map place, tags and portrait are
left out: they are not text for a reader. Source: docs/design.md §2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rpg.text.messages import catalogue_language, message
from rpg.world.condition_text import condition_text
from rpg.world.ids import PLAYER
from rpg.world.macros import expand
from rpg.world.model import Character, Exit, Location, World
from rpg.world.times import daytime_text
from rpg.world.ways import ways_from

Extra = Mapping[str, Location | Character]
"""Locations and walk-ons that the story added, by id, for the names of what is only referred to."""

NOTHING_ADDED: Extra = {}


def location_sheet(
    location: Location,
    world: World,
    *,
    exits: Iterable[Exit] | None = None,
    added: Extra = NOTHING_ADDED,
    time: str | None = None,
) -> str:
    """The full sheet of a location.

    exits: the ways out as they are now; None takes the authored ones with the ways back of others.
    added: what the story added. time: what {{time}} stands for; None leaves the macro as written.
    """
    say = _labels(world)
    text = _filled(world, {"location": location.name, "time": time})
    ways = ways_from(world, location.id) if exits is None else exits
    parts = [
        say("sheet_location", name=name_line(location)),
        *_fields(
            say,
            ("aliases", _listed(say, location.aliases)),
            ("region", location.region),
            ("summary", text(location.summary)),
            ("description", text(location.description)),
            ("location_rules", text(location.rules)),
        ),
        *_items(say, "details", (f"{what}{say('sheet_colon')}{text(how)}" for what, how in location.details)),
        *_items(say, "exits", (_exit_line(exit, world, added, say, text) for exit in ways)),
    ]
    return "\n".join(parts)


def character_sheet(
    character: Character,
    world: World,
    *,
    added: Extra = NOTHING_ADDED,
    place: str | None = None,
    time: str | None = None,
) -> str:
    """The full sheet of a character.

    place, time: what {{location}} and {{time}} stand for; None leaves the macro as written.
    """
    say = _labels(world)
    text = _filled(world, {"char": character.name, "location": place, "time": time})
    parts = [
        say("sheet_character", name=name_line(character)),
        *_fields(
            say,
            ("aliases", _listed(say, character.aliases)),
            ("summary", text(character.summary)),
            ("description", text(character.description)),
            ("personality", text(character.personality)),
            ("speech", text(character.speech)),
            ("goals", text(character.goals)),
            ("secrets", text(character.secrets)),
            ("boundaries", text(character.boundaries)),
        ),
        *_items(say, "relations", _relations(character, world, added, say, text)),
        *_items(say, "topics", _topics(character, world, say, text)),
        *_items(say, "schedule", _schedule(character, world, added, say)),
        *_items(say, "examples", (text(example) for example in character.examples)),
    ]
    return "\n".join(parts)


def location_digest(location: Location, world: World, *, note: str = "") -> str:
    """A place next door in one line: name, id, summary, and the story's note on it."""
    text = _filled(world, {"location": location.name})
    return _digest(world, location, [text(location.summary), note])


def character_digest(
    character: Character,
    world: World,
    *,
    condition: str = "",
    relationship: str = "",
    departure: str = "",
    whereabouts: str = "",
) -> str:
    """A person who left, in one line: name, id, summary, and what the state knows of them. Never a secret."""
    say = _labels(world)
    text = _filled(world, {"char": character.name})
    known = [
        say(f"digest_{name}", text=value)
        for name, value in (
            ("condition", condition),
            ("relationship", relationship),
            ("departure", departure),
            ("whereabouts", whereabouts),
        )
        if value
    ]
    return _digest(world, character, [text(character.summary), *known])


def name_line(thing: Location | Character) -> str:
    """The thing at `name` detail: its name, and its id where that differs."""
    return thing.name if thing.name == thing.id else f"{thing.name} ({thing.id})"


def _labels(world: World) -> Callable[..., str]:
    language = catalogue_language(world.language)
    return lambda key, **values: message(language, f"world.{key}", **values)


def _filled(world: World, values: Mapping[str, str | None]) -> Callable[[str], str]:
    known = {"user": world.player.name, **values}
    return lambda text: expand(text, known)


def _listed(say: Callable[..., str], words: Iterable[str]) -> str:
    return say("sheet_comma").join(words)


def _fields(say: Callable[..., str], *fields: tuple[str, str]) -> Iterator[str]:
    """A labelled line for each field that is not empty; longer text stands below its label."""
    for key, value in fields:
        if value:
            label = say(f"sheet_{key}")
            yield f"{label.rstrip()}\n{value}" if "\n" in value else f"{label}{value}"


def _items(say: Callable[..., str], key: str, lines: Iterable[str]) -> Iterator[str]:
    found = [f"- {line}" for line in lines]
    if found:
        yield say(f"sheet_{key}")
        yield from found


def _named(id: str, world: World, added: Extra) -> str:
    thing = added.get(id) or world.locations.get(id) or world.characters.get(id)
    return name_line(thing) if thing else id


def _exit_line(
    exit: Exit, world: World, added: Extra, say: Callable[..., str], text: Callable[[str], str]
) -> str:
    facts = [
        text(exit.label),
        "" if exit.minutes is None else say("sheet_minutes", minutes=exit.minutes),
        say("sheet_hidden") if exit.hidden else "",
        say("sheet_locked", reason=text(exit.locked)) if exit.locked else "",
    ]
    told = say("sheet_semicolon").join(fact for fact in facts if fact)
    return _named(exit.to, world, added) + (f"{say('sheet_colon')}{told}" if told else "")


def _relations(
    character: Character, world: World, added: Extra, say: Callable[..., str], text: Callable[[str], str]
) -> Iterator[str]:
    for who, relation in character.relations:
        name = world.player.name if who == PLAYER else _named(who, world, added)
        yield f"{name}{say('sheet_colon')}{text(relation)}"


def _topics(
    character: Character, world: World, say: Callable[..., str], text: Callable[[str], str]
) -> Iterator[str]:
    """What they can tell; where it has rules, with its other words and what must hold."""
    rules = {topic.id: topic for topic in character.topic_rules}
    for what, fact in character.topics:
        name, line = what, text(fact)
        if (rule := rules.get(what)) is not None:
            name = _listed(say, (what, *rule.aliases))
            when = condition_text(rule.when, world)
            line += say("sheet_topic_when", what=when) if when else ""
            line += say("sheet_topic_refuse", what=text(rule.refuse)) if rule.refuse else ""
        yield f"{name}{say('sheet_colon')}{line}"


def _schedule(character: Character, world: World, added: Extra, say: Callable[..., str]) -> Iterator[str]:
    if world.clock is None:
        return
    for block in character.schedule:
        yield say(
            "sheet_block",
            start=daytime_text(block.start),
            end=daytime_text(block.end),
            place=_named(block.location, world, added),
        )
    if character.schedule and character.location:
        yield say("sheet_otherwise", place=_named(character.location, world, added))


def _digest(world: World, thing: Location | Character, facts: Iterable[str]) -> str:
    say = _labels(world)
    told = say("digest_gap").join(" ".join(fact.split()) for fact in facts if fact)
    return name_line(thing) + (f"{say('sheet_colon')}{told}" if told else "")
