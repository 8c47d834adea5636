"""The presets of a story: which one is active, and which of its entries are sent."""

from __future__ import annotations

from dataclasses import dataclass

from textual import work
from textual.content import Content

from rpg.session.presets import preset_rows, preset_warning, rewrite_entry, switch_entry, use_preset
from rpg.session.session import Session
from rpg.session.shelf import NO_PRESET
from rpg.text.cells import pad
from rpg.text.clean import clean_line, clean_text
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.edit import EditDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.rows.panel import Panel
from rpg.tui.rows.view import RowView
from rpg.tui.words import language_of, say

LABEL_CELLS, TOKEN_CELLS = 20, 12


@dataclass(frozen=True, slots=True)
class PresetRow:
    """A preset, or with `entry` one of its entries (of the active preset alone). on: active, or sent."""

    preset: str
    entry: str
    label: str
    text: str
    tokens: int
    on: bool


class PresetScreen(Panel[None]):
    """Every preset; the entries of the active one below it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._presets: tuple[PresetRow, ...] = ()

    def title_text(self) -> str:
        return say(self, "preset_title")

    def hint_text(self) -> str:
        return say(self, "choose_hint")

    def lead_text(self) -> str:
        return preset_warning(self._session) or say(self, "preset_lead")

    def on_mount(self) -> None:
        self._list()
        self.rows.focus()

    def _list(self) -> None:
        rows: list[PresetRow] = []
        for one in preset_rows(self._session):
            on = one["active"]
            rows.append(
                PresetRow(
                    one["id"], "", one["name"], say(self, f"preset_from_{one['source']}"), one["tokens"], on
                )
            )
            entries = one["entries"] if on else ()
            rows += [
                PresetRow(one["id"], e["id"], e["id"], e["text"], e["tokens"], e["enabled"]) for e in entries
            ]
        active = any(row.on for row in rows if not row.entry)
        rows.append(PresetRow(NO_PRESET, "", say(self, "preset_none"), "", 0, not active))
        self._presets = tuple(rows)
        self.rows.show(len(rows), self._row)

    def _row(self, index: int, _width: int) -> Content:
        row = self._presets[index]
        sign = ("☑ " if row.on else "☐ ") if row.entry else ("● " if row.on else "○ ")
        indent = "   " if row.entry else ""
        label = pad(clean_line(row.label), LABEL_CELLS - len(indent))
        tokens = say(self, "tokens", count=f"{row.tokens:,}") if row.preset != NO_PRESET else ""
        return Content.assemble(
            indent,
            Content.styled(sign, "$text-success" if row.on else "dim"),
            Content.styled(label, "" if row.entry else "bold"),
            Content.styled(f" {pad(tokens, TOKEN_CELLS, align='right')}  {clean_line(row.text)}", "dim"),
        )

    def detail(self, index: int) -> Content:
        return Content(clean_text(self._presets[index].text))

    @work(exclusive=True, group="dialog")
    async def on_row_view_chosen(self, message: RowView.Chosen) -> None:
        try:
            await self._change(self._presets[message.index])
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="warning", markup=False)
        self._list()

    async def _change(self, row: PresetRow) -> None:
        """Use the preset, or switch or rewrite the entry."""
        if not row.entry:
            use_preset(self._session, row.preset)
            return
        choices = [Choice(act, say(self, f"preset_{act}")) for act in ("off" if row.on else "on", "rewrite")]
        match await self.app.push_screen_wait(ChooseDialog(clean_line(row.label), choices)):
            case "on" | "off" as act:
                switch_entry(self._session, row.entry, act == "on")
            case "rewrite":
                text = await self.app.push_screen_wait(EditDialog(row.text, title=clean_line(row.label)))
                if text is not None and text.strip() != row.text:
                    rewrite_entry(self._session, row.entry, text.strip())
            case _:
                pass
