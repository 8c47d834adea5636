"""The cumulative summary and the return."""

from hypothesis import given
from hypothesis import strategies as st

from rpg.memory.recall import since_last_met
from rpg.memory.summary import Summary, roll_up, summary_limit


def letters(text):
    return (len(text) + 3) // 4


def test_a_summary_grows_by_what_it_does_not_cover_yet():
    first = roll_up(None, [(8, "They met."), (16, "They fought.")], letters)
    assert first == Summary("They met.\nThey fought.", 16)
    again = roll_up(first, [(16, "They fought."), (24, "They made peace.")], letters)
    assert again == Summary("They met.\nThey fought.\nThey made peace.", 24)
    assert roll_up(again, [], letters) == again


def test_what_matters_outlives_what_does_not():
    summary = None
    observations = [(8, "Mira promised you the brass key.")]
    observations += [(8 * n, f"The day passed quietly by the sea, number {n}.") for n in range(2, 40)]
    summary = roll_up(None, observations, letters, limit=60)
    assert "brass key" in summary.text
    assert "number 39" in summary.text
    assert summary.covers == 8 * 39


@given(st.lists(st.text(alphabet="ab. 字", max_size=80), max_size=20), st.integers(0, 100))
def test_a_summary_keeps_its_limit_and_only_moves_forward(texts, limit):
    summary = Summary("", 0)
    for n, text in enumerate(texts):
        later = roll_up(summary, [(n + 1, text)], letters, limit=limit)
        assert letters(later.text) <= limit
        assert later.covers >= summary.covers
        summary = later


def test_a_summary_may_have_a_tenth_of_the_dialogue_within_bounds():
    assert [summary_limit(size) for size in (0, 4000, 1_000_000)] == [120, 400, 1200]


def test_a_return_says_how_long_where_and_what_was():
    lines = since_last_met(
        "en", turns=12, parted_at="The Quay", note="Promised: the key.", came_from=["The Market"]
    )
    assert lines == (
        "Back after 12 turns; last seen at The Quay.",
        "Was meanwhile at The Market.",
        "When they parted: Promised: the key.",
    )
    assert since_last_met("zh", turns=3, parted_at="") == ("时隔3回合再见，上次见于不知何处。",)
    assert len(since_last_met("en", turns=1, parted_at="The Quay", came_from=["The Quay"])) == 1
