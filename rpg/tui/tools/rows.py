"""The rows of the tool centre."""

from __future__ import annotations

from textual.content import Content

from rpg.text.cells import Align, cut, pad
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import message
from rpg.tools.listing import ToolRow

NAME, SOURCE, SWITCH, HERE, APPROVAL, TOKENS = 20, 8, 6, 4, 8, 6
WIDE = 90
"""Cells from which the source has a column; below, the reason needs the room more."""

COLUMNS = {
    "name": NAME,
    "source": SOURCE,
    "configured": SWITCH,
    "here": HERE,
    "approval": APPROVAL,
    "tokens": TOKENS,
}
"""Cells of each column, in their order."""


def columns(width: int) -> dict[str, int]:
    """The columns that a row of `width` cells has, with their cells."""
    return {name: cells for name, cells in COLUMNS.items() if name != "source" or width >= WIDE}


def head_content(width: int, language: str) -> Content:
    """The headings of the columns of rows of `width` cells."""
    cells = [
        pad(message(language, f"tui.tools_{title}"), wide, align=_align(title))
        for title, wide in columns(width).items()
    ]
    return Content.styled(" ".join((*cells, message(language, "tui.tools_why"))), "dim")


def _align(title: str) -> Align:
    return "right" if title == "tokens" else "left"


def tool_name(row: ToolRow, language: str) -> str:
    """What a tool of the game is called in the player's words; others by their id."""
    key = f"tui.tool_name_{row.name}"
    told = message(language, key)
    return clean_line(row.name) if told == key else told


def row_content(row: ToolRow, width: int, language: str) -> Content:
    """A tool in one line: what it is, whether it is there, and why not."""
    source = f"{pad(message(language, f'tui.source_{row.source}'), SOURCE)} " if width >= WIDE else ""
    name = tool_name(row, language)
    switch = message(language, "tui.tools_on" if row.configured else "tui.tools_off")
    here = "●" if row.available else "○"
    approval = message(language, f"tui.approval_{row.approval}")
    why = clean_line(message(language, "tui.comma").join(row.why))
    used = sum(cells + 1 for cells in columns(width).values())
    return Content.assemble(
        Content.styled(pad(cut(name, NAME), NAME), "bold" if row.available else ""),
        f" {source}{pad(switch, SWITCH)} ",
        Content.styled(pad(here, HERE), "$text-success" if row.available else "dim"),
        f" {pad(approval, APPROVAL)} {pad(f'{row.tokens:,}', TOKENS, align='right')} ",
        Content.styled(cut(why, max(0, width - used)), "$text-warning"),
    )


def detail_content(row: ToolRow, language: str) -> Content:
    """A tool in several lines: every reason, and what the model is told."""
    server = f" · {clean_line(row.server)}" if row.server else ""
    id = Content.styled(f"  {clean_line(row.name)}", "dim")
    lines = [Content.assemble(Content.styled(f"{tool_name(row, language)}{server}", "$text-primary"), id)]
    lines.extend(Content.styled(f"○ {clean_line(why)}", "$text-warning") for why in row.why)
    if row.custom:
        lines.append(Content.styled(message(language, "tui.tools_custom"), "dim"))
    lines.append(Content(clean_text(row.description)))
    return Content("\n").join(lines)
