"""The stream bench: a reply is laid out as far in a long story as in a short one."""

from __future__ import annotations

from rpg.bench.scratch import scratch_folder
from rpg.bench.stream import KEYS_EACH, ROUNDS, Measured, growth, measure, result_of


async def test_as_many_lines_are_laid_out_in_a_long_story() -> None:
    found = []
    with scratch_folder() as folder:
        for messages in (130, 600):
            found.append(await measure(folder / str(messages), 1, messages, KEYS_EACH + 10))
    for one in found:
        assert len(one.tokens) == ROUNDS
        assert len(one.keys) >= ROUNDS
    assert abs(found[0].lines - found[1].lines) <= 8
    assert set(result_of(1, dict(enumerate(found))).figures) == {"0 messages", "1 messages"}


def test_growth_compares_medians() -> None:
    goals = growth(Measured([1.0, 1.0, 9.0], [2.0]), Measured([1.5, 1.5, 1.5], [3.2]))
    assert [(goal.value, goal.met) for goal in goals] == [(1.5, True), (1.6, False)]
