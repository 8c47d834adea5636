"""The title screen: saves with place, last line and when; a new story; settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rpg.session.library import saves
from rpg.session.services import Services
from rpg.store.errors import SaveError, sentence
from rpg.store.library import Entry
from rpg.text.cells import cut, pad
from rpg.text.clean import clean_line
from rpg.text.messages import message
from rpg.tui.actions import actions_for, bindings
from rpg.tui.errors import PlayerError
from rpg.tui.keybar import KeyBar
from rpg.tui.when import when
from rpg.tui.words import language_of, say

if TYPE_CHECKING:
    from rpg.tui.application import RpgApp

BANNER = """\
█▀█ █▀█ █▀▀
█▀▄ █▀▀ █▄█"""
FIRST_SAVE = 5
"""Options above the first save."""

NAME_CELLS, LINE_CELLS = 22, 68
MARKS = frozenset("*_`~#>|")
"""Signs that may be Markdown."""

NEW, NARRATOR, SETTINGS = ":new", ":narrator", ":settings"


class TitleScreen(Screen[None]):
    """Where the game begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings((action for action in actions_for("title") if action.scope == "title"), priority=False),
        Binding("e,E,right,delete", "manage", show=False),
    ]
    CSS = """
    TitleScreen { align: center middle; }
    TitleScreen #title { width: 74; max-width: 96%; height: auto; max-height: 100%; padding-bottom: 1; }
    TitleScreen #banner { color: $text-accent; text-style: bold; height: auto; }
    TitleScreen #tagline { color: $text-muted; margin-bottom: 1; }
    TitleScreen OptionList { height: auto; max-height: 22; border: none; padding: 0; background: $background; }
    TitleScreen OptionList:focus { border: none; background-tint: transparent 0%; }
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._paths: dict[str, Entry] = {}

    def compose(self) -> ComposeResult:
        with Vertical(id="title"):
            yield Static(Content(BANNER), id="banner")
            yield Static(Content(say(self, "tagline")), id="tagline")
            yield OptionList()
        yield KeyBar("title", self._hint)

    def on_mount(self) -> None:
        self.list_saves()

    def list_saves(self) -> None:
        """Read the folder of saves anew."""
        found = self._saves()
        self._paths = {str(entry.path): entry for entry in found}
        menu = self.query_one(OptionList)
        menu.clear_options()
        menu.add_option(Option(Content.styled(say(self, "new_story"), "bold $text-success"), id=NEW))
        menu.add_option(Option(say(self, "title_narrator"), id=NARRATOR))
        menu.add_option(Option(say(self, "settings"), id=SETTINGS))
        menu.add_option(Option("", disabled=True))
        key = "saves" if found else "no_saves"
        menu.add_option(Option(Content.styled(say(self, key), "bold $text-primary"), disabled=True))
        now, language = self._services.now(), language_of(self)
        menu.add_options([Option(save_text(entry, now, language), id=str(entry.path)) for entry in found])
        menu.highlighted = FIRST_SAVE if found else 0
        menu.call_after_refresh(menu.scroll_home, animate=False)
        menu.focus()

    def _saves(self) -> tuple[Entry, ...]:
        """The saves; none, and a complaint, when the folder cannot be read."""
        try:
            return saves(self._services)
        except PlayerError as error:
            self._game.complain(error)
            return ()

    @property
    def _game(self) -> RpgApp:
        from rpg.tui.application import RpgApp

        assert isinstance(self.app, RpgApp)
        return self.app

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        match event.option_id:
            case None:
                return
            case ":new":
                self.action_new_story()
            case ":narrator":
                self._game.action_narrator()
            case ":settings":
                self.action_settings()
            case path:
                self._open(self._paths[path])

    def on_option_list_option_highlighted(self) -> None:
        self.query_one(KeyBar).refresh()

    def _hint(self) -> str:
        """What the keys do with the save under the cursor."""
        return say(self, "save_hint") if self._chosen() else ""

    def _chosen(self) -> Entry | None:
        option = self.query_one(OptionList).highlighted_option
        return None if option is None else self._paths.get(option.id or "")

    @work(exclusive=True, group="dialog")
    async def action_manage(self) -> None:
        """Rename, copy or delete the save under the cursor."""
        from rpg.tui.savemenu import manage_save

        entry = self._chosen()
        if entry is None:
            return
        try:
            if await manage_save(self.app, entry) == "open":
                self._open(entry)
        except PlayerError as error:
            self._game.complain(error)
        self.list_saves()

    def _open(self, entry: Entry) -> None:
        if entry.error is not None:
            self._game.complain(entry.error)
        else:
            self._game.open_save(entry.path)

    def action_new_story(self) -> None:
        self._game.new_story()

    def action_settings(self) -> None:
        from rpg.tui.settings.screen import SettingsScreen

        self.app.push_screen(SettingsScreen())


def save_text(entry: Entry, now: float, language: str) -> Content:
    """A save in two lines: name, place and when; the last words."""
    name = Content.styled(pad(clean_line(entry.name), NAME_CELLS), "bold")
    if entry.error is not None:
        why = cut(clean_line(sentence(_short(entry.error), language)), LINE_CELLS)
        return Content.assemble(name, Content.styled(f"\n  {why}", "$text-error"))
    card = entry.card
    turn = message(language, "tui.turn", number=card.turn)
    facts = " · ".join(
        clean_line(fact)
        for fact in (card.world, card.place, turn, when(entry.changed, now, language))
        if fact
    )
    line = cut(clean_line(_without_marks(card.line)), LINE_CELLS)
    return Content.assemble(name, f" {facts}", Content.styled(f"\n  {line}", "dim italic") if line else "")


def _short(error: SaveError) -> SaveError:
    """The error of a save in the list, where its file alone tells which it is; its folder is told when it is opened."""
    rest = {name: value for name, value in error.values.items() if name != "path"}
    return SaveError(error.code, error.path.name, **rest)


def _without_marks(line: str) -> str:
    """A card's line is prose; one that an older release wrote may hold marks still."""
    if not MARKS & set(line):
        return line
    from rpg.text.layout import prose_line

    return prose_line(line)
