from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.text.labels import instructions, speaker
from rpg.world.checks.forecast import RULES, TOOLS, Forecaster
from rpg.world.checks.run import subject_of
from rpg.world.checks.size import scene_sizes, setting_cap
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.model import Character, Clock, Exit, Location, Preset, PresetEntry, ScheduleBlock, World

PLACES = ("a", "b", "c")
BLOCKS = st.builds(ScheduleBlock, st.integers(0, 1439), st.integers(1, 1440), st.sampled_from(PLACES)).filter(
    lambda block: block.start != block.end
)


def world_of(schedules: list[tuple[ScheduleBlock, ...]], *, clock: bool = True) -> World:
    people = [
        Character(f"p{n}", f"P{n}", location="a", schedule=blocks) for n, blocks in enumerate(schedules)
    ]
    return World(
        "w",
        "W",
        "a",
        clock=Clock(480) if clock else None,
        locations={id: Location(id, id) for id in PLACES},
        characters={person.id: person for person in people},
    )


def at(person: Character, minute: int) -> str | None:
    for block in person.schedule:
        inside = (
            block.start <= minute < block.end
            if block.start < block.end
            else minute >= block.start or minute < block.end
        )
        if inside:
            return block.location
    return person.location


@pytest.mark.parametrize(("window", "cap"), [(8192, 3999), (32768, 18302), (1000, 0), (0, 0)])
def test_the_room_for_setting_follows_the_window(window: int, cap: int) -> None:
    assert setting_cap(window) == cap


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(BLOCKS, max_size=3).map(tuple), max_size=4))
def test_the_worst_cast_is_the_heaviest_of_any_minute(schedules: list[tuple[ScheduleBlock, ...]]) -> None:
    world = world_of(schedules)
    sizes = {size.location: size for size in scene_sizes(subject_of(world, lambda text: 1 if text else 0))}
    for place in PLACES:
        most = max(
            sum(at(person, minute) == place for person in world.characters.values()) for minute in range(1440)
        )
        assert len(sizes[place].cast) == most


def test_without_a_clock_everyone_is_at_home() -> None:
    world = world_of([(ScheduleBlock(0, 1440, "b"),)], clock=False)
    sizes = {size.location: size.cast for size in scene_sizes(subject_of(world, len))}

    assert sizes == {"a": ("p0",), "b": (), "c": ()}


def test_what_every_scene_shares_is_counted_once() -> None:
    entries = (PresetEntry("x", "12345"), PresetEntry("y", "never", enabled=False))
    world = replace(world_of([]), rules="123", presets={"p": Preset("p", "P", True, entries)})

    shared = Forecaster(subject_of(world, len)).shared

    say, platform = speaker("en"), len(instructions("en", "platform"))
    told = (
        say("world", name="W"),
        say("prose", language="en"),
        "123",
        say("player", name="Traveller"),
        say("begin"),
    )
    assert shared == platform + len("12345") + len("\n".join(told)) - 1
    for size in scene_sizes(subject_of(world, len)):
        assert size.least >= shared + RULES["en"]
        assert size.tokens - size.least >= TOOLS["en"] - RULES["en"]


def test_what_can_give_way_to_a_scene_is_not_in_its_least() -> None:
    near = {
        "a": Location("a", "A", summary="Here.", exits=(Exit("b"),)),
        "b": Location("b", "B", summary="There."),
    }
    constant = {"e": LoreEntry("e", "x" * 500, constant=True), "k": LoreEntry("k", "y" * 500, keys=("k",))}
    bare = World("w", "W", "a", locations=near)
    size = scene_sizes(subject_of(replace(bare, lorebooks={"l": Lorebook("l", entries=constant)}), len))[0]
    without = scene_sizes(subject_of(bare, len))[0]

    assert size.least == without.least
    assert 500 <= size.tokens - without.tokens < 600
