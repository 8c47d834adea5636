"""The narrator that needs no model and no network."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Iterator
from hashlib import blake2b

from rpg.narrator.protocol import (
    CallMade,
    Failure,
    Finished,
    NarratorError,
    NarratorEvent,
    Offstage,
    Request,
    TextDelta,
    ToolCall,
    Traits,
)
from rpg.narrator.storyteller.deeds import Call
from rpg.narrator.storyteller.telling import Progress, Step, arrive, begin, resume
from rpg.narrator.storyteller.view import view_of

_PIECE = re.compile(r"\s*\S{1,24}\s*")
_ID_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Storyteller:
    """Tells a world from what its author wrote, with the same tools as a model.

    Between the requests of a turn it remembers only how far the turn is told; everything else is read from
    the stage of each request.
    """

    def __init__(self) -> None:
        self._turn: tuple[str, Progress] | None = None

    @property
    def traits(self) -> Traits:
        return Traits(name="storyteller", offline=True)

    async def stream(self, request: Request) -> AsyncGenerator[NarratorEvent, None]:
        """The next part of the story. Raises NarratorError when the request has no stage."""
        if request.offstage is None:
            raise NarratorError(Failure.BAD_REPLY, "the storyteller needs the stage of the turn")
        offstage = request.offstage
        step = self._step(offstage, request)
        self._turn = None if step.progress is None else (offstage.text, step.progress)
        lead = "\n\n" if offstage.results and step.text else ""
        for piece in _pieces(lead + step.text):
            yield TextDelta(piece)
        for number, call in enumerate(step.calls):
            yield CallMade(_tool_call(call, len(offstage.results) + number, offstage))
        yield Finished("tool_calls" if step.calls else "stop")

    async def prepare(self) -> None:
        """Nothing to learn."""

    async def close(self) -> None:
        """Nothing to give back."""

    def _step(self, offstage: Offstage, request: Request) -> Step:
        view = view_of(offstage.stage, offstage.language, offstage.seed, offstage.history)
        if offstage.kind == "travel":
            return arrive(view)
        tools = _offered(request)
        if not offstage.results:
            return begin(view, offstage.text, tools)
        if self._turn is None or self._turn[0] != offstage.text:
            return arrive(view)
        return resume(view, self._turn[1], [result for _, result in offstage.results], tools)


def _offered(request: Request) -> frozenset[str] | None:
    """The tools that can be called; None: all, since the request tells nothing of tools."""
    if request.force_text:
        return frozenset()
    return frozenset(tool.name for tool in request.tools) if request.tools else None


def _tool_call(call: Call, number: int, offstage: Offstage) -> ToolCall:
    """The call with an id of nine letters and digits that depends on the turn alone."""
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    key = json.dumps([offstage.seed, offstage.text, number, call.tool, arguments]).encode()
    value = int.from_bytes(blake2b(key, digest_size=8).digest(), "big")
    id = "".join(_ID_LETTERS[value // 36**place % 36] for place in range(9))
    return ToolCall(id, call.tool, arguments, raw=arguments)


def _pieces(text: str) -> Iterator[str]:
    """The text in small pieces: words, or a few characters where there are no spaces."""
    return (match[0] for match in _PIECE.finditer(text))
