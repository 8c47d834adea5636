"""A small world in each language for the bench of tool outputs: places next door to each other, three people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rpg.bench.prose import Language
from rpg.world.model import Character, Exit, Location, Player, World

PLACES = ("chapel", "smokehouse", "ropewalk")
"""Next door to the landing, where the story begins."""

_PLACE_NAMES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "landing": "the Ferry Landing",
        "chapel": "the Chapel",
        "smokehouse": "the Smoke House",
        "ropewalk": "the Rope Walk",
    },
    "zh": {"landing": "渡口", "chapel": "城隍庙", "smokehouse": "盐行", "ropewalk": "药铺"},
}
_PEOPLE_NAMES: Mapping[Language, Mapping[str, str]] = {
    "en": {"nell": "Nell Harker", "bram": "Bram Oake", "wynn": "Wynn Teal"},
    "zh": {"nell": "阿棠", "bram": "沈砚", "wynn": "陆掌柜"},
}


def ferry(language: Language) -> World:
    """Nell and Bram are at the landing, Wynn in the chapel."""
    exits = tuple(Exit(place) for place in PLACES)
    locations = {
        id: Location(id, name, summary=name, exits=exits if id == "landing" else ())
        for id, name in _PLACE_NAMES[language].items()
    }
    at = {"nell": "landing", "bram": "landing", "wynn": "chapel"}
    characters = {
        id: Character(id, name, location=at[id], summary=name) for id, name in _PEOPLE_NAMES[language].items()
    }
    return World(
        "ferry",
        "Ferry",
        "landing",
        language,
        player=Player("Ada"),
        locations=locations,
        characters=characters,
    )


def words_of(language: Language, place: str) -> Mapping[str, str]:
    """What stands for the marks of a prose case; people by the name they are called by."""
    called = {id: name.split()[0] for id, name in _PEOPLE_NAMES[language].items()}
    places = _PLACE_NAMES[language]
    far = places["chapel"]
    return MappingProxyType({"place": places[place], "far": far, "here": places["landing"], **called})
