"""Tool calling without end costs no turn: calls, arguments and results are bounded, and the story goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.context.values import WireCall, WireMessage
from rpg.narrator.protocol import Traits
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.session.calls import LONGEST_ARGUMENTS, MOST_CALLS, shorter_turns
from rpg.session.events import FailedEvent, NoticeEvent, SavedEvent, ToolEvent
from tests.session.stories import REGISTRY, moves, new_session, played

PROTOCOLS: tuple[Literal["native", "text"], ...] = ("native", "text")


def narrator(
    *turns: Turn, protocol: Literal["native", "text"] = "native", window: int = 8192
) -> ScriptedNarrator:
    return ScriptedNarrator(list(turns), traits=Traits("script", "script", window, protocol))


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_arguments_without_end_come_back_as_one_short_error(
    tmp_path: Path, protocol: Literal["native", "text"]
) -> None:
    long = json.dumps({"character": "mira", "condition": "x" * 100_000})
    model = narrator(Turn("Rain.", [("update_character", long)]), protocol=protocol)
    session = new_session(tmp_path, model)
    events = await played(session.play("Hm."))
    assert not any(isinstance(event, FailedEvent) for event in events)
    assert [event.refused for event in events if isinstance(event, ToolEvent)] == ["bad_arguments"]
    assert session.log(2, 3)[0].text.startswith("Rain.")
    assert session.head_state.condition("mira") == ""
    assert sum(len(one.content) for one in model.requests[1].messages) < 40_000
    assert all(
        len(call.arguments) <= LONGEST_ARGUMENTS
        for one in model.requests[1].messages
        for call in one.tool_calls
    )
    await session.close()


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_hundreds_of_calls_are_carried_out_up_to_the_bound_and_the_story_goes_on(
    tmp_path: Path, protocol: Literal["native", "text"]
) -> None:
    calls = [("set_flag", {"name": f"flag{n}", "value": True}) for n in range(300)]
    model = narrator(Turn("Rain.", calls), Turn("It stops."), protocol=protocol)
    session = new_session(tmp_path, model)
    events = await played(session.play("Hm."))
    assert len(session.head_state.flags()) == MOST_CALLS
    refused = [event.refused for event in events if isinstance(event, ToolEvent)]
    assert refused == [""] * MOST_CALLS + ["too_many_calls"]
    assert [event.code for event in events if isinstance(event, NoticeEvent)] == ["too_many_calls"]
    assert isinstance(next(event for event in events if isinstance(event, SavedEvent)), SavedEvent)
    assert session.log(2, 3)[0].text == "Rain.\n\nIt stops."
    await session.close()


async def test_results_that_do_not_fit_are_told_in_brief(tmp_path: Path) -> None:
    """Each call is within the bounds, and all of them together are more than the window."""
    named = "A place. " * 400
    made = [
        (
            REGISTRY,
            {
                "operations": [
                    {"op": "create_location", "name": f"Hut {n}", "summary": "Hut.", "description": named}
                ]
            },
        )
        for n in range(20)
    ]
    model = narrator(Turn("Rain.", made), Turn("It stops."), window=8192)
    session = new_session(tmp_path, model)
    session.set_setting("context.window", 8192)
    events = await played(session.play("Hm."))
    assert not any(isinstance(event, FailedEvent) for event in events)
    assert "results_cut" in [event.code for event in events if isinstance(event, NoticeEvent)]
    assert session.log(2, 3)[0].text == "Rain.\n\nIt stops."
    await session.close()


async def test_a_move_among_hundreds_of_calls_is_made(tmp_path: Path) -> None:
    model = narrator(
        Turn("You go.", [moves("market"), *[("roll_dice", {"dice": "1d6"})] * 200]), Turn("There.")
    )
    session = new_session(tmp_path, model)
    await played(session.play("Up."))
    assert session.head_state.player_location == "market"
    await session.close()


MESSAGES = st.lists(
    st.tuples(
        st.text(max_size=8),
        st.lists(
            st.sampled_from(['{"ok":true,"x":1}', '{"ok":false,"error":{"code":"no"}}', "?"]), max_size=3
        ),
    ),
    max_size=5,
)


@given(rounds=MESSAGES)
def test_every_call_keeps_its_result_in_every_shorter_form(rounds: list[tuple[str, list[str]]]) -> None:
    turn: list[WireMessage] = []
    for number, (text, results) in enumerate(rounds):
        ids = [f"c{number}{at}" for at in range(len(results))]
        turn.append(WireMessage("assistant", text, tuple(WireCall(id, "x", '{"a":1}') for id in ids)))
        turn.extend(WireMessage("tool", result, call_id=id) for id, result in zip(ids, results, strict=True))
    for shorter in shorter_turns(turn, "Go on."):
        asked = [call.id for message in shorter for call in message.calls]
        assert asked == [message.call_id for message in shorter if message.role == "tool"]
        assert all(json.loads(call.arguments) is not None for message in shorter for call in message.calls)
        said = "\n\n".join(
            message.content for message in shorter if message.role == "assistant" and message.content
        )
        assert said == "\n\n".join(
            message.content for message in turn if message.role == "assistant" and message.content
        )
