"""What the parts of a request are called for people: a place, a person, a message instead of an id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rpg.context.report import omitted_text, reason_text
from rpg.context.sections import Omitted, Section
from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.text.clean import clean_line
from rpg.text.messages import message
from rpg.world.lorebook import Lorebook

OF_SOMEBODY = ("frame.place", "frame.names", "frame.person", "digest", "went")
"""Parts whose id ends in that of a place or a person."""


def section_name(id: str, state: State, books: Sequence[Lorebook], language: str) -> str:
    """The name of a part by its id; a part that nobody has named shows its id.

    books: the lorebooks that take part, whose entries have titles.
    """
    kind, name = _parted(id, state, books)
    key = f"sections.{kind.replace('.', '_')}"
    told = message(language, key, name=clean_line(name))
    return clean_line(id) if told == key else told


def _parted(id: str, state: State, books: Sequence[Lorebook]) -> tuple[str, str]:
    """The kind of a part, and whom or what it is about."""
    for kind in OF_SOMEBODY:
        if id.startswith(f"{kind}."):
            return kind, name_of(state, id.removeprefix(f"{kind}."))
    kind, _, rest = id.partition(".")
    match kind:
        case "lore":
            return kind, _entry(rest, books)
        case "preset":
            return kind, rest.partition(".")[2].replace("_", " ")
        case "message" | "pin" | "recalled" | "tool":
            return kind, rest
        case _:
            return id, ""


def _entry(id: str, books: Sequence[Lorebook]) -> str:
    """The title of a lorebook's entry."""
    book, _, entry = id.partition(".")
    found = next((one.entries.get(entry) for one in books if one.id == book), None)
    return (found and found.title) or entry.replace("_", " ")


def section_reason(part: Section, state: State, language: str) -> str:
    """Why a part is there, with names instead of ids."""
    of_preset = part.reason == "preset"
    source = part.source.partition("/")[0] if of_preset else name_of(state, part.source)
    if of_preset:
        preset = state.world.presets.get(source)
        source = source if preset is None else preset.name
    return clean_line(reason_text(replace(part, source=source), language))


def omitted_name(item: Omitted, state: State, books: Sequence[Lorebook], language: str) -> str:
    """What was left out and why, with names instead of ids."""
    named = replace(item, id=section_name(item.id, state, books, language))
    return clean_line(omitted_text(named, language))
