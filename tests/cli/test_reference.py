"""The page of settings is the table of options."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.cli.reference import settings_page

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize(("language", "page"), [("en", "settings.md"), ("zh", "zh/settings.md")])
def test_the_page_of_settings_is_up_to_date(language: str, page: str) -> None:
    made = f"python -m rpg.cli.reference {language} > docs/{page}"
    assert (DOCS / page).read_text("utf-8") == settings_page(language), made
