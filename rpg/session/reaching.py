"""Calls that cannot be answered on the stage alone: the player is asked, or they reach outside the game.

What they did outside cannot be undone, so their results are kept with the turn: a retry takes the result of
an identical call unless the player approves a new one. Source: docs/tools.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from rpg.session.approval import Approvals
from rpg.session.story import Story
from rpg.session.stream import Emit
from rpg.text.messages import message
from rpg.timeline.nodes import CallPart, Part, ResultPart
from rpg.timeline.tree import replies
from rpg.tools.centre import ToolCentre
from rpg.tools.execute import Answer, Answered, ToolBox, Waiting, read_arguments, refusal, run_inside
from rpg.tools.game import Stage
from rpg.tools.names import OWN_NAMES
from rpg.tools.results import result_text


@dataclass(frozen=True, slots=True)
class ToolDesk:
    """What a session has for tools that reach outside the game, or that the player is asked about."""

    centre: ToolCentre
    approvals: Approvals


@dataclass(frozen=True, slots=True)
class Reach:
    """What a turn needs to reach outside. kept: results of earlier replies to the same turn."""

    desk: ToolDesk
    emit: Emit
    language: str
    kept: Answered = field(default_factory=Answered)

    async def answer(self, waiting: Waiting, stage: Stage, box: ToolBox) -> Answer:
        """The answer to a call that waits. Never raises but for being cancelled."""
        tool, read = waiting.tool, waiting.read
        earlier = self.kept.of(tool.name, read) if tool.outside else None
        verdict = "run"
        if waiting.found.asks:
            detail = self.detail(waiting, kept=earlier is not None)
            verdict = await self.desk.approvals.decide(tool.name, detail, self.emit, kept=earlier is not None)
        elif earlier is not None:
            verdict = "keep"
        match verdict:
            case "keep":
                return Answer(tool.name, waiting.arguments, earlier or "", stage)
            case "no":
                return self._refused(waiting, stage, "declined", "The player did not allow it.")
            case "nobody":
                return self._refused(waiting, stage, "not_approved", "Nobody was there to allow it.")
        if not tool.outside:
            return run_inside(box, stage, tool, waiting.arguments, read)
        document = await self.desk.centre.run(tool, read)
        result = result_text(document)
        return Answer(tool.name, waiting.arguments, result, stage, accepted=bool(document["ok"]))

    def detail(self, waiting: Waiting, *, kept: bool) -> str:
        """What exactly would run, in the player's words around it."""
        exact = self.desk.centre.exact(waiting.tool, waiting.read)
        if not waiting.tool.outside:
            return exact
        more = "tools.approve_again" if kept else "tools.approve_outside"
        return f"{exact}\n{message(self.language, more)}"

    def _refused(self, waiting: Waiting, stage: Stage, code: str, words: str) -> Answer:
        hint = "Go on with the story without it."
        return refusal(stage, waiting.tool.name, code, words, hint, waiting.arguments)


def kept_results(story: Story, start: int | None) -> Answered:
    """Results that outside tools gave to earlier replies of a turn, those that broke off included."""
    if start is None:
        return Answered()
    contents = [one.content for one in story.save.attempts(start)]
    contents += [story.save.node(reply).content for reply in replies(story.save, start)]
    kept = Answered()
    for content in contents:
        kept = _with_results(kept, content.parts)
    return kept


def _with_results(kept: Answered, parts: Iterable[Part]) -> Answered:
    parts = tuple(parts)
    calls = {part.id: part for part in parts if isinstance(part, CallPart)}
    for part in parts:
        if not isinstance(part, ResultPart) or part.name in OWN_NAMES or part.refused or part.id not in calls:
            continue
        arguments = read_arguments(calls[part.id].arguments)
        if arguments is not None and _ok(part.result):
            kept = kept.with_answer(part.name, arguments, part.result)
    return kept


def _ok(result: str) -> bool:
    try:
        document = json.loads(result)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and document.get("ok") is True
