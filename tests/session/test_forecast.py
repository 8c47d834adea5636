"""The forecast of scene sizes is what a real plan takes, in every shipped world."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.context.plan import scene_fits
from rpg.context.result import Plan
from rpg.context.system import tools_document
from rpg.context.values import ToolOffer
from rpg.runtime.whereabouts import present
from rpg.session.session import Session
from rpg.text.tokens import encode_cl100k
from rpg.tools.builtin import MEMORY_TOOLS, builtin_tools
from rpg.tools.game import game_tools
from rpg.world.checks.forecast import RULES, TOOLS
from rpg.world.checks.run import subject_of
from rpg.world.checks.size import SceneSize, scene_sizes
from rpg.world.load import load_world
from rpg.world.model import World
from tests.session.stories import new_session, telling

WORLDS = sorted(path.parent for path in (Path(__file__).resolve().parents[2] / "worlds").glob("*/world.toml"))
SCENES = 2
ERROR = 0.05


@pytest.mark.parametrize("folder", WORLDS, ids=lambda folder: folder.name)
async def test_the_largest_scenes_take_what_was_forecast(tmp_path: Path, folder: Path) -> None:
    world = load_world(folder).world
    session = new_session(tmp_path, telling(), world)
    session.set_setting("context.window", 32_768)
    for place in list(world.locations)[:24]:
        await session.set("player", "", place)
    for size in scene_sizes(subject_of(world, encode_cl100k))[:SCENES]:
        await gather(session, size)
        plan = session.plan("I wait.")
        assert size.tokens == pytest.approx(setting_of(plan, world), rel=ERROR), size.location
        fit = scene_fits(plan.inputs, plan.inputs.state)
        assert size.least == pytest.approx(fit.needed, rel=ERROR), size.location
    await session.close()


async def gather(session: Session, size: SceneSize) -> None:
    """Exactly the people of a scene, with the player there."""
    if session.head_state.player_location != size.location:
        await session.set("player", "", size.location)
    for who in present(session.head_state):
        if who not in size.cast:
            await session.set("position", who, "")
    for who in size.cast:
        if who not in present(session.head_state):
            await session.set("position", who, size.location)


def setting_of(plan: Plan, world: World) -> int:
    """The setting of a plan without lore that something triggered."""
    entries = {(book.id, id): one for book in world.lorebooks.values() for id, one in book.entries.items()}
    triggered = sum(
        part.tokens
        for part in plan.sections
        if part.group == "lorebook" and not entries[tuple(part.id.split(".")[1:3])].constant  # type: ignore[index]
    )
    return plan.setting_used - triggered


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_tools_are_as_large_as_forecast(language: str) -> None:
    rules = game_tools(language)
    spare = [tool for tool in builtin_tools(language) if tool.name not in MEMORY_TOOLS]
    for tools, forecast in (((*rules, *spare), TOOLS), (rules, RULES)):
        offers = [ToolOffer(tool.name, tool.description, tool.parameters) for tool in tools]
        assert encode_cl100k(tools_document(offers)) == pytest.approx(forecast[language], rel=0.01)
