"""What newcomers typed and stumbled over, by the rule that each line stands for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act, Ask, Dismiss, TakeAlong, Talk, Tell, Wait
from rpg.narrator.storyteller.carrying import short_name
from rpg.narrator.storyteller.parser import understand_line
from rpg.narrator.storyteller.relevance import of_things
from rpg.narrator.storyteller.scope import Name, Scope
from rpg.narrator.storyteller.view import part_of_day
from rpg.narrator.storyteller.wording import with_article
from rpg.runtime.apply import apply
from rpg.runtime.edits import MoveCharacter, UpdateCharacter
from rpg.world.model import Character, Exit, World
from tests.narrator.storyteller.more_en import LATER as EN
from tests.narrator.storyteller.more_zh import LATER as ZH
from tests.narrator.storyteller.play import Play
from tests.narrator.storyteller.worlds import GARDEN, MILL, start

REST, NAP = Wait(rest=True), Wait(until=8 * 60, rest=True)


def play_of(world: World) -> Play:
    return Play(start(world), world.language)


async def said(play: Play, line: str) -> str:
    return "\n\n".join(piece.text for piece in await play.say(line)).strip()


def with_people(world: World, **changed: Character) -> World:
    return replace(world, characters={**world.characters, **changed})


def with_place(world: World, place: str, **changes: object) -> World:
    locations = dict(world.locations)
    locations[place] = replace(locations[place], **changes)  # type: ignore[arg-type]
    return replace(world, locations=locations)


# -- lines and the acts they mean ----------------------------------------------------------------

LINES: tuple[tuple[Scope, str, tuple[Act, ...]], ...] = (
    (ZH, "在这儿坐一会儿", (REST,)),
    (ZH, "坐下喝杯茶", (REST,)),
    (ZH, "坐下来歇口气", (REST,)),
    (ZH, "找个地方坐下", (REST,)),
    (ZH, "在门口站一会儿", (REST,)),
    (ZH, "坐下来和米拉说话", (Talk("mila"),)),
    (ZH, "睡觉", (NAP,)),
    (ZH, "我是来记谱的，你叫什么名字？", (Tell(None, "我是来记谱的"), Ask(None, "你叫什么名字"))),
    (ZH, "你好，姑娘怎么称呼？", (Talk(None), Ask(None, "姑娘怎么称呼"))),
    (ZH, "贵姓", (Ask(None, "贵姓"),)),
    (ZH, "去看正午", (acts.Unseen("正午"),)),
    (ZH, "看看我身上有什么", (acts.Inventory(),)),
    (ZH, "要钥匙", (Ask(None, "要钥匙"),)),
    (ZH, "向米拉要钥匙", (Ask("mila", "钥匙"),)),
    (ZH, "要去集市", (acts.Go("jishi"),)),
    (ZH, "米拉你回去吧，天晚了", (Dismiss("mila"), Tell(None, "天晚了"))),
    (ZH, "要不要跟我去看正午？", (TakeAlong(None),)),
    (ZH, "米拉，愿不愿意跟我一起走？", (TakeAlong("mila"),)),
    (ZH, "换算牌是啥", (Ask(None, "换算牌是啥"),)),
    (ZH, "灯塔是什么", (acts.ExaminePlace("dengta"),)),
    (ZH, "能不能搭你的车去盐场？", (Ask(None, "能不能搭你的车去盐场"),)),
    (ZH, "小拉，你好", (Talk("mila"),)),
    (ZH, "老爷爷，您听得见吗？", (Ask("laochen", "您听得见吗"),)),
    (ZH, "问那个姑娘船的事", (Ask("mila", "船的事"),)),
    (ZH, "大家都去哪了", (acts.WhoIsHere(),)),
    (EN, "sit by the fire", (REST,)),
    (EN, "take a seat", (REST,)),
    (EN, "sit down and talk to Mira", (REST, Talk("mira"))),
    (EN, "sleep", (NAP,)),
    (EN, "ask the gentleman about the play", (Ask("tomas", "the play"),)),
    (EN, "ask the lady about the boats", (Ask("mira", "the boats"),)),
    (EN, "take the dog along", (acts.NoSuchPerson("the dog"),)),
    (EN, "would you like to come with me?", (TakeAlong(None),)),
    (EN, "would you come to the market with me", (TakeAlong(None),)),
    (EN, "where has everybody gone", (acts.WhoIsHere(),)),
    (
        EN,
        "I came about the book, what is your name?",
        (Tell(None, "I came about the book"), Ask(None, "what is your name")),
    ),
    (EN, "go for a walk", (acts.Ways(),)),
    (EN, "where should I go first", (acts.Help(),)),
    (EN, "may I have the key", (Ask(None, "may I have the key"),)),
    (EN, "where's the child?", (acts.NoSuchPerson("the child"),)),
    (EN, "is anyone home?", (acts.WhoIsHere(),)),
    (EN, "until friday", (Wait(weekday=True),)),
    (ZH, "你就是米拉吧", (Ask(None, "你就是米拉吧"),)),
    (ZH, "那口钟是不是坏了", (Ask(None, "那口钟是不是坏了"),)),
    (ZH, "这条街上有什么人", (acts.WhoIsHere(),)),
    (ZH, "上楼", (acts.Go("jishi"),)),
)  # fmt: skip


@pytest.mark.parametrize(("scope", "line", "meant"), LINES, ids=[row[1] for row in LINES])
def test_a_line_of_a_newcomer_is_understood(scope: Scope, line: str, meant: tuple[Act, ...]) -> None:
    assert understand_line(line, scope) == meant


# -- common nouns for people ---------------------------------------------------------------------

DOG = ("rex", "Rex Terrier of the house.", "")
HALL = Scope(
    "en",
    Name("hall", ("Hall",)),
    people=(Name("ann", ("Ann",)), Name("bob", ("Bob",)), Name("rex", ("Rex",))),
    genders=(("ann", "she"), ("bob", "he"), ("rex", "he")),
    sheets=(("ann", "Ann Cook.", "A tall woman."), ("bob", "Bob Porter.", "He limps."), DOG),
)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("ask the gentleman about tea", Ask("bob", "tea")),
        ("ask the old woman about tea", Ask("ann", "tea")),
        ("take the dog along", TakeAlong("rex")),
        ("hello doggy", Talk("rex")),
        ("take the cat along", acts.NoSuchPerson("the cat")),
    ],
)
def test_a_common_noun_is_the_one_person_here_whom_it_fits(line: str, meant: Act) -> None:
    assert understand_line(line, HALL) == (meant,)


def test_a_common_noun_that_fits_two_is_asked_back() -> None:
    two = replace(HALL, genders=(("ann", "he"), ("bob", "he"), ("rex", "he")), sheets=(DOG,))
    assert understand_line("ask the gentleman about tea", two) == (acts.Unclear("", ("ann", "bob"), True),)


def test_a_common_noun_that_fits_nobody_is_nobody() -> None:
    alone = replace(HALL, people=HALL.people[1:2], sheets=HALL.sheets[1:2])
    assert understand_line("talk to the lady", alone) == (acts.NoSuchPerson("the lady"),)


# -- what is told --------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["what is your name?", "who are you", "tell me, what are you called?"])
async def test_whoever_is_asked_for_a_name_gives_it(line: str) -> None:
    assert "The name is Zelka Thorn." in await said(play_of(MILL), line)


@pytest.mark.parametrize("line", ["你叫什么名字？", "怎么称呼", "贵姓", "我是来记谱的，你叫什么？"])
async def test_问名字便答名字(line: str) -> None:
    assert "名叫赵青禾。" in await said(play_of(GARDEN), line)


@pytest.mark.parametrize(
    ("world", "label", "told"),
    [
        (GARDEN, "掀帘子进去", "掀帘子进去。"),
        (GARDEN, "挑开蓝布帘", "挑开蓝布帘。"),
        (GARDEN, "老车道", "老车道"),
        (GARDEN, "蓝布帘", "后院"),
        (MILL, "lift the blue curtain", "to the Yard: lift the blue curtain."),
        (MILL, "out by the low door", "out by the low door."),
        (MILL, "old cart track", "the old cart track."),
    ],
)
async def test_a_way_is_told_in_a_sentence_that_is_right_for_its_label(
    world: World, label: str, told: str
) -> None:
    place = world.start
    end = "yard" if world is MILL else "yuan"
    play = play_of(with_place(world, place, exits=(Exit(end, label, 2),)))
    text = (await said(play, "go to the yard" if world is MILL else "去后院")).split("\n\n")[0]
    assert told in text
    assert "走上掀" not in text
    assert "take the lift" not in text.lower()


async def test_a_label_that_names_the_place_names_it_once() -> None:
    play = play_of(with_place(GARDEN, "tang", exits=(Exit("yuan", "往左进后院", 2),)))
    assert "可以走的路：往左进后院（2 分钟）。" in await said(play, "看看四周")


@pytest.mark.parametrize(
    ("feeling", "told"),
    [
        ("像对着一纸公文", "赵青禾看你的样子，像对着一纸公文。"),
        ("盯着你的手", "赵青禾盯着你的手。"),
        ("有人接班，他把椅子往旁边让了让", "有人接班，他把椅子往旁边让了让。"),
    ],
)
async def test_how_someone_looks_at_the_player_is_a_sentence(feeling: str, told: str) -> None:
    who = replace(GARDEN.characters["zhao"], relations=(("player", feeling),))
    text = await said(play_of(with_people(GARDEN, zhao=who)), "和赵青禾说话")
    assert told in text
    assert "对你：" not in text


async def test_someone_known_who_is_not_well_is_named_once() -> None:
    play = play_of(MILL)
    await said(play, "go to the yard")
    await said(play, "back")
    play.state = apply(play.state, UpdateCharacter("zelka", source="hand", condition="red in the face"))
    text = await said(play, "look")
    assert text.count("Zelka Thorn") == 1
    assert "red in the face." in text


async def test_no_answer_leads_on_to_whoever_would_know() -> None:
    play = play_of(MILL)
    await said(play, "go to the yard")
    told = await said(play, "ask Ixo about the missing grain")
    assert "Zelka Thorn" in told
    assert "the Hall" in told
    unmet = play_of(MILL)
    await said(unmet, "go to the yard")
    await said(unmet, "go to mill house")
    await said(unmet, "back")
    assert "Brond" in await said(unmet, "ask Ixo about the sails")


async def test_no_answer_leads_on_to_what_could_be_asked_instead() -> None:
    told = await said(play_of(GARDEN), "问赵青禾海的事")
    assert "“高塔”" in told or "“少了的粮”" in told


@pytest.mark.parametrize(("world", "line"), [(MILL, "hello Zelka, how old is the moon?"), (GARDEN, "你好赵青禾，月亮多大了？")])  # fmt: skip
async def test_a_greeting_before_a_question_offers_nothing_yet(world: World, line: str) -> None:
    text = await said(play_of(world), line)
    first = text.split("\n\n")[0]
    assert not any(topic in first for topic in ("grain", "tower", "粮", "高塔"))


@pytest.mark.parametrize(("line", "told"), [("末班车什么时候开？", "三点一刻"), ("高塔几点关？", "头一场霜")])
async def test_what_nobody_answers_may_be_written_on_a_sign(line: str, told: str) -> None:
    world = with_place(GARDEN, "tang", details=(("站牌", "末班车，三点一刻。"),))
    assert told in await said(play_of(world), line)


def test_a_thing_answers_only_what_it_is_about() -> None:
    things = [("站牌", "末班车，三点一刻。")]
    assert of_things("末班车什么时候开", things) == "末班车，三点一刻。"
    assert of_things("你见过大海吗", things) is None
    assert of_things("吗", things) is None


async def test_a_question_for_help_is_answered_once_on_a_line() -> None:
    text = await said(play_of(GARDEN), "？？？？")
    assert text.count("眼下可以：") == 1


async def test_where_everybody_is_tells_where_they_were_last_seen() -> None:
    play = play_of(MILL)
    await said(play, "go to the yard")
    assert "You last saw Zelka Thorn at the Hall." in await said(play, "where is everyone")
    assert "last saw" not in await said(play, "who is here")


async def test_whoever_left_before_the_players_eyes_is_said_to_have_gone_where_they_went() -> None:
    play = play_of(MILL)
    await said(play, "wait until 10:30")
    await said(play, "wait until 11:20")
    assert "leaving the Hall for the Yard" in await said(play, "where is Ixo?")
    await said(play, "go to the yard")
    assert "at the Hall" in await said(play, "where is Zelka?")


async def test_what_is_said_of_a_thing_is_no_name_of_it() -> None:
    assert short_name("旧戏票，背面写着“先去看一回正午”") == "旧戏票"
    assert short_name("the bell") == "the bell"


@pytest.mark.parametrize(
    ("name", "told"),
    [("brass bell", "the brass bell"), ("the card", "the card"), ("Ann's hat", "Ann's hat"), ("his hands", "his hands")],
)  # fmt: skip
def test_a_thing_stands_in_a_sentence_with_its_article(name: str, told: str) -> None:
    assert with_article(name) == told


async def test_whoever_is_asked_whether_they_are_somebody_says_so() -> None:
    assert "名叫赵青禾。" in await said(play_of(GARDEN), "你就是赵青禾吧")


async def test_what_is_not_to_be_seen_here_may_be_asked_about_once() -> None:
    play = play_of(MILL)
    assert "Forty sacks" in await said(play, "look at the missing grain")
    assert "You see nothing here" in await said(play, "look at the missing grain")


# -- hours ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "part"),
    [
        ("11:04", "late_morning"), ("11:59", "noon"), ("12:30", "noon"), ("13:00", "afternoon"), ("18:30", "dusk"),
        ("19:00", "evening"), ("21:05", "evening"), ("22:00", "night"), ("04:59", "night"), ("06:00", "dawn"),
    ],
)  # fmt: skip
def test_the_parts_of_a_day_are_called_as_people_call_them(time: str, part: str) -> None:
    hour, _, minute = time.partition(":")
    assert part_of_day(int(hour) * 60 + int(minute)) == part


async def test_waiting_for_the_evening_in_the_evening_says_that_it_is_evening() -> None:
    play = play_of(GARDEN)
    assert "晚上" in await said(play, "等到晚上")
    assert "已经是晚上了" in await said(play, "等到晚上")
    assert "过去了" in (text := await said(play, "等到18:30")) or "过了" in text


async def test_whoever_sleeps_by_day_sleeps_a_while_and_at_night_till_morning() -> None:
    play = play_of(MILL)
    await said(play, "sleep")
    assert play.state.clock is not None
    assert play.state.clock < 10 * 60 + 30
    await said(play, "wait until evening")
    assert "Day 2 08:00" in await said(play, "sleep")


# -- what cannot be told of everybody ---------------------------------------------------------------


async def test_nothing_is_told_of_a_beast_that_a_beast_does_not_do() -> None:
    dog = Character("rex", "Rex", location="hall", summary="A terrier.")
    world = with_people(MILL, rex=dog)
    for seed in range(12):
        play = play_of(world)
        play.seed = seed
        text = " ".join(
            [await said(play, line) for line in ("ask Rex about love", "talk to Rex", "tell Rex good boy", "take Rex along")]
        )  # fmt: skip
        assert not any(word in text for word in ("hands", "nod", "Very well", "“Yes?”", "shakes"))


async def test_a_place_to_sit_along_a_way_is_first_to_be_gone_to() -> None:
    play = play_of(with_place(MILL, "hall", exits=(Exit("yard", "over to the bench in the corner", 2),)))
    assert "the bench in the corner" in await said(play, "sit on the bench in the corner")
    assert play.state.player_location == "hall"


async def test_somebody_who_came_is_left_to_the_announcement_also_one_turn_later() -> None:
    play = play_of(MILL)
    play.state = apply(play.state, MoveCharacter("ixo", "hall", "hand"))
    assert "Ixo" not in await said(play, "what time is it")


async def test_places_are_told_without_a_space_after_their_name() -> None:
    assert "**听雨堂**。一间长屋" in await said(play_of(GARDEN), "看看四周")
