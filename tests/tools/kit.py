"""What the tool tests work with: a stage, a small book of lore, calls as documents, programs of a few lines."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rpg.runtime.state import State
from rpg.tools.availability import SessionFacts
from rpg.tools.builtin import builtin_tools
from rpg.tools.commands.table import CommandTool, Limits
from rpg.tools.declaration import Tool
from rpg.tools.execute import Answer, ToolBox, execute
from rpg.tools.game import DiceKeys, Stage, game_tools
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.model import World
from tests.runtime.worlds import harbour, start


def stage(state: State | None = None) -> Stage:
    """A stage on which nothing has happened yet."""
    return Stage(state or start(), (), frozenset(), DiceKeys("7", "1:hello", 0))


def own_tools() -> tuple[Tool, ...]:
    return (*game_tools("en"), *builtin_tools("en"))


def own_box(**facts: Any) -> ToolBox:
    """The game's own tools, with the long-term memory on."""
    on: dict[str, Any] = {
        "has_clock": True,
        "memory": True,
        "memory_write": True,
        "memory_recall": True,
        "top_k": 4,
    }
    return ToolBox(own_tools(), SessionFacts(**{**on, **facts}))


def called(name: str, arguments: Mapping[str, Any], on: Stage | None = None) -> Answer:
    """The answer to a call that needs nobody's leave."""
    on = on or stage()
    box = replace(own_box(), books=tuple(on.state.world.lorebooks.values()))
    answer = execute(box, on, name, json.dumps(arguments, ensure_ascii=False))
    assert isinstance(answer, Answer)
    return answer


def result_of(answer: Answer) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(answer.result)
    return document


def lore_world(*entries: LoreEntry, **more: Any) -> World:
    """The harbour with one book."""
    book = Lorebook("tides", "Tides", entries={entry.id: entry for entry in entries}, **more)
    return replace(harbour(), lorebooks={"tides": book})


def program(folder: Path, name: str, source: str) -> str:
    """A Python program that can be run by its path."""
    file = folder / name
    file.write_text(f"#!{sys.executable} -S\n{source}", "utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


def command(
    folder: Path,
    *,
    direct: str = "",
    bridge: str = "",
    prefer: Any = "direct",
    seconds: float = 20,
    output: int = 65_536,
    environment: tuple[str, ...] = (),
) -> CommandTool:
    """A command tool called "weather" with programs given by their paths."""
    return CommandTool(
        "weather",
        "Real weather.",
        {"type": "object", "properties": {}},
        (direct,) if direct else (),
        (bridge,) if bridge else (),
        prefer,
        Limits(seconds, output),
        environment,
        folder / "work",
    )
