"""Beats in a session: in the same commit as the turn, told, and undone, retried and branched like everything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.narrator.storyteller import Storyteller
from rpg.runtime.beats import endings
from rpg.runtime.conditions import happened
from rpg.runtime.edits import edit_kind
from rpg.session.events import NoticeEvent, SavedEvent, TextEvent
from rpg.session.session import Session
from rpg.store.verify import verify
from rpg.world.beats import Beat, Condition, Passage, Topic, Transfer
from rpg.world.model import World
from tests.runtime.worlds import harbour
from tests.session.stories import moves, new_session, played, reopened, telling

BELL = "Somewhere above you a bell begins to ring."


def world() -> World:
    made = harbour()
    mira = replace(
        made.characters["mira"],
        topic_rules=(Topic("ledger", "It was on her desk at dusk.", set_flag=(("knows_of_ledger", True),)),),
    )
    beats = (
        Beat("bell", Condition(location=("market",)), say=BELL, move=(Transfer("tomas", "castle"),)),
        Beat("stone", Condition(said=("lift stone",)), say="It lifts.", open=(Passage("quay", "cellar"),)),
        Beat("home", Condition(beat=("bell",), wait=1), say="You see it now.", ending="The bell is answered"),
    )
    return replace(
        made, beats={beat.id: beat for beat in beats}, characters={**made.characters, "mira": mira}
    )


def text_of(events: list[object]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextEvent))


async def test_the_storyteller_tells_a_beat_word_for_word_in_the_same_reply(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller(), world())
    events = await played(session.play("go to the market"))

    assert text_of(list(events)).endswith(f"\n\n{BELL}")
    assert session.log(2, 3)[0].text.endswith(BELL)
    assert happened(session.head_state, "bell") == 1
    edits = session.save.node(session.head or 0).content.edits
    assert [edit_kind(edit) for edit in edits[-2:]] == ["happen", "move_character"]
    assert isinstance(events[-1], SavedEvent)
    assert events[-1].state_hash == session.head_state.hash


async def test_a_travel_by_the_menu_makes_a_beat_due_too(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller(), world())
    events = await played(session.travel("market"))

    assert BELL in text_of(list(events))


def tails(narrator: ScriptedNarrator) -> list[str]:
    """The last message of each request, in which the tail card stands."""
    return [request.messages[-1].content for request in narrator.requests]


async def test_what_a_models_reply_brings_about_stands_word_for_word_behind_it(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[moves("market")]), *(Turn(text=f"Noise {number}.") for number in range(2)))
    session = new_session(tmp_path, narrator, world())
    events = await played(session.play("to the market"))
    await played(session.play("I listen"))

    assert session.log(2, 3)[0].text == f"Noise 0.\n\n{BELL}"
    assert text_of(list(events)).endswith(BELL)
    assert not any(BELL in tail for tail in tails(narrator))


async def test_the_authors_words_behind_a_models_reply_are_no_moves_left_unrecorded(tmp_path: Path) -> None:
    arrives = Beat("arrives", Condition(turn=1), say="Tomas comes in and sits down. You go to the market.")
    session = new_session(
        tmp_path, telling(Turn(text="Gulls.")), replace(world(), beats={"arrives": arrives})
    )
    await played(session.play("I wait"))

    assert session.log(2, 3)[0].text == f"Gulls.\n\n{arrives.say}"
    assert session.unrecorded() == ()


async def test_what_the_players_words_bring_about_a_model_tells_in_the_same_reply(tmp_path: Path) -> None:
    narrator = telling(Turn(text="It comes up with a sigh."), Turn(text="Dark."))
    session = new_session(tmp_path, narrator, world())
    await played(session.play("I lift the stone"))
    there = session.head_state
    await played(session.play("I look down"))

    assert ["It lifts." in tail for tail in tails(narrator)] == [True, False]
    assert session.log(2, 3)[0].text == "It comes up with a sigh."
    assert happened(there, "stone") == 1


async def test_what_an_arrival_brings_about_a_model_tells_with_it(tmp_path: Path) -> None:
    narrator = telling(Turn(text="The market. A bell."), Turn(text="Quiet."))
    session = new_session(tmp_path, narrator, world())
    await played(session.travel("market"))
    await played(session.play("I look about"))

    assert [BELL in tail for tail in tails(narrator)] == [True, False]
    assert session.log(2, 3)[0].text == "The market. A bell."
    assert happened(session.head_state, "bell") == 1


async def test_what_was_announced_happens_whatever_else_the_reply_does(tmp_path: Path) -> None:
    stone = replace(world().beats["stone"], when=Condition(said=("lift stone",), location=("quay",)))
    made = replace(world(), beats={**world().beats, "stone": stone})
    narrator = telling(Turn(calls=[moves("lighthouse")]), Turn(text="It lifts, and you run."))
    session = new_session(tmp_path, narrator, made)
    await played(session.play("I lift the stone and run"))

    assert session.head_state.player_location == "lighthouse"
    assert happened(session.head_state, "stone") == 1
    assert session.log(2, 3)[0].text == "It lifts, and you run."


async def test_what_only_turns_bring_about_waits_for_the_end_of_the_reply(tmp_path: Path) -> None:
    drowns = Beat("drowns", Condition(turn=2, location=("quay",)), say="The water is here.")
    made = replace(world(), beats={"drowns": drowns})
    narrator = telling(Turn(text="It rises."), Turn(calls=[moves("market")]), Turn(text="You run."))
    session = new_session(tmp_path, narrator, made)
    await played(session.play("I wait"))
    await played(session.play("I run to the market"))

    assert happened(session.head_state, "drowns") is None
    assert not any("The water is here." in tail for tail in tails(narrator))


async def test_a_reply_that_goes_on_does_not_say_it_twice(tmp_path: Path) -> None:
    narrator = telling(
        Turn(calls=[moves("market")]), Turn(text="Noise.", finish="length"), Turn(text="More noise.")
    )
    session = new_session(tmp_path, narrator, world())
    await played(session.play("to the market"))
    await played(session.go_on())

    assert session.log(2, 3)[0].text.count(BELL) == 1
    assert happened(session.head_state, "bell") == 1


async def test_an_ending_is_a_notice_and_the_story_goes_on(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller(), world())
    await played(session.play("go to the market"))
    events = await played(session.play("look around"))
    notices = [event for event in events if isinstance(event, NoticeEvent)]

    assert [notice.code for notice in notices] == ["ending"]
    assert "The bell is answered" in notices[0].text
    assert "The bell is answered" in session.log(4, 5)[0].text
    assert endings(session.head_state) == ("The bell is answered",)
    assert isinstance((await played(session.play("wait an hour")))[-1], SavedEvent)


async def test_undo_retry_and_branches_follow(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller(), world())
    start = session.head_state.hash
    await played(session.play("go to the market"))
    there = session.head_state.hash
    await session.undo()
    assert session.head_state.hash == start
    assert happened(session.head_state, "bell") is None
    await session.redo()
    assert session.head_state.hash == there
    await played(session.retry())
    assert session.head_state.hash == there
    await session.undo()
    await session.undo()
    await played(session.play("go to the lighthouse"))
    assert happened(session.head_state, "bell") is None


async def test_the_state_is_that_of_a_fold_from_the_root(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller(), world())
    for line in ("lift the stone", "go to the cellar", "go to the quay", "go to the market", "wait"):
        await played(session.play(line))
    hash = session.head_state.hash
    assert happened(session.head_state, "stone") == 1
    assert session.head_state.visits("cellar") == 1
    again = reopened(session, Storyteller())

    assert again.head_state.hash == hash
    assert verify(again.save, deep=True).findings == ()


async def test_what_happened_stays_when_the_past_is_changed(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller(), world())
    await played(session.play("wait"))
    waited = session.head
    await played(session.play("go to the market"))
    await played(session.play("look"))
    await session.delete(waited or 0)

    assert (happened(session.head_state, "bell"), happened(session.head_state, "home")) == (1, 2)


async def test_being_told_brings_about_what_the_author_wrote_whoever_tells(tmp_path: Path) -> None:
    calls = [("set_flag", {"name": "told.mira.ledger", "value": True})]
    session = new_session(tmp_path, telling(Turn(calls=calls), Turn(text="She tells you.")), world())
    await played(session.play("Mira, what of the ledger?"))

    assert session.head_state.flag("knows_of_ledger") is True


async def test_a_kept_attempt_has_its_beats(tmp_path: Path) -> None:
    broken = Turn(text="The market is lo", disconnect_after=12)
    session: Session = new_session(tmp_path, telling(Turn(calls=[moves("market")]), broken), world())
    await played(session.play("to the market"))
    await session.keep_attempt()

    assert happened(session.head_state, "bell") == 1


async def test_a_model_is_asked_to_record_what_the_story_waits_for_here(tmp_path: Path) -> None:
    waits = Beat("late", Condition(told=("mira.ledger",)), say="Late.")
    made = replace(world(), beats={**world().beats, "late": waits})
    narrator = telling(Turn(text="Gulls."), Turn(text="Rain."))
    session = new_session(tmp_path, narrator, made)
    await played(session.play("I look at Mira"))

    tail = narrator.requests[0].messages[-2].content + narrator.requests[0].messages[-1].content
    assert "told.mira.ledger" in tail


async def test_what_only_remembers_is_no_fact_in_the_card(tmp_path: Path) -> None:
    calls = [
        ("set_flag", {"name": "told.mira.ledger", "value": True}),
        ("set_flag", {"name": "lit", "value": True}),
    ]
    narrator = telling(Turn(calls=calls), Turn(text="Gulls."), Turn(text="Rain."))
    session = new_session(tmp_path, narrator, world())
    await played(session.play("hello"))
    await played(session.play("hello again"))

    sent = "\n".join(message.content for message in narrator.requests[-1].messages)
    assert "lit=true" in sent
    assert "told.mira.ledger=" not in sent
