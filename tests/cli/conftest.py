"""The command line in a home of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rpg.cli.main import main

NAMES = (
    "RPG_SAVES",
    "RPG_WORLDS",
    "RPG_BASE_URL",
    "RPG_MODEL",
    "RPG_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_API_KEY",
)


@dataclass(frozen=True)
class Outcome:
    """What a command printed and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Rpg = Callable[..., Outcome]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home and working folder, without keys or servers in the environment."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RPG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path


@pytest.fixture
def rpg(home: Path, capsys: pytest.CaptureFixture[str]) -> Rpg:
    """Runs a command line and gives back what it printed."""

    def run(*words: str) -> Outcome:
        capsys.readouterr()
        try:
            code = main(list(words))
        except SystemExit as leave:
            code = int(leave.code or 0)
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    return run
