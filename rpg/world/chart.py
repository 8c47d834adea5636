"""The map as plain text: places by region, with the ways out of each."""

from __future__ import annotations

from typing import Any

from rpg.text.messages import aside, catalogue_language, message
from rpg.world.model import Exit, Location, World
from rpg.world.sheets import name_line
from rpg.world.ways import ways


def chart_text(world: World, language: str | None = None) -> str:
    """Every place under its region, with its ways, as a list that can be read aloud.

    language: of the words between the names; None takes the world's.
    """
    words = catalogue_language(language or world.language)
    regions: dict[str, list[Location]] = {}
    for place in world.locations.values():
        regions.setdefault(place.region, []).append(place)
    exits = ways(world)
    blocks = []
    for region, places in regions.items():
        lines = [region or message(words, "world.chart_no_region")]
        lines.extend(f"  {_from(place, list(exits[place.id].values()), world, words)}" for place in places)
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _from(place: Location, exits: list[Exit], world: World, language: str) -> str:
    """A sentence for a place: where one comes from it."""
    name = name_line(place)
    if place.id == world.start:
        name += message(language, "world.chart_start")
    if not exits:
        return message(language, "world.chart_nowhere", place=name)
    told = message(language, "world.chart_semicolon").join(_to(exit, world, language) for exit in exits)
    return message(language, "world.chart_from", place=name, ways=told)


def _to(exit: Exit, world: World, language: str) -> str:
    end = world.locations.get(exit.to)
    facts = [
        exit.label,
        "" if exit.minutes is None else message(language, "world.sheet_minutes", minutes=exit.minutes),
        message(language, "world.chart_hidden") if exit.hidden else "",
        message(language, "world.chart_locked") if exit.locked else "",
    ]
    told = message(language, "world.sheet_comma").join(filter(None, facts))
    return message(language, "world.chart_to", place=name_line(end) if end else exit.to) + aside(
        language, told
    )


def chart_document(world: World) -> dict[str, Any]:
    """The map as JSON: every place with its region and its ways, the ways back included."""
    exits = ways(world)
    places = [
        {
            "id": place.id,
            "name": place.name,
            "region": place.region,
            "map": list(place.map) if place.map else None,
            "exits": [
                {
                    "to": exit.to,
                    "label": exit.label,
                    "minutes": exit.minutes,
                    "hidden": exit.hidden,
                    "locked": exit.locked,
                }
                for exit in exits[place.id].values()
            ],
        }
        for place in world.locations.values()
    ]
    return {"id": world.id, "name": world.name, "start": world.start, "locations": places}
