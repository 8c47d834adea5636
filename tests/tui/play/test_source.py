"""Messages of a session as entries, with what stands under them."""

from __future__ import annotations

import pytest

from rpg.timeline.nodes import CallPart, Part, ResultPart, RollPart, TextPart, WidgetPart
from rpg.tui.chatlog.entry import Card, Choices, Dice, Footer
from rpg.tui.play.source import footers


@pytest.mark.parametrize(
    ("part", "footer"),
    [
        (TextPart("story"), None),
        (CallPart("a", "tool", "{}"), None),
        (ResultPart("a", "tool", "{}"), None),
        (RollPart("2d6+3", (4, 2), 9, "player", "climb"), Dice("climb · 2d6+3 (4, 2) = 9")),
        (RollPart("d20", (), 7, "world"), Dice("d20 = 7")),
        (
            WidgetPart("menu", '{"question": "Where?", "choices": ["[a]", {"label": "b"}]}'),
            Choices("Where?", ("[a]", "b")),
        ),
        (
            WidgetPart("card", '{"title": "Notice\\u001b[1m", "text": "Lost:\\none lantern"}'),
            Card("Notice", ("Lost:", "one lantern")),
        ),
        (WidgetPart("card", "not json"), None),
        (WidgetPart("card", "[1]"), None),
    ],
)
def test_what_stands_under_a_message(part: Part, footer: Footer | None) -> None:
    assert footers((part,)) == ((footer,) if footer else ())
