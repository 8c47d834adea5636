"""Marks inside a paragraph."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.inline import Mark, Span, parse_inline, plain_text

E, S, C, Q = Mark.EMPHASIS, Mark.STRONG, Mark.CODE, Mark.SPEECH


@pytest.mark.parametrize(
    ("source", "spans"),
    [
        ("a *b* c", [("a ", Mark.NONE), ("b", E), (" c", Mark.NONE)]),
        ("他**很**好", [("他", Mark.NONE), ("很", S), ("好", Mark.NONE)]),
        ("***x***", [("x", E | S)]),
        ("never closed *runs on", [("never closed ", Mark.NONE), ("runs on", E)]),
        ("2 * 3 and snake_case_name", [("2 * 3 and snake_case_name", Mark.NONE)]),
        ("_so_", [("so", E)]),
        ("`a *b*`", [("a *b*", C)]),
        (r"\*not\*", [("*not*", Mark.NONE)]),
        ("~~gone~~", [("gone", Mark.STRUCK)]),
        ("[b]red[/b] [/", [("[b]red[/b] [/", Mark.NONE)]),
        (
            'She: "Go *now*" she said',
            [("She: ", Mark.NONE), ('"Go ', Q), ("now", E | Q), ('"', Q), (" she said", Mark.NONE)],
        ),
        ("“走吧。”她说", [("“走吧。”", Q), ("她说", Mark.NONE)]),
        ("「行くよ」と", [("「行くよ」", Q), ("と", Mark.NONE)]),
        ('a 6" board', [('a 6" board', Mark.NONE)]),
    ],
)
def test_marks_are_read(source: str, spans: list[tuple[str, Mark]]) -> None:
    assert parse_inline(source) == tuple(Span(text, mark) for text, mark in spans)


@given(st.text(st.sampled_from('ab *_~`"“”「」\\\n港'), max_size=60), st.data())
def test_what_is_shown_while_text_arrives_never_changes(source: str, data) -> None:
    cut = data.draw(st.integers(0, len(source)))
    early, whole = parse_inline(source[:cut], growing=True), parse_inline(source)
    flat = [(c, span.mark) for span in whole for c in span.text]
    assert [(c, span.mark) for span in early for c in span.text] == flat[: len(plain_text(early))]
