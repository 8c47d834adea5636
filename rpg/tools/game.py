"""The tools that are the rules of the game: what the model is told of them, and how a call runs on the stage.

Running is pure: it gets the stage's state and the dice key and returns what would become true.
Source: docs/design.md §5, docs/tools.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rpg.runtime.dice import roll
from rpg.runtime.edits import Edit
from rpg.runtime.errors import EditError
from rpg.runtime.gametools import GAME_TOOLS, run_game_tool
from rpg.runtime.operations import run_operations
from rpg.runtime.registry import REGISTRY_SCHEMA, registry_result
from rpg.runtime.sheets import sheet_of
from rpg.runtime.state import State
from rpg.text.prompts import prompt
from rpg.timeline.nodes import Part, RollPart
from rpg.tools.declaration import Gate, Tool

REGISTRY = "edit_location_registry"
DICE = "roll_dice"

DICE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "dice": {"type": "string", "description": "2d6+3, d20, d%, 4d6kh3; adv or dis for two d20"},
        "who": {"type": "string", "enum": ["player", "world"]},
        "reason": {"type": "string"},
    },
    "required": ["dice", "who"],
}

Owner = tuple[str, str]


@dataclass(frozen=True, slots=True)
class DiceKeys:
    """What rolls of this turn are keyed by; `rolled` counts the rolls so far by who."""

    seed: str
    place: str
    attempt: int
    player: int = 0
    world: int = 0

    def next(self, who: str) -> tuple[tuple[str, ...], DiceKeys]:
        """The key of the next roll and the keys after it. The world's also depends on the attempt."""
        key: tuple[str, ...] = (self.seed, self.place, who)
        if who == "player":
            return (*key, str(self.player)), replace(self, player=self.player + 1)
        return (*key, str(self.world), str(self.attempt)), replace(self, world=self.world + 1)


@dataclass(frozen=True, slots=True)
class Stage:
    """What a turn is previewing: the committed state with the edits accepted so far.

    sheets: owners whose full sheets this turn's messages already hold. memories: what is to be remembered
    beyond this story once the reply is saved.
    """

    state: State
    edits: tuple[Edit, ...]
    sheets: frozenset[Owner]
    dice: DiceKeys
    memories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ran:
    """A call that ran: the stage after it, its result document, and parts to show in the chat.

    ends: whether the reply is over with it, because the player is asked something.
    """

    stage: Stage
    result: dict[str, Any]
    parts: tuple[Part, ...] = ()
    ends: bool = False


def game_tools(language: str) -> tuple[Tool, ...]:
    """The declared game tools with descriptions in the language of the prose, in a stable order."""

    def tool(name: str, parameters: Mapping[str, Any], *gates: Gate) -> Tool:
        return Tool(name, "game", prompt(language, f"tool_{name}"), parameters, gates)

    return (
        tool(REGISTRY, REGISTRY_SCHEMA),
        tool("update_character", GAME_TOOLS["update_character"].schema),
        tool("advance_time", GAME_TOOLS["advance_time"].schema, "switch", "clock"),
        tool(DICE, DICE_SCHEMA, "switch", "approval"),
        tool("set_flag", GAME_TOOLS["set_flag"].schema),
    )


LONGEST_REASON = 200
"""Characters of what dice are thrown for."""


def run_game(name: str, arguments: Mapping[str, Any], stage: Stage) -> Ran:
    """Runs one call. Raises EditError; the stage is then as it was."""
    match name:
        case "edit_location_registry":
            return _registry(arguments, stage)
        case "roll_dice":
            return _dice(arguments, stage)
        case _:
            done = run_game_tool(stage.state, name, arguments)
            return Ran(_grown(stage, done.stage, done.edits), {"ok": True})


def _registry(arguments: Mapping[str, Any], stage: Stage) -> Ran:
    done = run_operations(stage.state, arguments.get("operations", arguments))
    result = registry_result(stage.state, done.stage, stage.sheets)
    owners = frozenset((sheet["kind"], sheet["id"]) for sheet in result["sheets"])
    return Ran(_grown(stage, done.stage, done.edits, owners), result)


def _dice(arguments: Mapping[str, Any], stage: Stage) -> Ran:
    who = arguments.get("who", "world")
    if who not in ("player", "world"):
        raise EditError("bad_argument", f'who is "{who}".', 'Use "player" or "world".', name="who")
    key, dice = stage.dice.next(str(who))
    thrown = roll(str(arguments.get("dice", "")), key)
    part = RollPart(
        thrown.notation, thrown.dice, thrown.total, who, str(arguments.get("reason", ""))[:LONGEST_REASON]
    )
    result = {"ok": True, "dice": thrown.notation, "rolled": list(thrown.dice), "total": thrown.total}
    return Ran(replace(stage, dice=dice), result, (part,))


def _grown(
    stage: Stage, state: State, edits: tuple[Edit, ...], owners: frozenset[Owner] = frozenset()
) -> Stage:
    return replace(stage, state=state, edits=(*stage.edits, *edits), sheets=stage.sheets | owners)


def sheets_by_owner(state: State, owners: frozenset[Owner]) -> dict[Owner, str]:
    """Full sheets of `owners` as they are in `state`."""
    return {owner: sheet_of(state, owner) for owner in sorted(owners)}
