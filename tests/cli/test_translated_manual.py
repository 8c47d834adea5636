"""A translated page of the manual has the parts of the English one, so that neither gets stale alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rpg.cli.topics import TOPICS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted((DOCS / "zh").glob("*.md"))
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
COMMENT = re.compile(r"(^|\s+)# .*")
PLACEHOLDER = re.compile(r"\b[A-Z][A-Z0-9]+\b|[\u4e00-\u9fff]+")


def headings(page: str) -> list[int]:
    """The level of each heading, in order."""
    return [len(found) for found in re.findall(r"^(#+) ", FENCE.sub("", page), re.MULTILINE)]


def fences(page: str) -> list[list[str]]:
    """Each fenced block without its comments, which are translated; of a drawing only that it is there."""
    blocks = [block.splitlines() for block in FENCE.findall(page)]
    return [[COMMENT.sub("", line) for line in block] if block[0] != "```" else block[:1] for block in blocks]


def table_keys(page: str) -> list[list[str]]:
    """The code in the first cell of each row; what stands for a value is the translator's."""
    rows = [line.replace(r"\|", "/") for line in FENCE.sub("", page).splitlines() if line.startswith("|")]
    return [[PLACEHOLDER.sub("_", code) for code in CODE.findall(row.split("|")[1])] for row in rows]


def test_every_topic_but_the_design_is_there_in_chinese() -> None:
    assert {page.name for page in PAGES} == set(TOPICS.values()) - {"design.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
@pytest.mark.parametrize("part", [headings, fences, table_keys], ids=lambda part: part.__name__)
def test_a_translated_page_has_the_parts_of_the_english_one(
    part: Callable[[str], list[object]], page: Path
) -> None:
    assert part(page.read_text("utf-8")) == part((DOCS / page.name).read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_links_of_a_translated_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_line_breaks_inside_a_chinese_paragraph(page: Path) -> None:
    """Markdown shows such a break as a space, which Chinese does not have."""
    text = FENCE.sub("```", page.read_text("utf-8"))
    assert re.findall(r"^(?![#|`]).+\n(?![-#|`\n]|\d+\. ).+", text, re.MULTILINE) == []
