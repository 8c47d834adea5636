"""Whatever the player says, what the storyteller tells of who is where is true in the stage it tells from."""

from __future__ import annotations

import asyncio
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.runtime.names import name_of
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.world.model import World
from tests.narrator.storyteller import fresh_en, fresh_zh, lines_en, lines_zh, more_en, more_zh
from tests.narrator.storyteller.play import Play, Said
from tests.narrator.storyteller.ruled import RULED_GARDEN, RULED_MILL
from tests.narrator.storyteller.worlds import GARDEN, MILL, start

LINES_EN = (
    "look", "who is here?", "where can I go?", "go to the yard", "go to the hall", "go to the mill", "go to the tower",
    "go to the crypt", "back", "leave", "talk to Zelka", "talk to Brond", "talk to Ixo", "talk to Queld", "hello",
    "ask about the grain", "ask Zelka about Brond", "ask Ixo about the hens", "ask him about the sails", "follow Ixo",
    "take Zelka along", "take Ixo along", "come with me", "stay here", "send Ixo away", "Zelka, wait here",
    "tell Ixo to go to the mill", "tell Zelka I have seen the grain at night", "wait", "wait an hour", "wait until noon",
    "wait until evening", "sleep until morning", "where is Brond?", "look at Ixo", "examine the hearth", "what do I know",
    "take Zelka along and go to the yard", "go to the yard and talk to Ixo", "help", "dance", "look at the well", "roll d6",
)  # fmt: skip
LINES_ZH = (
    "看看四周", "谁在这里", "能去哪里", "去后院", "去听雨堂", "去磨坊", "去高塔", "去地穴", "回去", "离开", "和赵青禾说话",
    "和伯朗说话", "和小乙说话", "和奎鬼说话", "你好", "打听少了的粮", "问赵青禾伯朗的事", "问小乙母鸡的事", "问他风叶",
    "跟着小乙", "带上赵青禾", "带上小乙", "跟我来", "留在这里", "让小乙走开", "让小乙去磨坊", "告诉赵青禾我夜里看见了粮袋",
    "等一会儿", "等一个小时", "等到中午", "等到晚上", "睡到早上", "伯朗在哪？", "看小乙", "看火炉", "我都知道些什么",
    "带上赵青禾，去后院", "去后院，和小乙说话", "帮助", "跳舞", "看水井", "掷骰子",
)  # fmt: skip

ABSENT_EN = re.compile(
    r"not here|nowhere to be seen|You last saw|You have not met|has gone|has left|have gone|sets out for|leaves for"
    r"|did not see where|^- |^Between|^What .+ is to|^You ask about|worth finding|could tell you|may be one for|might know; you last saw|may matter to have|may need"
    r"|Whom do you mean|has said|“"
)
ABSENT_ZH = re.compile(
    r"不在这里|看不见|最后一次见到|还没有见过|走了|离开了|动身去|往.+去了|没看见|^- |之间：|之于|^你问起|该去找|能告诉你|也许要有|少不了|“|没有叫"
)
GONE_EN = re.compile(
    r"\bnot here|nowhere to be seen|have not met|has gone|has left|have gone|sets out for|leaves for"
)
GONE_ZH = re.compile(r"不在这里|这里看不见|还没有见过|(?:走|离开)了。|动身去.+了|往.+去了")
ALONE = re.compile(
    r"Nobody else is here|You are alone|no one here but you|Nobody but you|没有别人|只有你一个人|四下无人"
)


def sentences(text: str) -> list[str]:
    return [piece.strip() for piece in re.split(r"(?<=[.!?。！？])\s*|\n+", text) if piece.strip()]


def check(said: Said, world: World) -> None:
    """Every name in what was said stands in a sentence that fits where its bearer is."""
    english = world.language == "en"
    elsewhere, gone = (ABSENT_EN, GONE_EN) if english else (ABSENT_ZH, GONE_ZH)
    here = present(said.state)
    for sentence in sentences(said.text):
        for person in world.characters:
            name = name_of(said.state, person)
            if name not in sentence:
                continue
            if person in here:
                assert not gone.search(sentence), (sentence, here)
            else:
                assert elsewhere.search(sentence), (sentence, here)
        if ALONE.search(sentence):
            assert not here, (sentence, here)
    check_ways(said.text, said.state, world)


def check_ways(text: str, state: State, world: World) -> None:
    for line in text.splitlines():
        if line.startswith(("Ways on:", "可以走的路：")):
            shown = {exit.name.removeprefix("The ") for exit in scene(state).shown_exits}
            places = {place.name.removeprefix("The ") for place in world.locations.values()}
            assert {name for name in places if name in line} == shown, line


async def played(world: World, lines: list[str]) -> None:
    play = Play(start(world), world.language)
    for line in lines:
        for said in await play.say(line):
            check(said, world)
        if line in ("who is here?", "谁在这里"):
            told = play.history[-1][1]
            assert all(name_of(said.state, person) in told for person in present(said.state))


def deck(world: World) -> list[str]:
    """Lines from the tables of the parser, of the truth test, and for the author's rules of this world."""
    if world.language == "en":
        own = [
            "take the nail",
            "ask Zelka about the bolt",
            "go to the crypt",
            "show the nail to Zelka",
            "inventory",
        ]
        return [*LINES_EN, *own, *(row[0] for row in (*lines_en.LINES, *more_en.LINES, *fresh_en.LINES))]
    own = ["拿钉子", "问赵青禾门闩", "去地穴", "给赵青禾看钉子", "背包"]
    return [*LINES_ZH, *own, *(row[0] for row in (*lines_zh.LINES, *more_zh.LINES, *fresh_zh.LINES))]


@given(st.lists(st.sampled_from(LINES_EN), min_size=5, max_size=30))
@settings(max_examples=40, deadline=None)
def test_what_is_said_in_english_is_true(lines: list[str]) -> None:
    asyncio.run(played(MILL, lines))


@given(st.lists(st.sampled_from(LINES_ZH), min_size=5, max_size=30))
@settings(max_examples=40, deadline=None)
def test_what_is_said_in_chinese_is_true(lines: list[str]) -> None:
    asyncio.run(played(GARDEN, lines))


@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize("world", [RULED_MILL, RULED_GARDEN], ids=["en", "zh"])
async def test_two_hundred_random_lines_tell_nothing_untrue(world: World, seed: int) -> None:
    dice = random.Random(seed)
    await played(world, [dice.choice(deck(world)) for _ in range(200)])


@given(st.lists(st.sampled_from(LINES_EN), min_size=5, max_size=25), st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_a_player_never_gets_past_a_lock_or_through_a_way_not_found(lines: list[str], seed: int) -> None:
    async def run() -> None:
        play = Play(start(MILL), "en", seed=seed)
        for line in lines:
            await play.say(line)
            assert play.state.player_location in ("hall", "yard", "mill")

    asyncio.run(run())


@pytest.mark.parametrize("world", [MILL, GARDEN], ids=["en", "zh"])
def test_secrets_and_goals_are_never_told(world: World) -> None:
    async def run() -> str:
        play = Play(start(world), world.language)
        for line in LINES_EN if world.language == "en" else LINES_ZH:
            await play.say(line)
        return "\n".join(text for kind, text in play.history if kind == "narration")

    told = asyncio.run(run())
    assert not any(person.secrets and person.secrets in told for person in world.characters.values())


def test_the_check_itself_notices_a_lie() -> None:
    state = start(MILL)
    with pytest.raises(AssertionError):
        check(Said("Brond is here.", state), MILL)
    with pytest.raises(AssertionError):
        check(Said("Zelka Thorn has gone.", state), MILL)
    with pytest.raises(AssertionError):
        check(Said("You are alone here.", state), MILL)
    with pytest.raises(AssertionError):
        check(Said("Ways on: Mill House.", state), MILL)
