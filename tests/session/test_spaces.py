"""The space of a prompt follows the model and the settings, at once, and says so; saved text never changes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rpg.cli.main import main
from rpg.config.config import Config
from rpg.narrator.protocol import Traits
from rpg.narrator.scripted import SCRIPT, Script, ScriptedNarrator, Turn
from rpg.session.events import NoticeEvent
from rpg.session.settings import SessionSettings, context_settings, window_of
from rpg.session.spaces import model_space, space_change
from tests.session.stories import new_session, played, reopened, telling

MODEL = Traits("host", "big:7b", 32_768)


def settings(folder: Path, values: dict[str, Any] | None = None, **player: Any) -> SessionSettings:
    return SessionSettings(Config(folder / "config.toml", player), values or {})


@pytest.mark.parametrize(
    ("player", "save", "traits", "window"),
    [
        ({}, {}, MODEL, 32_768),
        ({}, {}, replace(MODEL, window=None), 8192),
        ({"context.window": 6000}, {}, MODEL, 6000),
        ({"models.big:7b.window": 4000}, {}, MODEL, 4000),
        ({"models.big:7b.window": 4000, "context.window": 6000}, {}, MODEL, 4000),
        ({"models.big:7b.window": 4000}, {}, replace(MODEL, model="small"), 32_768),
        ({"models.big:7b.window": 4000}, {"context.window": 5000}, MODEL, 5000),
    ],
)
def test_the_window_is_the_saves_the_models_the_players_or_what_is_known(
    tmp_path: Path, player: dict[str, Any], save: dict[str, Any], traits: Traits, window: int
) -> None:
    assert window_of(settings(tmp_path, save, **player), traits) == window


def test_every_size_can_be_set_for_one_model(tmp_path: Path) -> None:
    own = {"system_reserve": 10, "reply_reserve": 20, "safety": 5.0, "window": 1000}
    player = {f"models.big:7b.{name}": value for name, value in own.items()}
    sizes = context_settings(settings(tmp_path, **player), MODEL, isolated=False)
    assert (sizes.window, sizes.system_reserve, sizes.reply_reserve, sizes.safety) == (1000, 10, 20, 5.0)
    space = model_space(MODEL, settings(tmp_path, **player), {}).space
    assert space.available == 1000 - 10 - 20 - 50


def test_a_model_name_with_dots_survives_the_config_file(tmp_path: Path) -> None:
    from rpg.config.config import load_config

    Config(tmp_path / "config.toml").with_value("models.gpt-4.1-mini.window", 5000)
    loaded = load_config(tmp_path / "config.toml")
    assert window_of(SessionSettings(loaded), replace(MODEL, model="gpt-4.1-mini")) == 5000


def test_a_calibrated_count_leaves_less_free(tmp_path: Path) -> None:
    learned = {"calibration host big:7b": {"ratios": [1.1]}}
    plain = model_space(MODEL, settings(tmp_path), {}).space
    assert model_space(MODEL, settings(tmp_path), learned).space.available > plain.available


def test_switching_says_what_changed_and_nothing_when_nothing_did(tmp_path: Path) -> None:
    session = new_session(tmp_path, ScriptedNarrator(traits=replace(SCRIPT, window=20_000)))
    said = session.set_setting("context.window", 6000)
    assert "20000" in said
    assert "6000" in said
    assert session.plan("x").space.window == 6000
    assert session.set_setting("context.window", 6000) == ""
    assert session.set_setting("lore.max_entries", 3) == ""


def test_the_sentence_names_the_model_even_where_sizes_are_equal(tmp_path: Path) -> None:
    one = model_space(MODEL, settings(tmp_path), {})
    two = model_space(replace(MODEL, model="other"), settings(tmp_path), {})
    assert "other" in space_change(one, two, "en")
    assert "other" in space_change(one, two, "zh")
    assert space_change(one, one, "en") == ""


async def test_the_turn_after_a_switch_tells_of_the_new_window_once(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(*[Turn(text="Yes.")] * 4))
    await played(session.play("one"))
    session.set_setting("context.window", 9000)
    notices = [
        [event for event in await played(session.play(words)) if isinstance(event, NoticeEvent)]
        for words in ("two", "three")
    ]
    assert [[notice.code for notice in found] for found in notices] == [["space_changed"], []]
    assert notices[0][0].values["window"] == 9000


async def test_changed_settings_never_change_saved_text(tmp_path: Path) -> None:
    narrator = ScriptedNarrator(Script([Turn(text=f"Reply {n}.\n\n“Quite.”") for n in range(4)]))
    session = new_session(tmp_path, narrator)
    for n in range(4):
        await played(session.play(f"Words {n}"))
    before = [(entry.kind, entry.text, entry.parts) for entry in session.log(0, 99)]
    hash, head = session.head_state.hash, session.head
    for key, value in (
        ("context.window", 3000),
        ("session.memory_style", "observations"),
        ("session.preset", "slow"),
        ("session.isolate", True),
        ("session.instructions", "Rhyme."),
        ("lore.placement", "late"),
        ("context.past_tools", "none"),
    ):
        session.set_setting(key, value)
        session.report("next")
    again = reopened(session)
    assert [(entry.kind, entry.text, entry.parts) for entry in again.log(0, 99)] == before
    assert (again.head_state.hash, again.head) == (hash, head)
    assert len(narrator.requests) == 4
    await again.close()


def test_rpg_config_says_what_a_switch_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RPG_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    for name in ("RPG_BASE_URL", "RPG_MODEL", "RPG_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert main(["config", "narrator", "openai:llama-2-7b"]) == 0
    assert "llama-2-7b: window 32768 → 4096 tokens" in capsys.readouterr().out
    assert main(["config", "models.llama-2-7b.window", "2048", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["space"]["window"] == 2048
