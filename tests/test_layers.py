"""Layers, checked where they matter to a player: at run time."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("textual", "openai", "pydantic", "tiktoken", "regress", "rapidfuzz", "mcp", "keyring", "tomlkit")


def loaded_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print('\\n'.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in run.stdout.split()}


@pytest.mark.parametrize(
    "layer",
    ["text", "config", "world.load", "runtime.apply", "timeline.fold", "lore", "memory", "context.plan"],
)
def test_a_pure_layer_loads_nothing_heavy(layer: str) -> None:
    assert not loaded_after(f"import rpg.{layer}") & set(HEAVY)


def test_help_imports_neither_the_interface_nor_the_client() -> None:
    statement = "import rpg.cli.main as m\ntry:\n m.main(['--help'])\nexcept SystemExit: pass"
    code = f"import sys\n{statement}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "usage: rpg" in run.stdout
    assert not {name.split(".")[0] for name in run.stderr.split()} & set(HEAVY)


def test_the_title_is_there_before_anything_that_plays_is_loaded() -> None:
    """The first screen needs Textual, the settings and the list of saves; stories and worlds are read ahead."""
    code = "import sys, rpg.tui.application, rpg.cli.play; print('\\n'.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert not {name.split(".")[0] for name in loaded} & (set(HEAVY) - {"textual"})
    playing = (
        "rpg.session.session",
        "rpg.world.model",
        "rpg.context.plan",
        "rpg.narrator.protocol",
        "rpg.tui.play.screen",
    )
    assert not loaded & set(playing)
