"""A narrator that says what a script tells it to: for tests, scenarios and demonstrations.

    ScriptedNarrator([
        Turn(calls=[("edit_location_registry", {"operations": [{"op": "move_player", "to": "market"}]})]),
        Turn(text="The market is loud."),
    ])

Each `Turn` answers one request, so a turn of the game with one tool round takes two of them. A function
from request to `Turn` may stand anywhere instead. Deterministic: the same script and requests give the same events.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from rpg.narrator.protocol import (
    CallMade,
    Failure,
    Finished,
    FinishReason,
    NarratorError,
    NarratorEvent,
    Notice,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCall,
    Traits,
    Usage,
    Waiting,
)

PIECE = 7
"""Characters in one TextDelta."""

SCRIPT = Traits(name="script", model="script", window=32_768)
NOT_TOLD = Usage()


@dataclass(frozen=True, slots=True)
class Wait:
    """The reply stands still until `event` is set. `reached` is set when the wait begins."""

    event: asyncio.Event
    reached: asyncio.Event | None = None


Step = NarratorEvent | NarratorError | Wait
"""What a reply is made of: an event as it is, an error to raise, a wait."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The reply to one request, in this order: reasoning, text, wait, calls, steps, error, the end.

    calls: (tool, arguments) pairs or ToolCalls as they are; arguments may be JSON text or a mapping.
    disconnect_after: characters of `text` after which the connection breaks; None: it holds.
    wait, wait_after: stand still after so many characters of `text` (None: after all) until set.
    finish: None means "tool_calls" when there were calls, else "stop".
    """

    text: str = ""
    calls: Sequence[tuple[str, Mapping[str, Any] | str] | ToolCall] = ()
    reasoning: str = ""
    error: NarratorError | Failure | None = None
    disconnect_after: int | None = None
    wait: Wait | asyncio.Event | None = None
    wait_after: int | None = None
    steps: Sequence[Step] = ()
    usage: Usage = NOT_TOLD
    finish: FinishReason | None = None


Rule = Callable[[Request], Turn]
"""Answers a request by looking at it."""

AT_THE_END = Turn(text="The story goes on.")


@dataclass(frozen=True, slots=True)
class Script:
    """Turns and rules in order. loop: begin again at the end; otherwise `default` answers what comes after it."""

    turns: Sequence[Turn | Rule] = ()
    loop: bool = False
    default: Turn | Rule = AT_THE_END


class ScriptedNarrator:
    """Plays a script. `requests` are those it got; `cancelled` counts replies closed before their end.

    script: a Script, its turns alone (`loop` and `default` are then as in Script), or one rule for every request.
    """

    def __init__(
        self,
        script: Script | Sequence[Turn | Rule] | Rule = (),
        *,
        loop: bool = False,
        default: Turn | Rule = AT_THE_END,
        traits: Traits = SCRIPT,
        piece: int = PIECE,
    ) -> None:
        plan = script if isinstance(script, Script) else _script(script, loop, default)
        self._rules = list(plan.turns)
        self._loop = plan.loop
        self._default = plan.default
        self._piece = piece
        self._calls = 0
        self.traits = traits
        self.requests: list[Request] = []
        self.cancelled = 0
        self.closed = False

    @property
    def used_up(self) -> bool:
        """Whether every turn of the script has been played."""
        return len(self.requests) >= len(self._rules)

    def add(self, *turns: Turn | Rule) -> None:
        """More turns after those not yet played (a script that is used up goes on with these)."""
        played = len(self.requests)
        padding: list[Turn | Rule] = [self._default] * max(0, played - len(self._rules))
        self._rules.extend([*padding, *turns])

    async def stream(self, request: Request) -> AsyncGenerator[NarratorEvent, None]:
        """The events of the next turn. Raises NarratorError where the script says so."""
        turn = self._next(request)
        complete = False
        try:
            for step in self._steps(turn):
                match step:
                    case Wait():
                        await _stand_still(step)
                    case NarratorError():
                        complete = True
                        raise step
                    case TextDelta() | ReasoningDelta() | CallMade() | Waiting() | Notice() | Finished():
                        complete = isinstance(step, Finished)
                        yield step
                    case _:
                        assert_never(step)
        finally:
            self.cancelled += not complete

    async def prepare(self) -> None:
        """Nothing to learn."""

    async def close(self) -> None:
        self.closed = True

    def _next(self, request: Request) -> Turn:
        number = len(self.requests)
        self.requests.append(request)
        if self._loop and self._rules:
            number %= len(self._rules)
        rule = self._rules[number] if number < len(self._rules) else self._default
        return rule(request) if callable(rule) else rule

    def _steps(self, turn: Turn) -> Iterator[Step]:
        if turn.reasoning:
            yield ReasoningDelta(turn.reasoning)
        yield from self._told(turn)
        for call in turn.calls:
            yield CallMade(self._tool_call(call))
        yield from turn.steps
        if turn.error is not None:
            yield turn.error if isinstance(turn.error, NarratorError) else NarratorError(turn.error)
        called = bool(turn.calls) or any(isinstance(step, CallMade) for step in turn.steps)
        yield Finished(turn.finish or ("tool_calls" if called else "stop"), turn.usage)

    def _told(self, turn: Turn) -> Iterator[Step]:
        shown = turn.text if turn.disconnect_after is None else turn.text[: turn.disconnect_after]
        pause = len(shown) if turn.wait_after is None else turn.wait_after
        yield from self._pieces(shown[:pause])
        if turn.wait is not None:
            yield turn.wait if isinstance(turn.wait, Wait) else Wait(turn.wait)
        yield from self._pieces(shown[pause:])
        if turn.disconnect_after is not None:
            yield NarratorError(Failure.DISCONNECTED, retryable=True)

    def _pieces(self, text: str) -> Iterator[TextDelta]:
        return (TextDelta(text[start : start + self._piece]) for start in range(0, len(text), self._piece))

    def _tool_call(self, call: tuple[str, Mapping[str, Any] | str] | ToolCall) -> ToolCall:
        if isinstance(call, ToolCall):
            return call
        name, arguments = call
        self._calls += 1
        text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
        return ToolCall(f"call{self._calls:05d}", name, text, raw=text)


def _script(script: Sequence[Turn | Rule] | Rule, loop: bool, default: Turn | Rule) -> Script:
    return Script(default=script) if callable(script) else Script(script, loop, default)


async def _stand_still(wait: Wait) -> None:
    if wait.reached is not None:
        wait.reached.set()
    await wait.event.wait()
