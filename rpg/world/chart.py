"""The map as plain text: places by region, with the ways out of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rpg.text.messages import catalogue_language, message
from rpg.world.model import Exit, Location, World
from rpg.world.sheets import name_line
from rpg.world.ways import ways


def chart_text(world: World, language: str | None = None) -> str:
    """Every place under its region, with its ways. language: of the labels; None takes the world's."""
    words = catalogue_language(language or world.language)
    regions: dict[str, list[Location]] = {}
    for place in world.locations.values():
        regions.setdefault(place.region, []).append(place)
    exits = ways(world)
    blocks = []
    for region, places in regions.items():
        lines = [region or message(words, "world.chart_no_region")]
        for place in places:
            mark = "*" if place.id == world.start else "-"
            lines.append(f"  {mark} {name_line(place)}")
            lines.extend(f"      {line}" for line in _way_lines(list(exits[place.id].values()), world, words))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _way_lines(exits: list[Exit], world: World, language: str) -> Iterator[str]:
    for exit in exits:
        end = world.locations.get(exit.to)
        facts = [
            exit.label,
            "" if exit.minutes is None else message(language, "world.sheet_minutes", minutes=exit.minutes),
            message(language, "world.chart_hidden") if exit.hidden else "",
            message(language, "world.chart_locked") if exit.locked else "",
        ]
        told = message(language, "world.sheet_comma").join(fact for fact in facts if fact)
        yield f"-> {name_line(end) if end else exit.to}" + (f" [{told}]" if told else "")


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
