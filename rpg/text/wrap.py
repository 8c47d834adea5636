"""Breaking prose into lines by cells, for Latin and CJK text alike.

Rules (docs/terminal.md, "Text"): a line may end at spaces, beside any wide character, after a hyphen or
dash inside a word; never before closing punctuation, never after opening punctuation. Latin words stay
whole; a word longer than a line is broken between characters.
"""

from __future__ import annotations

from typing import NamedTuple

from rpg.text.cells import Ambiguous, Cluster, clusters

NEVER_FIRST = frozenset(
    "，。！？；：、．”’）》】」』〉〕］｝〗〙·‥…—–～〜％‰℃ー々ゝゞヽヾ・"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
    ",.!?;:)]}%°'\""
)
NEVER_LAST = frozenset("“‘（《【「『〈〔［｛〖〘([{¥￥$£€＃#@'\"")
FIRST_WIDE = "\u1100"
"""The first character that Unicode makes wide."""
_DASHES = frozenset("—–―")
_CLOSES = frozenset("”’…—")  # one cell wide, so that nothing else tells them from Latin
_OPENS = frozenset("“‘")
_GLUE = frozenset("\u00a0\u202f\u2007")


class Line(NamedTuple):
    """One line of a broken text: `text[start:end]`, `cells` wide, without the spaces at its end."""

    start: int
    end: int
    cells: int


def _may_part(before: str, after: str, wide: bool) -> bool:
    """Whether a line may end between two neighbouring characters, neither of them a space.

    wide: whether one of them is a wide character.
    """
    if after in NEVER_FIRST or before in NEVER_LAST or after in _GLUE or before in _GLUE:
        return False
    return wide or before in _DASHES or (before in _CLOSES and after in _OPENS)


def break_lines(text: str, width: int, *, start: int = 0, ambiguous: Ambiguous = 1) -> list[Line]:
    """The lines of `text[start:]` at most `width` cells wide; "\\n" always ends a line.

    width: cells, at least 1; a character wider than the line stands alone on it. Lines cover everything
    but line breaks and the spaces around a soft break. An empty text is one empty line.
    """
    lines: list[Line] = []
    position = start
    while True:
        end = text.find("\n", position)
        hard = len(text) if end < 0 else end
        lines.extend(_paragraph(text, position, hard, max(1, width), ambiguous))
        if end < 0:
            return lines
        position = end + 1


def wrap_text(text: str, width: int, ambiguous: Ambiguous = 1) -> list[str]:
    """`text` as the list of its lines, each at most `width` cells wide."""
    return [text[line.start : line.end] for line in break_lines(text, width, ambiguous=ambiguous)]


def _paragraph(text: str, start: int, end: int, width: int, ambiguous: Ambiguous) -> list[Line]:
    units = [Cluster(a + start, b + start, c) for a, b, c in clusters(text[start:end], ambiguous)]
    return _Breaker(text, units, width).lines() if units else [Line(start, start, 0)]


class _Breaker:
    """Takes the units of a text without line breaks one by one and closes lines as they fill."""

    def __init__(self, text: str, units: list[Cluster], width: int) -> None:
        self._text = text
        self._units = units
        self._width = width
        self._lines: list[Line] = []
        self._first = 0  # unit at which the current line begins
        self._part_at = 0  # latest unit before which it may end; not behind `_first`: nowhere
        self._used = self._used_at_part = 0
        self._inked = False  # whether it holds more than spaces

    def lines(self) -> list[Line]:
        for index, unit in enumerate(self._units):
            if self._text[unit.start] != " ":
                self._ink(index)
            self._used += unit.cells
        return [*self._lines, _line(self._text, self._units, self._first, len(self._units))]

    def _ink(self, index: int) -> None:
        """Take a unit that is not a space."""
        if self._inked and _may_end_before(self._text, self._units, index):
            self._part_at, self._used_at_part = index, self._used
        while index > self._first and self._used + self._units[index].cells > self._width:
            self._close(index)
        self._inked = True

    def _close(self, index: int) -> None:
        """End the line where it may end, else before unit `index`; a too wide indent alone gives way."""
        if self._part_at <= self._first:
            self._part_at, self._used_at_part = index, self._used
        if self._inked:
            self._lines.append(_line(self._text, self._units, self._first, self._part_at))
        self._first = self._part_at
        self._used -= self._used_at_part


def _may_end_before(text: str, units: list[Cluster], index: int) -> bool:
    """Whether a line may end before unit `index`, which is not a space."""
    before, after = units[index - 1], units[index]
    first, second = text[before.start], text[after.start]
    if first == " ":
        return True
    if first == "-" and second.isalpha() and index > 1:
        return text[units[index - 2].start].isalpha()
    return _may_part(first, second, _is_wide(first, before) or _is_wide(second, after))


def _is_wide(character: str, unit: Cluster) -> bool:
    """Wide by nature; punctuation that a setting widens still behaves like Latin."""
    return unit.cells == 2 and character >= FIRST_WIDE


def _line(text: str, units: list[Cluster], first: int, beyond: int) -> Line:
    """The line of units[first:beyond] without its trailing spaces."""
    last = beyond
    while last > first and text[units[last - 1].start] == " ":
        last -= 1
    begin = units[first].start
    finish = units[last - 1].end if last > first else begin
    return Line(begin, finish, sum(unit.cells for unit in units[first:last]))
