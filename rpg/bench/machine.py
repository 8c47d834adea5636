"""Random play against one save: what the property tests and the rollback bench share.

`Player` does one random act at a time with a scripted narrator and can say whether state, prompt and save are
still the same thing.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections import deque
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

from rpg.bench.services import REGISTRY, bench_services, new_session, played, reopened
from rpg.context.result import Plan
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
from rpg.world.model import World

WINDOW = 5_000
ACTS = (
    "say",
    "say",
    "say",
    "tool_move",
    "tool_move",
    "tool_state",
    "tool_state",
    "choose",
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
    "kill",
    "edit",
    "delete",
    "insert",
    "set",
)
"""What a player may do; more likely what stands here more often."""

_WORDS = ("rain", "the", "lamp", "nobody", "waits", "雨", "says")


class Player:
    """One playthrough of `world` under random acts. dice: decides everything, so that a seed repeats a run."""

    def __init__(self, folder: Path, world: World, dice: Random, **settings: Any) -> None:
        self.dice = dice
        self.next: deque[Turn] = deque()
        self.narrator = ScriptedNarrator(self._turn)
        services = bench_services(folder, self.narrator, {"context.window": WINDOW, **settings})
        self.session: Session = new_session(services, world, seed=7)
        self.prompts: dict[int, str] = {}
        self.done: list[str] = []
        self._places = tuple(world.locations)
        self._people = tuple(world.characters)
        self._ways = tuple((start.id, exit.to) for start in world.locations.values() for exit in start.exits)

    async def step(self, act: str | None = None) -> None:
        """One act; one that is refused changes nothing."""
        act = act or self.dice.choice(ACTS)
        self.done.append(act)
        self.next.clear()
        self.narrator.requests.clear()
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

    async def _tool_state(self) -> None:
        calls = [self._call() for _ in range(self.dice.randrange(1, 4))]
        self._next(Turn(text=self._words(), calls=calls), Turn(text=self._words()))
        await self._played(self.session.play(self._words()))

    async def _choose(self) -> None:
        self._next(Turn(text=self._words()))
        await self._played(self.session.play(str(self.dice.randrange(1, 4))))

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
        reading = await self._until_mid_reply()
        await self.session.cancel()
        await reading

    async def _kill(self) -> None:
        """The process dies in the middle of a reply: what the file held then is all there is."""
        reading = await self._until_mid_reply()
        file = self.session.save.path
        copy = file.with_suffix(".killed")
        shutil.copyfile(file, copy)
        await self.session.cancel()
        await reading
        self.session.save.close()
        copy.replace(file)
        self.session = Session.open(file, self.session.services)

    async def _until_mid_reply(self) -> asyncio.Future[list[Event]]:
        """A turn that has come to the middle of its reply, or has ended before."""
        wait = Wait(asyncio.Event(), asyncio.Event())
        self._next(Turn(text=self._words(), wait=wait, wait_after=5))
        reading = asyncio.ensure_future(played(self.session.play(self._words())))
        assert wait.reached is not None
        reached = asyncio.ensure_future(wait.reached.wait())
        await asyncio.wait({reached, reading}, return_when=asyncio.FIRST_COMPLETED)
        reached.cancel()
        return reading

    async def _pick(self) -> None:
        await self.session.pick(self.dice.randrange(1, 4))

    async def _undo(self) -> None:
        await self.session.undo()

    async def _redo(self) -> None:
        await self.session.redo()

    async def _goto(self) -> None:
        await self.session.goto(self._any_node())

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
        person, place = self.dice.choice(self._people), self.dice.choice(self._places)
        kind, id, value = self.dice.choice(
            (
                ("position", person, place),
                ("condition", person, self._words()),
                ("player", "", place),
                ("clock", "", f"Day {self.dice.randrange(1, 4)} {self.dice.randrange(24):02d}:00"),
                ("lock", f"position:{person}", ""),
                ("flag", "flooded", "true"),
            )
        )
        await self.session.set(kind, id, value)

    async def _reload(self) -> None:
        self.session = reopened(self.session)

    # -- what must hold ---------------------------------------------------------------------

    def differences(self) -> tuple[str, ...]:
        """What is not the same at the head: state and re-fold, prompt then and now, sheets and what is shown."""
        return tuple(self._differences())

    def _differences(self) -> Iterator[str]:
        session, head = self.session, self.session.head
        if head is None:
            yield "there is no head"
            return
        state = session.head_state
        if refolded_hash(session, head) != state.hash:
            yield "the state is not the re-fold"
        plan = session.plan("What now?")
        prompt = request_text(plan)
        if self.prompts.setdefault(head, prompt) != prompt:
            yield "the prompt of this head was another"
        yield from _faces(session, head, plan)

    def differing_tips(self) -> int:
        """Branches whose end, folded from nothing, is another state than the one at hand."""
        story = self.session.story
        return sum(
            refolded_hash(self.session, tip) != story.state(tip).hash for tip in tips(self.session.save)
        )

    # -- small things -----------------------------------------------------------------------

    def _any_node(self) -> int:
        return self.dice.randrange(1, self.session.save.node_count() + 1)

    def _next(self, *turns: Turn) -> None:
        self.next.extend(turns)

    def _turn(self, request: Request) -> Turn:
        return self.next.popleft() if self.next else Turn(text="The rain goes on.")

    async def _played(self, events: AsyncIterator[Event]) -> None:
        await played(events)

    def _words(self) -> str:
        return " ".join(self.dice.choices(_WORDS, k=12))

    def _call(self) -> tuple[str, dict[str, Any]]:
        """A call of any other tool of the game itself."""
        person = self.dice.choice(self._people)
        return self.dice.choice(
            (
                ("update_character", {"character": person, "condition": self._words()}),
                ("update_character", {"character": person, "knows": [self._words()]}),
                ("set_flag", {"name": "flooded", "value": self.dice.random() < 0.5}),
                ("advance_time", {"minutes": self.dice.randrange(600)}),
                ("roll_dice", {"dice": "2d6+1", "who": self.dice.choice(("player", "world"))}),
                ("look_up", {"name": person}),
                ("show_widget", {"title": "Tides", "rows": [["High", self._words()]]}),
                ("save_memory", {"text": self._words()}),
                ("ask_user_input", {"question": "Which?", "choices": ["One", "Two", self._words()]}),
            )
        )

    def _operations(self) -> list[dict[str, Any]]:
        return [self._operation() for _ in range(self.dice.randrange(1, 4))]

    def _operation(self) -> dict[str, Any]:
        place, person = self.dice.choice(self._places), self.dice.choice(self._people)
        start, end = self.dice.choice(self._ways)
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
                {"op": "set_exit", "from": start, "to": end, "hidden": False},
                {"op": "set_exit", "from": start, "to": end, "locked": None},
                {"op": "reveal", "location": place},
                {"op": "update_location", "location": place, "note": self._words()},
            )
        )


def _faces(session: Session, head: int, plan: Plan) -> Iterator[str]:
    """What faces show, and whose sheets the prompt holds, against the state."""
    state = session.head_state
    shown = state_document(state, head, "en")
    now = scene(session.story.draft_ground("…").state)
    if (shown["state_hash"], shown["location"]["id"]) != (state.hash, now.location):
        yield "another place is shown"
    if shown["present"] != list(now.present):
        yield "other people are shown"
    if plan.refused:
        return
    owners = {section.id for section in plan.sections if section.id.startswith("frame.")}
    people = {f"frame.person.{id}" for id in now.present}
    if owners != {f"frame.place.{now.location}", f"frame.names.{now.location}", *people}:
        yield "the prompt holds other sheets than the scene has"


def refolded_hash(session: Session, node: int) -> str:
    """The state at `node` folded from the root, without any cache."""
    state = session.save.initial()
    for id in path(session.save, node):
        state = fold_node(state, session.save.node(id).content, session.save.index).state
    return state.hash


def prompt_of(session: Session, draft: str = "What now?") -> str:
    """The exact request for a draft at the head, as text."""
    return request_text(session.plan(draft))


def request_text(plan: Plan) -> str:
    """The request of a plan as text."""
    return json.dumps([[message.role, message.content, str(message.calls)] for message in plan.messages])
