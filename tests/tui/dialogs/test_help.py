"""Every line of help fits on one line at 80 columns."""

from __future__ import annotations

import pytest

from rpg.text.cells import cell_width
from rpg.text.messages import LANGUAGES, message
from rpg.tui.actions import ACTIONS

ROOM = 53
"""Cells beside the keys at 80 columns."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_what_an_action_does_is_said_on_one_line(action, language: str) -> None:
    assert cell_width(message(language, f"tui.about_{action.name}")) <= ROOM
