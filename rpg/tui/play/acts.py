"""The acts of the play screen: travel, time travel, panels, search."""

from __future__ import annotations

from collections.abc import Awaitable

from textual import work
from textual.widgets import Input

from rpg.session.acts import Act
from rpg.session.past import Changed
from rpg.tui.dialogs.travel import TravelMenu
from rpg.tui.errors import PlayerError, explain
from rpg.tui.play.base import PlayBase
from rpg.tui.play.rows import exit_rows
from rpg.tui.words import language_of, say

MOST_LEFT = 24


class PlayActs(PlayBase):
    """Actions by name, as the table of actions lists them."""

    # ---- going

    @work(group="dialog", exclusive=True)
    async def action_travel(self) -> None:
        journey = await self.app.push_screen_wait(TravelMenu(self.session.state, language_of(self)))
        if journey is not None:
            self.go(journey.place, journey.companions)

    def go(self, place: str, companions: tuple[str, ...] = ()) -> None:
        """Travel by the player's rules; while a reply comes in, only a hint."""
        if self.running:
            self.busy()
        else:
            self.run_turn(self.session.travel(place, companions))

    def action_exit(self, number: int) -> None:
        """Take the exit with that digit."""
        for row in exit_rows(self.session.state, language_of(self)):
            if row.number == number:
                self.go(row.to)

    def busy(self) -> None:
        """A reply is coming in; say how to stop it."""
        self.notify(say(self, "busy"), severity="warning", markup=False)

    # ---- saying

    def send(self, text: str) -> None:
        """The player's words, or the choice they name by its number."""
        if self.running:
            self.busy()
            return
        self.save_draft()
        self.sent = text
        self.run_turn(self.session.play(text))

    # ---- time travel

    def action_retry(self) -> None:
        answered = self.session.unanswered() is None
        self.run_turn(self.session.retry(), hiding=1 if answered else 0)

    def action_go_on(self) -> None:
        """Go on with what broke off; the reply to come begins with it."""
        attempts = self.session.attempts()
        waiting = self.session.unanswered() is not None
        length = len(self.source)
        text = attempts[-1].content.text if waiting else self.source.log(length - 1).text
        self.run_turn(self.session.go_on(), hiding=0 if waiting else 1)
        self.telling.go_on(text)

    async def action_undo(self) -> None:
        await self.act(self.session.undo())

    async def action_redo(self) -> None:
        await self.act(self.session.redo())

    async def action_keep(self) -> None:
        await self.act(self.session.keep_attempt())

    async def action_previous_reply(self) -> None:
        await self._turn_to(-1)

    async def action_next_reply(self) -> None:
        await self._turn_to(1)

    async def _turn_to(self, step: int) -> None:
        index = self._reply_index()
        if index is None:
            return
        entry = self.source.log(index)
        number = entry.reply + step
        if 1 <= number <= entry.replies:
            await self.act(self.session.pick(number, entry.node))

    def _reply_index(self) -> int | None:
        """The chosen reply, else the last one."""
        chosen = self.chat.chosen
        indices = range(len(self.source) - 1, -1, -1) if chosen is None else (chosen,)
        return next((i for i in indices if self.source.log(i).kind == "narration"), None)

    async def act(self, act: Awaitable[Act | Changed]) -> bool:
        """Do an act of time travel and draw where it led. Whether it was done."""
        self.save_draft()  # the words go where the act leads, however lately they were typed
        try:
            done = await act
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="warning", markup=False)
            return False
        self.story_moved(done.restored if isinstance(done, Act) else "")
        if isinstance(done, Changed) and done.misfits:
            self.notify(say(self, "misfits", count=len(done.misfits)), severity="warning", markup=False)
        return True

    async def action_cancel(self) -> None:
        await self.session.cancel()

    # ---- searching

    def action_search(self) -> None:
        self.add_class("-searching")
        self.query_one("#finder").display = True  # at once, so that the next key is typed into it
        self.set_focus(self.query_one("#search", Input))

    def end_search(self) -> None:
        """Put the search line away."""
        self.remove_class("-searching")
        self.query_one("#finder").display = False
        self.chat.clear_found()
        self.set_focus(self.prompt)

    # ---- what is possible

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "cancel":
                return self.running
            case "retry":
                return not self.running and self.session.log_length > 1
            case "keep":
                return not self.running and bool(self.session.attempts())
            case "go_on":
                waiting = self.session.unanswered() is not None
                possible = bool(self.session.attempts()) if waiting else "continue" in self.offered
                return not self.running and possible
            case "record":
                return not self.running and bool(self.session.unrecorded())
            case "undo":
                entry = self.session.save.undoable()
                return entry is not None and entry.before is not None
            case "redo":
                return self.session.save.redoable() is not None
            case "previous_reply" | "next_reply":
                return not self.running and self._has_replies()
            case "travel" | "exit":
                return not self.running
            case _:
                return True

    def _has_replies(self) -> bool:
        index = self._reply_index()
        return index is not None and self.source.log(index).replies > 1
