"""Blocks of prose, whole and while they arrive."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.text.inline import plain_text
from rpg.text.markdown import (
    Heading,
    ListItem,
    MarkdownStream,
    Paragraph,
    Preformatted,
    Quote,
    Rule,
    Table,
    code_blocks,
    parse_markdown,
)

SOURCE = st.text(st.sampled_from("ab *_`#->|1. \n\n港“"), max_size=80)


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("one\n\ntwo", [Paragraph, Paragraph]),
        ("one\ntwo", [Paragraph]),
        ("# Title\ntext", [Heading, Paragraph]),
        ("text\n- a\n- b", [Paragraph, ListItem, ListItem]),
        ("1. a\n2) b\n3、c", [ListItem, ListItem, ListItem]),
        ("> a\n> b\n>> c", [Quote, Quote]),
        ("a\n***\nb", [Paragraph, Rule, Paragraph]),
        ("|a|b|\n|-|--|\n|1|2|", [Table]),
        ("| just a bar", [Paragraph]),
        ("```\n# x\n\n[y]\n```\nz", [Preformatted, Preformatted, Preformatted, Paragraph]),
        ("```\nnever closed", [Preformatted]),
        ("1984. A year.", [Paragraph]),
        ("#hashtag", [Paragraph]),
        ("", []),
    ],
)
def test_blocks_are_told_apart(source: str, kinds: list[type]) -> None:
    assert [type(block) for block in parse_markdown(source)] == kinds


def test_an_item_keeps_its_marker_depth_and_continuation() -> None:
    assert [(b.marker, b.depth, plain_text(b.spans)) for b in parse_markdown("- a\n  more\n  1. b")] == [
        ("•", 0, "a\nmore"),
        ("1.", 1, "b"),
    ]


@given(SOURCE, st.integers(1, 9))
def test_the_pieces_a_text_comes_in_make_no_difference(source: str, size: int) -> None:
    stream = MarkdownStream()
    for start in range(0, len(source), size):
        stream.append(source[start : start + size])
    stream.finish()
    assert stream.blocks == parse_markdown(source)


@given(SOURCE)
@settings(max_examples=150)
def test_finished_blocks_stay_and_the_open_block_only_grows(source: str) -> None:
    stream = MarkdownStream()
    blocks: list = []
    tail = None
    for character in source:
        stream.append(character)
        assert stream.blocks[: len(blocks)] == blocks
        if tail is not None:
            now = stream.blocks[len(blocks)] if len(stream.blocks) > len(blocks) else stream.tail
            assert type(now) is type(tail)
            assert shown(now).startswith(shown(tail))
        blocks, tail = list(stream.blocks), stream.tail


def shown(block) -> str:
    return block.text if isinstance(block, Preformatted) else plain_text(block.spans)


@pytest.mark.parametrize("unit", ["> ", "- ", "* ", "|-", "# ", "  ", "`", "1. ", "*a", '"', "_ "])
def test_hostile_lines_are_read_in_one_pass(unit: str) -> None:
    source = unit * 50_000 + "x"
    assert len(parse_markdown(source)) <= 2


def test_preformatted_blocks_are_found_as_they_are() -> None:
    text = 'Here:\n\n```toml\n[places.quay]\n  name = "x"\n\n```\n\nand\n\n~~~\none line\n~~~\nthe end'
    assert code_blocks(text) == ('[places.quay]\n  name = "x"\n', "one line")
    assert code_blocks("no code, `inline` only") == ()
