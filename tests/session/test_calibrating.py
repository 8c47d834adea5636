"""Counting by the servers' own word: the meter is right after a few turns, and what is cut is never the scene.

Faults of this kind met elsewhere: a client that counts wrongly sends too much and the server cuts the
characters off the top; a long chat fails for good; trimming turns the state back.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.narrator.protocol import Request, Usage
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.runtime.sheets import sheet_of
from rpg.runtime.whereabouts import present
from rpg.session.session import Session
from rpg.text.tokens import encode_cl100k
from tests.session.stories import new_session, played, reopened

LONG = "The rain goes on, and nobody says a word about it. " * 12


class Server:
    """Counts `factor` times as many tokens as cl100k and tells so, as a model with another tokenizer does."""

    def __init__(self, factor: float, told: bool = True) -> None:
        self.factor = factor
        self.told = told
        self.counted: list[int] = []
        self.narrator = ScriptedNarrator(self.answer)

    def answer(self, request: Request) -> Turn:
        text = "".join(message.content for message in request.messages)
        tools = "".join(f"{tool.name}{tool.description}{dict(tool.parameters)}" for tool in request.tools)
        self.counted.append(round(self.factor * (encode_cl100k(text) + encode_cl100k(tools))))
        return Turn(text=LONG, usage=Usage(self.counted[-1], 10) if self.told else Usage())


async def turns(session: Session, count: int) -> None:
    for n in range(count):
        await played(session.play(f"I wait {n}."))


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.4])
async def test_after_five_turns_the_meter_is_within_two_percent_of_the_servers_count(
    tmp_path: Path, factor: float
) -> None:
    server = Server(factor)
    session = new_session(tmp_path, server.narrator)
    assert session.plan("x").quality == "estimated"
    await turns(session, 5)
    planned = session.plan("I wait 5.")
    await played(session.play("I wait 5."))
    assert planned.quality == "calibrated"
    assert planned.total == pytest.approx(server.counted[-1], rel=0.02)


async def test_what_was_learned_is_kept_for_the_next_session_and_for_this_model_alone(tmp_path: Path) -> None:
    session = new_session(tmp_path, Server(1.4).narrator)
    await turns(session, 3)
    again = reopened(session)
    assert again.plan("x").quality == "calibrated"
    await again.close()


async def test_a_server_that_tells_nothing_leaves_the_estimate(tmp_path: Path) -> None:
    session = new_session(tmp_path, Server(1.4, told=False).narrator)
    await turns(session, 3)
    assert session.plan("x").quality == "estimated"


async def test_a_dearer_tokenizer_never_makes_a_request_longer_than_the_window(tmp_path: Path) -> None:
    server = Server(1.3)
    session = new_session(tmp_path, server.narrator, **{"context.window": 7000})
    await turns(session, 30)
    assert max(server.counted[3:]) <= 7000 - 1024


async def test_trimming_leaves_the_scene_whole_and_the_state_as_it_was(tmp_path: Path) -> None:
    small, large = Server(1.0), Server(1.0)
    one = new_session(tmp_path / "small", small.narrator, **{"context.window": 6000})
    two = new_session(tmp_path / "large", large.narrator, **{"context.window": 200_000})
    for session in (one, two):
        await turns(session, 25)
        await played(session.travel("market", ["mira"]))
        await turns(session, 5)
    assert one.report("x")["history"]["carried"] < two.report("x")["history"]["carried"]
    assert one.head_state.hash == two.head_state.hash
    assert [entry.text for entry in one.log(0, 99)] == [entry.text for entry in two.log(0, 99)]
    sent = "\n".join(message.content for message in small.narrator.requests[-1].messages)
    state = one.head_state
    for owner in (("location", "market"), *(("character", id) for id in present(state))):
        assert max(sheet_of(state, owner).splitlines(), key=len) in sent


async def test_the_reply_has_its_room_whatever_is_carried(tmp_path: Path) -> None:
    server = Server(1.0)
    session = new_session(
        tmp_path, server.narrator, **{"context.window": 6000, "context.reply_reserve": 2000}
    )
    await turns(session, 20)
    assert max(server.counted) <= 6000 - 2000
    assert {request.max_tokens for request in server.narrator.requests} == {2000}


class Tokenizer(ScriptedNarrator):
    """A server with a tokenizer of its own, which makes `factor` times as many tokens."""

    def __init__(self, factor: float) -> None:
        super().__init__([Turn(text="Yes.")])
        self.factor = factor
        self.asked = 0

    async def count_tokens(self, text: str) -> int | None:
        self.asked += 1
        return round(self.factor * encode_cl100k(text)) if self.factor else None


async def test_a_servers_own_tokenizer_calibrates_before_the_first_turn(tmp_path: Path) -> None:
    narrator = Tokenizer(1.3)
    session = new_session(tmp_path, narrator)
    before = session.plan("x")
    for _ in range(2):
        await session.prepare()
    after = session.plan("x")
    assert (before.quality, after.quality, narrator.asked) == ("estimated", "calibrated", 1)
    assert after.total == pytest.approx(1.3 * before.total, rel=0.02)


async def test_what_usage_has_taught_is_not_asked_again_and_a_server_without_one_changes_nothing(
    tmp_path: Path,
) -> None:
    without = new_session(tmp_path / "none", Tokenizer(0))
    await without.prepare()
    assert without.plan("x").quality == "estimated"
    learned = new_session(tmp_path / "known", Server(1.4).narrator)
    await turns(learned, 3)
    narrator = Tokenizer(0.5)
    again = reopened(learned, narrator)
    await again.prepare()
    assert narrator.asked == 0
    await again.close()
