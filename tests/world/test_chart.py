from __future__ import annotations

from rpg.world.chart import chart_document, chart_text
from rpg.world.model import Exit, Location, World

WORLD = World(
    "w",
    "W",
    "quay",
    locations={
        "quay": Location(
            "quay", "The Quay", region="Old Town", exits=(Exit("tower", "up", 5, hidden=True, locked="no"),)
        ),
        "tower": Location("tower", "Tower"),
        "inn": Location("inn", "Inn", region="Old Town", exits=(Exit("quay", two_way=False),)),
    },
)


def test_places_stand_under_their_region_with_their_ways() -> None:
    assert chart_text(WORLD) == (
        "Old Town\n"
        "  From The Quay (quay), where the story begins: to Tower (tower) (up, 5 min, hidden, locked).\n"
        "  From Inn (inn): to The Quay (quay).\n"
        "\n"
        "(no region)\n"
        "  From Tower (tower): to The Quay (quay) (5 min, hidden, locked)."
    )
    assert "（未分区）" in chart_text(WORLD, "zh")


def test_the_map_as_json_has_the_ways_back() -> None:
    places = {place["id"]: place for place in chart_document(WORLD)["locations"]}

    assert [exit["to"] for exit in places["tower"]["exits"]] == ["quay"]
    assert places["quay"]["exits"][0]["locked"] == "no"
