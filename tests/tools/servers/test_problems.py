"""What is said of a server that cannot be reached."""

from __future__ import annotations

from rpg.tools.servers.connection import problem_text


def test_the_innermost_error_is_told_in_one_line() -> None:
    inner = ExceptionGroup("inner", [ConnectionError("refused\nby \x1b[1mhost")])
    assert problem_text(ExceptionGroup("outer", [inner])) == "refused by host"
    assert problem_text(ValueError()) == "ValueError"
    assert problem_text(ModuleNotFoundError("mcp")) == "needs the extra rpg[mcp]"


def test_a_login_in_an_address_is_not_told() -> None:
    told = problem_text(ConnectionError("401 for url 'https://ann:s3cret@example.org/mcp'"))
    assert told == "401 for url 'https://example.org/mcp'"
