"""The lore inspector (F4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input

from rpg.session.binding import bind_here, edit_entry, entry_spot, library_id, unbind_here
from rpg.session.books import SWITCH
from rpg.session.lorebooks import book_rows
from rpg.session.session import Session
from rpg.text.clean import clean_line
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.edit import EditDialog
from rpg.tui.dialogs.frame import plain
from rpg.tui.dialogs.value import TextDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.lore.rows import LoreRow, detail_content, lore_rows, row_content
from rpg.tui.outside import ask_and_edit
from rpg.tui.prose import Prose
from rpg.tui.rows.panel import Panel
from rpg.tui.rows.view import RowView
from rpg.tui.words import language_of, say

PAUSE = 0.15
"""Seconds without a key after which the test text is evaluated."""


class LoreScreen(Panel[bool]):
    """Returns whether the world's files were changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", show=False),
        Binding("down", "to_rows", show=False),
        Binding("b", "books", show=False),
    ]
    DEFAULT_CSS = """
    LoreScreen Input { margin-bottom: 0; }
    LoreScreen #count { color: $text-muted; margin-bottom: 1; }
    LoreScreen .spoils { color: $text-warning; }
    """

    def __init__(self, session: Session, draft: str, *, author: bool = False) -> None:
        """author: whether what the author keeps back may be seen without a warning."""
        super().__init__()
        self._author = author
        self._session = session
        self._draft = draft
        self._entries: tuple[LoreRow, ...] = ()
        self._pause: Timer | None = None
        self._written = False

    def title_text(self) -> str:
        return say(self, "lore_title")

    def hint_text(self) -> str:
        return say(self, "lore_hint")

    def body(self) -> ComposeResult:
        if not self._author:
            yield plain(say(self, "lore_spoils"), "spoils")
        yield Input(self._draft, placeholder=say(self, "lore_test"), id="test")
        yield Prose(id="count")
        yield RowView()
        yield Prose(id="detail")

    def on_mount(self) -> None:
        self._evaluate()
        self.rows.focus()

    # ---- trying out

    def on_input_changed(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self._evaluate)

    def on_input_submitted(self) -> None:
        self._evaluate()
        self.rows.focus()

    def _evaluate(self) -> None:
        """What the text would bring in; the cursor stays on its entry."""
        if not self.is_attached:
            return
        kept = self._chosen
        text = self.query_one("#test", Input).value
        self._entries = lore_rows(self._session, text, language_of(self))
        places = [(row.book, row.entry.id) for row in self._entries]
        at = places.index((kept.book, kept.entry.id)) if kept and (kept.book, kept.entry.id) in places else 0
        self.rows.show(len(places), lambda index, width: row_content(self._entries[index], width), at)
        active = sum(row.active for row in self._entries)
        key = "lore_count" if places else "lore_none"
        self.query_one("#count", Prose).update(Content(say(self, key, active=active, count=len(places))))

    @property
    def _chosen(self) -> LoreRow | None:
        at = self.rows.highlighted
        return self._entries[at] if at is not None and at < len(self._entries) else None

    def detail(self, index: int) -> Content:
        return detail_content(self._entries[index], language_of(self))

    def action_to_rows(self) -> None:
        self.rows.focus()

    # ---- changing

    def action_switch(self) -> None:
        """Switch the entry on or off in this story."""
        row = self._chosen
        if row is not None:
            self._switch(f"{row.book}.{row.entry.id}", not row.entry.enabled)

    def _switch(self, name: str, on: bool) -> None:
        self._session.set_setting(f"{SWITCH}{name}", on)
        self._evaluate()

    @work(group="dialog", exclusive=True)
    async def on_row_view_chosen(self) -> None:
        """What can be done with the entry."""
        row = self._chosen
        if row is None:
            return
        entry_act = "off" if row.entry.enabled else "on"
        book_act = "book_on" if row.reason == "book_off" else "book_off"
        acts = (entry_act, book_act, "content", "edit_keys", "editor")
        choices = [Choice(act, say(self, f"lore_{act}", book=row.book)) for act in acts]
        match await self.app.push_screen_wait(ChooseDialog(row.name, choices, lead=row.sentence)):
            case "on" | "off" as act:
                self._switch(f"{row.book}.{row.entry.id}", act == "on")
            case "book_on" | "book_off" as act:
                self._switch(row.book, act == "book_on")
            case "content":
                lead = say(self, "lore_edit_lead")
                text = await self.app.push_screen_wait(
                    EditDialog(row.entry.content, title=row.name, lead=lead)
                )
                if text is not None and text.strip() != row.entry.content:
                    self._write(row, {"content": text.strip()})
            case "edit_keys":
                await self._edit_keys(row)
            case "editor":
                await self._open(row)
            case _:
                pass

    async def _edit_keys(self, row: LoreRow) -> None:
        title, lead = say(self, "lore_keys_title"), say(self, "lore_keys_lead")
        typed = await self.app.push_screen_wait(TextDialog(title, "; ".join(row.entry.keys), lead=lead))
        if typed is not None:
            parts = typed.replace("；", ";").split(";")
            self._write(row, {"keys": [part.strip() for part in parts if part.strip()]})

    def _write(self, row: LoreRow, changes: dict[str, str | bool | Sequence[str]]) -> None:
        """Save a change to the file of the world or of the library."""
        try:
            file = edit_entry(self._session, row.book, row.entry.id, changes)
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="error", markup=False)
            return
        self._changed(row)
        self.notify(say(self, "lore_written", file=file), markup=False)

    def _changed(self, row: LoreRow) -> None:
        """A book of the library is read anew at once; the world's files are for the story to take up."""
        if row.book in self._session.world.lorebooks:
            self._written = True
        else:
            self._evaluate()

    async def _open(self, row: LoreRow) -> None:
        spot = entry_spot(self._session, row.book, row.entry.id)
        if spot is None:
            self.notify(say(self, "lore_no_file"), severity="warning", markup=False)
        elif await ask_and_edit(self.app, spot, self._session.services.environ):
            self._changed(row)

    @work(group="dialog", exclusive=True)
    async def action_books(self) -> None:
        """Which books of the player's library take part in this story."""
        own = [row for row in book_rows(self._session) if row["source"] == "own"]
        taking_part = {row["id"]: row["takes_part"] for row in own}
        choices = [
            Choice(row["id"], f"{'●' if row['takes_part'] else '○'} {clean_line(row['name'])}", row["id"])
            for row in own
        ]
        lead = say(self, "lore_books_lead" if own else "lore_books_none")
        chosen = await self.app.push_screen_wait(
            ChooseDialog(say(self, "lore_books_title"), choices, lead=lead)
        )
        if chosen is not None:
            self._take_part(chosen, not taking_part[chosen])

    def _take_part(self, book: str, on: bool) -> None:
        id = library_id(self._session, book)
        try:
            bind_here(self._session, id, ()) if on else unbind_here(self._session, id)
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="error", markup=False)
        self._evaluate()

    def action_back(self) -> None:
        self.dismiss(self._written)
