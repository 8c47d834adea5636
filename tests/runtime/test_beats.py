"""Beats: when they are due, what they do, and that they are as true as everything else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.runtime.apply import apply, begin_turn
from rpg.runtime.awaited import awaited
from rpg.runtime.beats import (
    MOST_A_TURN,
    answering,
    beat_text,
    beats_of_turn,
    due_beats,
    endings,
    happenings,
)
from rpg.runtime.carry import carry
from rpg.runtime.edits import Edit, Follow, Happen, MoveCharacter, MovePlayer, SetFlag
from rpg.runtime.errors import EditError
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.world.beats import Beat, Condition, DeclaredFlag, Passage, Remark, Topic, Transfer, Turning
from rpg.world.model import World
from tests.runtime.strategies import edits as any_edit
from tests.runtime.worlds import harbour, start


def told_by(*beats: Beat, **more: object) -> State:
    """A first turn in the harbour with these beats."""
    world: World = replace(harbour(), beats={beat.id: beat for beat in beats}, **more)  # type: ignore[arg-type]
    return begin_turn(start(world))


def names(state: State, before: State, line: str = "") -> list[str]:
    return [beat.id for beat in happenings(state, before, line).beats]


def test_a_beat_without_conditions_happens_once() -> None:
    state = told_by(Beat("a", say="It begins."))
    first = happenings(state, state)

    assert [beat.id for beat in first.beats] == ["a"]
    assert first.edits == (Happen("a", "world"),)
    assert names(begin_turn(first.state), first.state) == []


def test_everything_that_a_beat_can_do_is_done_in_order() -> None:
    beat = Beat(
        "storm",
        set_flag=(("lit", True), ("trust", 2)),
        reveal=("castle",),
        open=(Passage("quay", "cellar"),),
        shut=(Passage("quay", "market", "Flooded."),),
        move=(Transfer("ana", "quay"), Transfer("tomas")),
        follow=("ana",),
        update=(Turning("mira", "wet", "owes you", ("who lit it",)),),
        note=(Remark("quay", "Under water."),),
        minutes=30,
        ending="The flood",
    )
    state = told_by(beat)
    after = happenings(state, state).state
    now = scene(after)

    assert after.flags() == {"beat.storm": 1, "lit": True, "trust": 2}
    assert ("known", "castle") in after.facts
    assert [way.to for way in now.open_exits] == ["lighthouse", "cellar"]
    assert [(way.to, way.locked) for way in now.locked_exits] == [("market", "Flooded.")]
    assert now.followers == ("ana",)
    assert whereabouts(after, "tomas") is None
    assert (after.condition("mira"), after.relationship("mira"), after.knows("mira")) == (
        "wet",
        "owes you",
        ("who lit it",),
    )
    assert now.note == "Under water."
    assert after.clock == 8 * 60 + 30
    assert endings(after) == ("The flood",)


def test_a_beat_can_take_the_player_away() -> None:
    state = told_by(Beat("taken", move=(Transfer("player", "castle"),)))
    after = happenings(state, state)

    assert after.state.player_location == "castle"
    assert after.state.clock == state.clock
    assert after.edits[1] == MovePlayer("castle", "world", "quay", 0)


def test_what_cannot_be_done_is_left_out_and_told() -> None:
    state = told_by(Beat("a", follow=("ana",), set_flag=(("x", True),)))
    after = happenings(state, state)

    assert after.state.flag("x") is True
    assert not after.state.follows("ana")
    assert [(one.beat, one.edit, one.error.code) for one in after.left_out] == [
        ("a", Follow("ana", "world", "market"), "not_present")
    ]


def test_beats_come_in_the_authors_order_and_one_brings_about_another() -> None:
    state = told_by(
        Beat("third", Condition(flag=("y",))),
        Beat("first", set_flag=(("x", True),)),
        Beat("second", Condition(flag=("x",)), set_flag=(("y", True),)),
        Beat("never", Condition(flag=("x",), not_flag=("y",))),
    )

    assert names(state, state) == ["first", "second", "third"]


def test_a_beat_that_excludes_another_wins_when_it_comes_first() -> None:
    state = told_by(Beat("a", set_flag=(("x", True),)), Beat("b", Condition(not_flag=("x",))))

    assert names(state, state) == ["a"]


def test_waiting_counts_turns_from_the_beat_waited_for() -> None:
    state = told_by(Beat("a"), Beat("b", Condition(beat=("a",), wait=2)))
    seen = []
    for _ in range(4):
        after = happenings(state, state)
        seen.append([beat.id for beat in after.beats])
        state = begin_turn(after.state)

    assert seen == [["a"], [], ["b"], []]


def test_a_repeated_beat_happens_only_when_its_condition_becomes_true_anew() -> None:
    market = Beat("market", Condition(location=("market",)), once=False)
    state = told_by(market)
    there = apply(state, MovePlayer("market", "hand"))

    assert names(there, state) == ["market"]
    assert names(there, there) == []
    assert names(state, there) == []


def test_a_repeated_beat_that_is_said_happens_whenever_it_is_said() -> None:
    state = told_by(Beat("bell", Condition(said=("ring bell",)), once=False))

    assert names(state, state, "I ring the bell") == ["bell"]
    assert names(state, state, "I ring the bell") == ["bell"]
    assert names(state, state, "I ring Mira") == []


def test_words_are_answered_only_by_a_beat_that_may_happen_now() -> None:
    beat = Beat("take", Condition(location=("market",), said=("take oil",)))
    state = told_by(beat)

    assert answering(state, "take the oil") is None
    there = apply(state, MovePlayer("market", "hand"))
    assert answering(there, "Take the lamp oil!") == beat
    assert answering(happenings(there, state, "take oil").state, "take oil") is None


def test_being_told_a_topic_brings_about_its_flags_once() -> None:
    mira = harbour().characters["mira"]
    ruled = replace(mira, topic_rules=(Topic("ledger", "It was there.", set_flag=(("knows", True),)),))
    before = told_by(characters={**harbour().characters, "mira": ruled})
    told = apply(before, SetFlag("told.mira.ledger", True, "model"))

    assert happenings(told, before).edits == (SetFlag("knows", True, "world"),)
    assert happenings(told, told).edits == ()


def test_no_more_than_a_few_beats_happen_in_one_turn() -> None:
    state = told_by(*(Beat(f"b{number}") for number in range(20)))
    first = happenings(state, state)

    assert len(first.beats) == MOST_A_TURN
    assert names(begin_turn(first.state), first.state)[0] == f"b{MOST_A_TURN}"


def test_macros_of_what_is_told_are_filled_in() -> None:
    beat = Beat("a", say="{{user}} at {{location}}, {{time}}. {{char}}")

    assert beat_text(told_by(beat), beat) == "Traveller at The Quay, Day 1 08:00. {{char}}"


def test_a_beat_of_another_world_is_refused() -> None:
    with pytest.raises(EditError, match='There is no beat "x"'):
        apply(told_by(Beat("a")), Happen("x", "world"))


def test_the_beats_of_a_turn_are_known_afterwards() -> None:
    state = told_by(Beat("a"), Beat("b", Condition(turn=2)))
    first = happenings(state, state).state
    second = happenings(begin_turn(first), first).state

    assert [beat.id for beat in beats_of_turn(second, 1)] == ["a"]
    assert [beat.id for beat in beats_of_turn(second, 2)] == ["b"]


def test_what_is_awaited_here_is_told() -> None:
    beats = (
        Beat("a", Condition(told=("mira.ledger",))),
        Beat("b", Condition(flag=("lit",), location=("quay",))),
        Beat("c", Condition(flag=("dark",), location=("castle",))),
    )
    flags = {name: DeclaredFlag(name, f"It is {name}.") for name in ("lit", "dark")}
    state = told_by(*beats, flags=flags)

    assert [one.flag for one in awaited(state)] == ["told.mira.ledger", "lit"]
    assert (
        awaited(apply(apply(state, SetFlag("lit", True, "model")), MoveCharacter("mira", None, "model")))
        == ()
    )


BEATS = st.builds(
    Beat,
    id=st.sampled_from(["a", "b", "c"]),
    when=st.builds(
        Condition,
        location=st.sampled_from([(), ("market",)]),
        present=st.sampled_from([(), ("mira",)]),
        flag=st.sampled_from([(), ("bell",)]),
        said=st.sampled_from([(), ("ring",)]),
    ),
    once=st.booleans(),
    set_flag=st.sampled_from([(), (("bell", True),), (("bell", False),)]),
    open=st.sampled_from([(), (Passage("quay", "cellar"),), (Passage("quay", "castle"),)]),
    move=st.sampled_from([(), (Transfer("mira", "market"),), (Transfer("player", "market"),)]),
    follow=st.sampled_from([(), ("mira",)]),
    minutes=st.integers(0, 90),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(BEATS, max_size=3), st.lists(any_edit, max_size=4), st.sampled_from(["", "ring"]))
def test_what_happens_is_what_its_edits_make_and_nothing_is_due_that_may_not_be(
    beats: list[Beat], before: list[Edit], line: str
) -> None:
    state = told_by(*beats)
    now = state
    for edit in before:
        now, _ = carry(now, edit)
    result = happenings(now, state, line)
    folded = now
    for edit in result.edits:
        folded = apply(folded, edit)

    assert folded.hash == result.state.hash
    assert len({beat.id for beat in result.beats}) == len(result.beats)
    assert all(edit.source == "world" for edit in result.edits)
    left = [beat for beat in due_beats(result.state, state, line) if beat not in result.beats]
    assert not left or len(result.beats) == MOST_A_TURN
