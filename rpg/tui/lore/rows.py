"""The entries of the lorebooks as rows: what is in, what is out, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from textual.content import Content

from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.session.lorebooks import lore_verdicts
from rpg.session.session import Session
from rpg.text.cells import cut, pad
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import message
from rpg.world.lorebook import LoreEntry

NAME_CELLS = 48
OFF = frozenset({"disabled", "book_off"})
MATCH_CELLS = 140
LONGEST = 600
"""Characters of an entry's text under the list."""


@dataclass(frozen=True, slots=True)
class LoreRow:
    """An entry. sentence: why it is in or out. matches: (key, text) pairs. position: where it stands, "" nowhere."""

    book: str
    entry: LoreEntry
    active: bool
    reason: str
    sentence: str
    matches: tuple[tuple[str, str], ...] = ()
    position: str = ""

    @property
    def name(self) -> str:
        return clean_line(self.entry.title or self.entry.id)


def lore_rows(session: Session, draft: str, language: str) -> tuple[LoreRow, ...]:
    """Every entry for a turn with `draft`, those that take part first, then in the order of the books."""
    books = {book.id: book for book in session.books}
    rows = [
        _row(verdict, books[verdict["book"]].entries[verdict["entry"]], session.head_state, language)
        for verdict in lore_verdicts(session, draft, None)
        if verdict["entry"] in books[verdict["book"]].entries
    ]
    return tuple(sorted(rows, key=lambda row: not row.active))


def _sentence(verdict: Mapping[str, Any], state: State, language: str) -> str:
    """Why an entry is in or out; a condition that does not hold in words."""
    if verdict["reason"] != "condition":
        return clean_line(verdict["text"])
    kind, _, id = str(verdict.get("detail", "")).partition(":")
    key = f"tui.lore_needs_{kind}"
    told = message(language, key, name=clean_line(name_of(state, id)))
    return clean_line(verdict["text"]) if told == key else told


def _row(verdict: Mapping[str, Any], entry: LoreEntry, state: State, language: str) -> LoreRow:
    return LoreRow(
        verdict["book"],
        entry,
        bool(verdict["active"]),
        verdict["reason"],
        _sentence(verdict, state, language),
        tuple((one["key"], one["text"]) for one in verdict.get("matched", ())),
        verdict.get("position", ""),
    )


def row_content(row: LoreRow, width: int) -> Content:
    """An entry in one line."""
    if row.active:
        sign = Content.styled("● ", "$text-success")
    elif row.reason in OFF:
        sign = Content.styled("× ", "$text-error")
    else:
        sign = Content.styled("○ ", "dim")
    name_cells = min(NAME_CELLS, max(8, width // 2))
    name = pad(cut(row.name, name_cells), name_cells)
    return Content.assemble(
        sign,
        Content.styled(name, "bold" if row.active else ""),
        Content.styled(f"  {cut(row.sentence, max(4, width - name_cells - 4))}", "" if row.active else "dim"),
    )


def detail_content(row: LoreRow, language: str) -> Content:
    """An entry in several lines: where it is from, its keys, what matched, its text."""
    keys = message(language, "tui.comma").join(clean_line(key) for key in row.entry.keys)
    place = message(language, f"tui.lore_at_{row.position}") if row.position else ""
    facts = (row.name, place, row.sentence)
    id = Content.styled(f"  {clean_line(row.book)}.{clean_line(row.entry.id)}", "dim")
    told = clean_line(" · ".join(fact for fact in facts if fact))
    lines = [Content.assemble(Content.styled(told, "$text-primary"), id)]
    if keys:
        lines.append(Content.styled(message(language, "tui.lore_keys", keys=keys), "dim"))
    lines.extend(
        Content.styled(f"{clean_line(key)} ← {cut(clean_line(text), MATCH_CELLS)}", "$text-success")
        for key, text in row.matches
        if text and text != key
    )
    text = clean_text(row.entry.content)
    lines.append(Content(text if len(text) <= LONGEST else text[:LONGEST] + "…"))
    return Content("\n").join(lines)
