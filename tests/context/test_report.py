"""The report: JSON, panel views and plain text tell one plan."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rpg.context.document import differences, report_json, request_document
from rpg.context.panel import FLAT, ClassicPanel, FlatPanel, panel
from rpg.context.plan import follow_up, plan
from rpg.context.report import (
    action_text,
    omitted_text,
    reason_text,
    report_document,
    report_text,
    status_text,
)
from rpg.context.sections import Omitted
from rpg.context.status import Action
from rpg.context.values import Instructions, LorePlacement, PresetText, Recalled, WireCall, WireMessage
from rpg.runtime.edits import MoveCharacter
from rpg.text.messages import message
from tests.context.stories import begin, prose, world_of


def made_plan(**settings):
    played = begin(world_of(3, 3), 3500, **settings)
    for n in range(20):
        played.turn(
            f"say {n}", prose(str(n), 60), [MoveCharacter("person0", "place1", "model")] if n == 3 else ()
        )
    played.state = played.state.set(("pin", "a"), "Keep this.")
    inputs = replace(
        played.inputs("and now?"),
        lore=(LorePlacement("flood", "history", "The flood.", "an_bottom", reason="key flood in message 3"),),
        recalled=(Recalled("m", "An old memory."),),
        instructions=Instructions("Global.", "Session.", "Note."),
        presets=(PresetText("plain", "length", "Short."),),
    )
    return plan(inputs)


def test_the_report_has_every_key_and_its_sums_agree():
    made = made_plan()
    document = json.loads(report_json(report_document(made)))
    assert {"window", "reserve", "available", "setting", "dialogue", "history", "status", "actions"} <= set(
        document
    )
    assert document["window"] == 3500
    assert document["reserve"]["total"] + document["available"] == 3500
    for side in ("setting", "dialogue"):
        assert sum(group["tokens"] for group in document[side]["groups"]) == document[side]["used"]
    assert document["setting"]["used"] + document["dialogue"]["used"] == document["used"] == made.total
    assert [group["group"] for group in document["dialogue"]["groups"]] == [
        "memory",
        "pinned",
        "log",
        "input",
    ]
    assert document["history"]["carried"] < document["history"]["total"] == 41
    assert document["history"]["cut"]["to"] == made.history.start - 1
    assert document["prefix"]["differs"]
    assert sum(part["tokens"] for part in document["sections"]) == made.total


def test_the_request_is_the_one_that_is_sent():
    made = follow_up(
        made_plan(),
        (
            WireMessage("assistant", "", (WireCall("abcdefghi", "roll_dice", "{}"),)),
            WireMessage("tool", "6", call_id="abcdefghi"),
        ),
    )
    document = request_document(made)
    assert [message["role"] for message in document["messages"]] == [
        message.role for message in made.messages
    ]
    assert document["messages"][-2]["tool_calls"][0]["function"] == {"name": "roll_dice", "arguments": "{}"}
    assert document["messages"][-1]["tool_call_id"] == "abcdefghi"
    assert [tool["function"]["name"] for tool in document["tools"]] == ["edit_location_registry", "roll_dice"]


def test_the_classic_panel_sets_both_sides_beside_each_other():
    shown = panel(made_plan())
    assert isinstance(shown, ClassicPanel)
    assert sum(row.tokens for row in shown.setting) == shown.setting_used
    assert sum(row.tokens for row in shown.dialogue) == shown.dialogue_used
    assert (shown.carried, shown.total) == (made_plan().history.carried, 41)


def test_the_flat_panel_has_six_groups_and_a_total():
    made = made_plan(memory_style="observations")
    shown = panel(made)
    assert isinstance(shown, FlatPanel)
    assert tuple(row.group for row in shown.rows) == FLAT
    assert sum(row.tokens for row in shown.rows) == shown.used == made.total
    assert shown.cap == made.space.available
    rows = {row.group: row for row in shown.rows}
    groups = {use.group: use.tokens for use in made.groups}
    assert rows["log"].tokens == groups["log"] + groups["input"]
    assert rows["platform"].tokens == groups["platform"] + groups["presets"] + groups["other"]
    assert rows["memory"].tokens >= groups["pinned"] > 0
    assert rows["lorebook"].cap == made.space.lore_cap


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("style", ["summary", "observations"])
def test_the_text_says_everything_in_both_languages(language, style):
    made = made_plan(memory_style=style)
    text = report_text(made, language)
    assert "context." not in text
    assert "{" not in text
    assert status_text(made, language) in text
    for item in made.omitted:
        assert omitted_text(item, language) in text
    for action in made.actions:
        assert action_text(action, language) in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_reason_status_group_and_action_has_a_sentence_in_both_languages(language):
    made = made_plan()
    for part in made.sections:
        assert not reason_text(part, language).startswith("context.")
    codes = ["no_context_left", "isolated", "digest_cap", "no_room", "opening_gave_way", "cut", "not_covered"]
    for code in [*codes, "observations_cap", "roster_cap", "scene_brief"]:
        values = {"from": 1, "to": 2, "count": 3}
        assert "{" not in omitted_text(Omitted("x", "log", code, 1, values), language)
    for key in ("status_ok", "status_setting_too_long", "status_dialogue_too_long", "status_over_limit"):
        assert message(language, f"context.{key}") != f"context.{key}"


def test_lore_says_which_key_brought_it():
    part = next(part for part in made_plan().sections if part.group == "lorebook")
    assert reason_text(part, "en") == "lorebook: key flood in message 3"


def test_a_refused_message_says_that_nothing_was_sent_or_charged():
    played = begin(world_of(2, 1), 3000)
    made = plan(played.inputs("x" * 50_000))
    assert "Not sent, nothing charged" in report_text(made, "en")
    assert "未发送，未计费" in report_text(made, "zh")


def test_the_difference_of_two_requests_names_what_came_and_went():
    played = begin(world_of(3, 3), 9000)
    before = played.turn("one", "two", [MoveCharacter("person0", "place1", "model")])
    after = plan(played.inputs("three"))
    document = differences(before, after)
    assert "digest.person0" in [part["id"] for part in document["added"]]
    assert "frame.person.person0" in [part["id"] for part in document["removed"]]
    assert document["tokens"] == after.total - before.total


def test_thousands_are_set_apart_everywhere() -> None:
    assert "(12,345 tokens)" in action_text(Action("switch_tools_off", "", 12_345), "en")
    assert "(12,345 tokens)" in omitted_text(Omitted("tool.x", "platform", "no_context_left", 12_345), "en")
