"""What is told of lines that say several things, of remarks, and of what comes to nothing."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from rpg.narrator.storyteller.acts import Act, Go, NoSuchWay, Talk
from rpg.narrator.storyteller.parser import understand, understand_line
from rpg.narrator.storyteller.scope import Name, Scope
from rpg.narrator.storyteller.view import view_of
from rpg.runtime.apply import apply
from rpg.runtime.edits import MoveCharacter, Reveal
from rpg.runtime.routes import known_locations
from rpg.world.beats import Beat, Condition
from rpg.world.model import Exit, Location, World
from tests.narrator.storyteller.lines_en import HARBOUR
from tests.narrator.storyteller.play import Play
from tests.narrator.storyteller.played import PLAYED
from tests.narrator.storyteller.worlds import GARDEN, MILL, start


async def said(play: Play, line: str) -> str:
    return "\n\n".join(piece.text for piece in await play.say(line)).strip()


def play_of(world: World) -> Play:
    return Play(start(world), world.language)


@pytest.mark.parametrize(("scope", "line", "meant"), PLAYED, ids=[row[1] for row in PLAYED])
def test_a_line_that_came_up_in_play_is_understood(scope: Scope, line: str, meant: tuple[Act, ...]) -> None:
    assert understand_line(line, scope) == meant


# -- several things in one line ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("world", "line", "place", "left"),
    [
        (MILL, "go to the yard and eat some soup", "yard", "“some soup”"),
        (MILL, "go to the yard and whistle a tune", "yard", "“whistle a tune”"),
        (MILL, "go to the yard to whistle a tune", "yard", "“whistle a tune”"),
        (GARDEN, "去后院，喝一碗汤", "yuan", "“一碗汤”"),
        (GARDEN, "去后院吹一支曲子", "yuan", "“吹一支曲子”"),
    ],
)
async def test_what_is_understood_is_done_and_the_rest_is_named(
    world: World, line: str, place: str, left: str
) -> None:
    play = play_of(world)
    told = await said(play, line)
    assert play.state.player_location == place
    assert left in told


async def test_what_is_joined_to_a_move_is_looked_for_where_the_move_ends() -> None:
    play = play_of(MILL)
    assert "sky" in await said(play, "go to the yard and look at the well")
    assert "nothing here that is called “the rope”" in await said(play, "go to the hall and take the rope")
    assert play.state.player_location == "hall"


async def test_a_name_that_lies_across_a_cut_stays_whole() -> None:
    scope = replace(HARBOUR, places=(Name("fox", ("The Fox and Hounds",)),))
    assert understand_line("go to the fox and hounds", scope) == (Go("fox"),)


async def test_what_a_turn_does_not_hold_is_said_to_be_left() -> None:
    play = play_of(MILL)
    told = await said(play, "look. look at me. wait. who is here. wait. talk to Zelka. wait")
    assert "Still to do: “talk to Zelka”" in told


async def test_a_pasted_text_is_not_played() -> None:
    text = "He took the hat from the nail and went to the yard. " * 9
    play = play_of(MILL)
    assert "long text" in await said(play, text) or "So much at once" in play.history[-1][1]
    assert play.state.player_location == "hall"


# -- remarks and whom they reach ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("world", "line", "name"),
    [(MILL, "I lost my brother at sea", "Zelka"), (GARDEN, "我的哥哥死在海上", "赵青禾")],
)
async def test_a_remark_is_heard_by_the_one_who_is_there(world: World, line: str, name: str) -> None:
    play = play_of(world)
    told = await said(play, line)
    assert name in told
    assert any(line in fact for fact in play.state.knows("zelka" if world is MILL else "zhao"))


async def test_a_remark_goes_to_the_one_last_spoken_to() -> None:
    play = Play(apply(start(MILL), MoveCharacter("brond", "hall", "hand")))
    await said(play, "talk to Brond")
    await said(play, "I do not like this tower at all")
    assert play.state.knows("brond")
    assert not play.state.knows("zelka")


async def test_a_remark_to_which_the_author_wrote_an_answer_is_answered() -> None:
    zelka = replace(
        MILL.characters["zelka"], examples=("{{user}}: I am cold.\nZelka: Then count something.",)
    )
    world = replace(MILL, characters={**MILL.characters, "zelka": zelka})
    assert "Then count something." in await said(play_of(world), "I'm so cold")


async def test_a_question_asked_of_somebody_else_was_not_asked_before() -> None:
    play = Play(apply(start(MILL), MoveCharacter("brond", "hall", "hand")))
    await said(play, "ask Zelka about astronomy")
    told = await said(play, "ask Brond about astronomy")
    assert not any(word in told for word in ("before", "last time", "Nothing new"))
    again = await said(play, "ask Brond about astronomy")
    assert any(word in again for word in ("before", "last time", "Nothing new"))


async def test_being_somewhere_already_does_not_keep_from_what_else_is_said() -> None:
    play = play_of(MILL)
    assert "missing grain" in await said(play, "go to the hall and talk to Zelka")


@pytest.mark.parametrize(
    ("world", "line", "told"),
    [(MILL, "are you the steward?", "counts everything"), (GARDEN, "你是管事吗", "什么都要数一遍")],
)
async def test_who_is_asked_whether_they_are_somebody_says_so(world: World, line: str, told: str) -> None:
    assert told in await said(play_of(world), line)


async def test_what_a_place_is_to_someone_is_no_answer_to_another_question_about_it() -> None:
    zelka = replace(MILL.characters["zelka"], relations=(("tower", "oils it on Mondays"),), topics=())
    world = replace(MILL, characters={**MILL.characters, "zelka": zelka})
    assert "oils it" not in await said(play_of(world), "who has the key to the tower?")
    assert "oils it" in await said(play_of(world), "ask Zelka about the tower")


async def test_a_topic_named_and_nothing_else_is_asked_about() -> None:
    assert "Forty sacks" in await said(play_of(MILL), "the missing grain")
    assert "Forty sacks" not in await said(play_of(MILL), "juggle the missing grain")


async def test_something_shown_to_her_is_shown_to_who_is_here() -> None:
    play = Play(apply(start(MILL), MoveCharacter("brond", "hall", "hand")))
    await said(play, "talk to Zelka")
    assert "Zelka" not in await said(play, "where is Ixo?")
    assert "nothing that is called “the crown”" in await said(play, "give her the crown")


async def test_what_is_passed_on_the_way_is_seen() -> None:
    cellar = Location("cellar", "The Cellar")
    yard = replace(MILL.locations["yard"], exits=(*MILL.locations["yard"].exits, Exit("cellar")))
    world = replace(MILL, locations={**MILL.locations, "yard": yard, "cellar": cellar})
    play = Play(apply(start(world), Reveal("mill", "hand")))
    assert "cellar" not in known_locations(play.state)
    await said(play, "go to the mill house")
    assert play.state.player_location == "mill"
    assert "cellar" in known_locations(play.state)
    assert "crypt" not in known_locations(play.state)


# -- directions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "label", "line"),
    [
        ("en", "along the north wall", "go north"),
        ("en", "straight up", "up"),
        ("en", "left, towards the ringing", "turn left"),
        ("zh", "一直往北", "往北走"),
        ("zh", "往东，朝有灯的地方", "东"),
    ],
)
def test_a_direction_is_the_one_way_that_leads_there(language: str, label: str, line: str) -> None:
    here = Name("here", ("Here", "这里"))
    assert understand(line, Scope(language, here, labels=(Name("there", (label,)),))) == Go("there")
    assert isinstance(understand(line, Scope(language, here)), NoSuchWay)


async def test_where_no_way_leads_there_the_ways_are_told() -> None:
    assert "out by the low door" in await said(play_of(MILL), "go north")
    assert "出矮门" in await said(play_of(GARDEN), "往北走")


# -- wording -----------------------------------------------------------------------------------


def test_a_sentence_begins_with_a_capital_and_a_quotation_stays_as_it_is() -> None:
    view = view_of(start(MILL), "en")
    assert view.say("place_title", place="the Drowned Bell", text="Low.") == "**The Drowned Bell.** Low."
    assert "“dance”" in view.say("part_unclear", words="dance")
    assert view.say("in_brackets", text="the yard", note="2 min") == "the yard (2 min)"


def test_stars_around_what_is_done_are_no_part_of_it() -> None:
    assert understand_line("*waves at Mira*", HARBOUR) == (Talk("mira"),)


# -- hints and beats ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("world", "line", "hint"), [(MILL, "sing", "has not been asked"), (GARDEN, "唱歌", "还没有向")]
)
async def test_a_hint_is_not_given_turn_after_turn(world: World, line: str, hint: str) -> None:
    play = play_of(world)
    told = [await said(play, line) for _ in range(9)]
    hinted = [number for number, text in enumerate(told) if hint in text]
    assert hinted
    assert all(later - earlier >= 3 for earlier, later in itertools.pairwise(hinted))


async def test_what_a_beat_tells_stands_alone() -> None:
    beat = Beat(
        "nail", Condition(location=("hall",), said=("pull nail",)), say="The nail comes out, and it is warm."
    )
    play = play_of(replace(MILL, beats={"nail": beat}))
    assert (await said(play, "I pull the nail")).startswith("The nail comes out, and it is warm.")


async def test_a_beat_that_tells_nothing_leaves_the_turn_as_it_is() -> None:
    beat = Beat("asked", Condition(location=("hall",), said=("look",)), set_flag=(("looked", True),))
    told = await said(play_of(replace(MILL, beats={"asked": beat})), "look around")
    assert told.startswith("**The Hall.**")
