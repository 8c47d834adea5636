"""Who is meant by a question, and short ways to say where to go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rpg.narrator.storyteller.acts import Act, Ask, Go, Look, Ways
from rpg.narrator.storyteller.matching import find
from rpg.narrator.storyteller.parser import understand_line
from rpg.narrator.storyteller.scope import Name, Scope
from rpg.narrator.storyteller.threads import directions
from rpg.narrator.storyteller.view import view_of
from rpg.runtime.apply import apply
from rpg.runtime.edits import MoveCharacter
from rpg.runtime.scene import scene
from rpg.world.beats import Beat, Condition, Topic
from tests.narrator.storyteller.play import Play
from tests.narrator.storyteller.ruled import RULED_MILL
from tests.narrator.storyteller.worlds import GARDEN, MILL, start

WAYS = Scope(
    "en",
    Name("hall", ("Hall",)),
    labels=(
        Name("loft", ("up the stair",)),
        Name("inn", ("into the inn",)),
        Name("mill", ("over the bridge to the mill",)),
    ),
)


async def said(play: Play, line: str) -> str:
    return "\n\n".join(piece.text for piece in await play.say(line)).strip()


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("up", (Go("loft"),)),
        ("go in", (Go("inn"),)),
        ("over the bridge", (Go("mill"),)),
        ("im going up", (Go("loft"),)),
        ("go up and look around", (Go("loft"), Look())),
        ("go on", (Ways(),)),
    ],
)
def test_a_short_way_to_say_where_to_go_is_understood(line: str, acts: tuple[Act, ...]) -> None:
    assert understand_line(line, WAYS) == acts


def test_a_short_way_is_understood_in_chinese() -> None:
    ways = Scope("zh-CN", Name("tang", ("堂",)), labels=(Name("lou", ("上木梯",)), Name("xue", ("下地窖",))))
    assert understand_line("往上走", ways) == (Go("lou"),)
    assert understand_line("下去", ways) == (Go("xue"),)


def test_the_place_of_a_trade_is_not_a_slip_of_who_follows_it() -> None:
    assert find("joinery", (Name("joiner", ("the joiner",)),)) is None
    assert find("joinr", (Name("joiner", ("the joiner",)),)) is not None


async def test_a_question_goes_to_whom_the_player_speaks_to() -> None:
    play = Play(apply(start(MILL), MoveCharacter("brond", "hall", "hand")))
    await said(play, "talk to Zelka")
    assert "No wind" not in await said(play, "what is wrong with the sails?")
    assert not play.state.flag("told.brond.sails")


async def test_what_the_one_spoken_to_refuses_is_not_answered_by_another() -> None:
    brond = replace(
        MILL.characters["brond"], topic_rules=(), topics=(("the bolt", "It is oiled, is it not."),)
    )
    world = replace(RULED_MILL, characters={**RULED_MILL.characters, "brond": brond})
    play = Play(apply(start(world), MoveCharacter("brond", "hall", "hand")))
    await said(play, "ask Zelka about the bolt")
    assert "something to show me" in await said(play, "why is the bolt oiled?")


async def test_whoever_is_here_may_tell_of_someone_not_met() -> None:
    zelka = replace(MILL.characters["zelka"], topic_rules=(Topic("Queld", "He was buried twice."),))
    zelka = replace(zelka, topics=(("Queld", "He was buried twice."),))
    play = Play(start(replace(MILL, characters={**MILL.characters, "zelka": zelka})))
    assert "buried twice" in await said(play, "who is Queld?")
    assert play.state.flag("told.zelka.Queld")


@pytest.mark.parametrize(
    ("play", "line", "told"),
    [(Play(start(MILL)), "who are you?", "counts everything"), (Play(start(GARDEN), "zh"), "你是谁？", "。")],
)
async def test_who_someone_is_they_say_without_ado(play: Play, line: str, told: str) -> None:
    text = await said(play, line)
    assert told in text
    assert "does not say much" not in text
    assert "没有多说" not in text


def test_a_question_keeps_its_words() -> None:
    assert understand_line("who are you", WAYS) == (Ask(None, "who are you"),)


async def test_company_is_hinted_at_only_where_it_matters() -> None:
    play = Play(start(MILL))
    for line in ("wait until noon", "wait until 15:00"):
        await said(play, line)
    for location, hinted in (((), False), (("hall",), True), (("tower",), False)):
        beat = Beat("b", Condition(location=location, present=("brond",)), say="So.")
        view = view_of(start(replace(MILL, beats={"b": beat})).set(("left", "brond"), (1, 0, "hall")), "en")
        assert any("Brond" in text for text in directions(view)) is hinted


async def test_who_went_as_a_turn_ended_is_not_told_again_in_the_next() -> None:
    play = Play(start(MILL))
    await said(play, "wait until 10:30")
    texts = [await said(play, "what time is it?") for _ in range(5)]
    assert "ixo" not in scene(play.state).present
    assert not any("Ixo" in text for text in texts)
