"""`rpg models test` asks nobody whom the player has not named."""

from __future__ import annotations

import pytest

from rpg.session import models
from rpg.session.models import Offer
from tests.cli.conftest import Rpg


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def offered(*_: object) -> tuple[Offer, ...]:
        return (Offer("Ollama", "http://127.0.0.1:11434/v1", ("small", "large")),)

    def tried(*_: object) -> None:
        raise AssertionError("a server was asked")

    monkeypatch.setattr("rpg.cli.settings.offered_models", offered)
    monkeypatch.setattr("rpg.cli.settings.try_configured", tried)


@pytest.mark.usefixtures("found")
def test_without_a_server_it_says_what_to_configure_and_what_is_here(rpg: Rpg) -> None:
    done = rpg("models", "test")
    assert done.code == 1
    assert "Found on this machine: Ollama, http://127.0.0.1:11434/v1: small, large" in done.out
    assert "rpg config base_url URL" in done.err


@pytest.mark.usefixtures("found")
def test_as_json_too(rpg: Rpg) -> None:
    done = rpg("models", "test", "--json")
    assert done.code == 1
    assert done.json["error"]["code"] == "no_endpoint"
    assert done.json["found"][0]["models"] == ["small", "large"]


@pytest.mark.parametrize(
    ("environ", "configured"),
    [
        ({}, False),
        ({"OPENAI_API_KEY": "k"}, True),
        ({"RPG_BASE_URL": "http://127.0.0.1:1/v1"}, True),
    ],
)
def test_a_server_is_configured_by_an_address_or_a_key(
    environ: dict[str, str], configured: bool, rpg: Rpg, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pathlib import Path

    from rpg.config.config import Config

    monkeypatch.setattr("rpg.session.narrators._keyring_key", lambda address: "")
    assert models.has_endpoint(Config(Path("config.toml")), environ) is configured
