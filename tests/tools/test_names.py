"""Names of tools: unique, short, and isolation knows the game's own from all others."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.tools.names import LONGEST, OWN_NAMES, blocked_by_isolation, server_tool_name
from tests.tools.kit import own_tools

SERVERS = st.from_regex(r"\A[a-z0-9-]{1,24}\Z")


def test_the_own_names_are_those_of_the_own_tools() -> None:
    assert {tool.name for tool in own_tools()} == OWN_NAMES


@pytest.mark.parametrize(
    ("name", "blocked"),
    [
        ("edit_location_registry", False),
        ("roll_dice", False),
        ("look_up", False),
        ("ask_user_input", False),
        ("save_memory", True),
        ("search_memory", True),
        ("weather", True),
        ("time__now", True),
    ],
)
def test_isolation_blocks_whatever_is_not_of_the_game_itself(name: str, blocked: bool) -> None:
    assert blocked_by_isolation(name) is blocked


@given(SERVERS, st.text())
def test_every_servers_tool_has_a_name_that_models_take(server: str, remote: str) -> None:
    name = server_tool_name(server, remote)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name)
    assert len(name) <= LONGEST
    assert name.startswith(f"{server}__")
    assert name not in OWN_NAMES


@given(SERVERS, st.text(), st.text())
def test_two_tools_of_a_server_never_share_a_name(server: str, one: str, other: str) -> None:
    assert (server_tool_name(server, one) == server_tool_name(server, other)) == (one == other)
