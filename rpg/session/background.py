"""Notes written better by the model between two turns: a task beside the game that never holds a turn up.

It starts when a turn is saved and stops when the next one begins; what was not done is found again then. A
note that fails leaves the old one in force. With `background = off`, an offline narrator or nobody at the
keyboard nothing is asked. Source: docs/context.md §3, docs/interface.md §1.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from typing import Literal

from rpg.context.space import space_of
from rpg.narrator.protocol import (
    Failure,
    Finished,
    Message,
    Narrator,
    NarratorError,
    Request,
    TextDelta,
    Usage,
)
from rpg.session.better_notes import (
    Job,
    departure_jobs,
    holds,
    instruction,
    material,
    observation_jobs,
    summary_job,
    written,
)
from rpg.session.commits import stored_notes_on
from rpg.session.costs import SPENT, added, spent_told
from rpg.session.planning import Telling
from rpg.session.settings import context_settings
from rpg.session.story import Story
from rpg.store.transaction import Transaction
from rpg.text.clean import clean_text
from rpg.text.messages import message

State = Literal["off", "idle", "working", "failed", "cancelled"]

TRIES = 3
"""Answers without a note in them, after which a note stays as it was made at once."""


@dataclass(frozen=True, slots=True)
class BackgroundStatus:
    """What is going on. done, total: notes. kind: of the note at work. code: why it failed, a failure kind."""

    state: State = "idle"
    done: int = 0
    total: int = 0
    kind: str = ""
    code: str = ""


Listener = Callable[[BackgroundStatus], None]


class Background:
    """The background work of one session. `listen` is told of every change, for a face to show."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._task: asyncio.Task[None] | None = None
        self._tries: Counter[tuple[object, ...]] = Counter()
        self.status = BackgroundStatus()
        self.listen: Listener | None = None

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def start(self, narrator: Narrator, telling: Telling) -> None:
        """Begins with what there is to do; needs a running event loop. A run that goes on is left alone."""
        if self.running:
            return
        if telling.settings["background"] == "off" or narrator.traits.offline:
            self._tell(BackgroundStatus("off"))
            return
        self._task = asyncio.ensure_future(self._run(narrator, telling))

    async def cancel(self) -> None:
        """Stops at once; what was being written is not kept."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def wait(self) -> None:
        """Until the work that goes on is done."""
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await asyncio.shield(self._task)

    # -- the work ---------------------------------------------------------------------------

    async def _run(self, narrator: Narrator, telling: Telling) -> None:
        try:
            await self._all(narrator, telling)
        except asyncio.CancelledError:
            self._tell(replace(self.status, state="cancelled"))
            raise
        except NarratorError as error:
            self._tell(replace(self.status, state="failed", code=str(error.kind)))
        except Exception:
            # A run that breaks must not take the game with it: the notes there are stay in force.
            self._tell(replace(self.status, state="failed", code="internal"))

    async def _all(self, narrator: Narrator, telling: Telling) -> None:
        story = self._story
        first = list(self._untried((*departure_jobs(story), *observation_jobs(story))))
        total = len(first) + (1 if list(self._untried(_one(summary_job(story)))) else 0)
        done = 0
        for job in self._in_order(first):
            self._tell(BackgroundStatus("working", done, max(total, done + 1), job.note.kind))
            await self._write(job, narrator, telling)
            done += 1
        self._tell(BackgroundStatus("idle", done, done))

    def _in_order(self, first: Iterable[Job]) -> Iterator[Job]:
        """The jobs as they come up: the summary last, from the observations as they are then."""
        yield from first
        yield from self._untried(_one(summary_job(self._story)))

    def _untried(self, jobs: Iterable[Job]) -> Iterator[Job]:
        return (job for job in jobs if self._tries[job.key] < TRIES)

    async def _write(self, job: Job, narrator: Narrator, telling: Telling) -> None:
        """Asks for one note and keeps it if its node is still on the path."""
        if not holds(self._story, job):
            return
        count, request = telling.counter.count, _request(self._story, job, telling)
        if request is None:
            self._tries[job.key] = TRIES
            return
        answer, usage = await _answer(narrator, request)
        self._tries[job.key] += 1
        note = written(job, answer, count)
        if note is None or not holds(self._story, job) or not self._story.save.writable:
            return
        spent = added(self._story, narrator.traits.model, spent_told(usage), "background")
        self._story.save.commit(Transaction(notes=stored_notes_on(job.node, (note,)), meta={SPENT: spent}))

    def _tell(self, status: BackgroundStatus) -> None:
        self.status = status
        if self.listen is not None:
            self.listen(status)


def status_text(status: BackgroundStatus, language: str) -> str:
    """The status in a few words; "" when there is nothing to say."""
    if status.state in {"off", "idle"}:
        return ""
    kind = message(language, f"background.{status.kind}") if status.kind else ""
    why = message(language, f"narrator.{status.code}") if status.code and status.code != "internal" else ""
    values = {"done": status.done + 1, "total": status.total, "kind": kind, "why": why}
    return message(language, f"background.{status.state}", **values).strip()


def _one(job: Job | None) -> tuple[Job, ...]:
    return () if job is None else (job,)


def _request(story: Story, job: Job, telling: Telling) -> Request | None:
    """The request for a note; None when there is nothing to work from."""
    sizes = context_settings(telling.settings, telling.traits, isolated=telling.isolated, limit=telling.limit)
    count, order = telling.counter.count, instruction(story, job)
    room = space_of(sizes, telling.counter.quality).available - count(order)
    text = material(story, job, room * 3 // 4, count) if room > 0 else ""
    if not text:
        return None
    messages = (Message("system", order), Message("user", text))
    return Request(messages, (), sizes.reply_reserve, force_text=True)


async def _answer(narrator: Narrator, request: Request) -> tuple[str, Usage]:
    """The whole answer. Raises NarratorError, also for one that was filtered."""
    pieces: list[str] = []
    usage = Usage()
    async with aclosing(narrator.stream(request)) as events:  # type: ignore[type-var]
        async for event in events:
            match event:
                case TextDelta(text):
                    pieces.append(text)
                case Finished("content_filter", _):
                    raise NarratorError(Failure.REFUSED)
                case Finished(_, told):
                    usage = told
    return clean_text("".join(pieces)).strip(), usage
