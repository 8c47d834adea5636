"""The rollback bench: it does every act, finds nothing, and would find what differs."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg.bench.machine import ACTS, Player
from rpg.bench.maze import maze
from rpg.bench.rollback import Growth, Seen, growth_of, result_of, story
from rpg.bench.scratch import scratch_folder
from rpg.store.transaction import Transaction
from rpg.world.checks.run import subject_of
from rpg.world.checks.table import CHECKS


async def test_every_act_is_possible_and_nothing_differs(folder: Path) -> None:
    acts = [*dict.fromkeys(ACTS)] * 2
    Random(6).shuffle(acts)
    player = Player(folder, maze(), Random(6))
    for act in acts:
        await player.step(act)
        assert player.differences() == (), player.done
    assert player.end_differences() == ()
    assert {act: count for act, count in player.refused.items() if count > 1} == {}
    await player.session.close()


def test_a_story_of_the_bench_is_counted() -> None:
    seen = Seen()
    with scratch_folder() as folder:
        asyncio.run(story(folder, 20_265, 20, seen))
    assert seen.found == Counter()
    assert (seen.steps, seen.stories, seen.acts.total()) == (20, 1, 20)
    assert seen.heads > 5


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), acts=st.lists(st.sampled_from(ACTS), min_size=5, max_size=20))
def test_any_acts_leave_state_prompt_and_save_one_thing(seed: int, acts: list[str]) -> None:
    async def play(folder: Path) -> None:
        player = Player(folder, maze(), Random(seed))
        for act in acts:
            await player.step(act)
            assert player.differences() == (), player.done
        assert player.end_differences() == ()
        await player.session.close()

    with scratch_folder() as folder:
        asyncio.run(play(folder))


async def test_a_kill_leaves_the_words_of_the_player_and_not_the_reply(folder: Path) -> None:
    player = Player(folder, maze(), Random(4))
    await player.step("say")
    before = player.session.head
    await player.step("kill")
    head = player.session.head
    assert head is not None
    assert player.session.save.link(head).parent == before
    assert player.session.save.link(head).kind == "player"
    assert player.differences() == ()
    await player.session.close()


async def test_a_prompt_that_changed_without_the_story_is_a_difference(folder: Path) -> None:
    player = Player(folder, maze(), Random(4))
    await player.step("say")
    assert player.differences() == ()
    player.session.set_setting("session.note", "Only a setting changed.")
    assert player.differences() == ("the prompt of this head was another",)
    await player.session.close()


async def test_a_state_that_is_not_the_fold_is_a_difference(folder: Path) -> None:
    player = Player(folder, maze(), Random(4))
    await player.step("say")
    head = player.session.head
    assert head is not None
    player.session.story.fold.remember(head, player.session.save.initial())
    assert "the state is not the re-fold" in player.differences()
    await player.session.close()


async def test_words_of_nowhere_in_the_prompt_are_a_difference(folder: Path) -> None:
    player = Player(folder, maze(), Random(4))
    await player.step("say")
    player.session.set_setting("session.note", "The rain says k999.")
    assert player.differences() == ("the prompt holds words of another branch",)
    await player.session.close()


async def test_typed_words_that_are_gone_are_a_difference(folder: Path) -> None:
    player = Player(folder, maze(), Random(4))
    await player.step("draft")
    assert player.differences() == ()
    player.session.draft = ""
    assert player.differences() == ("words that were typed are lost",)
    await player.session.close()


async def test_an_undo_that_leads_elsewhere_is_a_difference(folder: Path) -> None:
    player = Player(folder, maze(), Random(4))
    await player.step("say")
    assert player.differences() == ()
    await player.step("say")
    player.session.save.commit(Transaction(labels={1: "no act has named this"}))
    await player.step("undo")
    assert player.differences() == ("undo leads elsewhere",)
    await player.session.close()


async def test_the_growth_of_a_save_leaves_its_text_out(folder: Path) -> None:
    growth = await growth_of(3, 12)
    assert len(growth.rows) == 12
    assert sorted(growth.rows)[6] < 2_048
    assert growth.file > 0


def test_the_first_difference_can_be_gone_again() -> None:
    seen = Seen(steps=2, found=Counter({"x": 2}), where="seed 5, 1 acts: say")
    result = result_of(1, seen, Growth([10, 20, 90], 50))
    assert result.figures["first difference"] == "seed 5, 1 acts: say"
    assert [goal.met for goal in result.goals] == [False, True]
    assert result.goals[1].value == 20


def test_the_maze_is_a_sound_world() -> None:
    subject = subject_of(maze(), len)
    found = [check.code for check in CHECKS for _ in check.find(subject) if check.severity == "error"]
    assert found == []
