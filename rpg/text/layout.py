"""Blocks of prose laid out as lines of pieces, each piece with its role and marks; faces add colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, assert_never

from rpg.text.cells import Ambiguous, cell_width, cut, pad, split_cells
from rpg.text.clean import clean_text
from rpg.text.inline import Mark, Span, Spans, plain_text
from rpg.text.markdown import (
    Block,
    Heading,
    ListItem,
    Paragraph,
    Preformatted,
    Quote,
    Rule,
    Table,
    parse_markdown,
)
from rpg.text.wrap import Line, break_lines

_QUOTES = "\"'“”‘’"
NARROWEST_CELL = 3
"""Cells a table column keeps, however narrow the window."""


class Role(Enum):
    """What a piece is; a closed set that the faces turn into colours."""

    PROSE = auto()
    HEADING = auto()
    QUOTE = auto()
    MARKER = auto()
    RULE = auto()
    PREFORMATTED = auto()
    HEADER_CELL = auto()
    BORDER = auto()


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text on one line in one look."""

    text: str
    role: Role = Role.PROSE
    mark: Mark = Mark.NONE


StyledLine = tuple[Piece, ...]


def line_text(line: StyledLine) -> str:
    """What a line says, without its looks."""
    return "".join(piece.text for piece in line)


def gap_before(previous: Block | None, block: Block) -> int:
    """Blank lines between two neighbouring blocks: 0 or 1; lists, quotes and preformatted lines close up."""
    if previous is None:
        return 0
    if isinstance(block, Preformatted) and not block.first:
        return 0
    together = isinstance(block, ListItem | Quote) and type(block) is type(previous)
    return 0 if together else 1


class Frame(NamedTuple):
    """A block of running text: its spans, what stands before its first and its other lines, its role."""

    spans: Spans
    first: StyledLine = ()
    hanging: StyledLine = ()
    role: Role = Role.PROSE


def block_frame(block: Block, ambiguous: Ambiguous = 1) -> Frame | None:
    """The frame of a block of running text; None for rules, tables and preformatted lines."""
    match block:
        case Paragraph(spans):
            return Frame(spans)
        case Heading(_, spans):
            return Frame(spans, role=Role.HEADING)
        case Quote(depth, spans):
            bar = (Piece("▎" * depth + " ", Role.MARKER),)
            return Frame(spans, bar, bar, Role.QUOTE)
        case ListItem(marker, depth, spans):
            lead = "  " * depth + marker + " "
            return Frame(spans, (Piece(lead, Role.MARKER),), (Piece(" " * cell_width(lead, ambiguous)),))
        case Rule() | Table() | Preformatted():
            return None
        case _:
            assert_never(block)


def lay_block(block: Block, width: int, ambiguous: Ambiguous = 1) -> list[StyledLine]:
    """The lines of one block, each at most `width` cells wide (width at least 1)."""
    match block:
        case Rule():
            return [(Piece(pad("* * *", width, align="center").rstrip(), Role.RULE),)]
        case Table():
            return _lay_table(block, width, ambiguous)
        case Preformatted(text):
            return [(Piece(part, Role.PREFORMATTED),) for part in _chop(text, width, ambiguous)]
        case _:
            frame = block_frame(block, ambiguous)
            assert frame
            return lay_frame(frame, width, ambiguous)


def lay_blocks(blocks: Sequence[Block], width: int, ambiguous: Ambiguous = 1) -> list[StyledLine]:
    """The lines of a whole text, blank lines between its blocks included."""
    lines: list[StyledLine] = []
    previous: Block | None = None
    for block in blocks:
        lines.extend([()] * gap_before(previous, block))
        lines.extend(lay_block(block, width, ambiguous))
        previous = block
    return lines


def prose_line(markdown: str) -> str:
    """Foreign Markdown as one line of words, without its marks."""
    text = clean_text(markdown)
    lines = lay_blocks(parse_markdown(text), max(1, 2 * len(text)))
    said = ""
    for line in filter(None, (" ".join(line_text(line).split()) for line in lines)):
        said += line if not said or _closes_up(said, line) else f" {line}"
    return said


def _closes_up(before: str, after: str) -> bool:
    """Whether two pieces are set without a space: where either side, its quotes apart, is a wide character."""
    ends = before.rstrip(_QUOTES)[-1:], after.lstrip(_QUOTES)[:1]
    return any(end and cell_width(end) == 2 for end in ends)


def lay_frame(frame: Frame, width: int, ambiguous: Ambiguous = 1) -> list[StyledLine]:
    """The lines of a block of running text."""
    lines = break_lines(plain_text(frame.spans), frame_room(frame, width, ambiguous), ambiguous=ambiguous)
    bodies = dress_lines(frame.spans, lines, frame.role)
    return [(*(frame.hanging if index else frame.first), *body) for index, body in enumerate(bodies)]


def frame_room(frame: Frame, width: int, ambiguous: Ambiguous = 1) -> int:
    """Cells that the text of a frame has on each line."""
    return max(1, width - cell_width(line_text(frame.first), ambiguous))


def dress_lines(spans: Spans, lines: Sequence[Line], role: Role = Role.PROSE) -> list[StyledLine]:
    """The pieces of each line of the text of `spans`; lines stand in order of their start."""
    dressed: list[StyledLine] = []
    index = offset = 0  # the first span that reaches into the line, and where it begins
    for line in lines:
        while index < len(spans) and offset + len(spans[index].text) <= line.start:
            offset += len(spans[index].text)
            index += 1
        dressed.append(tuple(_slice(spans, index, offset, line, role)))
    return dressed


def _slice(spans: Spans, index: int, offset: int, line: Line, role: Role) -> list[Piece]:
    pieces: list[Piece] = []
    while index < len(spans) and offset < line.end:
        span: Span = spans[index]
        text = span.text[max(0, line.start - offset) : line.end - offset]
        if text:
            pieces.append(Piece(text, role, span.mark))
        offset += len(span.text)
        index += 1
    return pieces


def _chop(text: str, width: int, ambiguous: Ambiguous) -> list[str]:
    """`text` in parts of at most `width` cells, nothing dropped."""
    parts: list[str] = []
    rest = text.rstrip()
    while cell_width(rest, ambiguous) > width:
        part, rest = split_cells(rest, width, ambiguous)
        if not part:
            part, rest = rest[0], rest[1:]
        parts.append(part)
    return [*parts, rest]


def _lay_table(table: Table, width: int, ambiguous: Ambiguous) -> list[StyledLine]:
    columns = max((len(row) for row in table.rows), default=0)
    if not columns:
        return []
    cells = [[plain_text(row[c]) if c < len(row) else "" for c in range(columns)] for row in table.rows]
    widths = _column_widths(cells, columns, width, ambiguous)
    lines: list[StyledLine] = []
    for number, row in enumerate(cells):
        role = Role.HEADER_CELL if table.header and number == 0 else Role.PROSE
        lines.extend(_lay_row(row, widths, role, ambiguous))
        if role is Role.HEADER_CELL:
            lines.append((Piece("─┼─".join("─" * w for w in widths), Role.BORDER),))
    return lines


def _column_widths(cells: list[list[str]], columns: int, width: int, ambiguous: Ambiguous) -> list[int]:
    """Natural widths, the widest columns narrowed in turn until the row fits."""
    widths = [max(NARROWEST_CELL, *(cell_width(row[c], ambiguous) for row in cells)) for c in range(columns)]
    surplus = sum(widths) + 3 * (columns - 1) - width
    while surplus > 0 and max(widths) > NARROWEST_CELL:
        widest = widths.index(max(widths))
        runner_up = max([w for c, w in enumerate(widths) if c != widest], default=NARROWEST_CELL)
        target = max(NARROWEST_CELL, min(widths[widest] - 1, runner_up), widths[widest] - surplus)
        surplus -= widths[widest] - target
        widths[widest] = target
    return widths


def _lay_row(row: list[str], widths: list[int], role: Role, ambiguous: Ambiguous) -> list[StyledLine]:
    broken = [
        [cell[line.start : line.end] for line in break_lines(cell, w, ambiguous=ambiguous)]
        for cell, w in zip(row, widths, strict=True)
    ]
    lines: list[StyledLine] = []
    for level in range(max(map(len, broken))):
        pieces: list[Piece] = []
        for column, (parts, w) in enumerate(zip(broken, widths, strict=True)):
            if column:
                pieces.append(Piece(" │ ", Role.BORDER))
            part = parts[level] if level < len(parts) else ""
            pieces.append(Piece(pad(cut(part, w, ambiguous=ambiguous), w, ambiguous=ambiguous), role))
        lines.append(tuple(pieces))
    return lines
