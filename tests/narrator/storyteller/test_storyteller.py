"""The storyteller behaves as a narrator: it calls the tools a model would, and tells what came of them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rpg.narrator.protocol import (
    CallMade,
    Failure,
    Finished,
    Narrator,
    NarratorError,
    NarratorEvent,
    Offstage,
    Request,
    TextDelta,
    ToolSchema,
)
from rpg.narrator.storyteller import Storyteller
from rpg.runtime.apply import apply
from rpg.runtime.edits import SetExit, UpdateCharacter
from rpg.runtime.state import State
from tests.narrator.storyteller.play import Play, Said
from tests.narrator.storyteller.worlds import GARDEN, MILL, start

HALL = start(MILL)


def asked(line: str, state: State = HALL, **more: object) -> Request:
    return Request((), offstage=replace(Offstage(state, line, "player", "en"), **more))  # type: ignore[arg-type]


async def events(request: Request, narrator: Narrator | None = None) -> list[NarratorEvent]:
    return [event async for event in (narrator or Storyteller()).stream(request)]


def text_of(found: list[NarratorEvent]) -> str:
    return "".join(event.text for event in found if isinstance(event, TextDelta))


def calls_of(found: list[NarratorEvent]) -> list[tuple[str, object]]:
    return [
        (event.call.name, json.loads(event.call.arguments)) for event in found if isinstance(event, CallMade)
    ]


def whole(said: list[Said]) -> str:
    return "".join(piece.text for piece in said)


@pytest.mark.parametrize(
    ("line", "calls"),
    [
        (
            "go to the yard",
            [("edit_location_registry", {"operations": [{"op": "move_player", "to": "yard"}]})],
        ),
        (
            "go to the yard with Zelka",
            [
                (
                    "edit_location_registry",
                    {"operations": [{"op": "move_player", "to": "yard", "with": ["zelka"]}]},
                )
            ],
        ),
        (
            "take Zelka along",
            [("edit_location_registry", {"operations": [{"op": "follow", "character": "zelka"}]})],
        ),
        (
            "tell Zelka to go to the yard",
            [
                (
                    "edit_location_registry",
                    {"operations": [{"op": "move_character", "character": "zelka", "to": "yard"}]},
                )
            ],
        ),
        ("wait an hour", [("advance_time", {"minutes": 60})]),
        ("wait until noon", [("advance_time", {"minutes": 180})]),
        ("roll 2d6", [("roll_dice", {"dice": "2d6", "who": "player"})]),
        (
            "ask Zelka about the missing grain",
            [("set_flag", {"name": "told.zelka.missing grain", "value": True})],
        ),
        (
            "tell Zelka that her soup was very good",
            [
                (
                    "update_character",
                    {"character": "zelka", "knows": ["Wayfarer said: her soup was very good"]},
                )
            ],
        ),
        ("look around", []),
        ("talk to Zelka", []),
        ("go to the tower", []),
        ("go to the crypt", []),
        ("go to the mill", []),
        ("take Brond along", []),
        ("who is here?", []),
        ("sing", []),
    ],
)
async def test_a_line_makes_the_calls_that_a_model_would_make(
    line: str, calls: list[tuple[str, object]]
) -> None:
    found = await events(asked(line))
    assert calls_of(found) == calls
    assert found[-1] == Finished("tool_calls" if calls else "stop")
    assert calls or text_of(found)


async def test_call_ids_are_nine_letters_and_digits_and_differ() -> None:
    found = await events(asked("tell Zelka that the missing grain is in the tower"))
    ids = [event.call.id for event in found if isinstance(event, CallMade)]
    assert len(ids) == len(set(ids)) == 2
    assert all(len(id) == 9 and id.isalnum() for id in ids)


async def test_a_shut_way_is_told_with_its_reason_and_opens_when_the_story_opens_it() -> None:
    assert "Its door is bolted from within." in text_of(await events(asked("go to the tower")))
    opened = apply(HALL, SetExit("hall", "tower", "hand", locked=""))
    assert calls_of(await events(asked("go to the tower", opened)))


async def test_a_hidden_place_is_not_given_away() -> None:
    for line in ("go to the crypt", "look around", "where can I go?", "where is the crypt?"):
        assert "Low and dry" not in (told := text_of(await events(asked(line))))
        assert "behind the hearth" not in told


async def test_an_arrival_by_menu_is_told_without_calls() -> None:
    play = Play(HALL)
    said = await play.travel("yard")
    assert not said[0].calls
    assert "Mud between three walls" in said[0].text
    assert "Ixo" in said[0].text


async def test_return_visits_are_told_shorter() -> None:
    play = Play(HALL)
    first = whole(await play.say("go to the yard"))
    await play.say("back")
    again = whole(await play.say("go to the yard"))
    assert "Mud between three walls" in first
    assert "Mud between three walls" not in again
    assert "Mud, and hens." in again
    assert len(again) < len(first)


async def test_the_storyteller_says_once_what_it_is_and_how_to_connect_a_model() -> None:
    play = Play(HALL)
    told = [whole(await play.say(line)) for line in ("go to the yard", "look", "back")]
    assert ["rpg config base_url" in text and "F11" in text for text in told] == [True, False, False]


async def test_an_answer_is_remembered_and_told_as_a_repetition() -> None:
    play = Play(HALL)
    first = await play.say("ask Zelka about the grain")
    again = await play.say("ask Zelka about the grain")
    assert first[0].calls
    assert not again[0].calls
    assert "Forty sacks" in whole(first)
    assert "Forty sacks" in whole(again)
    assert whole(first) != whole(again)


async def test_what_someone_was_told_can_be_asked_of_them() -> None:
    play = Play(HALL)
    await play.say("tell Zelka that a stranger sleeps under the cart")
    assert "Wayfarer said: a stranger sleeps under the cart" in play.state.knows("zelka")
    assert "a stranger sleeps under the cart" in whole(await play.say("ask Zelka about the stranger"))


async def test_a_question_to_nobody_goes_to_who_can_answer_it() -> None:
    noon = Play(HALL)
    await noon.say("wait until noon")
    assert "No wind for nine days." in whole(await noon.say("what is wrong with the sails?"))


async def test_conditions_and_relationships_show() -> None:
    state = apply(
        HALL, UpdateCharacter("zelka", "model", condition="limping", relationship="owes you a favour")
    )
    told = text_of(await events(asked("talk to Zelka", state)))
    assert "limping" in told
    assert "owes you a favour" in told
    assert "wary of guests" not in told


async def test_acts_of_one_line_are_done_in_order_each_on_the_new_stage() -> None:
    play = Play(HALL)
    said = await play.say("take Zelka along and go to the yard, then talk to Ixo")
    assert [len(piece.calls) for piece in said] == [1, 1, 0]
    assert play.state.player_location == "yard"
    assert play.state.follows("zelka")
    assert "hens" in said[-1].text


async def test_what_follows_a_refused_move_is_not_done() -> None:
    said = await Play(HALL).say("go to the tower and talk to Zelka")
    assert len(said) == 1
    assert "bolted" in said[0].text
    assert "Numbers first" not in said[0].text


async def test_who_comes_and_goes_is_left_to_what_is_announced_as_the_turn_ends() -> None:
    play = Play(HALL)
    told = [
        whole(await play.say(line)) for line in ("wait until noon", "what time is it", "wait until 15:00")
    ]
    assert not any("Brond" in text for text in told)


async def test_without_a_text_answer_forced_nothing_is_called() -> None:
    found = await events(replace(asked("wait an hour"), force_text=True))
    assert not calls_of(found)
    assert text_of(found)


async def test_a_tool_that_is_not_offered_is_not_called() -> None:
    only = (ToolSchema("edit_location_registry", "", {}),)
    waited = await events(replace(asked("wait an hour"), tools=only))
    assert not calls_of(waited)
    assert text_of(waited)
    told = await events(replace(asked("ask Zelka about the grain"), tools=only))
    assert not calls_of(told)
    assert "Forty sacks" in text_of(told)


async def test_a_refused_call_is_not_told_as_done() -> None:
    narrator = Storyteller()
    await events(asked("go to the yard"), narrator)
    refused = (("edit_location_registry", '{"error": {"code": "locked"}}'),)
    told = text_of(await events(asked("go to the yard", results=refused), narrator))
    assert "Yard" not in told
    assert told.strip()


async def test_a_follow_up_that_it_did_not_begin_is_told_from_the_stage() -> None:
    done = (("edit_location_registry", '{"ok": true}'),)
    assert "The Hall" in text_of(await events(asked("go to the hall", results=done)))


async def test_the_same_head_is_told_the_same_and_another_seed_may_vary() -> None:
    told = {
        seed: text_of(await events(asked("talk to Zelka", seed=seed, history=(("narration", "x"),))))
        for seed in range(12)
    }
    assert told[3] == text_of(await events(asked("talk to Zelka", seed=3, history=(("narration", "x"),))))
    assert len(set(told.values())) > 3


async def test_text_streams_in_small_pieces() -> None:
    for request in (
        asked("look around"),
        Request((), offstage=Offstage(start(GARDEN), "看看四周", "player", "zh-CN")),
    ):
        pieces = [event.text for event in await events(request) if isinstance(event, TextDelta)]
        assert len(pieces) > 10
        assert max(map(len, pieces)) < 40


async def test_without_a_stage_there_is_a_clear_error() -> None:
    with pytest.raises(NarratorError) as caught:
        await events(Request(()))
    assert caught.value.kind is Failure.BAD_REPLY


async def test_it_is_known_as_offline() -> None:
    narrator = Storyteller()
    assert narrator.traits.offline
    assert narrator.traits.name == "storyteller"
    await narrator.close()


@pytest.mark.parametrize(
    "line", ["", "   ", "?", "。", "{name}", "[b]x[/b]", "\x1b[31m", "go to {place}", "“"]
)
async def test_any_line_gets_an_answer(line: str) -> None:
    assert text_of(await events(asked(line))).strip()
