"""Random play against one save: what the property tests and the benchmark share.

`Player` does one random act at a time with a scripted narrator and can say whether state, prompt and save are
still the same thing.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

from rpg.narrator.protocol import Failure, Request
from rpg.narrator.scripted import ScriptedNarrator, Turn, Wait
from rpg.runtime.errors import EditError
from rpg.runtime.routes import travel_options
from rpg.runtime.scene import scene
from rpg.session.documents import state_document
from rpg.session.errors import SessionError
from rpg.session.events import Event
from rpg.session.session import Session
from rpg.timeline.fold import fold_node
from rpg.timeline.tree import path, tips
from tests.session.stories import REGISTRY, new_session, played, reopened

PLACES = ("quay", "market", "lighthouse", "castle", "cellar", "tower")
PEOPLE = ("mira", "tomas", "ana")
ACTS = (
    "say",
    "say",
    "say",
    "tool_move",
    "tool_move",
    "travel",
    "travel",
    "retry",
    "pick",
    "undo",
    "redo",
    "goto",
    "error",
    "cancel",
    "keep",
    "reload",
    "edit",
    "delete",
    "insert",
    "set",
)


class Player:
    """One playthrough under random acts. dice: decides everything, so that a seed repeats a run."""

    def __init__(self, folder: Path, dice: Random, **settings: Any) -> None:
        self.dice = dice
        self.next: deque[Turn] = deque()
        self.narrator = ScriptedNarrator(self._turn)
        values = {"context.window": 5000, **settings}
        self.session: Session = new_session(folder, self.narrator, **values)
        self.prompts: dict[int, str] = {}
        self.done: list[str] = []

    async def step(self, act: str | None = None) -> None:
        """One act; one that is refused changes nothing."""
        act = act or self.dice.choice(ACTS)
        self.done.append(act)
        self.next.clear()
        try:
            await getattr(self, f"_{act}")()
        except (SessionError, EditError):
            return

    # -- acts -------------------------------------------------------------------------------

    async def _say(self) -> None:
        self._next(Turn(text=self._words()))
        await self._played(self.session.play(self._words()))

    async def _tool_move(self) -> None:
        self._next(Turn(calls=[(REGISTRY, {"operations": self._operations()})]), Turn(text=self._words()))
        await self._played(self.session.play(self._words()))

    async def _travel(self) -> None:
        options = [option.location for option in travel_options(self.session.head_state)]
        if options:
            self._next(Turn(text=self._words()))
            narrate = self.dice.random() < 0.7
            await self._played(self.session.travel(self.dice.choice(options), narrate=narrate))

    async def _retry(self) -> None:
        self._next(Turn(text=self._words()))
        await self._played(self.session.retry())

    async def _error(self) -> None:
        text = self._words()
        cut = self.dice.randrange(len(text))
        broken = Turn(text=text, disconnect_after=cut) if cut % 2 else Turn(error=Failure.OVERLOADED)
        self._next(Turn(calls=[(REGISTRY, {"operations": self._operations()})]), broken)
        await self._played(self.session.play(self._words()))

    async def _cancel(self) -> None:
        wait = Wait(asyncio.Event(), asyncio.Event())
        self._next(Turn(text=self._words(), wait=wait, wait_after=5))
        reading = asyncio.ensure_future(played(self.session.play(self._words())))
        assert wait.reached is not None
        reached = asyncio.ensure_future(wait.reached.wait())
        await asyncio.wait({reached, reading}, return_when=asyncio.FIRST_COMPLETED)
        reached.cancel()
        await self.session.cancel()
        await reading

    async def _pick(self) -> None:
        await self.session.pick(self.dice.randrange(1, 4))

    async def _undo(self) -> None:
        await self.session.undo()

    async def _redo(self) -> None:
        await self.session.redo()

    async def _goto(self) -> None:
        await self.session.goto(self.dice.randrange(1, self.session.save.node_count() + 1))

    async def _keep(self) -> None:
        await self.session.keep_attempt()

    async def _edit(self) -> None:
        await self.session.edit(self._any_node(), self._words(), self.dice.choice(("keep", "drop")))

    async def _delete(self) -> None:
        await self.session.delete(self._any_node(), only=self.dice.random() < 0.5)

    async def _insert(self) -> None:
        kind: Any = self.dice.choice(("player", "narration"))
        await self.session.insert(self._any_node(), kind, self._words())

    async def _set(self) -> None:
        kind, id, value = self.dice.choice(
            (
                ("position", self.dice.choice(PEOPLE), self.dice.choice(PLACES)),
                ("condition", self.dice.choice(PEOPLE), self._words()),
                ("player", "", self.dice.choice(PLACES)),
                ("clock", "", f"Day {self.dice.randrange(1, 4)} {self.dice.randrange(24):02d}:00"),
                ("lock", f"position:{self.dice.choice(PEOPLE)}", ""),
                ("flag", "flooded", "true"),
            )
        )
        await self.session.set(kind, id, value)

    def _any_node(self) -> int:
        return self.dice.randrange(1, self.session.save.node_count() + 1)

    async def _reload(self) -> None:
        self.session = reopened(self.session)

    # -- what must hold ---------------------------------------------------------------------

    def check(self) -> None:
        """State = re-fold, prompt of a head = the prompt it had before, widgets = prompt = save."""
        session = self.session
        head = session.head
        assert head is not None
        state = session.head_state
        assert refolded_hash(session, head) == state.hash, self.done
        prompt = prompt_of(session)
        assert self.prompts.setdefault(head, prompt) == prompt, self.done
        shown = state_document(state, head, "en")
        now = scene(session.story.draft_ground("…").state)
        assert shown["state_hash"] == state.hash
        assert shown["location"]["id"] == now.location, self.done
        assert shown["present"] == list(now.present), self.done
        plan = session.plan("…")
        if not plan.refused:
            owners = {section.id for section in plan.sections if section.id.startswith("frame.")}
            people = {f"frame.person.{id}" for id in now.present}
            assert owners == {f"frame.place.{now.location}", f"frame.names.{now.location}", *people}, (
                self.done
            )

    def check_all_routes(self) -> None:
        """Every tip, opened from disk and folded from nothing, is what it was when the player stood there."""
        for tip in tips(self.session.save):
            assert refolded_hash(self.session, tip) == self.session.story.state(tip).hash

    # -- small things -----------------------------------------------------------------------

    def _next(self, *turns: Turn) -> None:
        self.next.extend(turns)

    def _turn(self, request: Request) -> Turn:
        return self.next.popleft() if self.next else Turn(text="The rain goes on.")

    async def _played(self, events: AsyncIterator[Event]) -> None:
        await played(events)

    def _words(self) -> str:
        return " ".join(self.dice.choices(("rain", "the", "lamp", "nobody", "waits", "雨", "says"), k=12))

    def _operations(self) -> list[dict[str, Any]]:
        return [self._operation() for _ in range(self.dice.randrange(1, 4))]

    def _operation(self) -> dict[str, Any]:
        place, person = self.dice.choice(PLACES), self.dice.choice(PEOPLE)
        made = f"Hut {self.dice.randrange(4)}"
        return self.dice.choice(
            (
                {"op": "move_player", "to": place},
                {"op": "move_player", "to": place, "with": [person]},
                {"op": "move_character", "character": person, "to": place},
                {"op": "move_character", "character": person, "to": None},
                {"op": "follow", "character": person},
                {"op": "unfollow", "character": person},
                {
                    "op": "create_location",
                    "name": made,
                    "summary": "A hut.",
                    "description": "Dry.",
                    "connect_to": place,
                },
                {"op": "set_exit", "from": "quay", "to": "cellar", "hidden": False},
                {"op": "set_exit", "from": "market", "to": "tower", "locked": None},
                {"op": "reveal", "location": place},
                {"op": "update_location", "location": place, "note": self._words()},
            )
        )


def refolded_hash(session: Session, node: int) -> str:
    """The state at `node` folded from the root, without any cache."""
    state = session.save.initial()
    for id in path(session.save, node):
        state = fold_node(state, session.save.node(id).content, session.save.index).state
    return state.hash


def prompt_of(session: Session, draft: str = "What now?") -> str:
    """The exact request for a draft at the head, as text."""
    plan = session.plan(draft)
    return json.dumps([[message.role, message.content, str(message.calls)] for message in plan.messages])
