"""What the player looks at and sets from the play screen: panels, and where their actions lead."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work

from rpg.context.status import Action
from rpg.runtime.compare import change_text, compare
from rpg.runtime.names import name_of
from rpg.session.background import BackgroundStatus, status_text
from rpg.session.pulse import pulse_lines
from rpg.text.clean import clean_line
from rpg.timeline.tree import is_on_path
from rpg.tui.context.screen import ContextPanel
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.person import PersonSheet
from rpg.tui.dialogs.place import PlaceSheet
from rpg.tui.dialogs.preset import PresetScreen
from rpg.tui.dialogs.read import ReadDialog
from rpg.tui.dialogs.search import SearchScreen
from rpg.tui.errors import PlayerError, explain
from rpg.tui.hand.facts import person_facts_by_hand, place_facts_by_hand, story_facts_by_hand
from rpg.tui.lore.files import spot_in_world, world_path
from rpg.tui.lore.screen import LoreScreen
from rpg.tui.memory.screen import MemoryScreen
from rpg.tui.outside import ask_and_edit
from rpg.tui.play.panes import person_text
from rpg.tui.play.past import PlayPast
from rpg.tui.play.rows import people_here, people_left
from rpg.tui.settings.screen import SettingsScreen
from rpg.tui.tools.screen import ToolScreen
from rpg.tui.words import language_of, say
from rpg.world.find import find_world
from rpg.world.watching import Stamp, stamp

if TYPE_CHECKING:
    from rpg.tui.application import RpgApp

MOST_LEFT = 24
LOOK_EVERY = 2.0
"""Seconds between two looks at the world's files while they are watched."""

MOST_PROBLEMS = 40
MOST_BRIEFED = 6
WAITING = frozenset({"unanswered", "menu"})
"""What is unresolved and stands in the chat anyway."""


class PlayLooking(PlayPast):
    """Panels by name, as the table of actions lists them. watched: the stamp of the world's files, None: not watched."""

    watched: Stamp | None = None
    _briefed = False

    @property
    def game(self) -> RpgApp:
        from rpg.tui.application import RpgApp

        assert isinstance(self.app, RpgApp)
        return self.app

    # ---- context

    @work(group="dialog", exclusive=True)
    async def action_context(self) -> None:
        try:
            panel = ContextPanel(self.session, self.prompt.text)
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="error", markup=False)
            return
        action = await self.app.push_screen_wait(panel)
        if action is not None:
            await self._go_for(action)

    async def _go_for(self, action: Action) -> None:
        """Where something that helps is done."""
        match action.code:
            case "edit_preset":
                self.action_preset()
            case "switch_lore_off":
                self.action_lore()
            case "switch_tools_off":
                self.action_tools()
            case "shorten_memory" | "unpin" | "pin_recap":
                self.action_memory()
            case "shorten_instructions":
                self.open_settings("session.instructions")
            case "larger_window":
                self.open_settings("model")
            case "shorten_answers":
                facts = story_facts_by_hand(self.session.head_state, language_of(self))
                await self.change_by_hand(tuple(one for one in facts if one.kind in ("answer", "premise")))
            case "shorten_sheet":
                await self.edit_sheet(("locations", action.target))
            case "ask_to_leave":
                name = clean_line(name_of(self.session.state, action.target))
                self.prompt.put(say(self, "ask_to_leave", name=name))
                self.prompt.focus()
            case "shorten_input":
                self.prompt.focus()
            case "take_back":
                await self.run_action("screen.undo")
            case "new_story":
                await self.run_action("screen.leave")

    # ---- people and places

    @work(group="dialog", exclusive=True)
    async def action_people(self) -> None:
        state, language = self.session.state, language_of(self)
        rows = (*people_here(state), *people_left(state, language, MOST_LEFT))
        choices = [Choice(row.id, person_text(row, say(self, "with_you"))) for row in rows]
        lead = "" if rows else say(self, "nobody")
        person = await self.app.push_screen_wait(ChooseDialog(say(self, "people_title"), choices, lead=lead))
        if person is not None:
            await self._person(person)

    @work(group="dialog", exclusive=True)
    async def open_person(self, person: str) -> None:
        """What the player may know of somebody, and what can be changed by hand."""
        await self._person(person)

    async def _person(self, person: str) -> None:
        path = world_path(self.session)
        folder = None if path is None else path if path.is_dir() else path.parent
        sheet = PersonSheet(self.session.state, person, author=self.author, folder=folder)
        match await self.app.push_screen_wait(sheet):
            case "change":
                facts = person_facts_by_hand(self.session.head_state, person, author=self.author)
                await self.change_by_hand(facts)
            case "file":
                await self.edit_sheet(("characters", person))
            case _:
                pass

    @work(group="dialog", exclusive=True)
    async def action_place(self) -> None:
        """What the player knows of the place they are at."""
        place = self.session.state.player_location
        match await self.app.push_screen_wait(PlaceSheet(self.session.state, place, author=self.author)):
            case "change":
                await self.change_by_hand(place_facts_by_hand(self.session.head_state, place))
            case "file":
                await self.edit_sheet(("locations", place))
            case _:
                pass

    def show_state(self, node: int) -> None:
        """What was true at a message, told as what differs from now."""
        language, story = language_of(self), self.session.story
        changes = compare(story.state(node), self.session.head_state, language)
        lines = [clean_line(change_text(change, language)) for change in changes]
        title = say(self, "compare_title", one=node, other=self.session.head)
        self.app.push_screen(ReadDialog(title, lines or [say(self, "compare_same")]))

    # ---- lore, tools, memory, presets, settings

    @work(group="dialog", exclusive=True)
    async def action_lore(self) -> None:
        if await self.app.push_screen_wait(LoreScreen(self.session, self.prompt.text, author=self.author)):
            self.offer_new_world()
        self.refresh_all()

    @work(group="dialog", exclusive=True)
    async def action_tools(self) -> None:
        await self.app.push_screen_wait(ToolScreen(self.session))
        self.refresh_all()

    @work(group="dialog", exclusive=True)
    async def action_memory(self) -> None:
        self.save_draft()
        if await self.app.push_screen_wait(MemoryScreen(self.session)):
            self.story_moved()

    @work(group="dialog", exclusive=True)
    async def action_preset(self) -> None:
        await self.app.push_screen_wait(PresetScreen(self.session))
        self.refresh_all()

    def action_story_settings(self) -> None:
        self.open_settings()

    @work(group="dialog", exclusive=True)
    async def open_settings(self, at: str = "") -> None:
        """The settings of the player and of this story."""
        await self.app.push_screen_wait(SettingsScreen(self.session, at=at))
        self.warm_up()

    # ---- searching everywhere

    @work(group="dialog", exclusive=True)
    async def action_search_all(self) -> None:
        """Find words on every branch, and go to where they stand."""
        node = await self.app.push_screen_wait(SearchScreen(self.session))
        if node is None:
            return
        save = self.session.save
        if not is_on_path(save, node, self.session.head):
            await self.act(self.session.goto(node))
        self.chat.show_entry(save.link(node).message - 1)
        self.chat.focus()

    # ---- the briefing, and notes that are written meanwhile

    def action_pulse(self) -> None:
        """Where the story stands."""
        try:
            lines = [clean_line_kept(one) for one in pulse_lines(self.session.pulse(), language_of(self))]
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="error", markup=False)
            return
        self.app.push_screen(ReadDialog(say(self, "pulse_title"), lines))

    def show_briefing(self) -> None:
        """Below the last message of a story that is taken up again: what is unresolved and who moved."""
        if self._briefed or self.running or self.session.log_length < 2:
            return
        self._briefed = True
        pulse = self.session.pulse()
        lines = (*(one.text for one in pulse.unresolved if one.kind not in WAITING), *pulse.moved)
        shown = tuple(clean_line(line) for line in lines[:MOST_BRIEFED])
        self.telling.brief(say(self, "briefing_title"), shown)

    def listen(self) -> None:
        """Show what the model writes between two turns."""
        self.session.background.listen = self._background

    def _background(self, status: BackgroundStatus) -> None:
        self.telling.aside = status_text(status, language_of(self))
        if self.is_mounted and not self.running:
            self.draw_activity()

    async def action_stop_notes(self) -> None:
        """Stop the notes; they go on after the next turn."""
        await self.session.background.cancel()

    # ---- the world's files

    async def edit_sheet(self, keys: tuple[str, ...]) -> None:
        """Open the world's file at a sheet in the player's editor; what was changed is offered."""
        spot = spot_in_world(self.session, keys)
        if spot is None:
            self.notify(say(self, "lore_no_file"), severity="warning", markup=False)
        elif await ask_and_edit(self.app, spot, self.session.services.environ):
            _, problems = self._remarks()
            if problems:
                self.app.push_screen(ReadDialog(say(self, "watch_problems"), problems))
            else:
                self.offer_new_world()

    def _remarks(self) -> tuple[int, tuple[str, ...]]:
        """How many remarks there are on the world's files, and what they are where the files cannot be played."""
        reading = find_world(self.session.world.id, self.session.services.paths.worlds).read()
        if all(one.severity != "error" for one in reading.problems):
            return len(reading.problems), ()
        language = language_of(self)
        lines = (clean_line(f"{one.place}: {one.sentence(language)}") for one in reading.problems)
        return len(reading.problems), tuple(lines)[:MOST_PROBLEMS]

    def action_watch(self) -> None:
        """Watch the world's files, or stop; while they are watched, changes come into the story by themselves."""
        path = world_path(self.session)
        if path is None:
            self.notify(say(self, "lore_no_file"), severity="warning", markup=False)
            return
        self.watched = None if self.watched is not None else stamp(path)
        self.notify(
            say(self, "watch_on" if self.watched is not None else "watch_off", path=path), markup=False
        )

    @work(group="watch", exclusive=True, exit_on_error=False)
    async def look_at_world(self) -> None:
        """Take the world's files over if they have changed; what is wrong with them is listed."""
        path = world_path(self.session)
        if self.watched is None or path is None or self.running:
            return
        now = await asyncio.to_thread(stamp, path)
        if now != self.watched:
            self.watched = now
            await self.take_world()

    async def take_world(self) -> None:
        """Adopt the world as its files are now, or list its problems below the story, where nobody is interrupted."""
        remarks, problems = self._remarks()
        self.telling.list_errors(say(self, "watch_problems"), problems)
        world = None if problems else self.session.changed_world()
        if world is not None:
            await self.adopt(world)
            self.notify(say(self, "watch_taken", count=remarks), markup=False)

    # ---- what is possible

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "stop_notes":
            return self.session.background.running
        return super().check_action(action, parameters)


def clean_line_kept(line: str) -> str:
    """A line with its indent kept."""
    return " " * (len(line) - len(line.lstrip())) + clean_line(line)
