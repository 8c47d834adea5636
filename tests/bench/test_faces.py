"""The faces bench: the real app agrees with the file, and the reader would see it when it did not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from rpg.bench.driver import Driver, driven
from rpg.bench.faces import ACTS, Hand, Seen, differences_of, in_the_file, on_screen, result_of, story
from rpg.bench.maze import maze
from rpg.bench.scratch import scratch_folder
from rpg.bench.services import bench_services, new_session
from rpg.runtime.apply import apply
from rpg.runtime.edits import MovePlayer


@asynccontextmanager
async def playing(hand: Hand) -> AsyncIterator[Driver]:
    with scratch_folder() as folder:
        session = new_session(
            bench_services(folder, hand.narrator, {"context.window": 8_192}), maze(), seed=7
        )
        async with driven(session.services, session) as driver:
            yield driver
            await driver.screen.session.close()


async def test_every_act_through_the_app_leaves_the_faces_alike() -> None:
    hand = Hand(Random(3))
    async with playing(hand) as driver:
        for act in dict.fromkeys(("say", *ACTS)):
            await hand.act(driver, act)
            assert tuple(differences_of(driver)) == (), hand.done
    assert set(hand.done) == set(ACTS)


async def test_a_screen_that_shows_another_place_is_a_difference() -> None:
    hand = Hand(Random(3))
    async with playing(hand) as driver:
        assert on_screen(driver) == in_the_file(driver.screen.session)
        state = driver.screen.session.state
        driver.screen.draw_state(apply(state, MovePlayer("orchard", "model")))
        found = set(differences_of(driver))
        assert {"place on the screen", "ways on the screen", "people on the screen"} <= found
        shown = on_screen(driver)
        assert shown.place == "orchard"
        assert replace(shown, place="yard").place == in_the_file(driver.screen.session).place


async def test_a_story_counts_its_steps(folder: Path) -> None:
    seen = Seen()
    await story(folder, 5, 4, seen)
    assert (seen.steps, seen.stories, sum(seen.acts.values())) == (4, 1, 4)
    assert result_of(5, seen).missed == ()
