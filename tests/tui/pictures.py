"""Pictures of the game for the README, drawn from the worlds that come with it.

python -m tests.tui.pictures docs/images
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rpg.config.paths import packaged_worlds
from rpg.session.begin import Opening
from rpg.session.session import Session
from rpg.store.library import path_for
from rpg.tui.application import RpgApp
from rpg.tui.play.screen import PlayScreen
from rpg.world.load import load_world
from tests.tui.game import services
from tests.tui.screens import picture, settle


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture. said: the player's messages before it. keys: pressed after them. theme: of THEMES."""

    name: str
    world: str
    language: str
    size: tuple[int, int]
    said: Sequence[str] = ()
    keys: Sequence[str] = ()
    theme: str = "dark"


ENGLISH = ("look around", "ask Mira about the ledger", "go to the market", "look around")
CHINESE = ("看看四周", "去鱼市", "看看四周")
WITH_PEOPLE = (
    "go to the market",
    "go back to the quay",
    "Tomas, who keeps the lighthouse?",
    "ask Wren about the light",
)
WITH_PEOPLE_ZH = ("去鱼市", "回渡口", "阿渡，你叫什么名字？", "问阿渡大水的事")
SHOTS = (
    Shot("play", "lantern-harbour", "en", (120, 40), WITH_PEOPLE),
    Shot("play-light", "lantern-harbour", "en", (120, 40), WITH_PEOPLE, theme="light"),
    Shot("play-zh", "rain-harbour", "zh", (120, 40), WITH_PEOPLE_ZH),
    Shot("travel", "lantern-harbour", "en", (80, 24), ENGLISH, ("ctrl+t",)),
    Shot("context", "lantern-harbour", "en", (120, 40), ENGLISH, ("f2",)),
    Shot("narrow-zh", "rain-harbour", "zh", (80, 24), CHINESE),
    Shot("drawer", "lantern-harbour", "en", (80, 24), ENGLISH, ("f5",)),
    Shot("timeline", "lantern-harbour", "en", (120, 40), ENGLISH, ("ctrl+r", "alt+t")),
    Shot("lore-zh", "rain-harbour", "zh", (120, 40), CHINESE, ("f4",)),
    Shot("tools", "lantern-harbour", "en", (120, 40), ENGLISH, ("alt+o",), theme="light"),
    Shot("title", "lantern-harbour", "en", (80, 24), keys=("f10",)),
)


async def shoot(shot: Shot, folder: Path) -> str:
    """The picture of one shot as SVG; everything it writes stays below `folder`."""
    edges = services(folder, shot.language)
    edges = replace(edges, paths=replace(edges.paths, worlds=(packaged_worlds(),)))
    edges = replace(edges, config=edges.config.with_value("theme", shot.theme))
    world = load_world(packaged_worlds() / shot.world).world
    session = Session.create(path_for(edges.paths.saves, world.name), world, Opening(seed=7), edges)
    session.save.close()
    app = RpgApp(edges, world.name)
    async with app.run_test(size=shot.size) as pilot:
        await settle(pilot)
        for words in shot.said:
            assert isinstance(app.screen, PlayScreen)
            app.screen.prompt.put(words)
            await pilot.press("enter")
            await settle(pilot)
        for key in shot.keys:
            await pilot.press(key)
            await settle(pilot)
        return picture(app)


def main(target: Path) -> None:
    """Draw every picture into `target`."""
    target.mkdir(parents=True, exist_ok=True)
    for shot in SHOTS:
        with tempfile.TemporaryDirectory() as folder:
            drawn = asyncio.run(shoot(shot, Path(folder)))
        (target / f"{shot.name}.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
