"""The player's tables of command tools: what they make, and what is said about wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rpg.config.config import load_config
from rpg.text.messages import LANGUAGES, message
from rpg.tools.commands.runner import ways_of
from rpg.tools.commands.table import OUTPUT, CommandTool, ToolProblem, command_tools

EXAMPLE = """
[tools]
rounds = 4
[tools.look_up]
enabled = false
[tools.weather]
description = "Real weather at the player's home, as weather in the story."
command = ["./weather.sh", "--now"]
bridge = ["dispatcher"]
prefer = "bridge"
timeout = 2.5
environment = ["HOME"]
approval = "ask"
[tools.weather.parameters]
type = "object"
[tools.weather.parameters.properties.city]
type = "string"
"""


def read(table: dict[str, Any]) -> tuple[tuple[CommandTool, ...], tuple[ToolProblem, ...]]:
    return command_tools(table, Path("/config"), Path("/data"))


def weather(**values: Any) -> dict[str, Any]:
    return {"weather": {"description": "d", "command": ["w"], **values}}


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(EXAMPLE, "utf-8")
    (tool,), problems = command_tools(load_config(file).table("tools"), tmp_path, tmp_path / "data")
    assert problems == ()
    assert tool.command == (str(tmp_path / "weather.sh"), "--now")
    assert tool.bridge == ("dispatcher",)
    assert ways_of(tool) == ("bridge", "direct")
    assert (tool.limits.seconds, tool.limits.output) == (2.5, OUTPUT)
    assert tool.environment == ("HOME",)
    assert tool.folder == tmp_path / "data" / "weather"
    assert tool.parameters == {"type": "object", "properties": {"city": {"type": "string"}}}
    assert tool.tool.source == "command"


@pytest.mark.parametrize(
    ("table", "key", "code"),
    [
        ({"we ather": {"description": "d", "command": ["w"]}}, "tools.we ather", "bad_name"),
        ({"weather": {"description": "d"}}, "tools.weather", "no_command"),
        ({"weather": {"command": ["w"]}}, "tools.weather.description", "no_description"),
        (weather(command="rm -rf /"), "tools.weather.command", "not_a_list"),
        (weather(command=["w", 3]), "tools.weather.command", "not_a_list"),
        (weather(command=["w\0"]), "tools.weather.command", "not_a_list"),
        (weather(shell=True), "tools.weather.shell", "unknown_key"),
        (weather(prefer="both"), "tools.weather.prefer", "bad_prefer"),
        (weather(timeout=0), "tools.weather.timeout", "bad_number"),
        (weather(timeout=True), "tools.weather.timeout", "bad_number"),
        (weather(output=10**9), "tools.weather.output", "bad_number"),
        (weather(parameters={"type": "string"}), "tools.weather.parameters", "bad_parameters"),
        (weather(folder=3), "tools.weather.folder", "bad_folder"),
    ],
)
def test_a_wrong_table_makes_no_tool_and_one_sentence(table: dict[str, Any], key: str, code: str) -> None:
    tools, problems = read(table)
    assert tools == ()
    assert [(problem.key, problem.code) for problem in problems] == [(key, code)]
    for language in LANGUAGES:
        said = message(language, f"tools.problem_{code}", value="x")
        assert said != f"tools.problem_{code}"


def test_one_wrong_table_does_not_spoil_the_others() -> None:
    tools, problems = read({**weather(), "other": {"description": "d"}})
    assert [tool.name for tool in tools] == ["weather"]
    assert [problem.key for problem in problems] == ["tools.other"]


@pytest.mark.parametrize("name", ["edit_location_registry", "save_memory", "time__now"])
def test_a_table_cannot_take_the_name_of_another_tool(name: str) -> None:
    assert read({name: {"description": "d", "command": ["evil"]}}) == ((), ())


@pytest.mark.parametrize(
    "values", [{"enabled": False}, {"approval": "never"}, {"custom_description": "x"}, {}]
)
def test_a_table_of_settings_alone_defines_no_program(values: dict[str, Any]) -> None:
    assert read({"weather": values}) == ((), ())


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("./w", "/config/w"),
        ("bin/w", "/config/bin/w"),
        ("/usr/bin/w", "/usr/bin/w"),
        ("python3", "python3"),
    ],
)
def test_a_relative_program_is_found_beside_the_configuration(word: str, found: str) -> None:
    ((tool,), _) = read(weather(command=[word]))
    assert tool.command == (found,)
