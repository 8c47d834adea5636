"""Chat entries as lines of dressed text; colours come later, at the widget."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from rpg.text.cells import Ambiguous, cell_width, cut, pad
from rpg.text.inline import Mark
from rpg.text.layout import Piece, Role, StyledLine, lay_blocks
from rpg.text.markdown import parse_markdown
from rpg.text.wrap import wrap_text
from rpg.tui.chatlog.entry import Card, ChatEntry, Choices, Dice, EntryKind, Footer, Note, Tone


class Look(Enum):
    """How a run of text on a chat line looks; the value names the component class of the widget."""

    PROSE = "prose"
    HEADING = "heading"
    QUOTE = "quote"
    MARKER = "marker"
    CODE = "code"
    QUIET = "quiet"
    PLAYER = "player"
    TRAVEL = "travel"
    SPEAKER = "speaker"
    DICE = "dice"
    CHOICE = "choice"
    GOOD = "good"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Run:
    """A run of text in one look."""

    text: str
    look: Look = Look.PROSE
    mark: Mark = Mark.NONE


ChatLine = tuple[Run, ...]

_LOOKS = {
    Role.PROSE: Look.PROSE,
    Role.HEADING: Look.HEADING,
    Role.QUOTE: Look.QUOTE,
    Role.MARKER: Look.MARKER,
    Role.RULE: Look.QUIET,
    Role.PREFORMATTED: Look.CODE,
    Role.HEADER_CELL: Look.HEADING,
    Role.BORDER: Look.QUIET,
}
_TONES = {
    Tone.QUIET: Look.QUIET,
    Tone.GOOD: Look.GOOD,
    Tone.WARNING: Look.WARNING,
    Tone.ERROR: Look.ERROR,
}
PLAYER_SIGN = "❯ "
TRAVEL_SIGN = "→ "


def chat_text(line: ChatLine) -> str:
    """What a line says."""
    return "".join(run.text for run in line)


def dress(line: StyledLine) -> ChatLine:
    """A line of prose as a chat line."""
    return tuple(_run(piece) for piece in line)


def _run(piece: Piece) -> Run:
    return Run(piece.text, _LOOKS[piece.role], piece.mark)


def lay_entry(entry: ChatEntry, width: int, ambiguous: Ambiguous = 1) -> list[ChatLine]:
    """All lines of an entry, the blank line after it included; width in cells, at least 1."""
    lines = header_lines(entry, width, ambiguous)
    lines.extend(_body(entry, width, ambiguous))
    lines.extend(lay_footers(entry.footers, width, ambiguous))
    lines.append(())
    return lines


def header_lines(entry: ChatEntry, width: int, ambiguous: Ambiguous = 1) -> list[ChatLine]:
    """The line above the text: speaker on the left, "‹2/3›" on the right; none when there is neither."""
    badge = f"‹{entry.reply}/{entry.replies}›" if entry.replies > 1 else ""
    if not entry.speaker and not badge:
        return []
    room = max(1, width - cell_width(badge, ambiguous) - 1)
    return [(Run(pad(entry.speaker, room, ambiguous=ambiguous) + " ", Look.SPEAKER), Run(badge, Look.QUIET))]


def _body(entry: ChatEntry, width: int, ambiguous: Ambiguous) -> list[ChatLine]:
    match entry.kind:
        case EntryKind.OPENING | EntryKind.NARRATION:
            return [dress(line) for line in lay_blocks(parse_markdown(entry.text), width, ambiguous)]
        case EntryKind.PLAYER:
            return hanging(entry.text, width, PLAYER_SIGN, Look.PLAYER, ambiguous)
        case EntryKind.TRAVEL:
            return hanging(entry.text, width, TRAVEL_SIGN, Look.TRAVEL, ambiguous)
        case EntryKind.EDIT:
            return hanging(entry.text, width, "✎ ", Look.TRAVEL, ambiguous)
        case EntryKind.NOTICE:
            return hanging(entry.text, width, "· ", Look.QUIET, ambiguous)
        case _:
            assert_never(entry.kind)


def hanging(text: str, width: int, sign: str, look: Look, ambiguous: Ambiguous = 1) -> list[ChatLine]:
    """Plain text behind a sign, its other lines set in as far as the first."""
    indent = cell_width(sign, ambiguous)
    parts = wrap_text(text, max(1, width - indent), ambiguous)
    return [(Run((" " * indent if n else sign) + part, look),) for n, part in enumerate(parts)]


def lay_footers(footers: tuple[Footer, ...], width: int, ambiguous: Ambiguous = 1) -> list[ChatLine]:
    """The lines of everything that stands under an entry."""
    return [line for footer in footers for line in _footer(footer, width, ambiguous)]


def _footer(footer: Footer, width: int, ambiguous: Ambiguous) -> list[ChatLine]:
    match footer:
        case Note(text, tone):
            return hanging(text, width, "· ", _TONES[tone], ambiguous)
        case Dice(text):
            return hanging(text, width, "⚄ ", Look.DICE, ambiguous)
        case Card(title, lines):
            return _card(title, lines, width, ambiguous)
        case Choices(question, options):
            return _choices(question, options, width, ambiguous)
        case _:
            assert_never(footer)


def _card(title: str, lines: tuple[str, ...], width: int, ambiguous: Ambiguous) -> list[ChatLine]:
    room = max(1, width - 4)
    inner = [part for line in lines for part in wrap_text(line, room, ambiguous)]
    head = cut(title, max(1, room - 2), ambiguous=ambiguous)
    rule = "─" * max(0, room - cell_width(head, ambiguous) - 1)
    body: list[ChatLine] = [
        (Run("│ ", Look.QUIET), Run(pad(part, room, ambiguous=ambiguous)), Run(" │", Look.QUIET))
        for part in inner
    ]
    top: ChatLine = (Run("╭─ ", Look.QUIET), Run(head, Look.HEADING), Run(f" {rule}╮", Look.QUIET))
    return [top, *body, (Run("╰" + "─" * (room + 2) + "╯", Look.QUIET),)]


def _choices(question: str, options: tuple[str, ...], width: int, ambiguous: Ambiguous) -> list[ChatLine]:
    lines = hanging(question, width, "? ", Look.SPEAKER, ambiguous) if question else []
    for number, option in enumerate(options, 1):
        lines.extend(hanging(option, width, f"  {number}  ", Look.CHOICE, ambiguous))
    return lines
