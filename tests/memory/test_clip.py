"""Shortening at natural borders, in both scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.memory.clip import clip, ending, first_sentence, rough_tokens, sentences


def letters(text):
    return (len(text) + 3) // 4


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ("One.", "Two!", "Three?")),
        ('He said "Go." Then left.', ('He said "Go."', "Then left.")),
        ("v1.5 is out. Yes.", ("v1.5 is out.", "Yes.")),
        ("灯灭了。谁在那里？“别动！”他说。", ("灯灭了。", "谁在那里？", "“别动！”", "他说。")),
        ("no end", ("no end",)),
        ("", ()),
        ("\n\n", ()),
        ("one\ntwo", ("one", "two")),
    ],
)
def test_sentences_end_where_readers_see_it(text, parts):
    assert sentences(text) == parts
    assert first_sentence(text) == (parts[0] if parts else "")


def test_whole_sentences_are_kept_before_a_text_is_cut():
    assert clip("One two three. Four five six. Seven.", 8, letters) == "One two three. Four five six."
    assert clip("A very long sentence without any end", 5, letters) == "A very long…"
    assert clip("短句。", 9, letters) == "短句。"
    assert clip("anything", 0, letters) == ""


@given(st.text(alphabet="ab .。!\n字", max_size=120), st.integers(0, 40))
def test_a_clipped_text_fits_and_is_a_beginning(text, limit):
    made = clip(text, limit, letters)
    assert letters(made) <= limit or not made
    assert text.strip().startswith(made.removesuffix("…"))


def test_rough_counts_are_near_those_of_a_vocabulary_in_both_scripts():
    from rpg.text.tokens import encode_cl100k

    english = "The harbourmaster counted the lamps twice and said nothing about the missing boat."
    chinese = "港务长把灯数了两遍，对那条不见的船只字未提。"
    for text in (english, chinese):
        assert 0.6 <= rough_tokens(text) / encode_cl100k(text) <= 1.7


@pytest.mark.parametrize(
    ("text", "characters", "end"),
    [
        ("One. Two. Three. Four.", 40, "Two. Three. Four."),
        ("One. Two. Three. Four.", 12, "Three. Four."),
        ("One. Two. Three. Four.", 3, "Fo…"),
        ("雨停了。他走了。", 40, "雨停了。他走了。"),
        ("Done. * * *", 40, "Done."),
        ("* * *", 40, ""),
        ("", 40, ""),
    ],
)
def test_the_ending_begins_where_a_sentence_begins(text: str, characters: int, end: str) -> None:
    assert ending(text, characters) == end
