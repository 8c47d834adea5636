"""Prose Markdown in one pass: blocks that are finished never change while more text arrives.

Known: paragraphs (a single line break is kept), headings, quotes, lists, rules, small tables and fenced
preformatted text. What is not known is text. Source: docs/terminal.md, "Chat pane".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rpg.text.inline import Spans, parse_inline

DEEPEST_LIST = 6
"""Levels of nesting that are shown; deeper items stand at this level."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: Spans


@dataclass(frozen=True, slots=True)
class Heading:
    """level: 1 (largest) to 6."""

    level: int
    spans: Spans


@dataclass(frozen=True, slots=True)
class Quote:
    """depth: 1 for a quote, 2 for a quote in a quote …"""

    depth: int
    spans: Spans


@dataclass(frozen=True, slots=True)
class ListItem:
    """marker: "•" or the number as written. depth: 0 for the outermost list."""

    marker: str
    depth: int
    spans: Spans


@dataclass(frozen=True, slots=True)
class Rule:
    pass


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; the first row is the header when `header`."""

    rows: tuple[tuple[Spans, ...], ...]
    header: bool


@dataclass(frozen=True, slots=True)
class Preformatted:
    """One line of a preformatted block, kept as it is; `first` opens the block."""

    text: str
    first: bool


Block = Paragraph | Heading | Quote | ListItem | Rule | Table | Preformatted

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)\Z")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:=[ \t]*){3,})\Z")
_QUOTE = re.compile(r" {0,3}((?:>[ \t]?)+)(.*)\Z")
_ITEM = re.compile(r"([ \t]*)(?:([-*+•])[ \t]+|(\d{1,3}[.)])[ \t]+|(\d{1,3}、)[ \t]*)(?=[^ \t])(.*)\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^`]*)\Z")
_NUMBER_ONLY = re.compile(r"\d{1,3}[.)、]?\Z")


class MarkdownStream:
    """Takes a text in pieces and keeps its blocks.

    `blocks` only ever grows. `tail` is the block still being written, if any; it may be replaced by a
    longer one of the same kind, and its text never loses what it already showed.
    """

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._lines: list[str] = []  # lines of the open paragraph, quote, item or table
        self._fence = ""
        self._fence_first = False
        self._rest = ""  # the line that has not ended yet

    @property
    def blocks(self) -> list[Block]:
        """The finished blocks, oldest first; do not change the list."""
        return self._blocks

    @property
    def tail(self) -> Block | None:
        """The open block with the unfinished line, as far as its kind is certain."""
        if self._fence:
            return self._fenced_tail()
        lines = self._lines
        if self._rest and not _is_undecided(self._rest):
            lines = [*lines, self._rest]
        if not lines or _kind(lines[0]) == "table":
            return None
        return _block(lines, growing=True)

    def _fenced_tail(self) -> Block | None:
        if not self._rest or self._rest.lstrip(" ").startswith(self._fence[0]):
            return None
        return Preformatted(self._rest, self._fence_first)

    def append(self, piece: str) -> None:
        """Add a piece of the text; it must already be clean (`clean_text`)."""
        text = self._rest + piece
        *complete, self._rest = text.split("\n")
        for line in complete:
            self._line(line)
        if self._lines and not self._fence and not _is_undecided(self._rest) and self._starts_new(self._rest):
            self._flush()

    def finish(self) -> None:
        """The text is complete: what is open becomes a block."""
        if self._rest:
            self._line(self._rest)
        self._rest = ""
        self._fence = ""
        self._flush()

    def _line(self, line: str) -> None:
        """Take one whole line."""
        if self._fence:
            self._fenced(line)
        elif fence := _FENCE.match(line):
            self._flush()
            self._fence, self._fence_first = fence[1], True
        elif not line.strip():
            self._flush()
        else:
            if self._lines and self._starts_new(line):
                self._flush()
            self._lines.append(line)
            if _kind(line) in ("heading", "rule"):
                self._flush()

    def _fenced(self, line: str) -> None:
        if line.strip().startswith(self._fence) and not line.strip().strip(self._fence[0]):
            self._fence = ""
            return
        self._blocks.append(Preformatted(line, self._fence_first))
        self._fence_first = False

    def _starts_new(self, line: str) -> bool:
        """Whether `line` cannot continue the open lines."""
        kind, open_kind = _kind(line), _kind(self._lines[0])
        if open_kind == "item":
            return kind != "text" or not line.startswith((" ", "\t"))
        if open_kind == "quote":
            return kind != "quote" or _quote_depth(line) != _quote_depth(self._lines[0])
        return kind != open_kind

    def _flush(self) -> None:
        if self._lines:
            self._blocks.append(_block(self._lines, growing=False))
            self._lines = []


def parse_markdown(text: str) -> list[Block]:
    """The blocks of a complete, clean text."""
    stream = MarkdownStream()
    stream.append(text)
    stream.finish()
    return stream.blocks


def code_blocks(text: str) -> tuple[str, ...]:
    """The preformatted blocks of a text, each as it is, without its fences."""
    found: list[list[str]] = []
    for block in parse_markdown(text):
        if isinstance(block, Preformatted):
            if block.first:
                found.append([])
            found[-1].append(block.text)
    return tuple("\n".join(lines) for lines in found)


def _is_undecided(line: str) -> bool:
    """Whether more characters of an unfinished line may still turn it into another kind of block."""
    text = line.strip()
    if text[:1] in ("", "|") or text.startswith(("```", "~~~")):
        return True
    return (
        not text.strip("-*_=•+> ")
        or not text.strip("#")
        or not text.strip("`~")
        or bool(_NUMBER_ONLY.match(text))
    )


def _kind(line: str) -> str:
    if _HEADING.match(line):
        return "heading"
    if _RULE.match(line):
        return "rule"
    if _ITEM.match(line):
        return "item"
    if _QUOTE.match(line):
        return "quote"
    return "table" if line.lstrip().startswith("|") else "text"


def _quote_depth(line: str) -> int:
    found = _QUOTE.match(line)
    return found[1].count(">") if found else 0


def _block(lines: list[str], *, growing: bool) -> Block:
    """The block that `lines`, all of one kind, make."""
    match _kind(lines[0]):
        case "heading":
            return _heading(lines[0], growing)
        case "rule":
            return Rule()
        case "item":
            return _item(lines, growing)
        case "quote":
            text = "\n".join(found[2].strip() for line in lines if (found := _QUOTE.match(line)))
            return Quote(_quote_depth(lines[0]), parse_inline(text, growing=growing))
        case "table" if len(lines) > 1:
            return _table(lines)
        case _:
            text = "\n".join(line.strip() for line in lines)
            return Paragraph(parse_inline(text, growing=growing))


def _heading(line: str, growing: bool) -> Heading:
    found = _HEADING.match(line)
    assert found
    return Heading(len(found[1]), parse_inline(found[2].rstrip(" \t#"), growing=growing))


def _item(lines: list[str], growing: bool) -> ListItem:
    found = _ITEM.match(lines[0])
    assert found
    text = "\n".join([found[5].strip(), *(line.strip() for line in lines[1:])])
    depth = min(DEEPEST_LIST, len(found[1].expandtabs(4)) // 2)
    return ListItem(found[3] or found[4] or "•", depth, parse_inline(text, growing=growing))


def _table(lines: list[str]) -> Table:
    kept = [line for line in lines if not _is_table_rule(line)]
    rows = tuple(tuple(parse_inline(cell.strip()) for cell in _cells(line)) for line in kept)
    return Table(rows, header=_is_table_rule(lines[1]))


def _is_table_rule(line: str) -> bool:
    return "--" in line and not line.strip("|:- \t")


def _cells(line: str) -> list[str]:
    body = line.strip().removeprefix("|")
    body = body[:-1] if body.endswith("|") and not body.endswith("\\|") else body
    return [cell.replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", body)]
