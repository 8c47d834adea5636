"""Whether the screen, the prompt and the save say the same: random play through the real app, without a terminal.

After every act place, ways, people and clock are read from the widgets, from the plan of the next request and
from the file, which a second reader folds from its root. Source: docs/bench.md (`faces`), docs/design.md §3.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rpg.bench.driver import Driver, driven
from rpg.bench.maze import maze
from rpg.bench.result import Options, Result, exactly
from rpg.bench.scratch import scratch_folder
from rpg.bench.services import REGISTRY, bench_services, new_session
from rpg.narrator.protocol import Failure, Request
from rpg.narrator.scripted import ScriptedNarrator, Turn, Wait
from rpg.runtime.routes import travel_options
from rpg.runtime.scene import Scene, scene
from rpg.runtime.state import State
from rpg.session.session import Session
from rpg.store.save import Save
from rpg.text.clean import clean_text
from rpg.timeline.fold import fold_node
from rpg.timeline.tree import message_count, messages, path

NAME = "faces"
SEED = 20_267
STEPS_OF_A_STORY = 120
ACTS = (
    "say",
    "say",
    "tool_move",
    "tool_move",
    "travel",
    "travel",
    "way",
    "retry",
    "undo",
    "redo",
    "previous",
    "next",
    "error",
    "cancel",
    "keep",
    "reopen",
    "panes",
)
_WORDS = ("rain", "the", "lamp", "nobody", "waits", "雨", "says")


@dataclass(slots=True)
class Seen:
    """What a run has seen. where: the way to the first difference."""

    steps: int = 0
    stories: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    where: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one face says. ways: ids of the places that can be seen from here. last: the last words of the story."""

    place: str
    ways: tuple[str, ...]
    people: tuple[str, ...]
    clock: str
    last: str = ""


def run(options: Options) -> Result:
    """Plays stories through the app until enough steps are done."""
    seed = SEED if options.seed is None else options.seed
    steps = options.pick(50, 3_000)
    seen = Seen()
    while seen.steps < steps:
        options.say(f"{seen.steps} of {steps} steps")
        with scratch_folder() as folder:
            count = min(STEPS_OF_A_STORY, steps - seen.steps)
            asyncio.run(story(folder, seed + seen.stories, count, seen))
    return result_of(seed, seen)


async def story(folder: Path, seed: int, steps: int, seen: Seen) -> None:
    """One story of random acts."""
    hand = Hand(Random(seed))
    services = bench_services(folder, hand.narrator, {"context.window": 8_192})
    session = new_session(services, maze(), seed=7)
    async with driven(services, session) as driver:
        for _ in range(steps):
            await hand.act(driver)
            differences = tuple(differences_of(driver))
            seen.found.update(differences)
            if differences and not seen.where:
                seen.where = f"seed {seed}, {len(hand.done)} acts: {' '.join(hand.done)}"
        await driver.screen.session.close()
    seen.steps += steps
    seen.stories += 1
    seen.acts.update(hand.done)


class Hand:
    """A player at the keyboard, and the narrator's script."""

    def __init__(self, dice: Random) -> None:
        self.done: list[str] = []
        self.narrator = ScriptedNarrator(self._told)
        self._dice = dice
        self._next: deque[Turn] = deque()

    async def act(self, driver: Driver, act: str | None = None) -> None:
        """One random act, by keys where there are keys for it."""
        act = act or self._dice.choice(ACTS)
        self.done.append(act)
        self._next.clear()
        self.narrator.requests.clear()
        match act:
            case "say" | "tool_move" | "error":
                self._next.extend(self._script(act))
                await driver.say(self._words())
            case "travel":
                await self._travel(driver)
            case "way":
                await driver.press(f"alt+{self._dice.randrange(1, 5)}")
            case "cancel":
                await self._cancel(driver)
            case "reopen":
                await driver.reopen()
            case _:
                await driver.press(_KEYS[act])

    def _script(self, act: str) -> list[Turn]:
        reply = Turn(text=self._words())
        if act == "say":
            return [reply]
        call = Turn(text="Then: ", calls=[(REGISTRY, {"operations": self._operations()})])
        return [call, reply if act == "tool_move" else Turn(error=Failure.OVERLOADED)]

    async def _travel(self, driver: Driver) -> None:
        options = [one.location for one in travel_options(driver.screen.session.head_state)]
        if options:
            await driver.go(self._dice.choice(options))

    async def _cancel(self, driver: Driver) -> None:
        """A reply is stopped in its middle with Esc."""
        wait = Wait(asyncio.Event(), asyncio.Event())
        self._next.append(Turn(text=self._words(), wait=wait, wait_after=5))
        await driver.say(self._words(), settle=False)
        assert wait.reached is not None
        while driver.screen.running and not wait.reached.is_set():
            await driver.pause()
        await driver.press("escape")

    def _operations(self) -> list[dict[str, Any]]:
        place = self._dice.choice(("yard", "mill", "orchard", "loft", "well", "race"))
        person = self._dice.choice(("ilse", "piet", "oda", "stranger"))
        return [
            self._dice.choice(
                (
                    {"op": "move_player", "to": place, "with": [person]},
                    {"op": "move_player", "to": place},
                    {"op": "move_character", "character": person, "to": place},
                    {"op": "follow", "character": person},
                    {"op": "set_exit", "from": "yard", "to": "well", "hidden": False},
                )
            )
        ]

    def _words(self) -> str:
        return " ".join(self._dice.choices(_WORDS, k=10))

    def _told(self, request: Request) -> Turn:
        return self._next.popleft() if self._next else Turn(text="The rain goes on.")


_KEYS = {
    "retry": "ctrl+r",
    "undo": "f8",
    "redo": "f9",
    "previous": "alt+left",
    "next": "alt+right",
    "keep": "f7",
    "panes": "f5",
}


def differences_of(driver: Driver) -> Iterator[str]:
    """What the widgets, the prompt and the file do not say alike."""
    session = driver.screen.session
    saved, widgets = in_the_file(session), on_screen(driver)
    for name in ("place", "ways", "people", "clock", "last"):
        if getattr(saved, name) != getattr(widgets, name):
            yield f"{name} on the screen"
    plan = session.plan("…")
    now = scene(session.story.draft_ground("…").state)
    owners = {section.id for section in plan.sections if section.id.startswith("frame.")}
    people = {f"frame.person.{id}" for id in now.present}
    if owners != {f"frame.place.{now.location}", f"frame.names.{now.location}", *people}:
        yield "sheets in the prompt"
    if (now.location, now.present) != (saved.place, saved.people):
        yield "scene of the prompt"
    card = next((section.text for section in plan.sections if section.id == "tail"), "")
    if saved.clock not in card:
        yield "clock in the prompt"


def in_the_file(session: Session) -> Shown:
    """What a second reader finds in the file, folded from the root."""
    with Save.open(session.save.path, write=False) as save:
        state = save.initial()
        for id in path(save, save.head):
            state = fold_node(state, save.node(id).content, save.index).state
        count = message_count(save, save.head)
        last = messages(save, save.head, count, count)
        return _shown(scene(state), state, clean_text(last[-1].text) if last else "")


def _shown(now: Scene, state: State, last: str) -> Shown:
    ways = tuple(exit.to for exit in now.shown_exits)
    return Shown(now.location, ways, now.present, now.clock_text("en"), last)


def on_screen(driver: Driver) -> Shown:
    """What the widgets hold. The place is read by its name on top of the screen."""
    from rpg.tui.play.header import HeaderBar
    from rpg.tui.play.panes import ExitList, PeopleList

    screen = driver.screen
    _, place, clock = screen.query_one(HeaderBar).left
    by_name = {
        location.name: id
        for id in screen.session.state.location_ids()
        if (location := screen.session.state.location(id)) is not None
    }
    ways = tuple(option.id for option in screen.query_one(ExitList).options if option.id)
    people = tuple(
        option.id
        for option in screen.query_one(PeopleList).options
        if option.id and str(option.prompt).startswith("●")
    )
    source = screen.source
    with suppress(IndexError):
        return Shown(by_name.get(place, place), ways, people, clock, source.entry(len(source) - 1).text)
    return Shown(by_name.get(place, place), ways, people, clock)


def result_of(seed: int, seen: Seen) -> Result:
    """Counts and the one goal."""
    figures: dict[str, Any] = {
        "steps": seen.steps,
        "stories": seen.stories,
        "acts": dict(sorted(seen.acts.items())),
        "differences": dict(seen.found) or 0,
        **({"first difference": seen.where} if seen.where else {}),
    }
    return Result(NAME, seed, figures, (exactly("differences", sum(seen.found.values()), 0),))
