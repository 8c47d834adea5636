"""Whatever a model sends to the game's own tools comes back as a short result, and never as an exception."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.tools.execute import Answer, Waiting, execute
from rpg.tools.game import DICE
from tests.tools.kit import called, own_box, own_tools, result_of, stage

LONG = "x" * 15_000
WORDS = st.sampled_from(
    [
        "",
        "mira",
        "market",
        "quay",
        "move_player",
        "create_location",
        "player",
        "1d6",
        "99999d99999",
        "\x1b[2J",
        "\ud800",
        "名字",
        LONG,
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
TOOLS = {tool.name: tool for tool in own_tools()}


@pytest.mark.parametrize("name", TOOLS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_arguments_are_answered(name: str, data: st.DataObject) -> None:
    known = list(TOOLS[name].parameters.get("properties", {}))
    keys = st.sampled_from([*known, "x"])
    arguments: dict[str, Any] = data.draw(st.dictionaries(keys, VALUES, max_size=4))
    text = json.dumps(arguments)
    answer = execute(own_box(), stage(), name, text)
    if isinstance(answer, Waiting):
        return
    assert isinstance(answer, Answer)
    assert isinstance(json.loads(answer.result), dict)
    assert answer.accepted or len(answer.result) < 4_000


@pytest.mark.parametrize("who", [["player"], {"a": 1}, 7, None, "god"])
def test_dice_for_nobody_are_refused(who: Any) -> None:
    assert result_of(called(DICE, {"dice": "1d6", "who": who}))["error"]["code"] == "bad_argument"


def test_an_error_does_not_repeat_an_argument_without_end() -> None:
    answer = called("update_character", {"character": LONG, "condition": "tired"})
    assert len(answer.result) < 2_000
    unknown = execute(own_box(), stage(), LONG, "{}")
    assert isinstance(unknown, Answer)
    assert len(unknown.result) < 2_000
