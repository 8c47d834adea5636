"""What stands in a file `tests/*.toml` of a world. Source: docs/world-format.md, "Scenarios"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from rpg.world.files import SUFFIX, TESTS, read_text
from rpg.world.kinds import (
    Choice,
    Field,
    Free,
    Line,
    Lines,
    Many,
    Moment,
    One,
    Pairs,
    Shape,
    Switch,
    Text,
    Whole,
)
from rpg.world.problem import NOWHERE, Place, Problem
from rpg.world.reader import Reader
from rpg.world.report import Report
from rpg.world.sources import Sources, parse
from rpg.world.values import Wrong

Act = Literal["retry", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of the scripted narrator: text, or a tool call."""

    text: str = ""
    call: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold after a step; what is not given is not asked. clock: minutes since the start of day 1."""

    location: str | None = None
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    clock: int | None = None
    flags: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    prompt_has: tuple[str, ...] = ()
    prompt_lacks: tuple[str, ...] = ()
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """Something the player does, with the narrator's replies and what is expected. place: where it stands."""

    say: str = ""
    travel: str = ""
    companions: tuple[str, ...] = ()
    act: Act | None = None
    replies: tuple[Reply, ...] = ()
    expect: Expect = Expect()
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str = ""
    opening: int = 1
    seed: int = 0
    answers: tuple[tuple[str, str], ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def scripted(self) -> bool:
        """Whether a script tells it; otherwise the storyteller does."""
        return any(step.replies for step in self.steps)


REPLY = Shape("reply", Reply, (Field("text", Text()), Field("call", Line()), Field("arguments", Free())))

EXPECT = Shape(
    "expect",
    Expect,
    (
        Field("location", Line()),
        Field("present", Lines()),
        Field("absent", Lines()),
        Field("known", Lines()),
        Field("unknown", Lines()),
        Field("clock", Moment()),
        Field("flags", Lines()),
        Field("says", Lines()),
        Field("prompt_has", Lines()),
        Field("prompt_lacks", Lines()),
        Field("refused", Switch()),
    ),
)

STEP = Shape(
    "step",
    Step,
    (
        Field("say", Text()),
        Field("travel", Line()),
        Field("with", Lines(), "companions"),
        Field("act", Choice(("retry", "undo", "redo"))),
        Field("replies", Many(REPLY)),
        Field("expect", One(EXPECT)),
    ),
)

SCENARIO = Shape(
    "scenario",
    Scenario,
    (
        Field("name", Line()),
        Field("opening", Whole(1, 1000)),
        Field("seed", Whole()),
        Field("answers", Pairs()),
        Field("steps", Many(STEP)),
    ),
)


def scenario_files(world: Path) -> tuple[Path, ...]:
    """The scenario files of a world's folder, by name; a world of one file has none."""
    folder = world / TESTS
    if not folder.is_dir():
        return ()
    return tuple(
        file
        for file in sorted(folder.rglob(f"*{SUFFIX}"))
        if file.is_file() and not file.name.startswith(".")
    )


def read_scenario(file: Path) -> Scenario | tuple[Problem, ...]:
    """The scenario of a file, or everything that is wrong with it."""
    text = read_text(file)
    parsed = text if isinstance(text, Problem) else parse(text, str(file))
    if isinstance(parsed, Problem):
        return (parsed,)
    sources = Sources()
    sources.merge(parsed)
    report = Report(sources, strict=True)
    try:
        scenario: Scenario = Reader(report).record(SCENARIO, parsed.values, (), name=file.stem)
    except Wrong:
        return report.problems()
    if report.problems():
        return report.problems()
    for index, step in enumerate(scenario.steps):
        if sum(map(bool, (step.say, step.travel, step.act))) != 1:
            report.add("step_acts", ("steps", index), fix="step_acts_fix")
    problems = report.problems()
    return problems or _placed(scenario, sources)


def _placed(scenario: Scenario, sources: Sources) -> Scenario:
    from dataclasses import replace

    steps = [
        replace(step, place=sources.place(("steps", index))) for index, step in enumerate(scenario.steps)
    ]
    return replace(scenario, steps=tuple(steps))
