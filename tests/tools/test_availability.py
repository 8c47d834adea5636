"""The truth table: for every gate of every tool, listing, offer and execution agree, with all reasons.

The request agrees too: tests/session/test_tool_centre.py sends it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any, get_args

import pytest

from rpg.text.messages import LANGUAGES, message
from rpg.tools.availability import Reason, SessionFacts, approval_of, availability
from rpg.tools.declaration import OUTSIDE_GATES, Gate, Tool
from rpg.tools.execute import Answer, ToolBox, Waiting, execute
from rpg.tools.listing import tool_rows
from rpg.tools.servers.tools import SERVER_GATES
from tests.tools.kit import own_tools, result_of, stage

MCP = Tool("time__now", "mcp", "The time.", {"type": "object"}, SERVER_GATES, "time", "now")
COMMAND = Tool("weather", "command", "Weather.", {"type": "object"}, OUTSIDE_GATES)
TOOLS = (*own_tools(), MCP, COMMAND)

OPEN = SessionFacts(
    has_clock=True,
    memory=True,
    memory_write=True,
    memory_recall=True,
    top_k=4,
    chosen=frozenset({"time"}),
    online=frozenset({"time"}),
    listed={"time": frozenset({"now"})},
)

Shut = Callable[[SessionFacts, Tool], SessionFacts]

SHUT: Mapping[Gate, tuple[Reason, Shut]] = {
    "switch": ("switched_off", lambda facts, tool: replace(facts, switches={tool.name: False})),
    "approval": ("approval_never", lambda facts, tool: replace(facts, approvals={tool.name: "never"})),
    "clock": ("no_clock", lambda facts, tool: replace(facts, has_clock=False)),
    "isolation": ("isolated", lambda facts, tool: replace(facts, isolated=True)),
    "memory": ("memory_off", lambda facts, tool: replace(facts, memory=False)),
    "memory_write": ("memory_write_off", lambda facts, tool: replace(facts, memory_write=False)),
    "memory_recall": ("recall_off", lambda facts, tool: replace(facts, memory_recall=False)),
    "top_k": ("top_k_zero", lambda facts, tool: replace(facts, top_k=0)),
    "server_chosen": ("server_not_chosen", lambda facts, tool: replace(facts, chosen=frozenset())),
    "server_online": ("server_offline", lambda facts, tool: replace(facts, online=frozenset())),
    "server_lists": ("server_lacks_tool", lambda facts, tool: replace(facts, listed={})),
    "tool_calling": ("no_tool_calling", lambda facts, tool: replace(facts, native_tools=False)),
    "room": ("no_context_left", lambda facts, tool: replace(facts, withheld=frozenset({tool.name}))),
}


def expected(tool: Tool, shut: set[Gate]) -> tuple[Reason, ...]:
    """The reasons in the order of the tool's gates; what an absent server lists is not known."""
    silent: set[Gate] = {"server_lists"} if "server_online" in shut else set()
    return tuple(SHUT[gate][0] for gate in tool.gates if gate in shut - silent)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_listing_offer_and_execution_agree_for_every_combination_of_gates(tool: Tool) -> None:
    for closed in product((False, True), repeat=len(tool.gates)):
        shut: set[Gate] = {gate for gate, is_shut in zip(tool.gates, closed, strict=True) if is_shut}
        facts = OPEN
        for gate in shut:
            facts = SHUT[gate][1](facts, tool)
        box = ToolBox((tool,), facts)
        reasons = expected(tool, shut)
        (row,) = tool_rows(box, len, "en")
        assert row.reasons == reasons
        assert row.available == (not reasons)
        assert (tool in box.offered()) == (not reasons)
        answer = execute(box, stage(), tool.name, "{}")
        if reasons:
            assert isinstance(answer, Answer)
            assert answer.refused == reasons[0]
            assert all(reason in answer.result for reason in reasons)
            assert answer.stage == stage()
        elif tool.outside:
            assert isinstance(answer, Waiting)
        else:
            assert isinstance(answer, Answer)
            assert answer.refused == ""


def test_the_table_knows_every_gate_and_every_reason() -> None:
    assert set(SHUT) == set(get_args(Gate))
    assert {reason for reason, _ in SHUT.values()} == set(get_args(Reason))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_gate_that_a_tool_does_not_have_cannot_shut_it(tool: Tool) -> None:
    for gate in set(get_args(Gate)) - set(tool.gates):
        if gate != "server_lists" or "server_online" not in tool.gates:
            assert availability(tool, SHUT[gate][1](OPEN, tool)).available, gate


def test_the_rules_of_the_game_have_no_gate_but_what_the_world_lacks() -> None:
    always = {tool.name for tool in TOOLS if not tool.gates}
    assert always == {"edit_location_registry", "update_character", "set_flag"}
    assert not any("isolation" in tool.gates for tool in TOOLS if tool.source == "game")


REFUSALS = ("declined", "not_approved", "unknown_tool", "bad_arguments")


@pytest.mark.parametrize("reason", [*get_args(Reason), *REFUSALS])
def test_every_reason_has_its_own_sentence_in_both_languages(reason: str) -> None:
    said = [message(language, f"tools.{reason}") for language in LANGUAGES]
    assert all(text and text != f"tools.{reason}" for text in said)
    assert len(set(said)) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("tool", "setting", "approval", "asks"),
    [
        (MCP, None, "ask", True),
        (COMMAND, None, "ask", True),
        (COMMAND, "allow", "allow", False),
        (COMMAND, "never", "never", False),
        (own_tools()[0], None, "allow", False),
        (own_tools()[0], "ask", "ask", False),
        (own_tools()[5], "ask", "ask", True),
    ],
)
def test_the_approval_in_force(tool: Tool, setting: str | None, approval: str, asks: bool) -> None:
    facts = replace(OPEN, approvals={} if setting is None else {tool.name: setting})
    assert approval_of(tool, facts) == approval
    assert availability(tool, facts).asks is asks


@pytest.mark.parametrize("arguments", ["", "[1]", "{", "null", '"x"', "[" * 100_000])
def test_arguments_that_are_no_object_are_told_and_nothing_runs(arguments: str) -> None:
    box = ToolBox(TOOLS, OPEN)
    answer = execute(box, stage(), "weather", arguments)
    if arguments == "":
        assert isinstance(answer, Waiting)
    else:
        assert isinstance(answer, Answer)
        assert answer.refused == "bad_arguments"


def test_an_invented_tool_is_refused_and_the_real_ones_are_named() -> None:
    answer = execute(ToolBox(TOOLS, OPEN), stage(), "teleport", "{}")
    assert isinstance(answer, Answer)
    assert answer.refused == "unknown_tool"
    assert "edit_location_registry" in result_of(answer)["error"]["hint"]


def test_a_row_tells_everything_a_face_shows() -> None:
    (row,) = tool_rows(ToolBox((COMMAND,), replace(OPEN, isolated=True)), len, "zh")
    document: dict[str, Any] = row.document
    assert document["reasons"] == [{"code": "isolated", "text": "本次会话隔离了世界书"}]
    assert set(document) == {
        "name",
        "source",
        "server",
        "configured",
        "available",
        "reasons",
        "approval",
        "tokens",
        "description",
        "custom",
    }
    assert row.tokens > len("weather")
