"""A story of any length costs what is near the view."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.tui.chatlog.document import ChatDocument
from rpg.tui.chatlog.lines import chat_text, lay_entry
from tests.tui.chatlog.stories import Story


def rows(document: ChatDocument, first: int, count: int) -> list[str]:
    return [chat_text(document.row(row)) for row in range(first, first + count)]


def test_opening_a_long_story_loads_only_its_end() -> None:
    story = Story(10_000)
    document = ChatDocument(story, 76)
    document.settle(document.rows - 30, 30, 30)
    assert document.loaded < 60
    assert min(story.asked) > 9_900


@given(st.integers(1, 40), st.integers(0, 200), st.integers(5, 40), st.integers(20, 90))
@settings(max_examples=40, deadline=None)
def test_settling_moves_nothing_that_is_seen(count: int, row: int, height: int, width: int) -> None:
    document = ChatDocument(Story(count), width)
    row = min(row, document.rows - 1)
    index, within = document.locate(row)
    moved = document.settle(row, height, height)
    assert document.locate(row + moved) == (index, within) or within >= document.height(index)


@given(st.integers(1, 12), st.integers(20, 90))
@settings(max_examples=25, deadline=None)
def test_settled_rows_are_the_entries_one_after_the_other(count: int, width: int) -> None:
    story = Story(count)
    document = ChatDocument(story, width)
    document.settle(0, 1000, 0)
    expected = [chat_text(line) for i in range(count) for line in lay_entry(story.entry(i), width)]
    assert rows(document, 0, document.rows) == expected


def test_a_saved_reply_takes_the_rows_of_the_live_one() -> None:
    story = Story(3)
    document = ChatDocument(story, 60)
    document.settle(0, 100, 0)
    live = document.begin_live()
    live.append(story.entry(3 - 1).text)
    live.finish()
    before = rows(document, document.top(3), len(live))
    assert before == [chat_text(line) for line in lay_entry(story.entry(2), 60)][-len(before) :]


def test_streaming_lays_out_a_line_or_two_a_token_in_a_long_story() -> None:
    document = ChatDocument(Story(10_000), 76)
    document.settle(document.rows - 30, 30, 30)
    live, before = document.begin_live(), document.laid
    for _ in range(2000):
        live.append("word ")
        document.settle(document.rows - 30, 30, 30)
    assert document.laid - before <= 2000 + 2 * len(live)


def test_a_changed_past_is_read_anew_from_there_on() -> None:
    story = Story(10)
    document = ChatDocument(story, 60)
    document.settle(0, 500, 0)
    story.asked.clear()
    story.count = 8
    document.sync(changed_from=6)
    document.settle(0, 500, 0)
    assert sorted(set(story.asked)) == [6, 7]
    assert len(document) == 8


def test_another_width_keeps_the_entry_on_top() -> None:
    document = ChatDocument(Story(50), 70)
    document.settle(0, 1000, 0)
    row = document.top(20)
    top = document.anchor(row)
    document.resize(40)
    assert document.locate(document.row_of(top))[0] == 20


@given(st.integers(0, 49), st.integers(0, 30), st.lists(st.integers(1, 200), max_size=4))
def test_a_row_is_found_again_at_its_width_whatever_widths_came_between(
    entry: int, within: int, widths: list[int]
) -> None:
    document = ChatDocument(Story(50), 70)
    row = document.top(entry) + min(within, document.height(entry) - 1)
    top = document.anchor(row)
    for width in (*widths, 70):
        document.resize(width)
    assert document.row_of(top) == document.top(top.index) + top.within


def test_words_are_found_in_any_case() -> None:
    document = ChatDocument(Story(100), 70)
    assert document.matches("NUMBER 37[") == (37,)
    assert document.matches("number") == tuple(range(1, 100, 2))
    assert document.matches("no such words") == ()
    assert document.matches("") == ()
