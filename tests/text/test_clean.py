"""Foreign text is shown as text: nothing in it steers the terminal or hides from the reader."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.text.clean import MOST_MARKS, StreamCleaner, clean_line, clean_text

NASTY = st.text(
    st.sampled_from("ab \n\t\r\x1b\x07\x9b\x9d[]0;m?HPX^_\\\u202e\u2066\u0301\u200d\ufeff港\ud800"),
    max_size=80,
)


@pytest.mark.parametrize(
    ("foreign", "clean"),
    [
        ("plain [b]text[/b] [/", "plain [b]text[/b] [/"),
        ("a\x1b[31mred\x1b[0m", "ared"),
        ("a\x1b]0;title\x07b", "ab"),
        ("a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "alink"),
        ("a\x1bP1;2q pixels \x1b\\b", "ab"),
        ("a\x9b2Jb", "ab"),
        ("never ends \x1b]52;c;text\nnext line", "never ends 52;c;text\nnext line"),
        ("a\x1bcb", "ab"),
        ("bell\x07 back\x08space", "bell backspace"),
        ("one\r\ntwo\rthree\u2028four\x0bfive", "one\ntwo\nthree\nfour\nfive"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("\ufeffstart\u200bend\u00ad", "startend"),
        ("half \ud83d pair", "half \ufffd pair"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("a\tb", "a    b"),
        ("loose\u200d joiner\u200d", "loose joiner"),
        ("港口“灯塔” 👩‍🚀 é", "港口“灯塔” 👩‍🚀 é"),
    ],
)
def test_what_steers_a_terminal_is_removed_and_words_are_kept(foreign: str, clean: str) -> None:
    assert clean_text(foreign) == clean


def test_stacked_marks_are_limited() -> None:
    assert clean_text("e" + "\u0301" * 500) == "e" + "\u0301" * MOST_MARKS


def test_a_line_has_no_breaks_and_no_outer_spaces() -> None:
    assert clean_line("  Mira\n\tVale\x1b[1m ") == "Mira Vale"


@given(NASTY)
def test_clean_text_holds_no_control_and_cleaning_again_changes_nothing(foreign: str) -> None:
    clean = clean_text(foreign)
    assert not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 for c in clean)
    assert not set(clean) & set("\u202e\u2066\ufeff\ud800")
    assert clean_text(clean) == clean
    clean.encode("utf-8")


@given(st.text(st.sampled_from("ab 港。\n[]*`é"), max_size=60))
def test_ordinary_text_is_untouched(text: str) -> None:
    assert clean_text(text) == text


@pytest.mark.parametrize("unit", ["\x1b[", "\x1b]", "\x1b", "\x9d", "\x1b[1;", "\x1bP\x1b", "\u0301", "\r"])
def test_hostile_repetition_ends_with_little_left(unit: str) -> None:
    assert len(clean_text(unit * 200_000)) <= 200_000


@given(st.lists(NASTY, max_size=6))
@settings(max_examples=60)
def test_a_stream_in_pieces_cleans_to_text_without_controls(pieces: list[str]) -> None:
    cleaner = StreamCleaner()
    clean = "".join(cleaner.feed(piece) for piece in pieces) + cleaner.finish()
    assert clean_text(clean) == clean


@given(st.text(st.sampled_from("ab \n👩👧❤\ufe0f\u200d\u0301\u200c\u0623\u202e\t"), max_size=40), st.data())
def test_a_stream_cleans_to_what_the_whole_text_cleans_to(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    cleaner = StreamCleaner()
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert "".join(cleaner.feed(piece) for piece in pieces) + cleaner.finish() == clean_text(text)


def test_an_emoji_that_comes_in_pieces_stays_one() -> None:
    family = "👨\u200d👩\u200d👧"
    cleaner = StreamCleaner()
    assert "".join(map(cleaner.feed, family)) + cleaner.finish() == family


def test_a_sequence_cut_in_two_by_the_wire_is_removed() -> None:
    cleaner = StreamCleaner()
    assert cleaner.feed("red\x1b[3") == "red"
    assert cleaner.feed("1m door\r") == " door"
    assert cleaner.feed("\nnext") == "\nnext"
    assert cleaner.finish() == ""
