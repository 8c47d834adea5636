"""A text that arrives piece by piece is laid out once, and ends as if it had come whole."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.text.flow import Flow
from rpg.text.layout import lay_blocks, line_text
from rpg.text.markdown import parse_markdown

SOURCE = st.text(st.sampled_from('abcde *_`#->|1. \n\n港口，“”"'), max_size=160)


def lines_of(flow: Flow) -> list:
    return [flow[row] for row in range(len(flow))]


@given(SOURCE, st.integers(1, 7), st.integers(6, 40))
@settings(max_examples=150)
def test_pieces_end_as_the_whole(source: str, size: int, width: int) -> None:
    flow = Flow(width)
    for start in range(0, len(source), size):
        flow.append(source[start : start + size])
    flow.finish()
    assert lines_of(flow) == lay_blocks(parse_markdown(source), width)


@given(SOURCE, st.integers(6, 30))
def test_lines_above_the_last_two_stand_while_text_arrives(source: str, width: int) -> None:
    flow = Flow(width)
    before: list[str] = []
    for character in source:
        flow.append(character)
        now = [line_text(line) for line in lines_of(flow)]
        assert now[: max(0, len(before) - 2)] == before[:-2]
        before = now


def test_a_token_costs_a_line_or_two_however_long_the_paragraph() -> None:
    flow = Flow(40)
    for _ in range(2000):
        flow.append("word ")
    assert len(flow) > 200
    assert flow.laid <= 2000 + 2 * len(flow)


def test_another_width_lays_the_text_out_anew() -> None:
    flow = Flow(40)
    flow.append("the quick brown fox\n\njumps")
    flow.resize(10)
    assert [line_text(line) for line in lines_of(flow)] == ["the quick", "brown fox", "", "jumps"]
    assert flow.source == "the quick brown fox\n\njumps"
