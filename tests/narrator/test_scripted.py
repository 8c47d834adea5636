"""The scripted narrator plays its script to the letter."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from rpg.narrator.protocol import (
    CallMade,
    Failure,
    Finished,
    Message,
    Narrator,
    NarratorError,
    NarratorEvent,
    Notice,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCall,
    Usage,
)
from rpg.narrator.script_file import load_script
from rpg.narrator.scripted import AT_THE_END, ScriptedNarrator, Turn, Wait

REQUEST = Request(messages=(Message("user", "hello"),))
MOVE = ("edit_location_registry", {"operations": [{"op": "move_player", "to": "市集"}]})


async def events(narrator: Narrator, request: Request = REQUEST) -> list[NarratorEvent]:
    return [event async for event in narrator.stream(request)]


async def broken(narrator: Narrator) -> tuple[list[NarratorEvent], NarratorError]:
    """What came before the reply failed, and the failure."""
    seen: list[NarratorEvent] = []
    try:
        async for event in narrator.stream(REQUEST):
            seen.append(event)
    except NarratorError as error:
        return seen, error
    raise AssertionError("the reply did not fail")


def text_of(found: list[NarratorEvent]) -> str:
    return "".join(event.text for event in found if isinstance(event, TextDelta))


async def test_text_comes_in_pieces_that_add_up_and_ends_with_finished() -> None:
    found = await events(ScriptedNarrator([Turn(text="The market is loud today.", usage=Usage(10, 5))]))
    assert text_of(found) == "The market is loud today."
    assert len(found) > 3
    assert found[-1] == Finished("stop", Usage(10, 5))


async def test_calls_carry_json_arguments_and_their_own_ids() -> None:
    narrator = ScriptedNarrator([Turn(calls=[MOVE, ("advance_time", '{"minutes": 5}')])])
    found = await events(narrator)
    calls = [event.call for event in found if isinstance(event, CallMade)]
    assert [call.name for call in calls] == ["edit_location_registry", "advance_time"]
    assert json.loads(calls[0].arguments) == MOVE[1]
    assert "市集" in calls[0].arguments
    assert calls[1].arguments == '{"minutes": 5}'
    assert len({call.id for call in calls}) == 2
    assert all(len(call.id) == 9 and call.id.isalnum() for call in calls)
    assert found[-1] == Finished("tool_calls")


async def test_a_tool_call_as_it_is_stays_as_it_is() -> None:
    broken = ToolCall("x", "roll_dice", "{}", problem="not JSON", raw="{")
    found = await events(ScriptedNarrator([Turn(calls=[broken])]))
    assert found[0] == CallMade(broken)


async def test_turns_answer_requests_in_order_and_then_the_default() -> None:
    narrator = ScriptedNarrator([Turn(text="one"), Turn(text="two")])
    told = [text_of(await events(narrator)) for _ in range(3)]
    assert told == ["one", "two", AT_THE_END.text]
    assert narrator.used_up
    assert narrator.requests == [REQUEST] * 3


async def test_a_looping_script_begins_again() -> None:
    narrator = ScriptedNarrator([Turn(text="one"), Turn(text="two")], loop=True)
    assert [text_of(await events(narrator)) for _ in range(5)] == ["one", "two", "one", "two", "one"]


async def test_turns_added_after_the_end_are_played_next() -> None:
    narrator = ScriptedNarrator([Turn(text="one")])
    await events(narrator)
    await events(narrator)
    narrator.add(Turn(text="more"))
    assert not narrator.used_up
    assert text_of(await events(narrator)) == "more"


async def test_a_rule_sees_the_request() -> None:
    narrator = ScriptedNarrator(lambda request: Turn(text=request.messages[-1].content.upper()))
    assert text_of(await events(narrator)) == "HELLO"


async def test_a_disconnect_comes_after_exactly_so_many_characters() -> None:
    seen, error = await broken(
        ScriptedNarrator([Turn(text="The market is loud.", disconnect_after=10, calls=[MOVE])])
    )
    assert error.kind is Failure.DISCONNECTED
    assert error.retryable
    assert text_of(seen) == "The market"
    assert not any(isinstance(event, CallMade | Finished) for event in seen)


@pytest.mark.parametrize("error", [Failure.RATE_LIMIT, NarratorError(Failure.RATE_LIMIT, "slow down")])
async def test_an_error_comes_after_the_calls(error: Failure | NarratorError) -> None:
    seen, raised = await broken(ScriptedNarrator([Turn(calls=[MOVE], error=error)]))
    assert raised.kind is Failure.RATE_LIMIT
    assert [type(event) for event in seen] == [CallMade]


async def test_a_wait_holds_the_reply_until_its_event() -> None:
    wait = Wait(asyncio.Event(), asyncio.Event())
    narrator = ScriptedNarrator([Turn(text="before and after", wait=wait, wait_after=6)])
    seen: list[NarratorEvent] = []

    async def read() -> None:
        async for event in narrator.stream(REQUEST):
            seen.append(event)

    task = asyncio.create_task(read())
    assert wait.reached is not None
    await wait.reached.wait()
    assert text_of(seen) == "before"
    wait.event.set()
    await task
    assert text_of(seen) == "before and after"
    assert narrator.cancelled == 0


async def test_a_closed_reply_counts_as_cancelled() -> None:
    narrator = ScriptedNarrator([Turn(text="a long enough text")])
    stream = narrator.stream(REQUEST)
    await anext(stream)
    await stream.aclose()
    assert narrator.cancelled == 1
    assert not narrator.closed
    await narrator.close()
    assert narrator.closed


async def test_a_cancelled_task_counts_as_cancelled() -> None:
    reached = asyncio.Event()
    narrator = ScriptedNarrator([Turn(text="x", wait=Wait(asyncio.Event(), reached))])
    task = asyncio.create_task(events(narrator))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert narrator.cancelled == 1


async def test_reasoning_and_free_steps_are_passed_through() -> None:
    turn = Turn(reasoning="hm", text="So.", steps=[Notice("repaired"), TextDelta("!")], finish="length")
    found = await events(ScriptedNarrator([turn]))
    assert found == [
        ReasoningDelta("hm"),
        TextDelta("So."),
        Notice("repaired"),
        TextDelta("!"),
        Finished("length"),
    ]


TOML = """
loop = false
default = "Nothing more."
[[turns]]
calls = [{ name = "advance_time", arguments = { minutes = 10 } }]
[[turns]]
text = "Ten minutes pass."
[[turns]]
error = "overloaded"
[[turns]]
text = "It breaks here"
disconnect_after = 9
"""


@pytest.mark.parametrize("suffix", [".toml", ".json"])
async def test_a_file_plays_like_a_list(tmp_path: Path, suffix: str) -> None:
    import tomllib

    file = tmp_path / f"script{suffix}"
    file.write_text(TOML if suffix == ".toml" else json.dumps(tomllib.loads(TOML)), "utf-8")
    narrator = ScriptedNarrator(load_script(file))
    first = (await events(narrator))[0]
    assert isinstance(first, CallMade)
    assert json.loads(first.call.arguments) == {"minutes": 10}
    assert text_of(await events(narrator)) == "Ten minutes pass."
    for kind in (Failure.OVERLOADED, Failure.DISCONNECTED):
        with pytest.raises(NarratorError) as caught:
            await events(narrator)
        assert caught.value.kind is kind
    assert text_of(await events(narrator)) == "Nothing more."


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[[turns]\n", "line 1"),
        ("[[turns]]\ntxt = 'x'\n", "turns[0]: unknown key 'txt'"),
        ("[[turns]]\ntext = 3\n", "turns[0].text: str was expected"),
        ("[[turns]]\ndisconnect_after = true\n", "disconnect_after: int was expected"),
        ("[[turns]]\nerror = 'tired'\n", "'tired' is none of"),
        ("[[turns]]\ncalls = [{}]\n", "turns[0].calls[0]: name is missing"),
        ("turns = [1]\n", "turns[0]: a table was expected"),
    ],
)
def test_a_bad_file_is_one_error_that_names_file_and_place(tmp_path: Path, content: str, says: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(content, "utf-8")
    with pytest.raises(NarratorError) as caught:
        load_script(file)
    assert caught.value.kind is Failure.SCRIPT
    assert str(file) in caught.value.detail
    assert says in caught.value.detail


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(NarratorError, match=r"none\.toml"):
        load_script(tmp_path / "none.toml")
