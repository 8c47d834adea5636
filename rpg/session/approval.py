"""Asking the player whether a tool may run: once, for this session, always, or no.

Where nobody is there to be asked, a tool runs only when it was allowed by name beforehand.
Source: docs/tools.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Literal

from rpg.session.events import ApprovalEvent
from rpg.session.stream import Emit

Choice = Literal["once", "session", "always", "keep", "no"]
"""keep: take the result of an identical call of an earlier reply instead of a new one."""

Verdict = Literal["run", "keep", "no", "nobody"]
"""nobody: there was nobody to be asked."""

CHOICES: tuple[Choice, ...] = ("once", "session", "always", "no")


class Approvals:
    """The player's decisions in one session.

    allowed: names that may run without a question. asks: whether somebody is there to be asked. remember:
    writes a decision for always into the configuration.
    """

    def __init__(self, allowed: Iterable[str], *, asks: bool, remember: Callable[[str], None]) -> None:
        self._allowed = set(allowed)
        self._asks = asks
        self._remember = remember
        self._waiting: dict[str, asyncio.Future[str]] = {}
        self._asked = 0

    def allows(self, name: str) -> bool:
        """Whether a tool runs without a question in this session."""
        return name in self._allowed

    async def decide(self, name: str, detail: str, emit: Emit, *, kept: bool = False) -> Verdict:
        """Whether a tool may run. kept: an identical call has a result that can be taken instead."""
        if not kept and self.allows(name):
            return "run"
        if not self._asks:
            return "keep" if kept else "nobody"
        choices: tuple[Choice, ...] = ("keep", "once", "no") if kept else CHOICES
        choice = await self._ask(name, detail, choices, emit)
        if choice in {"session", "always"}:
            self._allowed.add(name)
        if choice == "always":
            self._remember(name)
        return "keep" if choice == "keep" else "no" if choice == "no" else "run"

    def answer(self, request_id: str, choice: str) -> None:
        """The player's answer to an `ApprovalEvent`. An unknown request is ignored."""
        waiting = self._waiting.get(request_id)
        if waiting is not None and not waiting.done():
            waiting.set_result(choice)

    async def _ask(self, name: str, detail: str, choices: tuple[Choice, ...], emit: Emit) -> Choice:
        """One question. A word that is none of its choices means no."""
        self._asked += 1
        id = f"approval-{self._asked}"
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[id] = future
        emit(ApprovalEvent(id, name, detail, choices))
        try:
            answer = await future
        finally:
            self._waiting.pop(id, None)
        return answer if answer in choices else "no"
