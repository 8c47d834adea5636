"""The command palette: everything the player can do where they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from textual import events
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from rpg.tui.actions import Action, Scope, actions_for
from rpg.tui.finding import score, spans
from rpg.tui.play.face import PlayFace
from rpg.tui.words import say

LOWEST = 6
"""Rows below which there is no room for a list."""


class Palette(CommandPalette):
    """Textual's palette; where there is no room for its list it goes, for paging an unseen list would end the game."""

    _over = False

    def on_resize(self, _event: events.Resize) -> None:
        if self.app.size.height < LOWEST:
            self.dismiss(None)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Leave; a second Enter before the palette has gone leaves nothing below it."""
        if self._over:
            return AwaitComplete()
        self._over = True
        return super().dismiss(result)


class ActionProvider(Provider):
    """The palette lists what the screen below it allows at present."""

    def _allowed(self) -> Iterable[tuple[Action, str]]:
        scope: Scope = "play" if isinstance(self.screen, PlayFace) else "title"
        for action in actions_for(scope):
            on_app = action.scope == "everywhere"
            if action.name != "commands" and (on_app or self.screen.check_action(action.method, ())):
                yield action, say(self.screen, f"about_{action.name}")

    async def discover(self) -> Hits:
        for action, about in self._allowed():
            yield DiscoveryHit(f"{about}  {action.shown_key}", self._run(action), about)

    async def search(self, query: str) -> Hits:
        nothing = True
        for action, about in self._allowed():
            fit = score(query, self._words(action, about))
            if fit:
                nothing = False
                found = Content(about)
                for start, end in spans(query, about):
                    found = found.stylize("bold underline", start, end)
                yield Hit(fit, Content.assemble(found, f"  {action.shown_key}"), self._run(action), about)
        if nothing:
            sentence = say(self.screen, "palette_nothing")
            yield Hit(0.0, Content.styled(sentence, "dim"), _stay, sentence)

    def _words(self, action: Action, about: str) -> tuple[str, ...]:
        """What an act is known by: the word of the key bar, other words for it, its sentence, its name."""
        bar, also = (say(self.screen, f"{kind}_{action.name}") for kind in ("action", "also"))
        return bar, also, about, action.name.replace("_", " ")

    def _run(self, action: Action) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            await self.screen.run_action(action.target)

        return run


async def _stay() -> None:
    """What a sentence among the commands does: nothing."""
