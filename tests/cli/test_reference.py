"""The page of settings is the table of options."""

from __future__ import annotations

from pathlib import Path

from rpg.cli.reference import settings_page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "settings.md"


def test_the_page_of_settings_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == settings_page(), "python -m rpg.cli.reference > docs/settings.md"
