"""A server's tools as tools of the game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.tools.servers.tools import (
    ANY,
    LARGEST_SCHEMA,
    LONGEST_DESCRIPTION,
    MOST_TOOLS,
    ServerTool,
    bounded_schema,
    tool_documents,
    tools_from_documents,
    tools_of_server,
)

PLAIN = {"type": "object", "properties": {}}


def test_a_description_is_cleaned_and_bounded() -> None:
    (tool,) = tools_of_server("t", [ServerTool("x", "\x1b[1m" + "y" * 5_000, {"type": "object"})])
    assert tool.description == "y" * LONGEST_DESCRIPTION
    (bare,) = tools_of_server("t", [ServerTool("x", "", {"type": "object"})])
    assert bare.description == "x"


def test_a_server_that_nobody_has_seen_stands_as_one_row() -> None:
    (row,) = tools_of_server("t", [])
    assert (row.name, row.remote) == ("t__*", ANY)


def test_the_order_is_by_name_and_the_number_is_bounded() -> None:
    listed = [ServerTool(f"x{n}", "d", {}) for n in range(300, 0, -1)]
    tools = tools_of_server("t", listed)
    assert len(tools) == MOST_TOOLS
    assert [tool.name for tool in tools] == sorted(tool.name for tool in tools)


@pytest.mark.parametrize("schema", [None, 3, {"type": "string"}, {"type": "object", "x": object()}])
def test_a_schema_that_is_none_becomes_the_plain_one(schema: Any) -> None:
    assert bounded_schema(schema) == PLAIN


def test_a_huge_schema_keeps_its_names_only() -> None:
    schema = {"type": "object", "properties": {"city": {"description": "x" * LARGEST_SCHEMA}}}
    assert bounded_schema(schema) == {"type": "object", "properties": {"city": {}}}


JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda x: st.lists(x) | st.dictionaries(st.text(max_size=3), x),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["type", "properties", "required"]), JSON | st.just("object")))
def test_any_schema_becomes_one_that_can_be_sent(schema: dict[str, Any]) -> None:
    made = bounded_schema(schema)
    assert made["type"] == "object"
    assert "properties" in made
    assert "\x1b" not in json.dumps(made, ensure_ascii=False)


SCHEMAS = st.dictionaries(st.text(max_size=4), JSON, max_size=2)


@given(st.lists(st.builds(ServerTool, st.text(max_size=8), st.text(max_size=8), SCHEMAS), max_size=3))
def test_what_a_server_offered_is_remembered(listed: list[ServerTool]) -> None:
    assert tools_from_documents(json.loads(json.dumps(tool_documents(listed)))) == tuple(listed)


@given(JSON)
def test_what_was_remembered_badly_is_left_out(value: Any) -> None:
    assert isinstance(tools_from_documents(value), tuple)
