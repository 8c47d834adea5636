"""Every line of help fits on one line at 80 columns, stands under a heading and can be reached."""

from __future__ import annotations

import pytest

from rpg.text.cells import cell_width
from rpg.text.messages import LANGUAGES, message
from rpg.tui.actions import ACTIONS, TOPICS, actions_for
from tests.tui.conftest import MakeApp
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import press

ROOM = 53
"""Cells beside the keys at 80 columns."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_what_an_action_does_is_said_on_one_line(action, language: str) -> None:
    assert cell_width(message(language, f"tui.about_{action.name}")) <= ROOM


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_keyboard_reaches_every_line_on_a_small_screen(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    seen: set[str] = set()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "f1")
        for _ in range(5):
            seen.update(line.strip(" │─▄▁▂▃▅▆▇█") for line in screen_text(app).splitlines())
            await press(pilot, "pagedown")
        text = "\n".join(seen)
        assert all(message(language, f"tui.about_{action.name}") in text for action in actions_for("play"))
        assert all(message(language, f"tui.topic_{topic}") in seen for topic in TOPICS)
        assert message(language, "tui.read_hint") in screen_text(app)
