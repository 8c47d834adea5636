"""The app in a folder of its own, driven by keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rpg.narrator.protocol import Narrator
from rpg.tui.application import RpgApp
from tests.tui.game import begun, services

MakeApp = Callable[..., RpgApp]


@pytest.fixture
def make_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeApp:
    """An app over `tmp_path`: on the title screen, or in a story that has just begun (`playing`)."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

    def make(language: str = "en", narrator: Narrator | None = None, *, playing: bool = False) -> RpgApp:
        edges = services(tmp_path, language, narrator)
        if playing:
            begun(edges)
        return RpgApp(edges, "first" if playing else None)

    return make
