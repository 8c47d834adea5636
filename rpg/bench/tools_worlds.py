"""The worlds of the replies in `rpg/bench/tools_replies`: a handful of places and people each, four in each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rpg.bench.prose import Language
from rpg.world.model import Character, Location, Player, World

Named = Mapping[str, str | tuple[str, ...]]
"""A name, or a name with aliases, by id."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Where a reply takes place. places: the first is where the player is. here, elsewhere: who is there and who is not."""

    language: Language
    player: str
    places: Named
    here: Named
    elsewhere: Named


CASTS: Mapping[str, Cast] = {
    "harbour": Cast(
        "en",
        "Wren",
        {
            "tavern": "The Drowned Lantern",
            "pier": "North Pier",
            "market": "Fish Market",
            "chapel": "Saint Orla's Chapel",
            "office": "Harbourmaster's Office",
            "lighthouse": "Old Lighthouse",
        },
        {"mara": "Mara Voss", "tobin": "Tobin"},
        {"ildry": "Captain Ildry", "anselm": "Sister Anselm", "dob": "Dob"},
    ),
    "station": Cast(
        "en",
        "Kestrel",
        {
            "hydro": "Hydroponics Bay",
            "bridge": "The Bridge",
            "medbay": "Med Bay",
            "hold": "Cargo Hold 3",
            "airlock": "Airlock Two",
            "mess": "Mess Hall",
        },
        {"okafor": ("Dr. Okafor", "Ada Okafor", "the doctor"), "juno": "Juno"},
        {"reyes": "Commander Reyes", "pike": "Pike", "sunwei": ("Lieutenant Sun Wei", "Sun Wei")},
    ),
    "noir": Cast(
        "en",
        "Jack Dunne",
        {
            "club": "Blue Parrot",
            "morgue": "City Morgue",
            "pier19": "Pier 19",
            "hotel": "Hotel Ardent",
            "hq": ("Police Headquarters", "headquarters"),
            "room412": "Room 412",
        },
        {"vivian": "Vivian Lake", "sal": "Sal Moretti"},
        {"hask": "Detective Hask", "crane": "Eddie Crane", "pell": "Mrs. Pell"},
    ),
    "castle": Cast(
        "en",
        "Rowan",
        {
            "hall": "Great Hall",
            "library": "The Library",
            "tower": "East Tower",
            "stables": "The Stables",
            "kitchens": "The Kitchens",
            "throne": "Throne Room",
            "crypt": "The Crypt",
            "wood": "Whispering Wood",
        },
        {"queen": ("Queen Ysolde", "the queen"), "aldric": "Ser Aldric", "pip": "Pip"},
        {"corvin": "Master Corvin", "brenna": "Brenna", "friar": "Grey Friar"},
    ),
    "town": Cast(
        "zh",
        "沈游",
        {
            "客栈": ("悦来客栈", "客栈"),
            "码头": "旧码头",
            "竹林": "后山竹林",
            "药铺": "药铺",
            "县衙": "县衙",
            "城隍庙": "城隍庙",
            "铁匠铺": "铁匠铺",
        },
        {"三娘": "柳三娘", "阿福": "阿福"},
        {"秦": ("老秦", "铁匠老秦"), "赵平": ("赵平", "赵捕头"), "白": "白大夫"},
    ),
    "city": Cast(
        "zh",
        "陈默",
        {
            "咖啡馆": ("深夜咖啡馆", "咖啡馆"),
            "医院": "市立医院",
            "地铁站": "地铁站",
            "书店": "旧书店",
            "公寓": "周远的公寓",
            "江边": "江边步道",
        },
        {"林晚": "林晚", "店长": "店长"},
        {"周远": "周远", "许警官": "许警官", "小棠": "小棠"},
    ),
    "sect": Cast(
        "zh",
        "林一",
        {
            "演武场": ("外门演武场", "演武场"),
            "藏经阁": "藏经阁",
            "丹房": "丹房",
            "寒潭": "后山寒潭",
            "大殿": "掌门大殿",
            "山门": "山门",
            "药园": "灵药园",
        },
        {"苏清雪": "苏清雪", "胖子": "王胖子"},
        {"玄真子": "玄真子", "陆尘": ("陆尘", "陆师兄"), "药老": "药老"},
    ),
    "ship": Cast(
        "zh",
        "诺亚",
        {
            "舰桥": "舰桥",
            "医疗舱": "医疗舱",
            "货舱": "货舱",
            "轮机舱": "轮机舱",
            "观测台": "观测台",
            "食堂": "食堂",
            "气闸": "气闸",
        },
        {"洛兰": ("洛兰", "洛兰舰长"), "小七": "小七"},
        {"老马": "老马", "安医生": "安医生", "凯": "凯"},
    ),
}


def world_of(name: str) -> World:
    """The world of a cast; those who are elsewhere are not yet in the story."""
    cast = CASTS[name]
    here = next(iter(cast.places))
    people = {id: _person(id, called, here) for id, called in cast.here.items()}
    people |= {id: _person(id, called, None) for id, called in cast.elsewhere.items()}
    places = {id: _place(id, called) for id, called in cast.places.items()}
    return World(
        name, name, here, cast.language, player=Player(cast.player), locations=places, characters=people
    )


def _place(id: str, called: str | tuple[str, ...]) -> Location:
    name, *aliases = (called,) if isinstance(called, str) else called
    return Location(id, name, tuple(aliases), summary=name)


def _person(id: str, called: str | tuple[str, ...], at: str | None) -> Character:
    name, *aliases = (called,) if isinstance(called, str) else called
    return Character(id, name, tuple(aliases), location=at, summary=name)
