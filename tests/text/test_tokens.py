"""Token counts without a network."""

import socket

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.text.tokens import CL100K, O200K, UNKNOWN, TokenCounter, cjk_share, counter_for, family_of


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gpt-4", CL100K),
        ("gpt-4-turbo", CL100K),
        ("gpt-3.5-turbo", CL100K),
        ("gpt-4o-mini", O200K),
        ("openai/gpt-4.1", O200K),
        ("gpt-5-nano", O200K),
        ("o3-mini", O200K),
        ("qwen3:8b", UNKNOWN),
        ("", UNKNOWN),
    ],
)
def test_the_family_follows_from_the_models_name(model: str, family) -> None:
    assert family_of(model) is family


def test_quality_says_how_far_to_trust() -> None:
    assert counter_for("gpt-4").quality == "exact"
    assert counter_for("gpt-4o").quality == "estimated"
    assert counter_for("qwen3:8b").quality == "estimated"
    assert counter_for("qwen3:8b", 1.1).quality == "calibrated"


def test_known_counts_of_cl100k() -> None:
    counter = counter_for("gpt-4")
    assert counter.count("hello world") == 2
    assert counter.count("") == 0
    assert counter.count("<|endoftext|>") > 1


def test_estimates_scale_by_script() -> None:
    hundred = TokenCounter(O200K, encode=lambda text: 100)
    assert hundred.count("the harbour at night " * 10) == 97
    assert hundred.count("雨港的夜晚" * 10) == 72
    assert TokenCounter(CL100K, 1.5, encode=lambda text: 100).count("any") == 150


def test_a_text_is_encoded_once_and_the_memory_is_bounded() -> None:
    seen: list[str] = []

    def encode(text: str) -> int:
        seen.append(text)
        return len(text)

    counter = TokenCounter(encode=encode, capacity=2)
    for text in ("a", "a", "b", "a", "c", "a", "b"):
        counter.count(text)
    assert seen == ["a", "b", "c", "b"]


def test_counting_opens_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert counter_for("gpt-4o").count("A lantern in the rain.") > 0


@given(st.text(max_size=200))
@settings(max_examples=60)
def test_any_text_has_a_count(text: str) -> None:
    assert (counter_for("gpt-4").count(text) > 0) == bool(text)
    assert 0 <= cjk_share(text) <= 1
