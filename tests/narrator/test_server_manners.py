"""Every manner of a server gives the turn that it means, over a real connection."""

from __future__ import annotations

import re

import pytest

from rpg.narrator.protocol import Finished, Notice
from tests.fakes.openai_server import FakeServer
from tests.narrator.catalogue import ALL, Manner
from tests.narrator.helpers import calls, client, collect, reasoning, request, story


def test_the_catalogue_is_large_and_names_are_told_apart() -> None:
    assert len(ALL) >= 60
    assert len({manner.name for manner in ALL}) == len(ALL)


@pytest.mark.parametrize("manner", ALL, ids=lambda manner: manner.name)
async def test_the_turn_is_what_the_server_meant(manner: Manner) -> None:
    waits: list[float] = []
    with FakeServer() as server:
        server.default = manner.answer()
        events, error = await collect(client(server, waits=waits), request())
        attempts = len(server.chats)
    assert story(events) == manner.story
    assert [(call.name, call.arguments) for call in calls(events)] == list(manner.calls)
    assert sum(bool(call.problem) for call in calls(events)) == manner.problems
    assert reasoning(events) == manner.reasoning
    assert [event.code for event in events if isinstance(event, Notice)] == list(manner.notices)
    assert (error.kind if error else None) == manner.error
    assert attempts == manner.attempts
    assert len(waits) == attempts - 1
    if manner.error is None:
        last = events[-1]
        assert isinstance(last, Finished)
        assert manner.reason in (None, last.reason)
        assert manner.usage in (None, last.usage)


@pytest.mark.parametrize("manner", [m for m in ALL if m.calls], ids=lambda manner: manner.name)
async def test_ids_of_calls_are_distinct_and_made_up_ones_fit_every_template(manner: Manner) -> None:
    with FakeServer() as server:
        server.add(manner.answer())
        events, _ = await collect(client(server), request())
    ids = [call.id for call in calls(events)]
    assert len(set(ids)) == len(manner.calls)
    sent = b"".join(step for step in manner.steps if isinstance(step, bytes))
    for made in (given for given in ids if f'"{given}"'.encode() not in sent):
        assert re.fullmatch(r"[A-Za-z0-9]{9}", made)
