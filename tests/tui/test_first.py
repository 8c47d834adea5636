"""The first start: found, tried out, remembered; and what is not kept when the player goes back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rpg.session.models import Offer
from rpg.session.tellers import is_first_start
from rpg.tui.app import run_app
from rpg.tui.application import RpgApp
from rpg.tui.first import screen as first
from rpg.tui.first.screen import FirstStart
from rpg.tui.title import TitleScreen
from tests.tui.conftest import MakeApp
from tests.tui.game import services
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import press

OFFER = Offer("Ollama", "http://127.0.0.1:11434/v1", ("qwen3:8b",))
WORKS: dict[str, Any] = {
    "address": OFFER.address,
    "model": "qwen3:8b",
    "models": ["qwen3:8b"],
    "reachable": True,
    "streams": True,
    "tools": "native",
    "json_schema": None,
    "window": 40960,
    "window_source": "server",
    "tokens_per_second": 31.4,
    "first_token": 0.8,
    "error": None,
}
BROKEN = {
    **WORKS,
    "reachable": False,
    "streams": None,
    "tools": None,
    "window": None,
    "tokens_per_second": None,
}
BROKEN["error"] = {"code": "no_server", "detail": "refused"}


def finding(monkeypatch: pytest.MonkeyPatch, report: dict[str, Any]) -> None:
    async def offered(_config: object, _environ: object) -> tuple[Offer, ...]:
        return (OFFER,)

    async def tried(*_: object) -> dict[str, Any]:
        return report

    monkeypatch.setattr(first, "offered_models", offered)
    monkeypatch.setattr(first, "try_configured", tried)


def kept(app: RpgApp) -> dict[str, Any]:
    return dict(app.services.config.values)


async def test_a_model_is_tried_out_in_plain_words_and_remembered(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding(monkeypatch, WORKS)
    app = make_app()
    app._first = True
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, FirstStart)
        await press(pilot, "enter")
        text = " ".join(screen_text(app).replace("│", " ").split())
        for said in (
            "qwen3:8b at http://127.0.0.1:11434/v1 answers",
            "It streams",
            "It calls tools",
            "40,960 tokens",
        ):
            assert said in text
        await press(pilot, "enter")
        assert isinstance(app.screen, TitleScreen)
        assert kept(app) == {"base_url": OFFER.address, "model": "qwen3:8b", "narrator": "openai"}
        assert not is_first_start(app.services)


async def test_a_model_that_does_not_answer_says_why_and_is_not_kept(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding(monkeypatch, BROKEN)
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f11", "enter")
        assert "does not answer as a model server" in " ".join(screen_text(app).split())
        assert "Esc one step back" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, FirstStart)
        assert "Esc later" in screen_text(app)
        assert kept(app) == {}
        await press(pilot, "escape")
        assert isinstance(app.screen, TitleScreen)


async def test_a_trial_that_is_not_taken_leaves_what_was_configured(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding(monkeypatch, BROKEN)
    app = make_app()
    before = {"base_url": "http://127.0.0.1:9/v1", "narrator": "openai"}
    app.remember(before)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f11", "enter", "escape", "escape")
        assert kept(app) == before


async def test_the_storyteller_needs_no_server(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    finding(monkeypatch, WORKS)
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f11", "up", "enter")
        assert kept(app) == {"narrator": "storyteller"}


async def test_a_key_for_a_server_elsewhere_goes_into_the_keyring_alone(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding(monkeypatch, WORKS)
    stored: list[tuple[str, str]] = []
    monkeypatch.setattr(first, "store_key", lambda address, key: stored.append((address, key)) or True)
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f11", "end", "enter", "ctrl+u", *"https://x.test/v1", "enter", *"sk-1", "enter")
        assert stored == [("https://x.test/v1", "sk-1")]
        assert "sk-1" not in str(kept(app))
        assert "sk-1" not in screen_text(app)


def test_it_is_asked_once_and_only_on_the_title(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    monkeypatch.setattr(RpgApp, "run", lambda app: asked.append(app._first))
    edges = services(tmp_path)
    run_app(edges)
    run_app(edges, "harbour")
    run_app(replace(edges, config=edges.config.with_value("narrator", "storyteller")))
    assert asked == [True, False, False]
