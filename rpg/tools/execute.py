"""Execution of one tool call: the same availability as the listing, then the tool, then its result as text.

A call never raises: what is wrong with it is its result, and the story goes on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rpg.runtime.errors import EditError
from rpg.timeline.nodes import Part
from rpg.tools.availability import Availability, SessionFacts, availability
from rpg.tools.declaration import Tool
from rpg.tools.game import DICE, Stage, run_game
from rpg.tools.results import edit_error_result, error_result, result_text


@dataclass(frozen=True, slots=True)
class ToolBox:
    """The tools of a session and what decides about them."""

    tools: tuple[Tool, ...]
    facts: SessionFacts

    def listing(self) -> tuple[Availability, ...]:
        """Every tool with its availability, for the tool centre."""
        return tuple(availability(tool, self.facts) for tool in self.tools)

    def offered(self) -> tuple[Tool, ...]:
        """The tools that the model is offered now."""
        return tuple(one.tool for one in self.listing() if one.available)

    def find(self, name: str) -> Availability | None:
        tool = next((tool for tool in self.tools if tool.name == name), None)
        return None if tool is None else availability(tool, self.facts)


@dataclass(frozen=True, slots=True)
class Answer:
    """A call with its result: JSON text. refused: why it did not run, "" when it did. accepted: it changed
    the stage or told something; an error result is not accepted."""

    name: str
    arguments: str
    result: str
    stage: Stage
    parts: tuple[Part, ...] = ()
    refused: str = ""
    accepted: bool = True


@dataclass(frozen=True, slots=True)
class Answered:
    """The calls of a turn that were answered, by name and arguments, so that a repeated one is not run again."""

    results: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def of(self, name: str, arguments: Mapping[str, Any]) -> str | None:
        return self.results.get((name, _canonical(arguments)))

    def with_answer(self, name: str, arguments: Mapping[str, Any], result: str) -> Answered:
        return Answered({**self.results, (name, _canonical(arguments)): result})


def read_arguments(text: str) -> Mapping[str, Any] | None:
    """The arguments of a call; None when they are not a JSON object."""
    try:
        arguments = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None


def execute(box: ToolBox, stage: Stage, name: str, arguments: str, problem: str = "") -> Answer:
    """Runs a call of a game tool on the stage.

    problem: why the arguments could not be read ("" when they could).
    """
    found = box.find(name)
    if found is None:
        known = ", ".join(tool.name for tool in box.offered())
        return _refusal(stage, name, "unknown_tool", f'There is no tool "{name}".', f"There are: {known}.")
    if not found.available:
        return _refusal(
            stage, name, found.reasons[0], f"{name} is not available: {', '.join(found.reasons)}."
        )
    read = None if problem else read_arguments(arguments)
    if read is None:
        detail = problem or "They are not a JSON object."
        return _refusal(
            stage, name, "bad_arguments", f"The arguments could not be read. {detail}", "Send JSON."
        )
    return _run(stage, name, arguments, read)


def _run(stage: Stage, name: str, arguments: str, read: Mapping[str, Any]) -> Answer:
    try:
        ran = run_game(name, read, stage)
    except EditError as error:
        return Answer(name, arguments, result_text(edit_error_result(error)), stage, accepted=False)
    return Answer(name, arguments, result_text(ran.result), ran.stage, ran.parts)


def _refusal(stage: Stage, name: str, code: str, message: str, hint: str = "") -> Answer:
    result = result_text(error_result(code, message, hint))
    return Answer(name, "{}", result, stage, refused=code, accepted=False)


def repeatable(name: str) -> bool:
    """Whether an identical call means another act: dice fall anew each time."""
    return name == DICE


def replaced_result(answer: Answer, stage: Stage, document: Mapping[str, Any]) -> Answer:
    """The answer with another result on an unchanged stage: a call that the session refuses afterwards."""
    return replace(answer, result=result_text(document), stage=stage, accepted=False)


def names_of(tools: Sequence[Tool]) -> tuple[str, ...]:
    return tuple(tool.name for tool in tools)


def _canonical(arguments: Mapping[str, Any]) -> str:
    return json.dumps(arguments, ensure_ascii=False, sort_keys=True)
