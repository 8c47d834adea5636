"""Execution of one tool call: the same availability as the listing, then the tool, then its result as text.

A call never raises: what is wrong with it is its result, and the story goes on. Tools of the game run here
and now, on the stage; a call that reaches outside, or that the player has to allow, comes back as `Waiting`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rpg.runtime.errors import EditError
from rpg.timeline.nodes import Part
from rpg.tools.availability import Availability, SessionFacts, availability
from rpg.tools.builtin import SearchMemory, nothing_remembered, run_builtin
from rpg.tools.declaration import Tool
from rpg.tools.game import DICE, Ran, Stage, run_game
from rpg.tools.results import edit_error_result, error_result, result_text, shortened
from rpg.world.lorebook import Lorebook


@dataclass(frozen=True, slots=True)
class ToolBox:
    """The tools of a session and what decides about them. search: the long-term memory. books: the lorebooks."""

    tools: tuple[Tool, ...]
    facts: SessionFacts
    search: SearchMemory = nothing_remembered
    books: tuple[Lorebook, ...] = ()

    def listing(self) -> tuple[Availability, ...]:
        """Every tool with its availability, for the tool centre."""
        return tuple(availability(tool, self.facts) for tool in self.tools)

    def offered(self) -> tuple[Tool, ...]:
        """The tools that the model is offered now."""
        return tuple(one.tool for one in self.listing() if one.available)

    def find(self, name: str) -> Availability | None:
        tool = next((tool for tool in self.tools if tool.name == name), None)
        return None if tool is None else availability(tool, self.facts)

    def withholding(self, names: Iterable[str]) -> ToolBox:
        """The box when the schemas of these tools found no room in the request."""
        return replace(self, facts=replace(self.facts, withheld=frozenset(names)))

    def isolating(self, isolated: bool) -> ToolBox:
        """The box when isolation is in force, or is not."""
        return replace(self, facts=replace(self.facts, isolated=isolated))


@dataclass(frozen=True, slots=True)
class Answer:
    """A call with its result: JSON text. refused: why it did not run, "" when it did. accepted: it changed
    the stage or told something; an error result is not accepted. ends: the reply is over with it."""

    name: str
    arguments: str
    result: str
    stage: Stage
    parts: tuple[Part, ...] = ()
    refused: str = ""
    accepted: bool = True
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that cannot be answered at once: the player is asked first, or it reaches outside the game."""

    found: Availability
    arguments: str
    read: Mapping[str, Any]

    @property
    def tool(self) -> Tool:
        return self.found.tool


@dataclass(frozen=True, slots=True)
class Answered:
    """The calls of a turn that were answered, by name and arguments, so that a repeated one is not run again."""

    results: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def of(self, name: str, arguments: Mapping[str, Any]) -> str | None:
        return self.results.get((name, canonical(arguments)))

    def with_answer(self, name: str, arguments: Mapping[str, Any], result: str) -> Answered:
        return Answered({**self.results, (name, canonical(arguments)): result})


def read_arguments(text: str) -> Mapping[str, Any] | None:
    """The arguments of a call; None when they are not a JSON object."""
    try:
        arguments = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None


def execute(box: ToolBox, stage: Stage, name: str, arguments: str, problem: str = "") -> Answer | Waiting:
    """Answers a call on the stage, or says that it has to wait.

    problem: why the arguments could not be read ("" when they could).
    """
    found = box.find(name)
    if found is None:
        known = ", ".join(tool.name for tool in box.offered())
        return refusal(stage, name, "unknown_tool", f'There is no tool "{name}".', f"There are: {known}.")
    if not found.available:
        why = ", ".join(found.reasons)
        return refusal(stage, name, found.reasons[0], f"{name} is not available: {why}.")
    read = None if problem else read_arguments(arguments)
    if read is None:
        detail = problem or "They are not a JSON object."
        message = f"The arguments could not be read. {detail}"
        return refusal(stage, name, "bad_arguments", message, "Send JSON.")
    if found.tool.outside or found.asks:
        return Waiting(found, arguments, read)
    return run_inside(box, stage, found.tool, arguments, read)


def run_inside(box: ToolBox, stage: Stage, tool: Tool, arguments: str, read: Mapping[str, Any]) -> Answer:
    """Runs a tool that does not reach outside the game."""
    try:
        ran = _run(box, stage, tool, read)
    except EditError as error:
        return Answer(tool.name, arguments, result_text(edit_error_result(error)), stage, accepted=False)
    return Answer(tool.name, arguments, result_text(ran.result), ran.stage, ran.parts, ends=ran.ends)


def _run(box: ToolBox, stage: Stage, tool: Tool, read: Mapping[str, Any]) -> Ran:
    if tool.source == "builtin":
        return run_builtin(tool.name, read, stage, box.search, box.books)
    return run_game(tool.name, read, stage)


def refusal(
    stage: Stage, name: str, code: str, message: str, hint: str = "", arguments: str = "{}"
) -> Answer:
    """A call that does not run, and why."""
    result = result_text(error_result(code, shortened(message), shortened(hint)))
    return Answer(name, arguments, result, stage, refused=code, accepted=False)


def repeatable(name: str) -> bool:
    """Whether an identical call means another act: dice fall anew each time."""
    return name == DICE


def replaced_result(answer: Answer, stage: Stage, document: Mapping[str, Any]) -> Answer:
    """The answer with another result on an unchanged stage: a call that the session refuses afterwards."""
    return replace(answer, result=result_text(document), stage=stage, accepted=False)


def canonical(arguments: Mapping[str, Any]) -> str:
    """Arguments in the form in which two calls are compared."""
    return json.dumps(arguments, ensure_ascii=False, sort_keys=True)
