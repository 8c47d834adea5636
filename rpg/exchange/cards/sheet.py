"""A card's fields as a character, and what of a character no card has a field for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from rpg.exchange.cards.fields import CardFields
from rpg.exchange.world.toml import sheet_table
from rpg.world.model import Character
from rpg.world.reader import Reader
from rpg.world.report import Report as WorldReport
from rpg.world.schema import CHARACTER
from rpg.world.sources import Sources
from rpg.world.values import Wrong

IN_CARDS = ("name", "description", "personality", "examples", "tags", "portrait", "location")
"""Keys of a character that a card has a field for, or that mean something in one world only."""

OWN = tuple(key for key in CHARACTER.keys if key not in IN_CARDS)
"""Keys that go into the extensions of a card."""


def character_of(fields: CardFields, id: str, location: str | None, places: Collection[str]) -> Character:
    """The character of a card. places: locations its schedule may name."""
    own = own_values(fields.ours)
    aliases = own.aliases or ((fields.nickname,) if fields.nickname not in ("", fields.name) else ())
    return replace(
        own,
        id=id,
        name=fields.name,
        aliases=aliases,
        location=location,
        description=fields.description,
        personality=fields.personality,
        examples=fields.examples,
        tags=fields.tags,
        schedule=tuple(block for block in own.schedule if block.location in places),
    )


def own_values(ours: Mapping[str, Any] | None) -> Character:
    """The values that this game wrote into a card, each of its type or at its default."""
    raw = {} if ours is None else ours.get("character")
    table = {key: raw[key] for key in OWN if key in raw} if isinstance(raw, Mapping) else {}
    reader = Reader(WorldReport(Sources()))
    try:
        made: Character = reader.record(CHARACTER, table, ("characters", "x"), id="x", name="x")
    except Wrong:
        return Character("x", "x")
    return made


def own_table(person: Character) -> dict[str, Any]:
    """What of a character no card has a field for, as TOML would have it."""
    plain = replace(person, location=None, portrait="")
    table: dict[str, Any] = sheet_table("characters", plain)["characters"][person.id]
    return {key: value for key, value in table.items() if key in OWN}
