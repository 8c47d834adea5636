"""What the author ruled is what the storyteller does: topics, deeds, things carried, hints."""

from __future__ import annotations

import itertools
from dataclasses import replace

from rpg.runtime.apply import apply
from rpg.runtime.beats import answering
from rpg.runtime.conditions import says
from rpg.runtime.edits import MoveCharacter, SetFlag
from rpg.runtime.state import State
from rpg.world.beats import Beat, Condition
from rpg.world.model import World
from tests.narrator.storyteller.play import Play
from tests.narrator.storyteller.ruled import RULED_GARDEN, RULED_MILL
from tests.narrator.storyteller.worlds import MILL, start


def has(state: State, flag: str, value: bool | int = True) -> State:
    return apply(state, SetFlag(flag, value, "hand"))


async def said(play: Play, line: str) -> str:
    return "\n\n".join(piece.text for piece in await play.say(line)).strip()


async def test_a_topic_is_refused_until_its_condition_holds_and_then_told_once_in_full() -> None:
    play = Play(start(RULED_MILL))
    assert "something to show me" in await said(play, "ask Zelka about the bolt")
    assert play.state.flag("asked.zelka.the bolt") is True
    assert play.state.flag("told.zelka.the bolt") is None

    play.state = has(play.state, "has_nail")
    assert "nobody hears who goes up" in await said(play, "ask her about the oil")
    assert play.state.flag("told.zelka.the bolt") is True
    assert play.state.flag("trust") == 2
    assert await said(play, "ask her about the bolt") == "“The oil, yes. I said so.”"


async def test_company_keeps_a_mouth_shut() -> None:
    play = Play(has(start(RULED_MILL), "has_nail"))
    play.state = apply(play.state, MoveCharacter("ixo", "hall", "hand"))

    assert "something to show me" in await said(play, "ask Zelka about the bolt")


async def test_a_topic_kept_to_oneself_is_neither_told_nor_hinted_at() -> None:
    play = Play(start(RULED_MILL))
    texts = [
        await said(play, line)
        for line in ("talk to Zelka", "ask Zelka about the winter", "help", "what do I know")
    ]

    assert not any("winter" in text.lower() and "owes" not in text for text in (texts[0], *texts[2:]))
    assert "He fed me" not in texts[1]
    play.state = has(play.state, "trust", 2)
    assert "He fed me" in await said(play, "ask Zelka about the winter")


async def test_what_the_author_lets_happen_is_not_answered_with_a_puzzled_face() -> None:
    play = Play(start(RULED_MILL))
    text = await said(play, "I pull the nail out of the ash and go to the yard")

    assert "do not know what to make" not in text
    assert play.state.player_location == "hall"


async def test_once_it_has_happened_the_same_words_are_an_ordinary_line() -> None:
    play = Play(has(start(RULED_MILL), "has_nail"))

    assert "nail" in await said(play, "inventory")
    assert "carries the nail" in await said(play, "look at the bent nail")
    assert (
        "hands it back" in await said(play, "show the nail to Zelka")
        or "gives it back" in play.history[-1][1]
    )
    assert "nothing that is called “the crown”" in await said(play, "give Zelka the crown")


async def test_nothing_is_carried_where_nothing_was_given() -> None:
    assert await said(Play(start(RULED_MILL)), "inventory") != await said(Play(start(MILL)), "inventory")


async def test_relations_are_told_when_asked_for() -> None:
    assert "owes him a winter" in await said(Play(start(MILL)), "ask Zelka about Brond")


async def test_it_means_what_was_spoken_of_last() -> None:
    play = Play(start(MILL))
    await said(play, "tell me about the missing grain")

    assert (
        "thirty-one came back" in await said(play, "ask her about it") or "Forty sacks" in play.history[-1][1]
    )


async def test_a_question_asked_again_without_an_answer_is_not_told_as_new() -> None:
    play = Play(start(MILL))
    first, second = [await said(play, "ask Zelka about astronomy") for _ in range(2)]

    assert first != second
    assert any(word in second for word in ("before", "last time", "Nothing new"))


async def test_a_player_who_is_stuck_is_shown_where_to_go_on() -> None:
    play = Play(start(RULED_MILL))
    texts = [await said(play, line) for line in ("sing", "dance", "juggle")]

    assert not any("waiting to be done" in text or "to be done in this place" in text for text in texts[:2])
    assert "to be done" in texts[2]


async def test_ten_turns_of_the_same_line_do_not_read_like_a_form() -> None:
    play = Play(start(MILL))
    texts = [await said(play, "talk to Zelka") for _ in range(10)]
    firsts = [text.split(".")[0].split("\n")[0] for text in texts[1:]]

    assert all(a != b for a, b in itertools.pairwise(firsts))
    assert len(set(texts)) >= 6


async def test_the_same_rules_hold_in_chinese() -> None:
    play = Play(start(RULED_GARDEN), "zh")
    assert "再来" in await said(play, "问赵青禾门闩的事")
    assert "不明白" not in await said(play, "把钉子从灰里拿出来")
    play.state = has(play.state, "you_dingzi")
    assert "弯钉子" in await said(play, "背包")
    assert "听不见谁上去" in await said(play, "问她油的事")
    assert await said(play, "再问她门闩") == "“油，是的。我说过了。”"
    assert "他给过我饭吃" in await said(play, "问她那个冬天")


async def test_everything_stays_within_the_tools() -> None:
    for world in (RULED_MILL, RULED_GARDEN):
        await _only_known_tools(world)


async def _only_known_tools(world: World) -> None:
    lines = ("ask about the bolt", "take the nail", "问赵青禾门闩的事", "拿钉子")
    play = Play(has(has(start(world), "has_nail"), "you_dingzi"), world.language)
    calls = [call.name for line in lines for piece in await play.say(line) for call in piece.calls]

    assert set(calls) <= {
        "set_flag",
        "update_character",
        "edit_location_registry",
        "advance_time",
        "roll_dice",
    }


async def test_asking_about_a_deed_is_not_doing_it() -> None:
    play = Play(start(RULED_MILL))
    for line in ("should I take the nail?", "who would take a nail like that", "why pull the nail?"):
        assert answering(play.state, line) is None, line
    for line in ("could I take the nail?", "I take the nail. What is it?"):
        assert answering(play.state, line) is not None, line


async def test_asking_about_a_deed_is_not_doing_it_in_chinese() -> None:
    state = start(RULED_GARDEN)
    for line in ("该不该拿钉子？", "谁会来拿这钉子", "要拿钉子吗"):
        assert answering(state, line) is None, line
    assert answering(state, "我拿钉子，看看是什么") is not None


def test_an_author_may_wait_for_a_question() -> None:
    assert says("what of the bones?", "bones ?")
    assert says("whose bones", "whose bones")
    assert not says("the bones", "bones ?")


async def test_words_for_somebody_elsewhere_do_not_reach_those_who_are_here() -> None:
    letter = Beat(
        "letter", Condition(present=("zelka",), said=("your letter", "give letter", "信")), say="Thanks."
    )
    for world, elsewhere, here in (
        (RULED_MILL, "Ixo, here is your letter", "Zelka, here is your letter"),
        (RULED_MILL, "give the letter to Ixo", "give the letter to Zelka"),
    ):
        state = start(replace(world, beats={"letter": letter}))
        assert answering(state, elsewhere) is None
        assert answering(state, here) is not None
