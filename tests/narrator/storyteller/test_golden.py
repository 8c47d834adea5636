"""Whole stories on a small world, as text that can be read in a diff.

After a wanted change: `python -m tests.narrator.storyteller.test_golden` writes the files anew.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rpg.world.model import World
from tests.narrator.storyteller.play import Play, plays
from tests.narrator.storyteller.worlds import GARDEN, MILL, start

FOLDER = Path(__file__).parent / "golden"

STORIES: dict[str, tuple[World, tuple[str, ...]]] = {
    "mill": (
        MILL,
        (
            "look around", "talk to Zelka", "ask her about the missing grain", "ask her again about the grain",
            "is there soup?", "ask her about Brond", "ask her about herself", "tell her that I saw a light in the tower",
            "go to the tower", "go to the crypt", "take her along and go to the yard", "ask Ixo about the hens",
            "ask Ixo about the sails", "wait until tomorrow 10:30", "go back", "who is here?", "Zelka, stay here", "go to the mill",
            "go to the yard", "take the old cart track", "talk to the miller", "where is Zelka?", "wait until evening",
            "back", "what do I know", "look at myself", "inventory", "what time is it", "sing", "roll 2d6", "help",
        ),
    ),
    "garden": (
        GARDEN,
        (
            "看看四周", "和赵青禾说话", "问她少了的粮", "再问她粮的事", "还有汤吗？", "问她伯朗的事", "问她自己的事",
            "告诉她我看见高塔上有光", "去高塔", "去地穴", "带上她，去后院", "问小乙母鸡", "问小乙风叶", "等到明天上午十点半", "回去",
            "谁在这里", "让赵青禾留下", "去磨坊", "和磨工说话", "赵青禾在哪？", "等到晚上", "回去", "我都知道些什么", "看自己",
            "背包", "几点了", "唱歌", "掷骰子2d6", "帮助",
        ),
    ),
}  # fmt: skip


def told(name: str) -> str:
    world, lines = STORIES[name]
    return asyncio.run(plays(Play(start(world), world.language), *lines))


@pytest.mark.parametrize("name", list(STORIES))
def test_a_story_is_told_as_it_was(name: str) -> None:
    assert told(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for story in STORIES:
        (FOLDER / f"{story}.txt").write_text(told(story), "utf-8")
