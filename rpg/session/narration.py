"""One reply: requests go out, the story streams in, tool calls change the stage, until the reply is complete.

Nothing here touches the save: the outcome is a value that the turn commits in one transaction.
Source: docs/design.md §6.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import assert_never

from rpg.context.plan import follow_up, scene_fits
from rpg.context.result import Plan
from rpg.context.values import WireMessage
from rpg.narrator.protocol import (
    CallMade,
    Failure,
    Finished,
    Narrator,
    NarratorError,
    Notice,
    Offstage,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCall,
    Usage,
    Waiting,
)
from rpg.runtime.scene import scene_changes
from rpg.session.calls import MOST_CALLS, bounded, shorter_turns, too_many
from rpg.session.events import ActivityEvent, NoticeEvent, PreviewEvent, TextEvent, ToolEvent
from rpg.session.stream import Emit
from rpg.session.wire import reply_message, request_of, result_message, withheld_tools
from rpg.text.clean import StreamCleaner
from rpg.text.messages import message
from rpg.text.prompts import prompt
from rpg.timeline.nodes import CallPart, Part, ResultPart, TextPart
from rpg.tools import execute as tools
from rpg.tools.execute import Answer, Answered, ToolBox, read_arguments, repeatable, replaced_result
from rpg.tools.game import REGISTRY, Stage
from rpg.tools.menus import menu_of
from rpg.tools.results import error_result

Reaching = Callable[[tools.Waiting, Stage, ToolBox], Awaitable[Answer]]
"""Answers a call that waits for the player or reaches outside the game."""


@dataclass(slots=True)
class Reply:
    """What has come of a reply so far.

    parts: text, calls, results and dice in the order they came. usages: one a request. finish: how the last
    request ended. plan: that of the last request sent. sizes: planned tokens of every request that was answered.
    """

    plan: Plan
    stage: Stage
    parts: list[Part]
    turn: list[WireMessage]
    usages: list[Usage]
    finish: str = "unknown"
    sizes: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n\n".join(part.text for part in self.parts if isinstance(part, TextPart))


class Narration:
    """Asks a narrator for the reply of one turn.

    rounds: tool rounds at most; then a text answer is forced. offstage: what an offline narrator works from,
    given the stage and the results so far. reach: answers calls that reach outside the game. shorter: the plan
    after a server's refusal as too long, None when there is none to send.
    """

    def __init__(
        self,
        narrator: Narrator,
        plan: Plan,
        stage: Stage,
        box: ToolBox,
        emit: Emit,
        *,
        language: str,
        rounds: int,
        offstage: Callable[[Stage, tuple[tuple[str, str], ...]], Offstage],
        reach: Reaching,
        shorter: Callable[[NarratorError], Plan | None],
    ) -> None:
        self.reply = Reply(plan, stage, [], [], [])
        self._narrator = narrator
        self._first = plan
        self._box = box
        self._emit = emit
        self._language = language
        self._rounds = rounds
        self._offstage = offstage
        self._reach = reach
        self._shorter = shorter
        self._shortened = False
        self._answered = Answered()
        self._results: list[tuple[str, str]] = []

    async def run(self) -> Reply:
        """The complete reply. Raises NarratorError; what came before it is in `reply`."""
        for round in range(self._rounds + 1):
            forced = round == self._rounds
            calls = await self._request(forced)
            if forced or not calls:
                break
            if await self._answer_all(calls):
                self._ask()
                break
        if not self.reply.text.strip():
            raise NarratorError(Failure.EMPTY, retryable=True)
        return self.reply

    # -- one request ------------------------------------------------------------------------

    async def _request(self, forced: bool) -> list[ToolCall]:
        """One request. One that the server refuses as too long is cut and sent again, once a turn."""
        request = self._next_request(forced)
        said = len(self.reply.parts)
        try:
            return await self._send(request, forced)
        except NarratorError as error:
            if len(self.reply.parts) > said or not self._cut(error):
                raise
            return await self._send(self._next_request(forced), forced)

    def _cut(self, error: NarratorError) -> bool:
        """Takes the shorter plan; whether there is one."""
        if error.kind is not Failure.CONTEXT_TOO_LONG or self._shortened:
            return False
        self._shortened = True
        plan = self._shorter(error)
        if plan is not None:
            self._first = self.reply.plan = plan
        return plan is not None

    async def _send(self, request: Request, forced: bool) -> list[ToolCall]:
        self._emit(ActivityEvent("sent", tokens=self.reply.plan.total))
        text, calls, cleaner, told = "", list[ToolCall](), StreamCleaner(), len(self.reply.usages)
        try:
            async with aclosing(self._narrator.stream(request)) as events:  # type: ignore[type-var]
                async for event in events:
                    match event:
                        case TextDelta(piece):
                            text += self._story(cleaner.feed(piece), begins=not text)
                        case CallMade(call):
                            calls.append(call)
                        case Finished(reason, usage):
                            self.reply.finish = reason
                            self.reply.usages.append(usage)
                        case ReasoningDelta():
                            self._emit(ActivityEvent("thinking"))
                        case Waiting(seconds, reason):
                            self._emit(ActivityEvent("waiting", seconds, reason=reason))
                        case Notice(code, values):
                            said = message(self._language, f"narrator.{code}", **values)
                            self._emit(NoticeEvent(code, said, values=values))
                        case _:
                            assert_never(event)
        finally:
            text += self._story(cleaner.finish(), begins=not text)
            if text.strip():
                self._keep_text(text)
            if text or calls or len(self.reply.usages) > told:
                self.reply.sizes.append(self.reply.plan.total)
        if len(calls) > MOST_CALLS and not forced:
            values = {"count": len(calls), "most": MOST_CALLS}
            self._notice("session.too_many_calls", values)
        calls = bounded(calls)
        if calls and not forced:
            self.reply.turn.append(reply_message(text, calls))
        return calls

    def _notice(self, key: str, values: Mapping[str, object]) -> None:
        code = key.rpartition(".")[2]
        self._emit(NoticeEvent(code, message(self._language, key, **values), values=values))

    def _next_request(self, forced: bool) -> Request:
        reply = self.reply
        if reply.turn:
            reply.plan = self._follow_up(forced)
        reserve = self._first.inputs.settings.reply_reserve
        offstage = self._offstage(reply.stage, tuple(self._results))
        return request_of(reply.plan, max_tokens=reserve, force_text=forced, offstage=offstage)

    def _follow_up(self, forced: bool) -> Plan:
        """The plan of a later request. Where it would not fit, what was called and answered is told in brief."""
        made = self._planned(self.reply.turn, forced)
        if not made.refused or self._narrator.traits.offline:
            return made
        order = prompt(self._first.inputs.language, "continue_reply")
        for turn in shorter_turns(self.reply.turn, order):
            made = self._planned(turn, forced)
            if not made.refused:
                self.reply.turn[:] = turn
                self._notice("session.results_cut", {})
                return made
        raise NarratorError(Failure.CONTEXT_TOO_LONG)

    def _planned(self, turn: Sequence[WireMessage], forced: bool) -> Plan:
        reply = self.reply
        return follow_up(self._first, turn, stage=reply.stage.state, latest=reply.plan, force_text=forced)

    def _keep_text(self, text: str) -> None:
        """Story text becomes a part; where text stands last already it goes on in it."""
        parts = self.reply.parts
        if parts and isinstance(parts[-1], TextPart):
            parts[-1] = TextPart((parts[-1].text + text).rstrip())
        else:
            parts.append(TextPart(text.strip()))

    def _story(self, clean: str, *, begins: bool) -> str:
        """A cleaned piece as it is kept and shown; what goes on after tool calls begins a paragraph."""
        goes_on = bool(self.reply.parts) and isinstance(self.reply.parts[-1], TextPart)
        if begins and not goes_on:
            clean = clean.lstrip()
        if clean and begins and self.reply.text and not goes_on:
            self._emit(TextEvent("\n\n"))
        if clean:
            self._emit(TextEvent(clean))
        return clean

    # -- tool calls -------------------------------------------------------------------------

    async def _answer_all(self, calls: list[ToolCall]) -> bool:
        """Answers the calls of one round; whether the reply is over with them."""
        answered, ends = self._answered, False
        for number, call in enumerate(calls):
            over = number == MOST_CALLS
            answer = too_many(self.reply.stage, call) if over else await self._answer(call, answered)
            self._keep(call, answer)
            ends = ends or answer.ends
        return ends

    def _ask(self) -> None:
        """A reply that is nothing but a question says it in words, so that the story has it too."""
        menu = menu_of(self.reply.parts)
        if menu is not None and not self.reply.text.strip():
            self.reply.parts.append(TextPart(menu.question))
            self._emit(TextEvent(menu.question))

    async def _answer(self, call: ToolCall, answered: Answered) -> Answer:
        """The answer to one call. `answered`: those of earlier rounds, from which a repeated call is answered;
        dice are only then taken for a repetition, since two equal rolls in one round are two rolls."""
        stage = self.reply.stage
        read = read_arguments(call.arguments)
        earlier = None
        if read is not None and not call.problem:
            earlier = (answered if repeatable(call.name) else self._answered).of(call.name, read)
        if earlier is not None:
            return Answer(call.name, call.arguments, earlier, stage)
        box = self._box.withholding(withheld_tools(self.reply.plan))
        ready = tools.execute(box, stage, call.name, call.arguments, call.problem)
        answer = await self._reach(ready, stage, box) if isinstance(ready, tools.Waiting) else ready
        if answer.accepted and call.name == REGISTRY:
            answer = self._fitting(answer, stage)
        if read is not None and not answer.refused:
            self._answered = self._answered.with_answer(call.name, read, answer.result)
        return answer

    def _fitting(self, answer: Answer, before: Stage) -> Answer:
        """The answer, or a refusal when the new scene could not be sent on the next turn."""
        if self._narrator.traits.offline:
            return answer
        fit = scene_fits(self._first.inputs, answer.stage.state)
        if fit.fits:
            return answer
        sheets = [{"id": id, "name": name, "tokens": tokens} for id, name, tokens in fit.sheets]
        words = f"The new scene needs {fit.needed} tokens and {fit.cap} are there."
        hint = "Bring fewer people together, or go elsewhere."
        return replaced_result(answer, before, error_result("scene_too_large", words, hint, sheets=sheets))

    def _keep(self, call: ToolCall, answer: Answer) -> None:
        reply, before = self.reply, self.reply.stage
        reply.stage = answer.stage
        reply.parts.append(CallPart(call.id, answer.name, answer.arguments))
        reply.parts.append(ResultPart(call.id, answer.name, answer.result, answer.refused))
        reply.parts.extend(answer.parts)
        reply.turn.append(result_message(call, answer.result))
        self._results.append((answer.name, answer.result))
        self._emit(ToolEvent(answer.name, answer.arguments, answer.result, answer.refused))
        if answer.stage.state is not before.state:
            changes = scene_changes(before.state, answer.stage.state)
            self._emit(PreviewEvent(answer.stage.state, changes))


def with_dice(stage: Stage, attempt: int) -> Stage:
    """The stage for another attempt at the same turn."""
    return replace(stage, dice=replace(stage.dice, attempt=attempt))
