"""What is said of a server that cannot be reached."""

from __future__ import annotations

from rpg.tools.servers.connection import problem_text


def test_the_innermost_error_is_told_in_one_line() -> None:
    inner = ExceptionGroup("inner", [ConnectionError("refused\nby \x1b[1mhost")])
    assert problem_text(ExceptionGroup("outer", [inner])) == "refused by host"
    assert problem_text(ValueError()) == "ValueError"
    assert problem_text(ModuleNotFoundError("mcp")) == "needs the extra rpg[mcp]"
