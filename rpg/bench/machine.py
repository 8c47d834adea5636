"""Random play against one save: what the property tests and the rollback bench share.

`Player` does one random act at a time with a scripted narrator and can say whether state, prompt and save are
still the same thing.
"""

from __future__ import annotations

import shutil
from typing import Any

from rpg.bench.agreement import end_differences
from rpg.bench.seat import Seat, over
from rpg.bench.services import REGISTRY, played, reopened
from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import Turn
from rpg.runtime.errors import EditError
from rpg.session.errors import SessionError
from rpg.session.hand import HAND_EDITS
from rpg.session.past import Misfit, misfits
from rpg.session.session import Session

_ACTS = {
    "say": 3,
    "tool_move": 2,
    "tool_state": 2,
    "choose": 1,
    "travel": 2,
    "retry": 1,
    "pick": 1,
    "undo": 2,
    "redo": 2,
    "goto": 1,
    "error": 1,
    "cancel": 1,
    "kill": 1,
    "interrupt": 1,
    "keep": 1,
    "cut_short": 1,
    "continue": 1,
    "prose_move": 1,
    "record": 1,
    "edit": 1,
    "reread": 1,
    "delete": 1,
    "insert": 1,
    "accept": 1,
    "drop": 1,
    "renarrate": 1,
    "set": 3,
    "label": 1,
    "adopt": 1,
    "draft": 2,
    "reload": 1,
}

ACTS = tuple(act for act, weight in _ACTS.items() for _ in range(weight))
"""What a player may do; more likely what stands here more often."""

_INTERRUPTING = ("undo", "redo", "goto", "pick", "edit", "delete", "insert", "set", "adopt", "say", "retry")
"""What a player may do while a reply comes in."""


class Player(Seat):
    """One playthrough of `world` under random acts. dice: decides everything, so that a seed repeats a run."""

    async def step(self, act: str | None = None) -> None:
        """One act; one that is refused changes nothing."""
        act = act or self.dice.choice(ACTS)
        self.done.append(act)
        self.next.clear()
        self.narrator.requests.clear()
        try:
            await getattr(self, f"_{act}")()
        except (SessionError, EditError):
            self.refused[act] += 1

    async def _first(self, act: str) -> None:
        """An act without which the next one is not possible."""
        await getattr(self, f"_{act}")()
        self._agreement.walked(self.session, act)

    @property
    def heads(self) -> int:
        """How many heads have been looked at."""
        return len(self._agreement.prompts)

    def differences(self) -> tuple[str, ...]:
        """What is not the same at the head after the last act."""
        act = self.done[-1] if self.done else ""
        return tuple(self._agreement.differences(self.session, act))

    def end_differences(self) -> tuple[str, ...]:
        """What is not the same at the ends of all branches, and in the file."""
        return tuple(end_differences(self.session))

    # -- turns ------------------------------------------------------------------------------

    async def _say(self) -> None:
        self._next(Turn(text=self._words()))
        await played(self._play())

    async def _tool_move(self) -> None:
        self._next(Turn(calls=[self._moves()]), Turn(text=self._words()))
        await played(self._play())

    async def _tool_state(self) -> None:
        calls = [self._draws.call() for _ in range(self.dice.randrange(1, 4))]
        self._next(Turn(text=self._words(), calls=calls), Turn(text=self._words()))
        await played(self._play())

    async def _choose(self) -> None:
        self._next(Turn(text=self._words()))
        await played(self._play(str(self.dice.randrange(1, 4))))

    async def _travel(self) -> None:
        self._next(Turn(text=self._words()))
        await played(self._going())

    async def _retry(self) -> None:
        self._next(Turn(text=self._words()))
        await played(self.session.retry())

    async def _prose_move(self) -> None:
        self._next(Turn(text=self._draws.prose_move()))
        await played(self._play())

    async def _record(self) -> None:
        if not self.session.unrecorded():
            await self._first("prose_move")
        await self.session.record()

    async def _cut_short(self) -> None:
        self._next(Turn(text=self._words(), finish="length"))
        await played(self._play())

    async def _continue(self) -> None:
        if self.session.unanswered() is not None and not self.session.attempts():
            await self._first("retry")
        calls = [self._draws.call()] if self._draws.chance(0.3) else []
        self._next(Turn(text=self._words(), calls=calls), Turn(text=self._words()))
        await played(self.session.go_on())

    async def _renarrate(self) -> None:
        misfit = await self._misfit()
        self._next(Turn(calls=[self._moves()]), Turn(text=self._words()))
        await played(self.session.renarrate(misfit.node))

    async def _reread(self) -> None:
        broken = Turn(error=Failure.OVERLOADED) if self._draws.chance(0.2) else Turn(text=self._words())
        self._next(Turn(calls=[self._moves(), self._draws.call()]), broken)
        await played(self.session.reread(self._reply(), self._words()))

    # -- turns that come to no good end -----------------------------------------------------

    async def _broken_off(self) -> None:
        """A reply of which something had come."""
        self._next(Turn(calls=[self._moves()]), Turn(text=self._words(), disconnect_after=9))
        await played(self._play())

    async def _error(self) -> None:
        text = self._words()
        cut = self.dice.randrange(len(text))
        broken = Turn(text=text, disconnect_after=cut) if cut % 2 else Turn(error=Failure.OVERLOADED)
        self._next(Turn(calls=[self._moves()]), broken)
        await played(self._telling())

    async def _cancel(self) -> None:
        reading = await self._until_mid_reply()
        await self.session.cancel()
        await over(reading)

    async def _interrupt(self) -> None:
        """Another act in the middle of a reply, which ends it."""
        reading = await self._until_mid_reply()
        self._agreement.walked(self.session, "cancel")
        self.next.clear()
        try:
            await self._first(self.dice.choice(_INTERRUPTING))
        finally:
            await self.session.cancel()
            await over(reading)

    async def _kill(self) -> None:
        """The process dies in the middle of a reply: what the file held then is all there is."""
        reading = await self._until_mid_reply()
        file = self.session.save.path
        copy = file.with_suffix(".killed")
        shutil.copyfile(file, copy)
        await self.session.cancel()
        await over(reading)
        self.session.save.close()
        copy.replace(file)
        self.session = Session.open(file, self.session.services)

    # -- time travel ------------------------------------------------------------------------

    async def _pick(self) -> None:
        at = self._any_node() if self._draws.chance(0.3) else None
        await self.session.pick(self.dice.randrange(1, 3), at)

    async def _undo(self) -> None:
        await self.session.undo()

    async def _redo(self) -> None:
        if self.session.save.redoable() is None:
            await self._first("undo")
        await self.session.redo()

    async def _goto(self) -> None:
        await self.session.goto(self._any_node())

    async def _keep(self) -> None:
        if not self.session.attempts():
            await self._first("broken_off")
        await self.session.keep_attempt()

    async def _label(self) -> None:
        name = self._words() if self._draws.chance(0.7) else ""
        self.session.label(self._any_node(), name)

    async def _reload(self) -> None:
        self.session = reopened(self.session)

    # -- changing the past ------------------------------------------------------------------

    async def _edit(self) -> None:
        await self.session.edit(self._any_node(), self._words(), self.dice.choice(("keep", "drop")))

    async def _delete(self) -> None:
        await self.session.delete(self._any_node(), only=self._draws.chance(0.5))

    async def _insert(self) -> None:
        kind: Any = self.dice.choice(("player", "narration"))
        await self.session.insert(self._any_node(), kind, self._words())

    async def _accept(self) -> None:
        await self.session.accept_drift((await self._misfit()).node)

    async def _drop(self) -> None:
        misfit = await self._misfit()
        edits = self.session.save.node(misfit.node).content.edits
        await self.session.drop_edits(misfit.node, [edits.index(misfit.edit)])

    async def _set(self) -> None:
        kind = self.dice.choice(HAND_EDITS).kind
        await self.session.set(*self._draws.hand_edit(kind))

    async def _adopt(self) -> None:
        await self.session.adopt(self._draws.other_world(self.session.world))

    # -- what is typed ----------------------------------------------------------------------

    async def _draft(self) -> None:
        """The player types over what stands in the prompt."""
        self._agreement.typed.discard(self.session.draft)
        self.session.draft = self._words()
        self._agreement.typed.add(self.session.draft)

    # -- what does not fit ------------------------------------------------------------------

    async def _misfit(self) -> Misfit:
        """Some edit of the path that drifted or conflicts; where there is none, one is made."""
        found = misfits(self.session.story, None, self.session.head)
        if not found:
            found = await self._drift()
        if not found:
            raise SessionError("no_misfit")
        return self.dice.choice(found)

    async def _drift(self) -> tuple[Misfit, ...]:
        """Two moves by the model, the first of which is then deleted."""
        state = self.session.head_state
        others = [id for id in state.location_ids() if id != state.player_location]
        moved: list[int | None] = []
        for to in self.dice.sample(others, min(2, len(others))):
            self._next(Turn(calls=[(REGISTRY, {"operations": [{"op": "move_player", "to": to}]})]))
            await self._first("say")
            moved.append(self.session.head)
        changed = await self.session.delete((moved and moved[0]) or 1)
        self._agreement.walked(self.session, "delete")
        return changed.misfits
