"""The travel menu lists what is known, nearest first, and finds it by typing."""

from __future__ import annotations

import pytest

from rpg.runtime.apply import apply
from rpg.runtime.index import index_world
from rpg.runtime.routes import plan_travel
from rpg.runtime.state import State, initial_state
from rpg.tui.dialogs.travel import PlaceRow, TravelMenu, filtered, place_rows
from rpg.world.load import load_world
from tests.tui.conftest import MakeApp
from tests.tui.game import WORLDS
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import session_of


def at_the_market() -> State:
    state = initial_state(index_world(load_world(WORLDS / "harbour.toml").world))
    return apply(state, plan_travel(state, "market"))


def test_places_stand_with_their_distance_or_the_reason() -> None:
    assert place_rows(at_the_market(), "en") == (
        PlaceRow("tavern", "The Drowned Bell", "4 min", True),
        PlaceRow("quay", "The Quay", "5 min", True),
        PlaceRow("chapel", "Chapel of Nets", "5 min", True),
        PlaceRow("causeway", "The Causeway", "20 min · 2 steps · by way of The Quay", True),
        PlaceRow("vault", "Salt Vault", "shut: rusted shut", False),
    )


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ["Fish Market", "雨港 码头"]),
        ("MARKET", ["Fish Market"]),
        ("fishm", ["Fish Market"]),
        ("码头", ["雨港 码头"]),
        ("雨港码头", ["雨港 码头"]),
        ("ｆｉｓｈ", ["Fish Market"]),
        ("[", []),
    ],
)
def test_typing_finds_in_any_case_width_and_spacing(words: str, found: list[str]) -> None:
    rows = (PlaceRow("a", "Fish Market", "", True), PlaceRow("b", "雨港 码头", "", True))
    assert [row.name for row in filtered(rows, words)] == found


async def test_who_may_come_along_is_in_view_however_many_places_there_are(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        menu = TravelMenu(session_of(app).head_state, "en")
        menu._rows = tuple(PlaceRow(f"p{n}", f"Place {n}", "1 min", True) for n in range(40))
        menu._company = [(f"Person {n}", f"c{n}") for n in range(12)]
        await app.push_screen(menu)
        await settle(pilot)
        shown = screen_text(app)
        for wanted in ("─ Travel ─", "Place 0", "Take along", "Person 0", "Enter go"):
            assert wanted in shown
