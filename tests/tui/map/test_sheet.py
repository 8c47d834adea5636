"""The map shows what the player knows, and nothing else."""

from __future__ import annotations

from rpg.runtime.apply import apply
from rpg.runtime.edits import CreateLocation, SetExit
from rpg.runtime.routes import known_locations, plan_travel
from rpg.runtime.state import State
from rpg.text.mapping import MapEdge, MapNode
from rpg.tui.map.sheet import Sheet, map_sheet
from tests.tui.map.towns import town


def go(state: State, *places: str) -> State:
    for place in places:
        state = apply(state, plan_travel(state, place))
    return state


def drawn(sheet: Sheet) -> set[str]:
    return {node.id for node in sheet.nodes if node.shown}


def ways(sheet: Sheet) -> set[frozenset[str]]:
    return {frozenset((edge.start, edge.end)) for edge in sheet.edges if edge.shown}


def node(sheet: Sheet, id: str) -> MapNode:
    return next(node for node in sheet.nodes if node.id == id)


def edge(sheet: Sheet, *ends: str) -> MapEdge:
    return next(edge for edge in sheet.edges if {edge.start, edge.end} == set(ends))


def test_only_known_places_of_the_region_and_its_gates_are_drawn() -> None:
    sheet = map_sheet(town())
    assert drawn(sheet) == {"quay", "market", "head"}
    assert node(sheet, "head").gate
    assert node(sheet, "head").label == "The [Head]"
    assert node(sheet, "quay").here
    assert not node(sheet, "market").visited


def test_the_whole_world_has_no_gates() -> None:
    state = go(town(), "head")
    sheet = map_sheet(state, whole=True)
    assert drawn(sheet) == set(known_locations(state))
    assert not any(n.gate for n in sheet.nodes)


def test_a_hidden_way_is_drawn_once_it_is_found() -> None:
    state = town()
    assert frozenset(("quay", "cave")) not in ways(map_sheet(state))
    found = apply(state, SetExit("quay", "cave", "model", hidden=False))
    assert frozenset(("quay", "cave")) in ways(map_sheet(found))


def test_ways_of_places_never_visited_are_not_told() -> None:
    assert frozenset(("market", "vault")) not in ways(map_sheet(town()))
    sheet = map_sheet(go(town(), "market"))
    assert edge(sheet, "market", "vault").locked


def test_a_way_is_one_way_when_both_ends_have_been_seen() -> None:
    state = go(town(), "market")
    assert not edge(map_sheet(state), "market", "roof").one_way
    told = edge(map_sheet(go(state, "roof")), "market", "roof")
    assert (told.start, told.end, told.one_way) == ("market", "roof", True)


def test_a_place_made_in_play_stands_in_the_region_it_is_joined_to() -> None:
    state = apply(town(), CreateLocation("hut", "Hut", "", "", "model", connect_to="quay"))
    sheet = map_sheet(state)
    assert node(sheet, "hut").temporary
    assert edge(sheet, "hut", "quay").dashed
