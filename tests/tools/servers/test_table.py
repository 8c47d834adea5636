"""The player's tables of MCP servers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rpg.text.messages import LANGUAGES, message
from rpg.tools.servers.table import server_entries


def test_a_program_and_an_address() -> None:
    table = {
        "time": {"command": ["./serve", "--now"], "environment": ["TZ"], "use": True, "timeout": 5},
        "web": {"url": "https://example.org/mcp", "headers": {"Authorization": "WEB_TOKEN"}},
    }
    entries, problems = server_entries(table, Path("/config"))
    assert problems == ()
    first, second = entries
    assert first.command == ("/config/serve", "--now")
    assert (first.environment, first.call) == (("TZ",), 5)
    assert second.headers == {"Authorization": "WEB_TOKEN"}
    assert first.address == "/config/serve --now"
    assert second.address == "https://example.org/mcp"


@pytest.mark.parametrize(
    ("name", "values", "key", "code"),
    [
        ("ti me", {"command": ["x"]}, "mcp.servers.ti me", "bad_server_name"),
        ("a__b", {"command": ["x"]}, "mcp.servers.a__b", "bad_server_name"),
        ("x" * 25, {"command": ["x"]}, f"mcp.servers.{'x' * 25}", "bad_server_name"),
        ("t", {}, "mcp.servers.t", "no_server"),
        ("t", "x", "mcp.servers.t", "no_server"),
        ("t", {"command": ["x"], "url": "http://x"}, "mcp.servers.t", "no_server"),
        ("t", {"url": "ftp://x"}, "mcp.servers.t.url", "bad_url"),
        ("t", {"command": "x --y"}, "mcp.servers.t.command", "not_a_list"),
        ("t", {"command": ["x"], "key": "secret"}, "mcp.servers.t.key", "unknown_key"),
        ("t", {"url": "http://x", "headers": {"A": 3}}, "mcp.servers.t.headers", "bad_headers"),
        ("t", {"command": ["x"], "timeout": 0}, "mcp.servers.t.timeout", "bad_number"),
    ],
)
def test_a_wrong_table_makes_no_server_and_one_sentence(name: str, values: Any, key: str, code: str) -> None:
    entries, problems = server_entries({name: values}, Path("/config"))
    assert entries == ()
    assert [(problem.key, problem.code) for problem in problems] == [(key, code)]
    for language in LANGUAGES:
        assert message(language, f"tools.problem_{code}", value="x") != f"tools.problem_{code}"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://ann:s3cret@example.org/mcp", "https://example.org/mcp"),
        ("http://token@localhost:8080/mcp?key=s3cret", "http://localhost:8080/mcp"),
    ],
)
def test_an_address_is_shown_without_its_login(url: str, shown: str) -> None:
    (entry,), problems = server_entries({"web": {"url": url}}, Path("/config"))
    assert (entry.url, entry.address, problems) == (url, shown, ())
