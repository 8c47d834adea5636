"""A tool's own text: custom, reset, rewritten, compared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rpg.tools.declaration import Tool
from rpg.tools.describing import described, description_diff, original_of, rewriting_prompt, rewritten

TOOL = Tool("look_up", "builtin", "Read what is known. Use it rarely.", {"type": "object"})


def test_a_custom_text_overrides_and_the_original_is_kept() -> None:
    own = described(TOOL, {"look_up": "Peek."}.get)
    assert own.description == "Peek."
    assert original_of(own) == TOOL.description
    assert described(TOOL, lambda name: None) is TOOL
    assert original_of(TOOL) == TOOL.description


def test_a_custom_text_that_is_blank_or_the_same_changes_nothing() -> None:
    assert described(TOOL, lambda name: "  ") is TOOL
    assert described(TOOL, lambda name: TOOL.description) is TOOL


def test_a_rewriting_request_holds_name_schema_and_uses() -> None:
    asked = rewriting_prompt(TOOL, (('{"name": "ana"}', '{"ok":true}'),), "en")
    for part in ("look_up", "Read what is known", '{"type": "object"}', '{"name": "ana"} -> {"ok":true}'):
        assert part in asked


def test_a_models_answer_loses_its_quotes_and_escapes() -> None:
    assert rewritten(' "Peek at \x1b[1mthings."\n') == "Peek at things."


def test_a_diff_shows_sentences_that_go_and_come() -> None:
    diff = description_diff("Read it. Use it rarely.", "Read it. Use it often.")
    assert diff == (" Read it.", "-Use it rarely.", "+Use it often.")
    assert description_diff("同样。", "同样。") == ()


WORDS = st.lists(st.sampled_from(["Look.", "Use it rarely.", "Ask first.", "慎用。"]), max_size=5).map(
    " ".join
)


@given(WORDS, WORDS)
def test_what_a_diff_keeps_and_adds_is_the_new_text(one: str, other: str) -> None:
    diff = description_diff(one, other)
    kept = "".join(line[1:] for line in diff if line[0] in " +")
    assert kept.replace(" ", "") == (other.replace(" ", "") if one != other else "")
