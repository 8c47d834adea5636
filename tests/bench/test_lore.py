"""The lore benchmark reports what it measured and what it wants."""

from __future__ import annotations

from rpg.bench.lore import Load, measure, run
from rpg.bench.result import Options


def test_the_report_has_figures_and_goals() -> None:
    report = run(Options(quick=True))
    assert report.name == "lore"
    assert Load(100).name in report.figures
    assert [goal.what for goal in report.goals][:2] == [
        "following turn, growth with entries",
        "following turn, growth with history",
    ]


def test_the_measured_work_is_the_same_each_time_and_builds_once() -> None:
    first, again = measure(Load(100)), measure(Load(100))
    assert (first["active"], first["builds"]) == (again["active"], again["builds"])
    assert first["active"] > 0
    assert measure(Load(100, messages=60))["builds"] == first["builds"]
