"""What a reply says of comings and goings, against what the state holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.runtime.apply import apply
from rpg.runtime.edits import CreateLocation, MoveCharacter, MovePlayer
from rpg.runtime.state import State
from rpg.session.prose_moves import Suspicion, moved_in_prose
from tests.runtime.worlds import harbour, start, teahouse

QUAY = start(harbour())
TEA = start(teahouse())

Told = set[tuple[str, str]]


def told(text: str, after: State = QUAY, before: State = QUAY, language: str = "en") -> Told:
    return {(one.kind, one.id) for one in moved_in_prose(text, before, after, language)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You walk up the steps to the Market.", {("player_moved", "market")}),
        ("You're standing in the market now.", {("player_moved", "market")}),
        ("Traveller strides into the Castle.", {("player_moved", "castle")}),
        ("Mira leads you along the wall and into the lighthouse.", {("player_moved", "lighthouse")}),
        ("By the time you reach the lamp, it is dark.", {("player_moved", "lighthouse")}),
        ("Ana walks in with a can of oil.", {("arrived", "ana")}),
        ("Mira turns on her heel and walks out.", {("left", "mira")}),
        ("Mira Vale leaves. Ana arrives.", {("left", "mira"), ("arrived", "ana")}),
        ("You could walk to the Market.", set()),
        ("“You walk to the Market,” says Mira.", set()),
        ('"Ana walks in," says Mira.', set()),
        ("Do you walk to the Market?", set()),
        ("You look over to the Market.", set()),
        ("You do not go to the Market.", set()),
        ("Mira leaves the ledger on the table.", set()),
        ("Mira's brother waits at the Market.", set()),
        ("You walk along the Quay.", set()),
        ("The rain goes on.", set()),
        ("", set()),
    ],
)
def test_english_prose(text: str, expected: Told) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你下了石阶，走到旧码头。", {("player_moved", "码头")}),
        ("林阿秀带你穿过小巷，来到寒山寺。", {("player_moved", "寺")}),
        ("周伯推门而入。", {("arrived", "老周")}),
        ("林阿秀转身离去。", {("left", "阿秀")}),
        ("过了一会儿，周伯来了，手里提着鱼。", {("arrived", "老周")}),
        ("你想去旧码头看看。", set()),
        ("你没有走到旧码头。", set()),
        ("“你走到旧码头便知。”林阿秀说。", set()),
        ("你望向旧码头。", set()),
        ("你要走到旧码头吗？", set()),
    ],
)
def test_chinese_prose(text: str, expected: Told) -> None:
    assert told(text, TEA, TEA, "zh") == expected


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("The stalls are closing as you arrive.", "I go up to the Market.", {("player_moved", "market")}),
        ("You knock twice and go in.", "I walk to the castle", {("player_moved", "castle")}),
        ("The stalls are closing as you arrive.", "I wait.", set()),
        ("Mira shakes her head.", "I go up to the Market.", set()),
        ("You stay where you are.", "I go to the Market or the Castle.", set()),
    ],
)
def test_an_arrival_without_a_name_leads_where_the_player_said(text: str, said: str, expected: Told) -> None:
    found = moved_in_prose(text, QUAY, QUAY, "en", said)
    assert {(one.kind, one.id) for one in found} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**The Market — Noon**\n\nStalls crowd around a dry fountain.", {("player_moved", "market")}),
        ("You climb the steps. Soon the market is all around you.", {("player_moved", "market")}),
        ("You follow Mira up the steps. The Market smells of fish.", {("player_moved", "market")}),
        ('"There you are," says Ana, and sits down across from you.', {("arrived", "ana")}),
        ("Mira nods. She pulls up her hood and walks out into the rain.", {("left", "mira")}),
        ("The guards take Mira by the arms and drag her away.", {("left", "mira")}),
        ("When you look up again, Mira is gone.", {("left", "mira")}),
        ("You remember the Market. You had walked there every day.", set()),
        ("Over the radio you hear Ana come in.", set()),
        ("Mira goes out for bread and comes back with none.", set()),
        ("A stranger walks in. He sits down at your table.", set()),
        ("1. Go to the Market\n2. Stay\n\nWhat do you do?", set()),
        ("You run your hand along the wall. The Market is closed, Mira tells you.", set()),
    ],
)
def test_how_chat_models_tell(text: str, expected: Told) -> None:
    assert told(text) == expected


def test_who_is_where_the_player_went_in_prose_is_judged_once_that_is_recorded() -> None:
    text = "You leave Mira behind and walk up to the Market. Ana waves. Mira comes running after you."
    assert told(text) == {("player_moved", "market")}
    there = apply(QUAY, MovePlayer("market", "hand"))
    assert told(text, there) == {("arrived", "mira")}


def test_what_the_state_holds_is_no_suspicion() -> None:
    there = apply(apply(QUAY, MovePlayer("market", "model")), MoveCharacter("mira", "market", "model"))
    text = "You climb the steps and walk into the Market. Mira arrives a moment later."
    assert told(text, there) == set()
    assert told(text) == {("player_moved", "market")}


def test_the_last_place_and_the_last_word_count() -> None:
    assert told("You walk to the Market. Then you return to the Quay.") == set()
    assert told("Mira walks out. A moment later Mira comes back in.") == set()
    assert told("You walk to the Market, and later you go to the Castle.") == {("player_moved", "castle")}


def test_the_way_from_where_the_turn_began_is_no_suspicion() -> None:
    there = apply(QUAY, MovePlayer("market", "model"))
    assert told("You walk to the end of the Quay, then up the steps.", there) == set()


def test_places_made_in_play_are_known() -> None:
    made = apply(QUAY, CreateLocation("hut", "The Drying Hut", "A hut.", "Nets.", "model"))
    assert told("You step into the drying hut.", made, made) == {("player_moved", "hut")}


def test_the_sentence_is_told() -> None:
    found = moved_in_prose("It rains. You walk to the Market. It rains.", QUAY, QUAY, "en")
    assert found == (Suspicion("player_moved", "market", "You walk to the Market."),)


WORDS = st.sampled_from(
    [
        "you",
        "walk",
        "to",
        "the",
        "market",
        "Mira",
        "leaves",
        "in",
        "⟦0⟧",
        "⟨3⟩",
        ".",
        ",",
        '"',
        "你",
        "走到",
        "not",
        "\n",
    ]
)


@settings(deadline=None)
@given(words=st.lists(WORDS, max_size=60), language=st.sampled_from(["en", "zh", "", "fr"]))
def test_any_text_is_read_and_only_what_is_not_so_is_suspected(words: list[str], language: str) -> None:
    for one in moved_in_prose(" ".join(words), QUAY, QUAY, language):
        match one.kind:
            case "player_moved":
                assert one.id in QUAY.location_ids()
                assert one.id != QUAY.player_location
            case "arrived":
                assert one.id not in ("mira", "tomas")
            case "left":
                assert one.id in ("mira", "tomas")


@pytest.mark.parametrize("piece", ["you walk ", "you ", "Mira ", "你走", "to the ", "market you ", "，你到"])
def test_endless_sentences_are_read_in_bounded_steps(piece: str) -> None:
    text = piece * (200_000 // len(piece)) + "the Market"
    assert isinstance(moved_in_prose(text, QUAY, QUAY, "en"), tuple)
    assert isinstance(moved_in_prose(text, TEA, TEA, "zh"), tuple)
