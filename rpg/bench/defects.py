"""Kinds of mistakes that authors make, planted into the tables of a sound world.

Each is a function that changes the tables of a world file (`rpg.world.writing.world_tables`) and says which
problem the check should report, and a word that its place or its sentence holds. Source: docs/bench.md (`author`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Tables = dict[str, Any]

UNREACHED, DEAD_END, TRAP, TRAPPED = "place56", "place57", "place58", "place59"
"""Places at the edge of the map that hang on it by one way each."""

CROWD = tuple(f"person{number}" for number in range(10, 18))
"""Who is sent to one place until it is full."""


@dataclass(frozen=True, slots=True)
class Defect:
    """One kind. mark: stands in the problem's values or on its line."""

    code: str
    mark: str
    plant: Callable[[Tables], None]


def _place(tables: Tables, id: str) -> dict[str, Any]:
    found: dict[str, Any] = tables["locations"][id]
    return found


def _person(tables: Tables, id: str) -> dict[str, Any]:
    found: dict[str, Any] = tables["characters"][id]
    return found


def _entry(tables: Tables, id: str, **fields: Any) -> None:
    entries = tables["lorebooks"]["notes"]["entries"]
    entries[id] = {"keys": [f"word {id}"], "content": f"About {id}.", **fields}


def _block(start: str, end: str, location: str) -> Mapping[str, str]:
    return {"from": start, "to": end, "location": location}


def _dangling_exit(tables: Tables) -> None:
    _place(tables, "place3")["exits"].append({"to": "nowhere-at-all"})


def _dangling_schedule(tables: Tables) -> None:
    _person(tables, "person3")["schedule"] = [_block("08:00", "09:00", "no-such-yard")]


def _dangling_relation(tables: Tables) -> None:
    _person(tables, "person4")["relations"] = {"cousin-of-none": "Owes them a horse."}


def _unreachable(tables: Tables) -> None:
    _place(tables, UNREACHED)["exits"] = [{"to": "place0", "two_way": False}]


def _no_way_out(tables: Tables) -> None:
    _place(tables, DEAD_END).pop("exits")
    _place(tables, "place1")["exits"].append({"to": DEAD_END, "two_way": False})


def _one_way_trap(tables: Tables) -> None:
    _place(tables, TRAP)["exits"] = [{"to": TRAPPED}]
    _place(tables, TRAPPED)["exits"] = [{"to": TRAP}]
    _place(tables, "place2")["exits"].append({"to": TRAP, "two_way": False})


def _to_itself(tables: Tables) -> None:
    _place(tables, "place5")["exits"].append({"to": "place5"})


def _twice(tables: Tables) -> None:
    exits = _place(tables, "place6")["exits"]
    exits.append({"to": exits[0]["to"], "label": "the same way again"})


def _duplicate_name(tables: Tables) -> None:
    _person(tables, "person5")["name"] = _person(tables, "person6")["name"]


def _ambiguous_alias(tables: Tables) -> None:
    _person(tables, "person7")["aliases"] = [_place(tables, "place7")["name"]]


def _two_places(tables: Tables) -> None:
    blocks = [_block("08:00", "12:00", "place0"), _block("11:00", "13:00", "place1")]
    _person(tables, "person9")["schedule"] = blocks


def _secret_told(tables: Tables) -> None:
    person = _person(tables, "person18")
    person["secrets"] = "The silver lies beneath the third stone of the old well."
    person["summary"] = "Knows that the silver lies beneath the third stone of the old well."


def _crowded_scene(tables: Tables) -> None:
    for id in CROWD:
        _person(tables, id)["location"] = "place8"


def _long_sheet(tables: Tables) -> None:
    _person(tables, "person19")["description"] += " The wind turns." * 320


def _outlet_cycle(tables: Tables) -> None:
    _entry(tables, "ring-one", position="outlet", outlet="one", content="See {{outlet::two}}.", constant=True)
    _entry(tables, "ring-two", position="outlet", outlet="two", content="See {{outlet::one}}.", constant=True)


def _second_default(tables: Tables) -> None:
    rule = {"id": "calm", "text": "Write calmly."}
    tables["presets"]["second-voice"] = {"name": "Second", "default": True, "entries": [rule]}


DEFECTS: tuple[Defect, ...] = (
    Defect("dangling_exit", "nowhere-at-all", _dangling_exit),
    Defect(
        "dangling_location", "a-lost-room", lambda t: _person(t, "person2").update(location="a-lost-room")
    ),
    Defect("dangling_schedule", "no-such-yard", _dangling_schedule),
    Defect("dangling_relation", "cousin-of-none", _dangling_relation),
    Defect("unknown_key", "desription", lambda t: _place(t, "place4").update(desription="A slip.")),
    Defect("wrong_type", "rules", lambda t: _place(t, "place9").update(rules=7)),
    Defect("bad_choice", "somewhere", lambda t: _entry(t, "choice", position="somewhere")),
    Defect(
        "bad_daytime",
        "noonish",
        lambda t: _person(t, "person20").update(schedule=[_block("noonish", "13:00", "place0")]),
    ),
    Defect("unreachable", UNREACHED, _unreachable),
    Defect("no_way_out", DEAD_END, _no_way_out),
    Defect("one_way_trap", TRAP, _one_way_trap),
    Defect("exit_to_itself", "place5", _to_itself),
    Defect("exit_twice", "place6", _twice),
    Defect("duplicate_name", "person6", _duplicate_name),
    Defect("ambiguous_alias", "place7", _ambiguous_alias),
    Defect(
        "empty_block",
        "10:00",
        lambda t: _person(t, "person8").update(schedule=[_block("10:00", "10:00", "place0")]),
    ),
    Defect("two_places_at_once", "person9", _two_places),
    Defect("secret_in_summary", "person18", _secret_told),
    Defect(
        "missing_file", "gone.png", lambda t: _person(t, "person21").update(portrait="portraits/gone.png")
    ),
    Defect("scene_over_small_window", "place8", _crowded_scene),
    Defect("long_sheet", "person19", _long_sheet),
    Defect("never_fires", "keyless", lambda t: _entry(t, "keyless", keys=[])),
    Defect("bad_pattern", "/(unclosed/", lambda t: _entry(t, "pattern", keys=["/(unclosed/"])),
    Defect("outlet_cycle", "one", _outlet_cycle),
    Defect("two_default_presets", "second-voice", _second_default),
)
