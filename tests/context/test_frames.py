"""Where frames and digests stand, one turn after the other."""

import pytest

from rpg.context.frames import Cast, Texts, anew, standing_room, step, within
from rpg.context.record import Stood
from tests.context.stories import letters

VERSION: dict[tuple[str, str], str] = {}


def texts(changed=(), moved=(), pins=None):
    def tell(kind, owner, pin):
        if owner == "nobody":
            return None
        version = "new" if (kind, owner) in changed else "old"
        return f"{kind} {owner} {version} {sorted(pin.items())}"

    return Texts(tell, lambda kind, owner: dict(pins or {}), lambda who, pin: who in moved)


def cast(place="quay", people=(), digested=(), departed=(), along=()):
    return Cast(place, tuple(people), frozenset(along), tuple(digested), frozenset(departed))


def owners(of):
    return (*(("person", id) for id in of.people), ("place", of.place), ("names", of.place))


def run(stood, of, now, **changes):
    made = step(stood, owners(of), of, texts(**changes), now)
    return [(block.kind, block.owner, block.at) for block in made], tuple(block.stood for block in made)


def test_new_frames_stand_at_the_current_message_people_before_the_place():
    made, _ = run((), cast(people=["mira", "tom"]), 2)
    assert made == [("person", "mira", 2), ("person", "tom", 2), ("place", "quay", 2), ("names", "quay", 2)]


def test_frames_stay_where_they_are_while_nothing_leaves():
    of = cast(people=["mira"])
    made, stood = run((), of, 2)
    again, _ = run(stood, of, 4)
    assert again == made


def test_someone_who_comes_in_is_added_and_moves_nothing():
    _, stood = run((), cast(people=["mira"]), 2)
    made, _ = run(stood, cast(people=["mira", "tom"]), 6)
    assert made[-1] == ("person", "tom", 6)
    assert [at for _, _, at in made[:-1]] == [2, 2, 2]


def test_a_departure_places_every_frame_behind_it_anew_and_leaves_those_before():
    _, stood = run((), cast(people=["mira"]), 2)
    _, stood = run(stood, cast(people=["mira", "tom"]), 6)
    _, stood = run(stood, cast(people=["mira", "tom", "ida"]), 8)
    made, _ = run(stood, cast(people=["mira", "ida"], digested=["tom"], departed=["tom"]), 10)
    assert made == [
        ("person", "mira", 2),
        ("place", "quay", 2),
        ("names", "quay", 2),
        ("left", "tom", 10),
        ("person", "ida", 10),
    ]


def test_when_the_player_leaves_the_place_shrinks_to_a_line_and_who_travels_along_keeps_their_place():
    _, stood = run((), cast(people=["mira"], along=["mira"]), 2)
    _, stood = run(stood, cast("market", people=["mira"], along=["mira"]), 6)
    made, _ = run(stood, cast("castle", people=["mira"], along=["mira"]), 9)
    assert made == [
        ("person", "mira", 2),
        ("went", "quay", 6),
        ("went", "market", 9),
        ("place", "castle", 9),
        ("names", "castle", 9),
    ]


def test_someone_taken_along_once_moves_on_with_the_message_that_is_read_again():
    _, stood = run((), cast(people=["mira"]), 2)
    made, _ = run(stood, cast("market", people=["mira"]), 6)
    assert made == [
        ("went", "quay", 6),
        ("person", "mira", 6),
        ("place", "market", 6),
        ("names", "market", 6),
    ]


def test_a_frame_whose_text_has_changed_is_placed_anew_with_all_of_its_message_and_behind():
    _, stood = run((), cast(people=["ida"]), 2)
    _, stood = run(stood, cast(people=["ida", "mira", "tom"]), 4)
    made, _ = run(stood, cast(people=["ida", "mira", "tom"]), 6, changed=[("person", "tom")])
    assert made == [
        ("person", "ida", 2),
        ("place", "quay", 2),
        ("names", "quay", 2),
        ("person", "mira", 6),
        ("person", "tom", 6),
    ]


def test_a_digest_stays_where_its_owner_left_until_they_are_back_and_the_prefix_breaks_before_it():
    _, stood = run((), cast(people=["ida", "tom"], along=["ida"]), 2)
    of = cast(people=["ida"], along=["ida"], digested=["tom"], departed=["tom"])
    _, stood = run(stood, of, 4)
    made, stood = run(stood, cast(people=["ida", "tom"], along=["ida"]), 8)
    assert ("left", "tom", 4) in made
    made, _ = run(stood, cast(people=["tom"], digested=["ida"], departed=["ida"]), 12)
    assert ("left", "tom", 4) not in made


def test_someone_who_leaves_again_gets_a_newer_digest_and_the_older_one_costs_nothing():
    _, stood = run((), cast(people=["ida", "tom"]), 2)
    _, stood = run(stood, cast(people=["ida"], digested=["tom"], departed=["tom"]), 4)
    _, stood = run(stood, cast(people=["ida", "tom"]), 6)
    made, stood = run(stood, cast(people=["ida"], digested=["tom"], departed=["tom"]), 8)
    assert [at for kind, _, at in made if kind == "left"] == [4, 8]
    made, _ = run(stood, cast(people=["ida"], digested=["tom"]), 10)
    assert [at for kind, _, at in made if kind == "left"] == [4, 8]


def test_a_digest_with_an_untrue_fact_goes_at_once():
    _, stood = run((), cast(people=["tom"]), 2)
    of = cast(digested=["tom"], departed=["tom"])
    _, stood = run(stood, of, 4)
    of = cast(digested=["tom"])
    made, _ = run(stood, of, 8, changed=[("left", "tom")])
    assert [at for kind, _, at in made if kind == "left"] == [8]
    made, _ = run(stood, of, 8, moved=["tom"])
    assert [at for kind, _, at in made if kind == "left"] == [8]


def test_a_digest_that_the_cut_dropped_is_not_brought_back():
    made, _ = run((Stood("place", "quay", 3, "x"),), cast(digested=["tom"]), 8)
    assert not [block for block in made if block[0] == "left"]


def test_a_cut_places_every_frame_anew_and_digests_behind_the_summary():
    of = cast(people=["mira"], digested=["tom", "ida"])
    _, stood = run((), of, 2)
    made = [(block.kind, block.owner, block.at) for block in anew(stood, owners(of), of, texts(), 20)]
    assert made == [
        ("left", "tom", 0),
        ("left", "ida", 0),
        ("person", "mira", 20),
        ("place", "quay", 20),
        ("names", "quay", 20),
    ]


def test_what_somebody_came_back_with_stays_with_them_while_the_rest_is_made_anew():
    old = (Stood("person", "mira", 2, "x", {"since": [3, "quay", "", 1], "knows": 1}),)
    of = cast(people=["mira"])
    made = anew(old, owners(of), of, texts(pins={"since": [9, "pier", "", 2], "knows": 4}), 20)
    assert made[0].pins == {"since": [3, "quay", "", 1], "knows": 4}


@pytest.mark.parametrize(
    ("room", "kept"), [(0, []), (4, []), (5, ["c"]), (10, ["b", "c"]), (99, ["a", "b", "c"])]
)
def test_the_latest_departures_keep_their_digest(room, kept):
    of = cast(digested=["a", "b", "c"])
    digests = [block for block in anew((), (), of, texts(), 9) if block.kind == "left"]
    size = letters(digests[0].text)
    assert [block.owner for block in within(digests, room * size // 5, letters)] == kept


def test_blocks_of_messages_that_are_not_carried_cannot_stand():
    stood = tuple(Stood("left", "tom", at, "x") for at in (0, 3, 7, 12))
    assert [old.at for old in standing_room(stood, 7, 12)] == [0, 7]


def test_one_whom_nothing_can_be_told_of_has_no_frame():
    assert run((), cast(people=["nobody"]), 2)[0] == [("place", "quay", 2), ("names", "quay", 2)]
