"""A marked key goes to the server and is in no byte of a save, a log, an export, an error or any other file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome, Rpg
from tests.fakes.openai_server import Answer, FakeServer, event, text_chunks

KEY = "sk-MARKED-KEY-never-to-be-seen-0123456789"
MARK = b"MARKED-KEY"
ECHO = f"Incorrect API key provided: {KEY}. Authorization: Bearer {KEY}"
FORMATS = ("markdown", "json", "tavern", "bundle")


@pytest.fixture
def server(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    """A server that knows the key; the player has it in the environment."""
    with FakeServer() as server:
        monkeypatch.setenv("RPG_BASE_URL", server.url)
        monkeypatch.setenv("RPG_API_KEY", KEY)
        yield server


def printed(outcome: Outcome) -> str:
    return outcome.out + outcome.err


def files_with_the_key(home: Path) -> list[str]:
    return [str(file) for file in home.rglob("*") if file.is_file() and MARK in file.read_bytes()]


def test_a_whole_story_leaves_the_key_nowhere(rpg: Rpg, home: Path, server: FakeServer) -> None:
    server.reply("The lamp is lit.", usage=(2000, 5))
    server.reply(f"They whisper {KEY} to you.", usage=(2000, 5))
    server.reply("", calls=[("set_flag", {"name": KEY, "value": True})]).reply("So be it.")
    shown = [printed(rpg("new", "lantern-harbour", "--save", "s"))]
    shown += [printed(rpg("say", "s", words, "--json")) for words in ("I wait.", "I listen.", "I nod.")]
    assert all(chat.headers["authorization"] == f"Bearer {KEY}" for chat in server.chats)
    for line in ("log s --json", "show s --json", "context s --messages --json"):
        shown.append(printed(rpg(*line.split())))
    for line in ("config --json", "models", "models test", "tools s", "pulse s"):
        shown.append(printed(rpg(*line.split())))
    for form in FORMATS:
        assert rpg("export", "s", "--to", form, "--out", f"out.{form}").code == 0
    assert not [text for text in shown if MARK.decode() in text]
    assert files_with_the_key(home) == []


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    "answer",
    [
        Answer(
            [json.dumps({"error": {"message": ECHO}}).encode()], 401, {"Content-Type": "application/json"}
        ),
        Answer([ECHO.encode()], 500, {"Content-Type": "text/plain"}),
        Answer([f"<html><title>{ECHO}</title>".encode()], 200, {"Content-Type": "text/html"}),
        Answer([*text_chunks("Once"), event({"error": {"message": ECHO}})]),
    ],
    ids=["refused", "broken", "a page", "in the stream"],
)
def test_no_error_shows_it(rpg: Rpg, home: Path, server: FakeServer, answer: Answer, debug: bool) -> None:
    rpg("new", "lantern-harbour", "--save", "s", "--narrator", "storyteller")
    rpg("config", "wire.retries", "0")
    server.default = answer
    more = ("--debug",) if debug else ()
    failed = rpg("say", "s", "I wait.", "--narrator", "openai:m", *more)
    assert failed.code == 1
    tried = rpg("models", "test", *more)
    assert MARK.decode() not in printed(failed) + printed(tried)
    assert files_with_the_key(home) == []


def test_a_key_in_the_address_is_kept_out_as_well(
    rpg: Rpg, home: Path, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RPG_BASE_URL", server.url.replace("http://", f"http://user:{KEY}@"))
    server.reply("The lamp is lit.", usage=(2000, 5))
    shown = printed(rpg("new", "lantern-harbour", "--save", "s"))
    shown += printed(rpg("say", "s", "I wait."))
    shown += printed(rpg("models")) + printed(rpg("models", "test"))
    shown += printed(rpg("export", "s", "--to", "json"))
    assert MARK.decode() not in shown
    assert files_with_the_key(home) == []
