"""The author bench: what is planted is found, a sound world is left alone, and losses are counted."""

from __future__ import annotations

import pytest

from rpg.bench.author import (
    SEED,
    checked,
    forecast_errors,
    foreign_lorebook,
    lorebook_loss,
    lost_bytes,
    planted,
    result_of,
    sound_world,
)
from rpg.bench.defects import DEFECTS, Defect
from rpg.world.writing import world_tables

WORLD = sound_world(SEED)


def test_the_world_has_the_documented_size_and_nothing_wrong() -> None:
    assert (len(WORLD.locations), len(WORLD.characters)) == (60, 40)
    assert checked(world_tables(WORLD)).problems == ()


def test_there_are_25_kinds_of_defects() -> None:
    assert len({defect.code for defect in DEFECTS}) == 25


def test_all_kinds_at_once_are_found_and_nothing_else() -> None:
    findings = planted(WORLD, DEFECTS)
    assert (findings.missed, findings.false) == ((), ())


@pytest.mark.parametrize("defect", DEFECTS[::4], ids=lambda defect: defect.code)
def test_a_defect_alone_is_found_and_is_the_only_one(defect: Defect) -> None:
    findings = planted(WORLD, [defect])
    assert (findings.missed, findings.false) == ((), ())
    assert findings.reported >= 1


def test_what_is_not_reported_is_missed_and_what_nobody_planted_is_false() -> None:
    harmless = Defect("unreachable", "place3", lambda tables: None)
    slip = DEFECTS[0]
    findings = planted(WORLD, [harmless, Defect("other", "x", slip.plant)])
    assert findings.missed == ("unreachable", "other")
    assert findings.false == (slip.code,)


async def test_the_forecast_is_compared_with_a_real_plan() -> None:
    errors = await forecast_errors(WORLD, 2)
    assert len(errors) == 2
    assert all(0 <= error < 0.5 for error in errors)


def test_a_foreign_book_goes_through_without_loss() -> None:
    assert lorebook_loss(SEED) == 0
    assert len(foreign_lorebook(1)["entries"]) == 60


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, 0),
        ({"a": [1, {"b": "xy"}]}, {"a": [1, {"b": "xz"}]}, len('"xy"')),
        ({"a": 1}, {}, len('{"a": 1}')),
        ([1, 2], [1], len("[1, 2]")),
        (1, True, 1),
        ("雨", "", len('"雨"'.encode())),
    ],
)
def test_lost_bytes_are_those_that_are_gone_or_other(before: object, after: object, lost: int) -> None:
    assert lost_bytes(before, after) == lost


def test_goals_count_what_the_sound_world_was_blamed_for() -> None:
    clean = checked(world_tables(WORLD))
    result = result_of(1, clean, planted(WORLD, DEFECTS[:3]), [0.01, 0.03], 0)
    assert result.goals[0].value == pytest.approx(1.0)
    assert result.goals[2].value == pytest.approx(0.02)
    assert result.missed == ()
