"""What is shown of a server's words holds no key and steers no terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.scrubbing import MAX_DETAIL, detail_of, scrub

KEY = "sk-MARKED-KEY-never-to-be-seen-0123456789"


@pytest.mark.parametrize(
    "text",
    [
        f"Incorrect API key provided: {KEY}.",
        f"Authorization: Bearer {KEY}",
        f'{{"authorization": "Bearer {KEY}"}}',
        f"x-api-key={KEY}",
        f"https://host/v1?key={KEY}&x=1",
        f"https://user:{KEY}@host/v1",
        "Incorrect API key provided: sk-proj-************************abcd",
        "AIzaSyD-1234567890abcdefghij",
        "Bearer abcdefghijklmnop",
    ],
)
def test_whatever_looks_like_a_key_is_left_out(text: str) -> None:
    shown = scrub(text)
    assert KEY not in shown
    assert "…" in shown
    assert not any(secret in shown for secret in ("abcd", "AIza", "abcdefgh"))


@given(st.text(min_size=1, max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_the_known_key_never_leaves(key: str, before: str, after: str) -> None:
    assert key == "…" or key not in scrub(f"{before}{key}{after}", [key]).replace("…", "")


@given(st.text(alphabet=st.characters(), max_size=2000))
def test_what_is_shown_is_one_short_line_without_control_characters(text: str) -> None:
    shown = detail_of(text)
    assert len(shown) <= MAX_DETAIL
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)
