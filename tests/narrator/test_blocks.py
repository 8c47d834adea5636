"""Blocks are hidden, ordinary fences are not, and no text is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.narrator.block_marks import ObjectScan, object_end
from rpg.narrator.blocks import BlockFilter
from rpg.narrator.protocol import ToolCall
from rpg.narrator.text_protocol import call_block, result_block

NAMES = ("move", "look")
MOVE = '{"tool": "move", "arguments": {"to": "market"}}'
MOVED = ("move", '{"to":"market"}', "")


def told(pieces: list[str], *, complete: bool = True) -> tuple[str, list[ToolCall]]:
    """Story and calls of a text that comes in these pieces."""
    blocks = BlockFilter(NAMES)
    deltas = [delta for piece in pieces for delta in blocks.feed(piece)] + blocks.finish(complete=complete)
    return "".join(delta.text for delta in deltas), blocks.calls()


def plain(calls: list[ToolCall]) -> list[tuple[str, str, str]]:
    return [(call.name, call.arguments, call.problem) for call in calls]


@pytest.mark.parametrize(
    ("text", "story"),
    [
        (f"```rpg\n{MOVE}\n```", ""),
        (f"She nods.\n\n```rpg\n{MOVE}\n```\n", "She nods.\n\n"),
        (f"She nods.\n\n```rpg\n{MOVE}\n```\n\nShe goes.", "She nods.\n\nShe goes."),
        (f"She nods. ```rpg\n{MOVE}\n```\nShe goes.", "She nods. \nShe goes."),
        (f"```rpg {MOVE}```\nShe goes.", "She goes."),
        (f"```RPG\n{MOVE}\n```", ""),
        (f"````rpg\n{MOVE}\n````\nx", "x"),
        (f"  ```rpg\n  {MOVE}\n  ```\nx", "  x"),
        (f"```rpg\n{MOVE}\nShe goes.", "She goes."),
        (f"```rpg\n{MOVE}", ""),
        (f"x\n```json\n{MOVE}\n```\ny", "x\ny"),
        (f"x\n```\n{MOVE}\n```\ny", "x\ny"),
        (f"x\n{MOVE}\ny", "x\ny"),
        ('x\n<tool_call>\n{"name": "move", "arguments": {"to": "market"}}\n</tool_call>\ny', "x\ny"),
        ('<tool_call>{"name": "move", "arguments": "{\\"to\\": \\"market\\"}"}</tool_call>', ""),
        ("<tool_call>\n<function=move>\n<parameter=to>\nmarket\n</parameter>\n</function>\n</tool_call>", ""),
        ('<function=move>{"to": "market"}</function>\ny', "y"),
        ('[TOOL_CALLS] [{"name": "move", "arguments": {"to": "market"}}]\ny', "y"),
        ('[TOOL_CALLS]move[ARGS]{"to": "market"}', ""),
        ('<|python_tag|>{"name": "move", "parameters": {"to": "market"}}', ""),
        ('<|tool_call|>[{"name": "move", "arguments": {"to": "market"}}]<|/tool_call|>', ""),
        ('```rpg\n{"tool": "move", "to": "market"}\n```', ""),
        ('```rpg\n{"name": "move", "parameters": {"to": "market"}}\n```', ""),
        ('```rpg\n{"function": {"name": "move", "arguments": {"to": "market"}}}\n```', ""),
        ("```rpg\n{'tool': 'move', 'arguments': {'to': 'market',},}\n```", ""),
        ("```rpg\n[" + MOVE + "]\n```", ""),
        (f"```python\nx = 1\n```\n```rpg\n{MOVE}\n```", "```python\nx = 1\n```\n"),
        (f"```\nunclosed\n\n```rpg\n{MOVE}\n```", "```\nunclosed\n\n"),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_call_is_hidden_and_made(text: str, story: str, size: int) -> None:
    told_story, calls = told([text[at : at + size] for at in range(0, len(text), size)])
    assert plain(calls) == [MOVED]
    assert told_story == story


@pytest.mark.parametrize(
    "text",
    [
        "A plain story.",
        "``` is three ticks",
        "a `word` and ``two``",
        "```python\nprint({})\n```\nend",
        '```json\n{"a": 1}\n```\nend',
        '```json\n{"tool": "hammer", "arguments": {}}\n```\nend',
        '```\n{"name": "Mira"}\n```',
        "```\n```",
        "```",
        "```rpgs\nx\n```",
        "```rpg-like\nx\n```",
        "````markdown\n```rpg\n" + MOVE + "\n```\n````\nend",
        "{not a call}",
        '{"tool": "hammer"}\nend',
        '{"tool": "move", "arg',
        "<tool> <tool_cal",
        "~~~\n" + "text\n~~~",
        "{",
        "a\n{\nb",
    ],
)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_what_is_no_call_is_told_as_it_was_written(text: str, size: int) -> None:
    assert told([text[at : at + size] for at in range(0, len(text), size)]) == (text, [])


def test_several_calls_in_one_block_and_in_several() -> None:
    look = '{"tool": "look", "arguments": {}}'
    story, calls = told([f"a\n```rpg\n{MOVE}\n{look}\n```\nb\n```rpg\n{MOVE}\n```rpg\n{look}\n```\nc"])
    assert [call.name for call in calls] == ["move", "look", "move", "look"]
    assert story == "a\nb\nc"


def test_a_broken_block_is_a_call_with_its_problem_and_the_story_behind_it_is_told() -> None:
    story, calls = told(['Go.\n```rpg\n{"tool": "move", "arguments": {"to": "mar\n\nThe bell rings.'])
    assert story == "Go.\n\n\nThe bell rings." or story == "Go.\nThe bell rings."
    assert [(call.name, call.arguments, bool(call.problem)) for call in calls] == [("move", "{}", True)]


def test_a_block_that_was_cut_is_not_completed() -> None:
    text = ['```rpg\n{"tool": "move", "arguments": {"to": "market"}']
    assert plain(told(text)[1]) == [MOVED]
    (call,) = told(text, complete=False)[1]
    assert call.problem


def test_a_result_that_the_model_made_up_is_hidden_and_no_call() -> None:
    block = result_block("move", '{"ok":true}')
    assert told([f"a\n{block}\nb"]) == ("a\nb", [])


UNSURE = st.lists(
    st.sampled_from(
        ["```", "`", "json", "\n", " ", "{", "}", '{"tool":', '"move"', ",", "[", "word", "<", "</", '"']
    ),
    max_size=14,
).map("".join)


@given(UNSURE)
@settings(max_examples=300)
def test_what_turns_out_to_be_no_call_is_told_to_the_last_character(text: str) -> None:
    story, calls = told(list(text))
    assert calls or story == text


PARTS = st.lists(
    st.sampled_from(
        [
            "```",
            "`",
            "rpg",
            "json",
            "\n",
            "\n\n",
            " ",
            "{",
            "}",
            MOVE,
            '"',
            "word",
            "<tool_call>",
            "</tool_call>",
            "[",
        ]
    ),
    max_size=14,
).map("".join)


@given(PARTS, st.lists(st.integers(1, 5), max_size=60))
@settings(max_examples=300)
def test_where_the_text_is_cut_does_not_matter(text: str, sizes: list[int]) -> None:
    pieces, at = [], 0
    for size in sizes:
        pieces.append(text[at : at + size])
        at += size
    assert told([*pieces, text[at:]]) == told([text])


@given(st.text(alphabet=st.sampled_from(list("ab \n`#{}[]<>\"':,")) | st.characters(), max_size=80))
def test_without_blocks_every_character_is_told(text: str) -> None:
    if "rpg" not in text.lower() and "tool" not in text.lower() and "name" not in text.lower():
        assert told(list(text)) == (text, [])


@given(
    st.text(alphabet="ab .\n", max_size=30),
    st.dictionaries(st.text(max_size=5), st.text(max_size=8) | st.integers(), max_size=3),
    st.text(alphabet="cd .\n", max_size=30),
    st.integers(1, 9),
)
def test_a_block_as_we_write_it_is_read_back(
    before: str, arguments: dict[str, Any], after: str, size: int
) -> None:
    text = f"{before}\n{call_block('move', json.dumps(arguments))}\n{after}"
    story, calls = told([text[at : at + size] for at in range(0, len(text), size)])
    assert [(call.name, json.loads(call.arguments)) for call in calls] == [("move", arguments)]
    assert story.split() == before.split() + after.split()


@pytest.mark.parametrize(
    ("text", "end"),
    [("{}", 2), (' {"a":"}"} x', 10), ('{"a":"\\"}"}', 11), ("[1,[2]] ", 7), ("{", None), ("x{}", None)],
)
def test_where_an_object_ends(text: str, end: int | None) -> None:
    assert object_end(text) == end


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_the_fence_behind_story_that_a_block_ran_into_is_hidden_too(size: int) -> None:
    text = 'Rain.\n```rpg\n{"tool":"move","arguments":{"to":"market"}}\nAnd so they went.\n```\nThe end.\n```\nverse\n```\n'
    hidden = BlockFilter({"move"})
    told = [piece for at in range(0, len(text), size) for piece in hidden.feed(text[at : at + size])]
    told += hidden.finish(complete=True)
    assert "".join(piece.text for piece in told) == "Rain.\nAnd so they went.\n\nThe end.\n```\nverse\n```\n"
    assert [call.name for call in hidden.calls()] == ["move"]


ENDLESS = {
    "a block": '```rpg\n{"tool":"move","arguments":{"to":"' + "x" * 200,
    "a line of its own": '{"tool":"move","arguments":{"to":"' + "x" * 200,
    "a mark": "<tool_call>" + "x" * 200,
    "lines": "```rpg\n" + "\n ``" * 60,
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_a_block_that_does_not_end_is_looked_at_once(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each letter of it, in however many pieces it comes."""
    steps = 0
    step = ObjectScan._step

    def counted(self: ObjectScan, char: str) -> None:
        nonlocal steps
        steps += 1
        step(self, char)

    monkeypatch.setattr(ObjectScan, "_step", counted)
    hidden = BlockFilter({"move"})
    for letter in text:
        hidden.feed(letter)
    hidden.finish(complete=False)
    assert steps <= 3 * len(text)
