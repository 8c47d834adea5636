"""A tiny harness that plays turns with the storyteller on a stage, as the session does."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from rpg.narrator.protocol import CallMade, Finished, Offstage, Request, TextDelta, ToolCall
from rpg.narrator.storyteller import Storyteller
from rpg.runtime.apply import apply, begin_turn
from rpg.runtime.errors import EditError
from rpg.runtime.gametools import turn_minutes
from rpg.runtime.routes import plan_travel
from rpg.runtime.state import State
from rpg.tools.game import DiceKeys, Stage, run_game


@dataclass
class Said:
    """A piece of text with the state it was said in, and the calls that followed it."""

    text: str
    state: State
    calls: list[ToolCall] = field(default_factory=list)


@dataclass
class Play:
    """A playthrough. history: as the session tells it."""

    state: State
    language: str = "en"
    narrator: Storyteller = field(default_factory=Storyteller)
    history: list[tuple[str, str]] = field(default_factory=list)
    seed: int = 0

    async def say(self, line: str) -> list[Said]:
        """One turn of the player's words."""
        self.state = begin_turn(self.state)
        said = await self._told(line, "player")
        self.history.append(("player", line))
        self._close(said)
        return said

    async def travel(self, place: str) -> list[Said]:
        """One travel by the menu, with its arrival."""
        self.state = begin_turn(self.state)
        self.state = apply(self.state, plan_travel(self.state, place))
        said = await self._told("", "travel")
        self.history.append(("travel", place))
        self._close(said)
        return said

    def _close(self, said: list[Said]) -> None:
        self.history.append(("narration", "\n\n".join(piece.text for piece in said)))
        self.seed += 1

    async def _told(self, line: str, kind: str) -> list[Said]:
        stage = Stage(self.state, (), frozenset(), DiceKeys("seed", str(self.seed), 1))
        results: list[tuple[str, str]] = []
        told: list[Said] = []
        for _ in range(8):
            piece = await self._request(stage.state, line, kind, tuple(results))
            told.append(piece)
            if not piece.calls:
                break
            for call in piece.calls:
                try:
                    ran = run_game(call.name, json.loads(call.arguments), stage)
                    stage, result = ran.stage, ran.result
                except EditError as error:
                    result = {"ok": False, "error": error.document()}
                results.append((call.name, json.dumps(result, ensure_ascii=False)))
        tick = turn_minutes(stage.state, stage.edits) if kind == "player" else None
        self.state = stage.state if tick is None else apply(stage.state, tick)
        return told

    async def _request(
        self, state: State, line: str, kind: str, results: tuple[tuple[str, str], ...]
    ) -> Said:
        offstage = Offstage(
            state,
            line,
            "travel" if kind == "travel" else "player",
            self.language,
            tuple(self.history),
            results,
            self.seed,
        )
        said = Said("", state)
        async for event in self.narrator.stream(Request((), offstage=offstage)):
            match event:
                case TextDelta(text):
                    said.text += text
                case CallMade(call):
                    said.calls.append(call)
                case Finished():
                    return said
        raise AssertionError("a stream without an end")


async def plays(play: Play, *lines: str) -> str:
    """The lines and what was told of them, as one text."""
    parts: list[str] = []
    for line in lines:
        said = await play.say(line)
        parts.append(f"> {line}\n\n" + "".join(piece.text for piece in said).strip())
    return "\n\n".join(parts) + "\n"
