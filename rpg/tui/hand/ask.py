"""Asking for a new value and setting it through the session."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App

from rpg.runtime.apply import apply
from rpg.runtime.locks import is_locked
from rpg.session.hand import hand_edit
from rpg.session.session import Session
from rpg.text.cells import cell_width, pad
from rpg.text.clean import clean_line
from rpg.text.messages import message
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.value import TextDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.hand.facts import HandFact, fact_now, fact_text, lock_name, place_choices

NAME_CELLS = 34
"""Cells of the longest name of a fact in a list."""

OUT_OF_SIGHT = ":nowhere"
LOCK = ":lock"


class HandDesk:
    """Asks for changes of one session in the language of the interface."""

    def __init__(self, app: App[None], session: Session, language: str, *, author: bool = False) -> None:
        self._app = app
        self._session = session
        self._language = language
        self._author = author

    def _say(self, key: str, **values: object) -> str:
        return message(self._language, f"tui.{key}", **values)

    async def change_one_of(self, facts: Sequence[HandFact]) -> bool:
        """Ask which fact, then for its value. Whether something was changed. Raises what the session raises."""
        state = self._session.head_state
        names = [fact_text(state, fact, self._language) for fact in facts]
        width = min(NAME_CELLS, max(map(cell_width, names), default=0))
        choices = [
            Choice(str(number), pad(name, width), fact_now(state, fact, self._language) or "—")
            for number, (name, fact) in enumerate(zip(names, facts, strict=True))
        ]
        lead = self._say("hand_lead")
        chosen = await self._app.push_screen_wait(ChooseDialog(self._say("hand_title"), choices, lead=lead))
        return False if chosen is None else await self.change(facts[int(chosen)])

    async def change(self, fact: HandFact) -> bool:
        """Ask for the value of a fact and set it. Whether it was changed."""
        value = await self._value(fact)
        if value is None:
            return False
        if value == LOCK:
            name = lock_name(fact)
            kind = "unlock" if is_locked(self._session.head_state, name) else "lock"
            await self._session.set(kind, name)
            return True
        await self._session.set(fact.kind, fact.id, "" if value == OUT_OF_SIGHT else value)
        return True

    async def _value(self, fact: HandFact) -> str | None:
        match fact.kind:
            case "position" | "player":
                return await self._place(fact)
            case "forgets":
                known = [Choice(text, clean_line(text)) for text in self._session.head_state.knows(fact.id)]
                return await self._app.push_screen_wait(ChooseDialog(self._title(fact), known))
            case "flag" if isinstance(self._session.head_state.flag(fact.id), bool):
                choices = [Choice("true", self._say("hand_on")), Choice("false", self._say("hand_off"))]
                at = "true" if self._session.head_state.flag(fact.id) else "false"
                return await self._app.push_screen_wait(ChooseDialog(self._title(fact), choices, at=at))
            case _:
                return await self._text(fact)

    def _wrong(self, fact: HandFact, text: str) -> str:
        """What is wrong with a value: it is tried on the state as it is."""
        state = self._session.head_state
        try:
            apply(state, hand_edit(state, fact.kind, fact.id, text))
        except PlayerError as error:
            return explain(error, self._language)
        return ""

    def _title(self, fact: HandFact) -> str:
        return fact_text(self._session.head_state, fact, self._language)

    async def _place(self, fact: HandFact) -> str | None:
        state = self._session.head_state
        choices = [Choice(id, name) for id, name in place_choices(state, author=self._author)]
        if fact.kind == "position":
            choices.append(Choice(OUT_OF_SIGHT, self._say("hand_out_of_sight")))
        choices.append(self._lock_choice(fact))
        return await self._app.push_screen_wait(ChooseDialog(self._title(fact), choices))

    async def _text(self, fact: HandFact) -> str | None:
        """A line of text; where the fact can be locked, that is offered first."""
        if lock_name(fact):
            choices = [
                Choice("write", self._say("hand_write"), clean_line(fact.now)),
                self._lock_choice(fact),
            ]
            chosen = await self._app.push_screen_wait(ChooseDialog(self._title(fact), choices))
            if chosen != "write":
                return chosen
        lead = self._say("hand_clock_lead") if fact.kind == "clock" else ""
        return await self._app.push_screen_wait(
            TextDialog(
                self._title(fact), clean_line(fact.now), lead=lead, wrong=lambda text: self._wrong(fact, text)
            )
        )

    def _lock_choice(self, fact: HandFact) -> Choice:
        locked = is_locked(self._session.head_state, lock_name(fact))
        return Choice(LOCK, self._say("hand_unlock" if locked else "hand_lock"))
