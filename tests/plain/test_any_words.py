"""Whatever is typed, play goes on, and nothing unexpected is told."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.cli.inside import CommandLine
from rpg.narrator.scripted import Turn
from rpg.plain.commands import ALIASES, BY_NAME
from tests.plain.piping import piped
from tests.session.stories import telling

ELSEWHERE = {"narrator", "models", "mcp"}
"""They look for servers."""

NAMES = sorted({*BY_NAME, *ALIASES, *CommandLine().names} - ELSEWHERE)
WORDS = (
    *(
        "1",
        "2",
        "0",
        "-1",
        "9" * 20,
        "Mira Vale",
        "market",
        '"',
        '"a b',
        "--",
        "-h",
        "\u202e",
        "%s",
        "{x}",
        "*",
    ),
    *(
        "keep",
        "reread",
        "only",
        "story",
        "list",
        "on",
        "edit",
        "add",
        "remove",
        "bind",
        "why",
        "check",
        "prose",
    ),
    *(
        "--at",
        "--text",
        "--to",
        "markdown",
        "--out",
        "../x",
        "--json",
        "condition",
        "position",
        "clock",
        "with",
    ),
    *("--history", "--diff", "--model", "context.window", "memory.enabled", "accept", "renarrate", "语"),
)
LINE = st.builds(
    lambda name, words: f"/{name} {' '.join(words)}",
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(WORDS), max_size=4),
)


@settings(max_examples=8)
@given(st.lists(st.one_of(LINE, st.text(max_size=8)), min_size=8, max_size=16))
def test_no_line_breaks_the_game(lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        replies = [Turn(text=f"Reply {number}.") for number in range(60)]
        said = piped(Path(folder), telling(*replies), "to the market", *lines, "/leave")
    assert "unexpected" not in said
    assert "Traceback" not in said
