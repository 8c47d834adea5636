"""Notes written by the model between turns: beside the game, never in its way, and never at once in force."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from rpg.context.values import Note
from rpg.narrator.protocol import Failure, Request, Usage
from rpg.narrator.scripted import Script, ScriptedNarrator, Turn, Wait
from rpg.narrator.storyteller import Storyteller
from rpg.session.background import BackgroundStatus, status_text
from rpg.session.costs import Spent, session_spent
from rpg.session.session import Session
from rpg.text.prompts import prompt
from tests.runtime.worlds import harbour
from tests.session.stories import moves, new_session, played

KINDS = {
    "summary": "You keep the running summary",
    "observation": "You note what happened",
    "departure": "Somebody has just left",
}


def kind_of(request: Request) -> str:
    """The kind of note a request asks for; "turn" for one of the game itself."""
    order = request.messages[0].content
    return next((kind for kind, words in KINDS.items() if order.startswith(words)), "turn")


class Model:
    """A model that plays `turns` and writes notes; `answers` are what it writes by kind."""

    def __init__(self, *turns: Turn) -> None:
        self.turns = list(turns)
        self.answers: dict[str, Turn] = {
            kind: Turn(text=f"{kind.upper()} by the model.", usage=Usage(100, 10, 0)) for kind in KINDS
        }
        self.asked: list[str] = []
        self.narrator = ScriptedNarrator(Script(default=self.answer))

    def answer(self, request: Request) -> Turn:
        kind = kind_of(request)
        self.asked.append(kind)
        if kind != "turn":
            return self.answers[kind]
        return self.turns.pop(0) if self.turns else Turn(text="Tomas swears that he will repay the debt.")

    def made(self) -> list[str]:
        return [kind for kind in self.asked if kind != "turn"]


def session_of(
    folder: Path, model: Model, *, asks: bool = True, language: str = "en", **values: object
) -> Session:
    session = new_session(folder, model.narrator, replace(harbour(clock=False), language=language), **values)
    session.services = replace(session.services, asks=asks)
    return session


async def turns(session: Session, count: int, *, wait: bool = True) -> None:
    for n in range(count):
        await played(session.play(f"I say {n}."))
        if wait:
            await session.background.wait()


def notes(session: Session, kind: str, source: str = "model") -> list[Note]:
    found = [Note(**stored.body) for stored in session.save.notes(kind, session.head)]
    return [note for note in found if note.source == source]


async def test_a_departure_is_written_by_the_model_while_the_digest_in_force_stays_as_it_was(
    tmp_path: Path,
) -> None:
    model = Model(Turn(text="Tomas swears he will pay."), Turn(calls=[moves("market")]), Turn(text="Noise."))
    session = session_of(tmp_path, model)
    good = model.answers["departure"]
    model.answers["departure"] = Turn(error=Failure.OVERLOADED)
    await turns(session, 3)
    before = digests(session)
    assert "Tomas swears" in before
    model.answers["departure"] = good
    await turns(session, 1)
    assert [(note.subject, note.text) for note in notes(session, "departure")] == [
        ("tomas", "DEPARTURE by the model.")
    ]
    assert digests(session) == before


async def test_a_digest_that_was_not_sent_yet_is_the_better_one_at_once(tmp_path: Path) -> None:
    model = Model(Turn(text="Tomas swears he will pay."), Turn(calls=[moves("market")]), Turn(text="Noise."))
    session = session_of(tmp_path, model)
    await turns(session, 2)
    assert "DEPARTURE by the model." in digests(session)


def digests(session: Session) -> str:
    return "\n".join(part.text for part in session.plan("x").sections if part.id.startswith("digest."))


async def test_who_returns_is_told_with_the_better_note(tmp_path: Path) -> None:
    model = Model(Turn(text="Tomas swears he will pay."), Turn(calls=[moves("market")]), Turn(text="Noise."))
    session = session_of(tmp_path, model)
    await turns(session, 3)
    await played(session.travel("quay", narrate=False))
    frame = next(part.text for part in session.plan("x").sections if part.id == "frame.person.tomas")
    assert "DEPARTURE by the model." in frame


async def test_observations_and_the_summary_follow_when_a_block_is_full(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    await turns(session, 8)
    observed = notes(session, "observation")
    assert len(observed) == 1
    assert observed[0].text.endswith("OBSERVATION by the model.")
    assert observed[0].text.startswith("[The Quay] ")
    assert (observed[0].since, observed[0].covers) == (2, 9)
    assert [note.text for note in notes(session, "summary")] == ["SUMMARY by the model."]
    assert model.made() == ["observation", "summary"]


async def test_the_summary_is_built_on_the_models_last_one_and_what_happened_since(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    await turns(session, 8)
    model.answers["summary"] = Turn(text="Second.")
    await turns(session, 4)
    asked = [request for request in model.narrator.requests if kind_of(request) == "summary"]
    material = asked[-1].messages[1].content
    assert material.count("SUMMARY by the model.") == 1
    assert material.count("OBSERVATION by the model.") == 1
    assert notes(session, "summary")[0].text == "Second."


async def test_the_players_own_summary_is_what_the_model_builds_on(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    await turns(session, 8)
    await session.set("summary", "The lamp was mine all along.")
    await turns(session, 8)
    asked = [request for request in model.narrator.requests if kind_of(request) == "summary"]
    assert "The lamp was mine all along." in asked[-1].messages[1].content


async def test_nothing_better_takes_force_before_the_cut_and_then_it_does(tmp_path: Path) -> None:
    long = Turn(text="The rain goes on, and nobody says a word about it. " * 12)
    model = Model(*[long] * 60)
    session = session_of(tmp_path, model, **{"context.window": 6000})
    seen: list[tuple[int, str]] = []
    for n in range(24):
        await turns(session, 1)
        plan = session.plan("x")
        told = next((part.text for part in plan.sections if part.id == "summary"), "")
        seen.append((plan.history.start, told))
        model.answers["summary"] = Turn(text=f"Summary {n} by the model.")
    assert any("by the model" in told for _, told in seen)
    for (cut_before, before), (cut, told) in pairwise(seen):
        assert cut != cut_before or told == before


async def test_off_sends_no_request_but_the_turns(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model, background="off")
    await turns(session, 10)
    assert model.made() == []
    assert session.background_status.state == "off"
    assert notes(session, "observation", "extractive")


async def test_without_anybody_at_the_keyboard_notes_are_extractive(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model, asks=False)
    await turns(session, 10)
    assert model.made() == []
    assert len(notes(session, "observation", "extractive")) == 2


async def test_the_storyteller_is_never_asked(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller())
    session.services = replace(session.services, asks=True)
    await turns(session, 8)
    assert session.background_status.state == "off"
    assert notes(session, "observation") == []


async def test_a_failure_leaves_the_old_notes_in_force_and_is_tried_again_later(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    good = model.answers["summary"]
    model.answers["summary"] = Turn(error=Failure.OVERLOADED)
    await turns(session, 8)
    assert session.background_status.state == "failed"
    assert session.background_status.code == "overloaded"
    assert notes(session, "summary") == []
    assert notes(session, "summary", "extractive")
    model.answers["summary"] = good
    await turns(session, 1)
    assert [note.text for note in notes(session, "summary")] == ["SUMMARY by the model."]


async def test_a_note_that_never_succeeds_is_given_up(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    model.answers["observation"] = Turn(text="   ")
    await turns(session, 9)
    assert model.made().count("observation") <= 3


async def test_a_turn_does_not_wait_for_the_background(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    wait = Wait(asyncio.Event(), asyncio.Event())
    await turns(session, 5)
    good = model.answers["observation"]
    model.answers["observation"] = Turn(text="Never.", wait=wait, wait_after=0)
    await played(session.play("now"))
    assert wait.reached is not None
    await wait.reached.wait()
    assert session.background_status.state == "working"
    model.answers["observation"] = good
    await played(session.play("and on"))
    assert session.log(session.log_length - 2, session.log_length)[0].text == "and on"
    await session.background.wait()
    assert len(notes(session, "observation")) == 1
    assert all(note.text != "Never." for note in notes(session, "observation"))


async def test_the_player_can_stop_it(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    wait = Wait(asyncio.Event(), asyncio.Event())
    await turns(session, 5)
    model.answers["observation"] = Turn(text="Never.", wait=wait, wait_after=0)
    await played(session.play("now"))
    assert wait.reached is not None
    await wait.reached.wait()
    await session.background.cancel()
    assert session.background_status.state == "cancelled"
    assert notes(session, "observation") == []


async def test_what_is_written_for_a_node_that_is_no_longer_on_the_path_is_dropped(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    wait = Wait(asyncio.Event(), asyncio.Event())
    await turns(session, 5)
    model.answers["observation"] = Turn(text="Late.", wait=wait, wait_after=0)
    await played(session.play("now"))
    assert wait.reached is not None
    await wait.reached.wait()
    node = session.head
    await session.undo()
    wait.event.set()
    await session.background.wait()
    assert node is not None
    assert all(
        note.body["source"] != "model" for note in session.save.notes_of(node) if note.kind == "observation"
    )


async def test_notes_follow_the_path(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    await turns(session, 6)
    assert notes(session, "summary")
    await session.undo()
    assert notes(session, "summary") == []
    await session.redo()
    assert notes(session, "summary")


async def test_progress_is_told_step_by_step_and_the_cost_is_kept_with_the_save(tmp_path: Path) -> None:
    model = Model()
    session = session_of(tmp_path, model)
    told: list[BackgroundStatus] = []
    session.background.listen = told.append
    await turns(session, 6)
    working = [(one.kind, one.done, one.total) for one in told if one.state == "working"]
    assert working[-2:] == [("observation", 0, 2), ("summary", 1, 2)]
    assert told[-1] == BackgroundStatus("idle", 2, 2)
    assert session_spent(session.story, "background") == {"script": Spent(200, 0, 20, 2)}


async def test_the_background_changes_neither_state_nor_head_nor_story(tmp_path: Path) -> None:
    with_model, without = Model(), Model()
    one = session_of(tmp_path / "one", with_model)
    two = session_of(tmp_path / "two", without, background="off")
    for session in (one, two):
        await turns(session, 9)
    assert (one.head, one.head_state.hash, one.log_length) == (two.head, two.head_state.hash, two.log_length)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_prompts_have_the_places_that_are_filled_in(language: str) -> None:
    assert "{words}" in prompt(language, "summary")
    assert "{words}" in prompt(language, "observations")
    assert {"{words}", "{name}"} <= {
        word for word in ("{words}", "{name}") if word in prompt(language, "departure")
    }


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_status_is_a_sentence_in_both_languages(language: str) -> None:
    assert status_text(BackgroundStatus("idle"), language) == ""
    assert "2" in status_text(BackgroundStatus("working", 0, 2, "summary"), language)
    assert status_text(BackgroundStatus("failed", 0, 2, "summary", "overloaded"), language)
