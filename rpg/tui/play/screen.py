"""The play screen: header, map and exits, the story with its prompt, people and meter, key bar."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static, TextArea

from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.narrators import STORYTELLER
from rpg.text.cells import Ambiguous
from rpg.text.clean import clean_line
from rpg.tui.chatlog.log import ChatLog
from rpg.tui.keybar import KeyBar
from rpg.tui.map.sheet import map_sheet
from rpg.tui.map.view import MapView
from rpg.tui.play.base import Measured
from rpg.tui.play.header import HeaderBar
from rpg.tui.play.looking import LOOK_EVERY, PlayLooking
from rpg.tui.play.meter import Meter, bar, usage_of
from rpg.tui.play.panes import ExitList, PeopleList
from rpg.tui.play.prompt import History, Prompt
from rpg.tui.play.rows import exit_rows, people_here, people_left
from rpg.tui.words import language_of, say

REMEMBERED = 400
"""Messages of the log in which the history of the prompt is looked for."""

BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]
"""Columns from which the side panes stand beside the story."""

ROWS = [(0, "-low"), (9, "-high")]
"""Rows from which there is room for more than the story and the prompt."""

PANES = (Prompt, ChatLog, MapView, ExitList, PeopleList, Meter)

HINTS: dict[type[object], str] = {
    ChatLog: "keys_story",
    MapView: "keys_map",
    ExitList: "keys_exits",
    PeopleList: "keys_people",
    Meter: "keys_meter",
}
"""Catalogue keys of what can be done in a pane."""


class PlayScreen(PlayLooking):
    """One session on the screen. Below 100 columns the side panes are a drawer (F5)."""

    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    VERTICAL_BREAKPOINTS = ROWS
    AUTO_FOCUS = "Prompt"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(f"alt+{digit}", f"exit({digit})", show=False, priority=True) for digit in range(1, 10)),
        Binding("escape", "back", show=False, priority=True),
    ]

    def compose(self) -> ComposeResult:
        self._fit(BREAKPOINTS, self.app.size.width)
        self._fit(ROWS, self.app.size.height)
        ambiguous: Ambiguous = 2 if self.session.settings["ambiguous_width"] == 2 else 1
        yield HeaderBar()
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield Static(id="region", classes="title")
                yield MapView(ambiguous=ambiguous)
                yield Static(Content(say(self, "exits")), classes="title")
                yield ExitList()
            with Vertical(id="middle"):
                hint = self._unseen
                yield ChatLog(self.source, hint=hint, ambiguous=ambiguous)
                yield Static(id="activity")
                with Horizontal(id="finder"):
                    yield Static(Content(say(self, "search_label")), id="search-label")
                    yield Input(id="search", placeholder=say(self, "search_hint"), compact=True)
                    yield Static(id="search-count")
                with Horizontal(id="entry"):
                    yield Static(Content("❯ "), id="sign")
                    yield Prompt(History(self._said), placeholder=say(self, "prompt_hint"))
            with Vertical(id="right"):
                yield PeopleList()
                yield Static(Content(say(self, "context")), classes="title")
                yield Meter()
        yield KeyBar("play", self.keys_here)

    def _fit(self, breakpoints: list[tuple[int, str]], cells: int) -> None:
        """Take the layout of a size before the first paint, which comes before any resize."""
        fitting = max((least, name) for least, name in breakpoints if least <= cells)[1]
        for _, name in breakpoints:
            self.set_class(name == fitting, name)

    def on_mount(self) -> None:
        self.prompt.put(self.session.draft)
        self.show_waiting()
        if self.session.log_length == 1:
            self.call_after_refresh(self.chat.action_to_start)
        self.draw_state(self.session.state)
        self.call_after_refresh(self.warm_up)
        self.set_interval(1, self._tick)
        self.set_interval(LOOK_EVERY, self.look_at_world)
        self.listen()

    def _tick(self) -> None:
        """While the first word is waited for, the seconds are counted."""
        if self.running:
            self.telling.tick()
            self.draw_activity()

    def _unseen(self, rows: int) -> str:
        return say(self, "new_lines", count=rows)

    def _said(self) -> list[str]:
        count = self.session.log_length
        log = self.session.log(max(0, count - REMEMBERED), count)
        return [entry.text for entry in log if entry.kind == "player"]

    # ---- drawing

    def draw_state(self, state: State) -> None:
        language = language_of(self)
        sheet = map_sheet(state, whole=self.has_class("-whole"))
        self.query_one(MapView).show(sheet)
        region = say(self, "map_whole") if sheet.region is None else clean_line(sheet.region)
        self.query_one("#region", Static).update(
            Content(f"{say(self, 'map')} · {region}" if region else say(self, "map"))
        )
        self.query_one(ExitList).show(exit_rows(state, language))
        self.query_one(PeopleList).show(people_here(state), people_left(state, language))
        self._draw_header(state)

    def _draw_header(self, state: State) -> None:
        here, usage = scene(state), self.query_one(Meter).usage
        header = self.query_one(HeaderBar)
        header.left = (
            clean_line(state.world.name),
            clean_line(here.name),
            here.clock_text(language_of(self)),
        )
        share = f"{bar(usage.share, 6)} {usage.share:.0%}" if usage.available else ""
        narrator = clean_line(self.session.narrator_name) if self.warm else ""
        if narrator == STORYTELLER:
            narrator = say(self, "storyteller")
        header.tone = usage.tone
        header.right = (
            narrator,
            say(self, "author_mark") if self.author else "",
            share if self.has_class("-narrow") else "",
        )

    def draw_activity(self) -> None:
        activity = self.query_one("#activity", Static)
        said = self.telling.activity or self.telling.aside
        activity.update(Content(said))
        activity.set_class(bool(said), "-busy")
        self.query_one(KeyBar).refresh()

    def keys_here(self) -> str:
        """What the keys do in the pane that has the keyboard; nothing for the prompt."""
        name = HINTS.get(type(self.focused))
        return say(self, name) if name else ""

    def on_descendant_focus(self) -> None:
        self.query_one(KeyBar).refresh()

    def on_measured(self, message: Measured) -> None:
        self.query_one(Meter).usage = usage_of(message.plan)
        self._draw_header(self.session.state)

    def on_resize(self, _event: events.Resize) -> None:
        if self.is_mounted:
            self.call_after_refresh(self._draw_header, self.session.state)

    # ---- what the panes say

    def on_prompt_sent(self, message: Prompt.Sent) -> None:
        self.send(message.text)

    def on_prompt_paged(self, message: Prompt.Paged) -> None:
        if message.pages is None:
            self.chat.action_to_end()
        else:
            self.chat.action_page(message.pages)

    def on_map_view_place_chosen(self, message: MapView.PlaceChosen) -> None:
        self.go(message.place)

    def on_exit_list_taken(self, message: ExitList.Taken) -> None:
        self.go(message.to)

    def on_people_list_opened(self, message: PeopleList.Opened) -> None:
        self.open_person(message.person)

    def on_chat_log_entry_chosen(self, message: ChatLog.EntryChosen) -> None:
        self.message_menu(message.index)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        if message.input.id == "search":
            number, count = self.chat.find(message.value)
            told = (
                say(self, "search_count", number=number, count=f"{count:,}")
                if count
                else say(self, "search_nothing")
            )
            self.query_one("#search-count", Static).update(Content(told))

    def on_input_changed(self, message: Input.Changed) -> None:
        if message.input.id == "search":
            self.query_one("#search-count", Static).update(Content(""))

    def take_typing(self, event: events.Key) -> None:
        """Whoever starts typing types into the prompt.

        Called before the key is handed to a widget, so that no key overtakes another while the focus moves.
        """
        if event.character and event.is_printable and not isinstance(self.focused, Input | TextArea):
            self.set_focus(self.prompt)

    # ---- the panes themselves

    def action_panes(self) -> None:
        """Narrow: open or close the drawer. Wide: hide or show the side panes."""
        self.toggle_class("-drawer" if self.has_class("-narrow") else "-bare")
        if self.has_class("-narrow"):
            (self.query_one(MapView) if self.has_class("-drawer") else self.prompt).focus()

    def action_next_pane(self) -> None:
        """The keyboard goes to the next pane that is seen."""
        panes = [self.query_one(kind) for kind in PANES]
        seen = [pane for pane in panes if pane.display and pane.region.area]
        index = seen.index(self.focused) if self.focused in seen else -1
        seen[(index + 1) % len(seen)].focus()

    def action_zoom(self) -> None:
        """One region or everything known. A map that is not seen is brought up first."""
        if not self.query_one(MapView).region.area:
            self.action_panes()
        self.toggle_class("-whole")
        self.draw_state(self.session.state)

    async def action_back(self) -> None:
        """One step back: stop a reply, leave the search, the drawer, a pane."""
        if self.running:
            await self.action_cancel()
        elif self.has_class("-searching"):
            self.end_search()
        elif self.has_class("-drawer"):
            self.action_panes()
        else:
            self.chat.chosen = None
            self.chat.refresh()
            self.prompt.focus()

    async def action_leave(self) -> None:
        """Back to the title; nothing is lost."""
        self.save_draft()
        await self.session.close()
        self.dismiss(None)
