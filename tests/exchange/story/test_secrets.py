from __future__ import annotations

from typing import Any

import pytest

from rpg.exchange.story.secrets import trusted_settings, without_secrets


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ({"api_key": "x", "name": "n"}, {"name": "n"}),
        ({"a": {"Authorization": "x", "b": [{"token": 1}]}}, {"a": {"b": [{}]}}),
        (
            {"context.system_reserve": 5, "keyboard": 1, "max_tokens": 3},
            {"context.system_reserve": 5, "keyboard": 1},
        ),
        ("http://user:pass@host/v1", "http://host/v1"),
        ("key sk-abcdefghijklmnopqrst end", "key … end"),
        ("Authorization is Bearer abcdefghijk", "Authorization is …"),
        ("a task-force of sk8ers", "a task-force of sk8ers"),
        (5, 5),
    ],
)
def test_what_looks_like_a_secret_is_left_out(value: Any, left: Any) -> None:
    assert without_secrets(value) == left


def test_a_foreign_save_decides_over_words_and_not_over_programs() -> None:
    good = {"narrator": "storyteller", "session.note": "n", "preset.plain": {"length": True}}
    bad = {"tools.x.enabled": True, "mcp.servers.y.use": True, "memory.recall": True, "base_url": "http://x"}

    assert trusted_settings({**good, **bad}) == (good, tuple(bad))
