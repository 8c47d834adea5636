"""Who may reach a game served to a browser."""

from __future__ import annotations

import pytest

from rpg.cli.serve import allowed, is_loopback


@pytest.mark.parametrize(
    ("host", "yes"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("192.168.1.5", False),
        ("example.org", False),
    ],
)
def test_what_counts_as_this_machine(host: str, yes: bool) -> None:
    assert is_loopback(host) is yes


@pytest.mark.parametrize(
    ("host", "origin", "sent", "token", "bound", "passes"),
    [
        ("127.0.0.1:8000", "", "", None, "127.0.0.1", True),
        ("localhost:8000", "http://localhost:8000", "", None, "127.0.0.1", True),
        ("127.0.0.1:8000", "http://evil.example", "", None, "127.0.0.1", False),
        ("evil.example:8000", "http://evil.example:8000", "", None, "127.0.0.1", False),
        ("box:8000", "http://box:8000", "right", "right", "0.0.0.0", True),
        ("box:8000", "http://box:8000", "wrong", "right", "0.0.0.0", False),
        ("box:8000", "", "", "right", "0.0.0.0", False),
    ],
)
def test_a_page_elsewhere_cannot_reach_the_game(
    host: str, origin: str, sent: str, token: str | None, bound: str, passes: bool
) -> None:
    assert allowed(host, origin, sent, token, bound) is passes
