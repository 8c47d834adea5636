from __future__ import annotations

from rpg.world.checks.run import subject_of
from rpg.world.measure import WindowFit, measure_world
from rpg.world.model import Character, Location, World


def test_sheets_scenes_and_windows_are_measured() -> None:
    world = World(
        "w",
        "W",
        "a",
        locations={"a": Location("a", "A"), "b": Location("b", "B", description="x" * 100)},
        characters={"p": Character("p", "P", location="a", goals="x" * 200)},
    )
    measure = measure_world(subject_of(world, len))

    assert [size.id for size in measure.locations] == ["a", "b"]
    assert [scene.location for scene in measure.scenes] == ["a", "b"]
    assert measure.scenes[0].cast == ("p",)
    assert {fit.largest for fit in measure.windows} == {max(scene.least for scene in measure.scenes)}


def test_a_share_is_rounded_up_and_tells_what_does_not_fit() -> None:
    assert WindowFit(1000, 300, 301).share == 101
    assert not WindowFit(1000, 300, 301).fits
    assert WindowFit(1000, 300, 300).fits
    assert WindowFit(10, 0, 5).share == 0
