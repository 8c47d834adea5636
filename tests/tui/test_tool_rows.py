"""Tools of the game have names in the player's language, and their reasons are whole where there is room."""

from __future__ import annotations

import pytest

from rpg.text.messages import LANGUAGES
from rpg.tui.tools.rows import row_content, tool_name
from tests.tui.conftest import MakeApp
from tests.tui.screens import settle
from tests.tui.test_journeys import session_of


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_tool_of_the_game_has_a_name(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        rows = session_of(app).tool_rows()
        names = [tool_name(row, language) for row in rows]
        assert len(set(names)) == len(names) > 5
        assert not any("_" in name for name in names)
        wide = [row_content(row, 108, language).plain for row in rows]
        assert not any("…" in row for row in wide)
