"""The memory view: summary, conditions and pins are edited here, each as a node that can be undone."""

from __future__ import annotations

from textual import work
from textual.content import Content

from rpg.session.memoryview import memory_view, pin_recap
from rpg.session.session import Session
from rpg.text.clean import clean_line
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.edit import EditDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.hand.ask import HandDesk
from rpg.tui.hand.facts import person_facts_by_hand
from rpg.tui.memory.rows import MemoryRow, detail_content, memory_rows, row_content
from rpg.tui.rows.panel import Panel
from rpg.tui.rows.view import RowView
from rpg.tui.words import language_of, say

LONGEST_NAME = 24
"""Characters of the name that a pin gets from its text."""


class MemoryScreen(Panel[bool]):
    """Returns whether something was changed."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._memory: tuple[MemoryRow, ...] = ()
        self._changed = False

    def title_text(self) -> str:
        return say(self, "memory_title")

    def hint_text(self) -> str:
        return say(self, "memory_hint")

    def lead_text(self) -> str:
        style = self._session.settings["session.memory_style"]
        return say(self, f"memory_style_{style}")

    def on_mount(self) -> None:
        self._list()
        self.rows.move_to(next(at for at, row in enumerate(self._memory) if row.kind == "summary"))
        self.rows.focus()

    def _list(self) -> None:
        self._memory = memory_rows(memory_view(self._session), language_of(self))
        self.rows.show(len(self._memory), lambda at, width: row_content(self._memory[at], width))

    def detail(self, index: int) -> Content:
        return detail_content(self._memory[index], language_of(self))

    @work(group="dialog", exclusive=True)
    async def on_row_view_chosen(self, message: RowView.Chosen) -> None:
        try:
            done = await self._change(self._memory[message.index])
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="warning", markup=False)
            return
        if done:
            self._changed = True
            self._list()

    async def _change(self, row: MemoryRow) -> bool:
        """Change what a row tells of; whether it was changed."""
        match row.kind:
            case "summary":
                old = memory_view(self._session)["summary"]["text"]
                return await self._set_text("summary", "", old, say(self, "memory_summary_title"))
            case "condition":
                state, language = self._session.head_state, language_of(self)
                facts = person_facts_by_hand(state, row.id, author=False)
                return await HandDesk(self.app, self._session, language).change_one_of(facts[:2])
            case "pin":
                return await self._pin(row)
            case "add_pin":
                return await self._set_text("pin", "", "", say(self, "memory_add_pin"))
            case "recap":
                return await pin_recap(self._session) is not None
            case "observation":
                self.notify(say(self, "memory_read_only"), markup=False)
                return False
            case _:
                return False

    async def _pin(self, row: MemoryRow) -> bool:
        choices = [Choice(act, say(self, f"pin_{act}")) for act in ("edit", "remove")]
        match await self.app.push_screen_wait(ChooseDialog(clean_line(row.id), choices)):
            case "edit":
                return await self._set_text("pin", row.id, row.text, clean_line(row.id))
            case "remove":
                await self._session.set("pin", row.id, "")
                return True
            case _:
                return False

    async def _set_text(self, kind: str, id: str, old: str, title: str) -> bool:
        """Ask for a text and set it; a new pin is called after its first words."""
        text = await self.app.push_screen_wait(EditDialog(old, title=title))
        if text is None or text.strip() == old.strip():
            return False
        name = id or (self._free_name(text) if kind == "pin" else "")
        await self._session.set(kind, name, text.strip())
        return True

    def _free_name(self, text: str) -> str:
        name = clean_line(text)[:LONGEST_NAME].strip() or "pin"
        taken = self._session.head_state.pins()
        return next(
            one for one in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if one not in taken
        )

    def action_back(self) -> None:
        self.dismiss(self._changed)
