"""Earlier tool calls in their slim form."""

import json

import pytest

from rpg.context.past import LONGEST_ARGUMENT, message_section, slim_arguments, slim_calls, slim_result
from rpg.context.values import PastCall, StoryMessage
from rpg.timeline.nodes import CallPart, ResultPart, TextPart
from tests.context.stories import letters


@pytest.mark.parametrize(
    ("result", "refused", "slim"),
    [
        (
            '{"ok":true,"player":"quay","sheets":["LONG SHEET"],"present":[]}',
            "",
            {"ok": True, "player": "quay"},
        ),
        ('{"ok":true,"player":{"location":"quay"}}', "", {"ok": True, "player": "quay"}),
        (
            '{"ok":false,"error":{"code":"unknown_location","message":"…"}}',
            "",
            {"ok": False, "error": "unknown_location"},
        ),
        ('{"error":{"code":"locked"}}', "", {"ok": False, "error": "locked"}),
        ("plain words", "", {"ok": True}),
        ("[1,2]", "", {"ok": True}),
        ("{}", "never", {"ok": False, "error": "never"}),
    ],
)
def test_a_slim_result_says_ok_and_where_and_never_a_sheet(result, refused, slim):
    assert json.loads(slim_result(ResultPart("a", "t", result, refused))) == slim


def test_a_call_without_a_result_did_not_go_through():
    assert json.loads(slim_result(None)) == {"ok": False}


def test_long_arguments_are_shortened_and_stay_json():
    slim = json.loads(slim_arguments(json.dumps({"operations": [{"description": "x" * 900, "n": 1}]})))
    assert slim["operations"][0]["n"] == 1
    assert len(slim["operations"][0]["description"]) == LONGEST_ARGUMENT + 1
    assert slim_arguments("not json") == slim_arguments("[1]") == "{}"


def test_calls_are_taken_from_the_parts_of_a_reply():
    parts = (
        TextPart("Before."),
        CallPart("a", "move", '{"to": "quay"}'),
        ResultPart("a", "move", '{"ok":true,"player":"quay"}'),
        CallPart("b", "weather", "{}"),
    )
    made = slim_calls(parts, lambda name: name == "weather")
    assert made == (
        PastCall("move", '{"to":"quay"}', '{"ok":true,"player":"quay"}'),
        PastCall("weather", "{}", '{"ok":false}', True),
    )


@pytest.mark.parametrize(
    ("calls", "isolated", "names"),
    [(True, False, ["move", "weather"]), (True, True, ["move"]), (False, False, [])],
)
def test_foreign_calls_are_not_replayed_under_isolation(calls, isolated, names):
    past = (PastCall("move", "{}", "{}"), PastCall("weather", "{}", "{}", True))
    made = message_section(
        StoryMessage(3, "narration", "Rain.", past), letters, calls=calls, isolated=isolated
    )
    assert [call.name for message in made.messages for call in message.calls] == names
    assert made.role == ("unit" if names else "assistant")
    assert made.tokens == letters(made.text)
