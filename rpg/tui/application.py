"""The Textual app: themes, language, palette, and which screen is shown."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import App
from textual.binding import BindingType
from textual.command import CommandPalette, Provider
from textual.notifications import Notify
from textual.screen import Screen
from textual.widgets import Input, TextArea

from rpg.session.library import save_path
from rpg.session.services import Services
from rpg.store.errors import SaveError
from rpg.text.messages import LANGUAGES
from rpg.tui.actions import ACTIONS, actions_for, bindings
from rpg.tui.errors import PlayerError, explain
from rpg.tui.palette import ActionProvider, Palette
from rpg.tui.play.face import PlayFace
from rpg.tui.themes import THEMES, first_theme, following
from rpg.tui.title import TitleScreen
from rpg.tui.words import say

if TYPE_CHECKING:
    from rpg.session.session import Session

LATER = ("rpg.tui.play.screen", "rpg.tui.wizard.screen")
"""What the title does not need and the next key may: loaded while the player reads the title."""

READ_AHEAD = 0.4
"""Seconds after the title stands before the rest is loaded, so that it is painted first."""

Renew = Callable[[Services], Services]


def read_ahead() -> None:
    """Load the other screens beside the loop; what cannot be loaded is told when it is asked for."""

    def load() -> None:
        with suppress(Exception):
            for name in LATER:
                import_module(name)

    Thread(target=load, name="read-ahead", daemon=True).start()


def in_small_letters(key: str) -> str:
    """A letter's key without Shift, as key bars and hints write them in capitals: "N" is "n"."""
    *modifiers, last = key.split("+")
    if len(last) != 1 or not last.isalpha() or "ctrl" in modifiers:
        return key
    return "+".join((*(name for name in modifiers if name != "shift"), last.lower()))


class RpgApp(App[None]):
    """The game. language: of the interface; services: the edges sessions work with."""

    TITLE = "rpg"
    ENABLE_COMMAND_PALETTE = True
    CSS = """
    OptionList, VerticalScroll, TextArea, CommandList, RowView {
        scrollbar-size-vertical: 1;
        scrollbar-background: $surface;
        scrollbar-background-hover: $surface;
        scrollbar-background-active: $surface;
        scrollbar-color: $rule;
    }
    OptionList:focus > .option-list--option-highlighted {
        background: $primary 30%;
        color: $strong;
    }
    OptionList > .option-list--option-highlighted, RowView:focus > .rows--cursor { color: $strong; }
    .input--placeholder, .text-area--placeholder { color: $foreground 75%; }
    .option-list--option-disabled { color: $foreground 75%; }
    ToastRack { dock: top; align: right top; margin: 1 0 0 0; }
    SearchIcon { display: none; }
    CommandPalette > Vertical { background: $surface; margin-top: 1; width: 84; max-width: 96%; }
    CommandPalette #--input { background: $surface; border: round $primary; padding: 0 1; }
    CommandPalette #--input.--list-visible { border-bottom: none; }
    CommandPalette CommandInput, CommandPalette CommandInput:focus { border: none; height: 1; }
    CommandPalette CommandList, CommandPalette CommandList:focus {
        background: $surface;
        border: round $primary;
        border-top: none;
        padding: 1 0 0 0;
    }
    CommandPalette CommandList > .option-list--option { text-style: none; }
    ToastRack { margin-bottom: 3; }
    Toast { padding: 0 1; }
    RpgApp.-theme-contrast .input--placeholder,
    RpgApp.-theme-contrast-light .input--placeholder { color: $foreground; text-style: italic; }
    RpgApp.-theme-contrast OptionList:focus > .option-list--option-highlighted,
    RpgApp.-theme-contrast-light OptionList:focus > .option-list--option-highlighted,
    RpgApp.-theme-contrast RowView:focus > .rows--cursor,
    RpgApp.-theme-contrast-light RowView:focus > .rows--cursor { background: $primary 40%; text-style: bold; }
    """
    COMMANDS: ClassVar[set[type[Provider]]] = {ActionProvider}  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings(
        (action for action in actions_for("title") if action.scope == "everywhere"), priority=True
    )

    def __init__(
        self,
        services: Services,
        target: str | None = None,
        *,
        author: bool = False,
        first: bool = False,
        renew: Renew = lambda services: services,
    ) -> None:
        """target: a world or save to open. author: whether what the game keeps back is shown. first: whether to
        ask who tells the stories. renew: makes the edges anew after the configuration has changed."""
        super().__init__()
        self.animation_level = "none"
        self.services = services
        self.language = services.language
        self._target = target
        self._author = author
        self._first = first
        self._renew = renew
        self._dress()

    def _dress(self) -> None:
        """Choose the look before any style sheet is read, so that each is read once."""
        for theme in THEMES:
            self.register_theme(theme)
        chosen = self.services.config.values.get("theme")
        name = first_theme(chosen, self.console.color_system)
        self.set_reactive(App.theme, name)
        self.stylesheet.set_variables(self.get_css_variables())
        dark = self.current_theme.dark
        looks = {f"-theme-{name}": True, "-dark-mode": dark, "-light-mode": not dark}
        self.update_classes(looks, update=False)

    def on_mount(self) -> None:
        self._heed_signals()
        self.push_screen(TitleScreen(self.services))
        self.set_timer(READ_AHEAD, read_ahead)
        if self._target is not None:
            self.call_after_refresh(self.open_target, self._target)
        elif self._first:
            self.action_narrator()

    def _heed_signals(self) -> None:
        """A closed terminal and a polite kill are ways to quit: what is under way is kept, the terminal restored."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(AttributeError, NotImplementedError):  # Windows has neither
                loop.add_signal_handler(getattr(signal, name), self._quit_soon)

    def _quit_soon(self) -> None:
        self.run_worker(self.action_quit(), group="quit", exclusive=True)

    async def on_event(self, event: events.Event) -> None:
        """Keys of the play screen go to the prompt before any widget is chosen for them."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            if isinstance(self.screen, PlayFace):
                self.screen.take_typing(event)
            if event.key.startswith("alt+") or not isinstance(self.focused, Input | TextArea):
                event.key = in_small_letters(event.key)
        await super().on_event(event)
        if isinstance(event, events.Key):
            await asyncio.sleep(0)  # a dialog that the key opens stands before the next key is read

    # ---- stories

    def open_target(self, name: str) -> None:
        """Open a save by name, or begin a story in a world by name."""
        try:
            self.open_save(save_path(self.services, name))
        except SaveError:
            self.new_story(name)

    def open_save(self, path: Path) -> None:
        """Play a save. Raises SaveError only for one that is not there."""
        if not path.is_file():
            raise SaveError("missing", path)
        from rpg.session.session import Session

        try:
            session = Session.open(path, self.services)
        except PlayerError as error:
            self.complain(error)
            return
        self.play(session)

    def play(self, session: Session) -> None:
        """Show a session; back on the title the list of saves is read anew."""
        from rpg.tui.play.screen import PlayScreen

        self.push_screen(PlayScreen(session, self.language, author=self._author), self._left)

    def _left(self, _result: None) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, TitleScreen):
                screen.list_saves()

    @work(exclusive=True, group="wizard")
    async def new_story(self, world: str | None = None) -> None:
        """Ask what a new story needs, create it, play it."""
        from rpg.tui.wizard.screen import Wizard

        session = await self.push_screen_wait(Wizard(self.services, world))
        if session is not None:
            self.play(session)

    @on(Notify)
    def forget_the_same(self, event: Notify) -> None:
        """What is said again takes the place of what was said, instead of standing below it."""
        new = event.notification
        for old in list(self._notifications):
            if (old.message, old.title, old.severity) == (new.message, new.title, new.severity):
                self._unnotify(old, refresh=False)

    def complain(self, error: Exception) -> None:
        """Show why something could not be done."""
        self.notify(explain(error, self.language), severity="error", timeout=10, markup=False)

    # ---- acts of every screen

    def _shows(self, kind: type[Screen[Any]]) -> bool:
        """Whether such a screen is open, on top or below others."""
        return any(isinstance(screen, kind) for screen in self.screen_stack)

    def action_help_quit(self) -> None:
        """Ctrl+C, which leaves other programs: say what leaves this one."""
        key = next(action.shown_key for action in ACTIONS if action.name == "quit")
        self.notify(say(self, "how_to_quit", key=key), markup=False)

    def action_command_palette(self) -> None:
        if not self._shows(CommandPalette):
            hint = say(self, "palette_hint")
            self.push_screen(Palette(placeholder=hint, id="--command-palette"))

    def action_help(self) -> None:
        from rpg.tui.dialogs.frame import Dialog
        from rpg.tui.dialogs.help import HelpScreen

        if not self._shows(HelpScreen):
            top = self.screen
            here = (top.title_text(), top.hint_text()) if isinstance(top, Dialog) else None
            self.push_screen(HelpScreen("play" if self._shows(PlayFace) else "title", here))

    def action_theme(self) -> None:
        """The next theme, at once and for good."""
        self.theme = following(self.theme)
        self.set_option("theme", self.theme)

    def action_language(self) -> None:
        """The next language; screens are made anew in it."""
        index = LANGUAGES.index(self.language) if self.language in LANGUAGES else 0
        self.language = LANGUAGES[(index + 1) % len(LANGUAGES)]
        self.set_option("language", self.language)
        self.services = replace(self.services, language=self.language)
        self._rebuild()

    def _rebuild(self) -> None:
        """Replace the screens in view by new ones in the new language."""
        screen: Screen[object] = self.screen
        if isinstance(screen, CommandPalette):
            return
        if isinstance(screen, PlayFace) and not screen.running:
            screen.save_draft()
            session = screen.session
            session.services = self.services
            self.pop_screen()
            self.play(session)
        elif isinstance(screen, TitleScreen):
            self.switch_screen(TitleScreen(self.services))

    def set_option(self, key: str, value: object) -> None:
        """Write a setting of the player; a failure is told and changes nothing on screen."""
        self.remember({key: value})

    def remember(self, values: Mapping[str, object]) -> Services:
        """Write settings of the player and return the edges that go with them."""
        try:
            for key, value in values.items():
                self.services = replace(self.services, config=self.services.config.with_value(key, value))
        except PlayerError as error:
            self.complain(error)
        self.services = self._renew(self.services)
        return self.services

    @work(exclusive=True, group="dialog")
    async def action_narrator(self) -> None:
        """Find servers and models, test one, and remember who tells the stories."""
        from rpg.tui.first.screen import FirstStart

        if self._shows(FirstStart):
            return
        below = self.screen
        if not await self.push_screen_wait(FirstStart(self.services, self.remember)):
            return
        if isinstance(below, PlayFace):
            below.session.reconfigure(self.services)
            below.warm_up()

    async def action_quit(self) -> None:
        """Close what is open; nothing is lost: words that cannot be saved are left in the terminal."""
        left = ""
        for screen in self.screen_stack:
            if isinstance(screen, PlayFace):
                left = screen.save_draft()
                await screen.session.close()
        self.exit(message=Text(f"{say(self, 'words_left')}\n{left}") if left else None)
