"""A hit shows the words that were found, however narrow the row is."""

from __future__ import annotations

import pytest

from rpg.store.search import Hit, excerpt_of
from rpg.text.cells import cell_width
from rpg.tui.dialogs.search import _found


@pytest.mark.parametrize("room", [30, 60, 100])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A long way before it comes, " * 6 + "the **telegram** lies there.", "telegram"),
        ("走了很长的路，" * 12 + "电报还在桌上。", "电报"),
        ("telegram", "TELEGRAM"),
    ],
)
def test_what_was_found_is_in_view(text: str, words: str, room: int) -> None:
    found = excerpt_of(text, words)
    assert found is not None
    shown = _found(Hit(found.excerpt, found.start, found.end, found.times, 1), room).plain
    at = shown.casefold().index(words.casefold())
    assert cell_width(shown[: at + len(words)]) <= room
    assert "*" not in shown
