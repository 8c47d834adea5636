"""The context panel on the screen (F2): actions that go to the right place, and a what-if switch."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from rpg.context.report import action_text, status_text
from rpg.context.status import Action
from rpg.runtime.names import name_of
from rpg.runtime.routes import is_known
from rpg.runtime.scene import scene
from rpg.runtime.whereabouts import whereabouts
from rpg.session.request import exact_request
from rpg.session.session import Session
from rpg.session.whatif import WhatIf, what_if
from rpg.text.clean import clean_line, clean_text
from rpg.tui.context.lines import Words, panel_lines
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.frame import Dialog
from rpg.tui.dialogs.read import ReadDialog
from rpg.tui.dialogs.value import TextDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.prose import Prose
from rpg.tui.words import language_of, say


class ContextPanel(Dialog[Action | None]):
    """The plan for the words as typed; returns the action that the player wants to go to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "what_if", show=False),
        Binding("m", "request", show=False),
    ]
    DEFAULT_CSS = """
    ContextPanel > #box { width: 120; max-width: 100%; height: auto; max-height: 100%; margin: 1 0; }
    ContextPanel OptionList { max-height: 6; margin-bottom: 1; }
    ContextPanel #plan { height: auto; max-height: 100%; }
    ContextPanel #changed { color: $text-warning; height: auto; margin-bottom: 1; }
    """

    def __init__(self, session: Session, draft: str) -> None:
        super().__init__()
        self._session = session
        self._draft = draft
        self._plan = session.plan(draft)
        self._shown = self._plan
        self._change = WhatIf()

    def title_text(self) -> str:
        return say(self, "context_title")

    def hint_text(self) -> str:
        return say(self, "context_hint_go" if self._shown.actions else "context_hint")

    def body(self) -> ComposeResult:
        yield Prose(id="status", classes="lead")
        yield Prose(id="changed")
        yield OptionList()
        with VerticalScroll(id="plan"):
            yield Prose(id="lines")

    def on_mount(self) -> None:
        self._show()
        (self.query_one(OptionList) if self._plan.actions else self.query_one("#plan")).focus()

    def on_resize(self, _event: events.Resize) -> None:
        if self.is_mounted:
            self.call_after_refresh(self._draw)

    def _show(self) -> None:
        """Draw the plan that is chosen: as things are, or as they could be."""
        language = language_of(self)
        self.query_one("#status", Prose).update(Content(status_text(self._shown, language)))
        changed = self.query_one("#changed", Prose)
        changed.update(Content(self._changes()))
        changed.display = bool(self._change)
        actions = self.query_one(OptionList)
        actions.clear_options()
        actions.add_options(
            [
                Option(Content.assemble(Content.styled("▸ ", "$text-accent"), self._action(action)))
                for action in self._shown.actions
            ]
        )
        actions.display = bool(self._shown.actions)
        self.query_one("#box").border_subtitle = Content(self.hint_text())
        actions.highlighted = 0 if self._shown.actions else None
        self._draw()

    def _action(self, action: Action) -> str:
        """What the player can do, with the name of whom or what it is about."""
        named = replace(action, target=self._called(action.target)) if action.target else action
        return action_text(named, language_of(self))

    def _draw(self) -> None:
        width = self.query_one("#plan").scrollable_content_region.width or 60
        before = self._plan if self._change else None
        words = Words(self._session.head_state, self._session.books, language_of(self))
        lines = panel_lines(self._shown, words, width, before)
        self.query_one("#lines", Prose).update(Content("\n").join(list(lines)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._shown.actions[event.option_index])

    # ---- what if

    def _changes(self) -> str:
        """The what-if in words."""
        change = self._change
        parts = [say(self, "whatif_model_is", model=clean_line(change.model))] if change.model else []
        parts += [say(self, "whatif_no_preset")] if change.without_preset else []
        parts += [say(self, "whatif_arrives", name=self._called(person)) for person in change.arrive]
        parts += [say(self, "whatif_leaves", name=self._called(person)) for person in change.leave]
        return say(self, "whatif_is", changes=say(self, "comma").join(parts))

    def _called(self, person: str) -> str:
        return clean_line(name_of(self._session.head_state, person))

    @work(group="dialog", exclusive=True)
    async def action_what_if(self) -> None:
        """Ask what could be different, and plan with it."""
        state = self._session.head_state
        here = scene(state).present
        choices = [Choice("model", say(self, "whatif_model")), Choice("preset", say(self, "whatif_preset"))]
        choices += [
            Choice(f"leave {one}", say(self, "whatif_leaves", name=self._called(one))) for one in here
        ]
        known = (one for one in state.character_ids() if one not in here and self._is_known(one))
        choices += [
            Choice(f"arrive {one}", say(self, "whatif_arrives", name=self._called(one))) for one in known
        ]
        if self._change:
            choices.insert(0, Choice("as_is", say(self, "whatif_as_is")))
        chosen = await self.app.push_screen_wait(ChooseDialog(say(self, "whatif_title"), choices))
        change = await self._changed(chosen)
        if change is not None:
            self._try(change)

    def _is_known(self, person: str) -> bool:
        """Whether the player may know of somebody: they were met, or stand at a known place."""
        state = self._session.head_state
        place = whereabouts(state, person)
        return person in state.recent or (place is not None and is_known(state, place))

    async def _changed(self, chosen: str | None) -> WhatIf | None:
        change = self._change
        match (chosen or "").split(" ", 1):
            case ["as_is"]:
                return WhatIf()
            case ["model"]:
                model = await self.app.push_screen_wait(
                    TextDialog(say(self, "whatif_model_title"), change.model)
                )
                return None if model is None else replace(change, model=model)
            case ["preset"]:
                return replace(change, without_preset=not change.without_preset)
            case ["leave", person]:
                return replace(change, leave=_toggled(change.leave, person))
            case ["arrive", person]:
                return replace(change, arrive=_toggled(change.arrive, person))
            case _:
                return None

    def _try(self, change: WhatIf) -> None:
        try:
            plan = what_if(self._session, self._draft, change) if change else self._plan
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="warning", markup=False)
            return
        self._change, self._shown = change, plan
        self._show()

    # ---- the request itself

    def action_request(self) -> None:
        """The exact messages that would be sent."""
        document = exact_request(self._shown, self._session.narrator.traits)
        lines: list[Content] = []
        for one in document.get("messages", ()):
            lines.append(Content.styled(f"── {one['role']} ──", "bold $text-primary"))
            lines.append(Content(clean_text(str(one.get("content") or ""))))
        title = say(self, "context_request")
        self.app.push_screen(ReadDialog(title, lines or [say(self, "context_no_request")]))


def _toggled(people: tuple[str, ...], person: str) -> tuple[str, ...]:
    return tuple(one for one in people if one != person) if person in people else (*people, person)
