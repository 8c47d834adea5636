"""Every authored text of a world with its path, and the checks of what is written in it."""

from __future__ import annotations

from collections.abc import Iterator

from rpg.text.folding import fold
from rpg.text.nearest import nearest
from rpg.world.checks.base import Finding, Subject
from rpg.world.macros import MACROS, OUTLET, is_known, macros_in
from rpg.world.model import Character, Location, World
from rpg.world.positions import Path

_LOCATION = ("summary", "description", "rules")
_CHARACTER = ("summary", "description", "personality", "speech", "goals", "secrets", "boundaries")


def prose(world: World) -> Iterator[tuple[Path, str]]:
    """The texts that tell of the world: openings, sheets, details and topics."""
    for name in ("summary", "rules", "tone", "opening"):
        yield ("world", name), getattr(world, name)
    for index, opening in enumerate(world.alternate_openings):
        yield ("world", "alternate_openings", index), opening
    yield ("player", "description"), world.player.description
    for place in world.locations.values():
        yield from _location(place)
    for person in world.characters.values():
        yield from _character(person)
    for beat in world.beats.values():
        yield ("beats", beat.id, "say"), beat.say


def authored(world: World) -> Iterator[tuple[Path, str]]:
    """All texts in which macros are filled in: the prose, lore, presets and questions."""
    yield from prose(world)
    for number, question in enumerate(world.questions):
        yield ("questions", number, "ask"), question.ask
    for preset in world.presets.values():
        for index, rule in enumerate(preset.entries):
            yield ("presets", preset.id, "entries", index, "text"), rule.text
    for book in world.lorebooks.values():
        for entry in book.entries.values():
            yield ("lorebooks", book.id, "entries", entry.id, "content"), entry.content


def _location(place: Location) -> Iterator[tuple[Path, str]]:
    path: Path = ("locations", place.id)
    for name in _LOCATION:
        yield (*path, name), getattr(place, name)
    for what, how in place.details:
        yield (*path, "details", what), how
    for index, exit in enumerate(place.exits):
        yield (*path, "exits", index, "label"), exit.label
        yield (*path, "exits", index, "locked"), exit.locked


def _character(person: Character) -> Iterator[tuple[Path, str]]:
    path: Path = ("characters", person.id)
    for name in _CHARACTER:
        yield (*path, name), getattr(person, name)
    for index, example in enumerate(person.examples):
        yield (*path, "examples", index), example
    for section in ("relations", "topics"):
        for what, text in getattr(person, section):
            yield (*path, section, what), text
    for topic in person.topic_rules:
        for name in ("refuse", "again"):
            yield (*path, "topics", topic.id, name), getattr(topic, name)


def outlets_used(world: World) -> Iterator[tuple[Path, str]]:
    """Where `{{outlet::name}}` stands, with the folded name."""
    for path, text in authored(world):
        for name, argument in macros_in(text):
            if name == OUTLET and argument:
                yield path, fold(argument)


def unknown_macro(subject: Subject) -> Iterator[Finding]:
    for path, text in authored(subject.world):
        for name, argument in macros_in(text):
            if not is_known(name, argument):
                written = f"{name}::{argument}" if argument else name
                near = nearest(name, (*MACROS, OUTLET))
                yield Finding(path, {"macro": written, "near": near or MACROS[0]})


def default_not_a_choice(subject: Subject) -> Iterator[Finding]:
    for index, question in enumerate(subject.world.questions):
        if question.choices and question.default and question.default not in question.choices:
            yield Finding(("questions", index, "default"), {"id": question.id, "value": question.default})


def two_default_presets(subject: Subject) -> Iterator[Finding]:
    defaults = [preset for preset in subject.world.presets.values() if preset.default]
    for preset in defaults[1:]:
        yield Finding(("presets", preset.id, "default"), {"id": preset.id, "other": defaults[0].id})
