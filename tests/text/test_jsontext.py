"""JSON says what it holds: nothing in it steers a terminal or hides."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from rpg.text.clean import clean_text
from rpg.text.jsontext import json_text

HIDDEN = "\u202e\u2066\u200b\u200f\x7f\x9b\ufeff\u2028\ud800\U000e0041\x1b\0"


def test_hidden_characters_are_escapes_and_other_writing_stays() -> None:
    said = json_text({"name": f"雨{HIDDEN}港 é 👩‍🚀"})
    assert "雨\\u202e\\u2066" in said
    assert "港 é 👩‍🚀" in said
    assert said.isprintable() or "\u200d" in said
    said.encode("utf-8")


@given(st.text(st.one_of(st.characters(), st.sampled_from(HIDDEN)), max_size=40))
def test_it_reads_back_the_same_and_has_nothing_to_clean(text: str) -> None:
    said = json_text([text])
    assert json.loads(said) == [text]
    assert clean_text(said).replace("\u200d", "")[:4] == said.replace("\u200d", "")[:4]
    assert not set(said) & set(HIDDEN)
