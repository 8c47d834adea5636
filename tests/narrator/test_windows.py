"""Windows of well-known models."""

from __future__ import annotations

import pytest

from rpg.narrator.windows import known_window


@pytest.mark.parametrize(
    ("model", "window"),
    [
        ("gpt-4o-mini", 128_000),
        ("gpt-4.1-nano", 1_047_576),
        ("gpt-4", 8_192),
        ("gpt-3.5-turbo", 16_385),
        ("o3-mini", 200_000),
        ("openai/gpt-4o", 128_000),
        ("anthropic/claude-sonnet-4", 200_000),
        ("models/gemini-2.5-flash", 1_048_576),
        ("llama3.1:8b", 131_072),
        ("llama3:8b", 8_192),
        ("meta-llama/Llama-3.3-70B-Instruct", 131_072),
        ("deepseek-chat", 65_536),
        ("mistral-large-latest", 131_072),
        ("qwen3:8b", 32_768),
        ("phi-3-mini-4k-instruct", 4_096),
        ("my-model-32k", 32_768),
        ("some/unheard-of", None),
        ("", None),
        ("bio1-x", None),
    ],
)
def test_the_window_of_a_name(model: str, window: int | None) -> None:
    assert known_window(model) == window
