"""The app in a folder of its own, driven by keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.screen import Screen

from rpg.narrator.protocol import Narrator
from rpg.tui.application import RpgApp
from tests.tui.game import begun, services

MakeApp = Callable[..., RpgApp]

PAINTED = frozenset({"test_journeys.py", "test_terminal.py", "test_log.py", "test_view.py"})
"""Files whose tests paint as for a terminal."""


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


@pytest.fixture(autouse=True)
def unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint for no terminal, half of the work of a test that looks at whole screens (`screen_text`) anyway.

    Journeys are painted all the same: what breaks while it is painted must break a test.
    """
    if request.node.path.name in PAINTED:
        return

    def render_update(
        self: Compositor,
        full: bool = False,
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,
    ) -> None:
        visible_screen_stack.set(screen_stack or [])
        self._dirty_regions.clear()

    monkeypatch.setattr(Compositor, "render_update", render_update)
