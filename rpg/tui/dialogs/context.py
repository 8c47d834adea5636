"""The context panel: what the next request holds, what it costs, and what was left out and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rpg.context.panel import ClassicPanel, FlatPanel, Row, panel
from rpg.context.report import (
    action_text,
    flat_group_text,
    group_text,
    omitted_text,
    reason_text,
    status_text,
)
from rpg.context.result import Plan
from rpg.context.sections import Section
from rpg.text.cells import cut, pad
from rpg.text.clean import clean_line
from rpg.text.messages import message
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.play.meter import bar
from rpg.tui.words import language_of, say

NAME_CELLS, BAR_CELLS, TOKEN_CELLS = 24, 16, 7
WIDEST_ID = 34
MOST_LISTED = 60
"""Sections listed one by one, the largest first."""


class ContextPanel(Dialog[None]):
    """The plan for the words as typed."""

    DEFAULT_CSS = """
    ContextPanel > #box { width: 88; }
    ContextPanel VerticalScroll { height: auto; max-height: 28; }
    """

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan

    def title_text(self) -> str:
        return say(self, "context_title")

    def hint_text(self) -> str:
        return say(self, "back_hint")

    def body(self) -> ComposeResult:
        language = language_of(self)
        yield plain(status_text(self._plan, language), "lead")
        with VerticalScroll():
            yield Static(Content("\n").join(list(panel_lines(self._plan, language))))


def panel_lines(plan: Plan, language: str) -> Iterator[Content]:
    """The panel line by line: what can be done, the groups, the sections and why, what was left out."""
    yield from _listed("actions", [action_text(action, language) for action in plan.actions], language)
    yield from _groups(panel(plan), language)
    yield Content("")
    yield Content.styled(_say(language, "space", **_sizes(plan)), "dim")
    yield Content.styled(_say(language, f"quality_{plan.quality}"), "dim")
    yield Content("")
    yield from _listed("omitted", [omitted_text(item, language) for item in plan.omitted], language)
    yield from _listed("why", [_section(part, language) for part in _largest(plan.sections)], language)


def _sizes(plan: Plan) -> dict[str, str]:
    space = plan.space
    sizes = (("window", space.window), ("reserve", space.reserve.total), ("available", space.available))
    return {name: f"{tokens:,}" for name, tokens in (*sizes, ("used", plan.total))}


def _groups(shown: ClassicPanel | FlatPanel, language: str) -> Iterator[Content]:
    match shown:
        case ClassicPanel():
            yield _head(language, "setting", used=f"{shown.setting_used:,}", cap=f"{shown.setting_cap:,}")
            yield from (
                _row(row, group_text(row.group, language), shown.setting_cap) for row in shown.setting
            )
            yield Content("")
            yield _head(language, "dialogue", used=f"{shown.dialogue_used:,}", cap=f"{shown.dialogue_cap:,}")
            yield from (
                _row(row, group_text(row.group, language), shown.dialogue_cap) for row in shown.dialogue
            )
            yield Content(_say(language, "carried", carried=shown.carried, total=shown.total))
        case FlatPanel():
            yield _head(language, "total", used=f"{shown.used:,}", cap=f"{shown.cap:,}")
            yield from (_row(row, flat_group_text(row.group, language), shown.cap) for row in shown.rows)
        case _:
            assert_never(shown)


def _head(language: str, key: str, **values: object) -> Content:
    return Content.styled(_say(language, key, **values), "bold $text-primary")


def _row(row: Row, name: str, whole: int) -> Content:
    cap = row.cap or whole
    meter = bar(row.tokens / cap if cap else 0.0, BAR_CELLS)
    tokens = f"{row.tokens:,}" if row.cap is None else f"{row.tokens:,} / {row.cap:,}"
    return Content.assemble(
        "  ",
        pad(name, NAME_CELLS),
        Content.styled(meter, "$text-success"),
        " ",
        pad(tokens, 14, align="right"),
    )


def _section(part: Section, language: str) -> str:
    tokens = pad(f"{part.tokens:,}", TOKEN_CELLS, align="right")
    return f"{tokens}  {pad(cut(clean_line(part.id), WIDEST_ID), WIDEST_ID)} {reason_text(part, language)}"


def _largest(sections: Sequence[Section]) -> list[Section]:
    return sorted(sections, key=lambda part: -part.tokens)[:MOST_LISTED]


def _listed(kind: str, lines: Sequence[str], language: str) -> Iterator[Content]:
    if not lines:
        return
    yield _head(language, f"head_{kind}")
    yield from (Content(f"  {line}") for line in lines)
    yield Content("")


def _say(language: str, key: str, **values: object) -> str:
    return message(language, f"context.{key}", **values)
