"""Secrets are covered in a text that comes in pieces, the same for any split."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.reply import Reply
from rpg.narrator.sse import Payload
from rpg.narrator.veil import COVER, Veil
from tests.fakes.openai_server import chunk
from tests.narrator.helpers import MARKED_KEY, calls, story

TEXTS = st.lists(st.sampled_from([MARKED_KEY, MARKED_KEY[:9], MARKED_KEY[3:], "s", "sk-", "a lamp ", "雨"]))


@given(TEXTS, st.lists(st.integers(1, 50), max_size=12))
def test_any_split_tells_the_same_and_never_the_secret(parts: list[str], sizes: list[int]) -> None:
    whole = "".join(parts)
    veil, told, at = Veil([MARKED_KEY]), "", 0
    for size in sizes:
        told += veil.feed(whole[at : at + size])
        at += size
    told += veil.feed(whole[at:]) + veil.finish()
    assert told == whole.replace(MARKED_KEY, COVER)


def test_without_secrets_and_for_placeholders_nothing_is_held_back() -> None:
    for secrets in ([], ["ollama"]):
        assert Veil(secrets).feed("ask oll") == "ask oll"


def test_a_reply_covers_them_in_story_and_calls() -> None:
    reply = Reply({"look"}, secrets=[MARKED_KEY])
    call = {"index": 0, "id": "c1", "function": {"name": "look", "arguments": f'{{"at": "{MARKED_KEY}"}}'}}
    pieces = [chunk({"content": f"It is {MARKED_KEY[:7]}"}), chunk({"content": f"{MARKED_KEY[7:]}!"})]
    pieces += [chunk({"tool_calls": [call]}), chunk({}, finish="tool_calls")]
    events = [event for piece in pieces for event in reply.take(Payload(piece))]
    events += [*reply.flush(), *reply.outcome()]
    assert story(events) == f"It is {COVER}!"
    assert [one.arguments for one in calls(events)] == [f'{{"at":"{COVER}"}}']
