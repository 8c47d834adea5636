"""The name list: known places nearest first, people by where they belong, the same whoever comes and goes."""

from dataclasses import replace

from rpg.context.roster import roster_of
from rpg.runtime.apply import apply
from rpg.runtime.edits import MoveCharacter, MovePlayer, Reveal
from rpg.runtime.index import index_world
from rpg.runtime.state import initial_state
from rpg.world.model import Exit, Location
from tests.context.stories import world_of


def start(places=6, people=6):
    return initial_state(index_world(world_of(places, people)))


def test_known_places_come_nearest_first_and_unknown_ones_not_at_all():
    state = start()
    assert roster_of(state, "place0", 9, 0).places == (("place1", "Place 1"), ("place5", "Place 5"))
    state = apply(state, MovePlayer("place1", "model"))
    assert [id for id, _ in roster_of(state, "place1", 9, 0).places] == ["place2", "place0", "place5"]
    state = apply(state, Reveal("place3", "model"))
    assert [id for id, _ in roster_of(state, "place1", 9, 0).places] == [
        "place2",
        "place0",
        "place3",
        "place5",
    ]


def test_a_place_behind_a_hidden_way_is_not_listed():
    world = world_of(2, 0)
    hidden = replace(world.locations["place0"], exits=(Exit("place1", hidden=True),))
    away = Location("place1", "Place 1")
    world = replace(world, locations={"place0": hidden, "place1": away})
    assert roster_of(initial_state(index_world(world)), "place0", 9, 9).places == ()


def test_people_are_listed_by_where_they_belong_whether_they_are_here_or_not():
    state = start()
    before = roster_of(state, "place0", 9, 9)
    assert [id for id, _ in before.people][:3] == ["person0", "person1", "person5"]
    moved = apply(state, MoveCharacter("person0", "place3", "model"))
    moved = apply(moved, MoveCharacter("person4", "place0", "model"))
    assert roster_of(moved, "place0", 9, 9) == before


def test_the_list_is_as_long_as_it_may_be():
    roster = roster_of(start(30, 30), "place0", 1, 4)
    assert len(roster.places) == 1
    assert len(roster.people) == 4
