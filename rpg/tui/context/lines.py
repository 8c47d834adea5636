"""The context panel as lines; widths in cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import assert_never

from textual.content import Content

from rpg.context.document import shared
from rpg.context.panel import ClassicPanel, FlatPanel, Row, panel
from rpg.context.report import flat_group_text, group_text
from rpg.context.result import Plan
from rpg.context.sections import Section
from rpg.runtime.state import State
from rpg.session.sectionnames import omitted_name, section_name, section_reason
from rpg.text.cells import cell_width, cut, pad
from rpg.text.messages import message
from rpg.tui.play.meter import bar
from rpg.tui.prose import wrapped
from rpg.world.lorebook import Lorebook

NAME_CELLS, BAR_CELLS, TOKEN_CELLS, SHARE_CELLS = 22, 8, 15, 5
COLUMN = 2 + NAME_CELLS + 1 + BAR_CELLS + 1 + TOKEN_CELLS + SHARE_CELLS
"""Cells of one side of the classic view."""

CHARACTER_CELLS = 9
PART_CELLS, NARROW_PART_CELLS = 34, 24
"""Cells of the name of a part, with room and without."""

MOST_LISTED = 60
"""Sections listed one by one, the largest first."""


@dataclass(frozen=True, slots=True)
class Words:
    """How the parts of a request are called: by the state they tell of and the titles of the lorebooks."""

    state: State
    books: Sequence[Lorebook]
    language: str

    def name(self, id: str) -> str:
        """The name of a part."""
        return section_name(id, self.state, self.books, self.language)


def panel_lines(plan: Plan, words: Words, width: int, before: Plan | None = None) -> Iterator[Content]:
    """The panel line by line: groups, sizes, what differs, what was left out, the sections and why.

    before: the plan as things are, when `plan` is a what-if.
    """
    language = words.language
    yield from _groups(panel(plan), language, width)
    yield Content("")
    yield Content.styled(_say(language, "space", **_sizes(plan)), "dim")
    yield Content.styled(_say(language, f"quality_{plan.quality}"), "dim")
    yield from _shared(plan, words)
    yield Content("")
    yield from _difference(plan, before, words)
    omitted = [Content(f"  {omitted_name(one, words.state, words.books, language)}") for one in plan.omitted]
    yield from _listed("omitted", omitted, language)
    parts = [line for part in _largest(plan.sections) for line in _section(part, words, width)]
    yield from _listed("why", parts, language)


def _sizes(plan: Plan) -> dict[str, str]:
    space = plan.space
    sizes = (("window", space.window), ("reserve", space.reserve.total), ("available", space.available))
    return {name: f"{tokens:,}" for name, tokens in (*sizes, ("used", plan.total))}


def _shared(plan: Plan, words: Words) -> Iterator[Content]:
    """What the previous request already sent, and the first section that differs."""
    found = shared(plan, None)
    if found is None:
        return
    key = "prefix" if found.differs else "prefix_all"
    values = {
        "shared": f"{found.tokens:,}",
        "percent": f"{found.share * 100:.0f}",
        "differs": words.name(found.differs),
    }
    yield Content.styled(_say(words.language, key, **values), "dim")


def _difference(plan: Plan, before: Plan | None, words: Words) -> Iterator[Content]:
    """What a what-if changes: sections that come, go or change their size."""
    if before is None:
        return
    old, new = _tokens(before), _tokens(plan)
    lines = [
        f"{new.get(id, 0) - old.get(id, 0):>+7,}  {words.name(id)}"
        for id in dict.fromkeys((*old, *new))
        if new.get(id) != old.get(id)
    ]
    total = f"{plan.total - before.total:>+7,}"
    yield Content.styled(message(words.language, "tui.whatif_difference"), "bold $text-primary")
    yield from (Content(f"  {line}") for line in lines[:MOST_LISTED])
    yield Content.styled(f"  {total}  {message(words.language, 'tui.whatif_total')}", "bold")
    yield Content("")


def _tokens(plan: Plan) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in plan.sections:
        found[part.id] = found.get(part.id, 0) + part.tokens
    return found


def _groups(shown: ClassicPanel | FlatPanel, language: str, width: int) -> Iterator[Content]:
    match shown:
        case ClassicPanel():
            yield from _classic(shown, language, width)
        case FlatPanel():
            yield _head(language, "total", used=f"{shown.used:,}", cap=f"{shown.cap:,}")
            for row in shown.rows:
                yield _row(row, flat_group_text(row.group, language), shown.cap, wide=True, language=language)
        case _:
            assert_never(shown)


def _classic(shown: ClassicPanel, language: str, width: int) -> Iterator[Content]:
    """Setting and dialogue side by side where there is room, else below each other."""
    beside = width >= 2 * COLUMN + 2
    setting = list(
        _side(shown.setting, "setting", shown.setting_used, shown.setting_cap, not beside, language)
    )
    dialogue = list(
        _side(shown.dialogue, "dialogue", shown.dialogue_used, shown.dialogue_cap, not beside, language)
    )
    carried = _say(language, "carried", carried=shown.carried, total=shown.total)
    dialogue.append(Content(f"  {cut(carried, COLUMN - 2)}"))
    if not beside:
        yield from (*setting, Content(""), *dialogue)
        return
    for left, right in zip_longest(setting, dialogue, fillvalue=Content("")):
        gap = max(0, COLUMN + 2 - left.cell_length)
        yield Content.assemble(left, " " * gap, right)


def _side(rows: Sequence[Row], key: str, used: int, cap: int, wide: bool, language: str) -> Iterator[Content]:
    yield _head(language, key, used=f"{used:,}", cap=f"{cap:,}")
    for row in rows:
        yield _row(row, group_text(row.group, language), cap, wide=wide, language=language)


def _head(language: str, key: str, **values: object) -> Content:
    return Content.styled(_say(language, key, **values), "bold $text-primary")


def _row(row: Row, name: str, whole: int, *, wide: bool, language: str) -> Content:
    """A group: name, bar against its cap, tokens, share; with room its characters too."""
    cap = row.cap or whole
    share = row.tokens / cap if cap else 0.0
    tone = "$text-error" if share > 1 else "$text-warning" if share > 0.9 else "$text-success"
    tokens = f"{row.tokens:,}" if row.cap is None else f"{row.tokens:,} / {row.cap:,}"
    characters = message(language, "tui.context_characters", count=f"{row.characters:,}") if wide else ""
    return Content.assemble(
        "  ",
        pad(cut(name, NAME_CELLS), NAME_CELLS),
        " ",
        Content.styled(bar(share, BAR_CELLS), tone),
        " ",
        pad(tokens, TOKEN_CELLS, align="right"),
        pad(f"{row.share:.0%}", SHARE_CELLS, align="right"),
        Content.styled(f"  {characters}", "dim") if characters else "",
    )


def _section(part: Section, words: Words, width: int) -> Iterator[Content]:
    """A part: tokens, name, why it is there; a long reason goes on in its own column."""
    cells = PART_CELLS if width >= 2 * COLUMN else NARROW_PART_CELLS
    head = f"  {pad(f'{part.tokens:,}', 7, align='right')}  {pad(cut(words.name(part.id), cells), cells)} "
    reason = Content(section_reason(part, words.state, words.language))
    for number, line in enumerate(wrapped(reason, max(8, width - cell_width(head)))):
        yield Content.assemble(" " * cell_width(head) if number else head, Content.styled(line.plain, "dim"))


def _largest(sections: Sequence[Section]) -> list[Section]:
    return sorted(sections, key=lambda part: -part.tokens)[:MOST_LISTED]


def _listed(kind: str, lines: Sequence[Content], language: str) -> Iterator[Content]:
    if not lines:
        return
    yield _head(language, f"head_{kind}")
    yield from lines
    yield Content("")


def _say(language: str, key: str, **values: object) -> str:
    return message(language, f"context.{key}", **values)
