"""A seeded playthrough with a scripted narrator: the real session, its requests kept as they were sent.

The narrator's plan is drawn from the seed before each turn: prose of a wanted length and, when the story
moves, calls of the registry tool. The player moves by words, by the menu, by the model's own idea, or to a
place made up on the spot. Source: docs/bench.md.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from rpg.bench.playing import Playing, Took
from rpg.bench.prose import Language, prose
from rpg.bench.services import REGISTRY
from rpg.bench.worlds import BenchWorld, Owner, WorldSize, bench_world
from rpg.narrator.protocol import Request
from rpg.narrator.scripted import Turn
from rpg.runtime.names import name_of
from rpg.runtime.routes import travel_options
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.session.events import BlockedEvent, PreviewEvent, SavedEvent

Way = Literal["words", "menu", "model", "made"]
"""How the player gets elsewhere: says so, by the travel menu, as the model likes, to a place made up for it."""

Moment = Literal["arrival", "dwelling", "moved"]
"""When a turn's first request goes out: at a travel's arrival, in an unchanged place, or on the first turn
after the model moved the player."""

COMPANY = 0.3
"""How often somebody is taken along."""

CROWD = 3
"""People in the scene above whom the cast only shrinks."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A campaign. dwell: turns between moves. changing: share of dwelling turns on which somebody comes or
    goes. mention: how often a reply names each person present, and twice as seldom the place. absent: how often
    it names somebody who is not there, and as often a place elsewhere. Sizes are in tokens."""

    seed: int
    language: Language = "en"
    size: WorldSize = field(default_factory=WorldSize)
    window: int = 12_288
    turns: int = 100
    dwell: tuple[int, int] = (4, 14)
    changing: float = 0.16
    ways: tuple[Way, ...] = ("words", "menu", "model", "made")
    input_tokens: int = 15
    reply_tokens: int = 225
    mention: float = 0.35
    absent: float = 0.2
    clock: bool = True
    settings: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One turn. state: as its first request tells it, travel included. after: when it was over.

    told: the story before the turn, as (kind, text). blocked: the context report when nothing was sent.
    retried: the request of another try at the same turn, where one was made.
    """

    number: int
    moment: Moment
    text: str
    state: State
    after: State
    requests: tuple[Request, ...]
    told: tuple[tuple[str, str], ...]
    blocked: Any = None
    retried: Request | None = None


@dataclass(slots=True)
class _Plan:
    """What is going to happen in one turn."""

    text: str
    script: list[Turn] = field(default_factory=list)
    travel: str | None = None
    companions: tuple[str, ...] = ()


class Campaign:
    """Plays a recipe. retry_each: after how many turns one is told again; 0: never."""

    def __init__(self, recipe: Recipe, folder: Path, *, retry_each: int = 0) -> None:
        self.recipe = recipe
        self.made: BenchWorld = bench_world(recipe.seed, recipe.language, recipe.size, clock=recipe.clock)
        self._dice = Random(f"campaign {recipe.seed} {recipe.language} {recipe.window}")
        self._retry_each = retry_each
        values = {"context.window": recipe.window, **dict(recipe.settings)}
        self._playing = Playing(self.made.world, folder, values, seed=recipe.seed)
        self.session = self._playing.session
        self.story: list[tuple[str, str]] = [("opening", self.made.world.opening)]
        self._left = self._dice.randint(*recipe.dwell)
        self._places = 0

    async def play(self) -> AsyncIterator[Played]:
        """Every turn, as it was."""
        place = self.session.head_state.player_location
        for number in range(self.recipe.turns):
            moved = self.session.head_state.player_location != place
            place = self.session.head_state.player_location
            yield await self._turn(number, moved)
        await self.session.close()

    # -- one turn ---------------------------------------------------------------------------

    async def _turn(self, number: int, moved: bool) -> Played:
        state = self.session.head_state
        plan, told = self._plan(state), tuple(self.story)
        moment: Moment = "moved" if moved else "dwelling"
        if plan.travel is None:
            state = self.session.story.draft_ground(plan.text).state
            took = await self._playing.say(plan.text, *plan.script)
        else:
            took = await self._playing.travel(plan.travel, *plan.script, companions=plan.companions)
            state, moment = next(e.state for e in took.events if isinstance(e, PreviewEvent)), "arrival"
        blocked = next((e.report for e in took.events if isinstance(e, BlockedEvent)), None)
        retried = await self._retried(number, took)
        self._remember(plan, took)
        if blocked is not None:
            await self._make_room(state)
        after = self.session.head_state
        return Played(number, moment, plan.text, state, after, took.requests, told, blocked, retried)

    async def _retried(self, number: int, took: Took) -> Request | None:
        """The request of another try at the turn just told; the first one is then chosen again."""
        if not self._retry_each or (number + 1) % self._retry_each or _node_of(took) is None:
            return None
        again = await self._playing.retry(Turn(text=self._words(self.recipe.reply_tokens)))
        await self.session.pick(1)
        return again.requests[0]

    def _remember(self, plan: _Plan, took: Took) -> None:
        node = _node_of(took)
        if node is not None:
            self.story.append(("player", plan.text))
            self.story.append(("narration", self.session.save.node(node).text))

    async def _make_room(self, state: State) -> None:
        """Somebody is asked to leave a scene that does not fit."""
        here = present(state)
        if here:
            away = [id for id in self.made.world.locations if id != state.player_location]
            await self.session.set("position", self._dice.choice(here), self._dice.choice(away))

    # -- what is going to happen ------------------------------------------------------------

    def _plan(self, state: State) -> _Plan:
        self._left -= 1
        if self._left <= 0:
            self._left = self._dice.randint(*self.recipe.dwell)
            return self._moving(state)
        if self._dice.random() < self.recipe.changing:
            return self._changing(state)
        return _Plan(self._input(state), [Turn(text=self._reply(state))])

    def _moving(self, state: State) -> _Plan:
        way = self._dice.choice(self.recipe.ways)
        options = [one.location for one in travel_options(state) if one.reachable]
        if not options:
            way = "made" if "made" in self.recipe.ways else "model"
        ends = [id for id in state.location_ids() if id != state.player_location]
        to = self._dice.choice(options if way in ("words", "menu") else ends)
        here = present(state)
        company = (self._dice.choice(here),) if here and self._dice.random() < COMPANY else ()
        if way == "menu":
            return _Plan("", [Turn(text=self._arrival(state, to, company))], to, company)
        text = self._input(state, name_of(state, to) if way == "words" else "")
        operations = self._made_up(state) if way == "made" else []
        if way == "made":
            to = operations[0]["id"]
        move = {"op": "move_player", "to": to, **({"with": list(company)} if company else {})}
        return _Plan(text, self._called([*operations, move], self._arrival(state, to, company)))

    def _made_up(self, state: State) -> list[dict[str, Any]]:
        self._places += 1
        words = self._words(30)
        made = {
            "op": "create_location",
            "id": f"made{self._places}",
            "name": f"Hut {self._places}",
            "summary": words[:60],
            "description": words,
            "connect_to": state.player_location,
        }
        return [made]

    def _changing(self, state: State) -> _Plan:
        """Somebody leaves, or comes from elsewhere."""
        here, place = present(state), state.player_location
        ends = [id for id in state.exits(place) if id != place] or [self.made.world.start]
        if here and (len(here) >= CROWD or self._dice.random() < 0.5):
            who, to = self._dice.choice(here), self._dice.choice(ends)
        else:
            away = [id for id in state.character_ids() if id not in here]
            who, to = self._dice.choice(away), place
        operation = {"op": "move_character", "character": who, "to": to}
        reply = f"{self._words(self.recipe.reply_tokens)} {name_of(state, who)}."
        return _Plan(self._input(state), self._called([operation], reply))

    def _called(self, operations: list[dict[str, Any]], reply: str) -> list[Turn]:
        return [Turn(calls=[(REGISTRY, {"operations": operations})]), Turn(text=reply)]

    # -- words ------------------------------------------------------------------------------

    def _input(self, state: State, place: str = "") -> str:
        named = [place] if place else []
        here = present(state)
        if here and self._dice.random() < self.recipe.mention:
            named.append(name_of(state, self._dice.choice(here)))
        return " ".join([self._words(self.recipe.input_tokens - 4 * len(named)), *named])

    def _reply(self, state: State) -> str:
        named = [name_of(state, id) for id in present(state) if self._dice.random() < self.recipe.mention]
        if self._dice.random() < self.recipe.mention / 2:
            named.append(name_of(state, state.player_location))
        named += self._far(state)
        return " ".join([self._words(self.recipe.reply_tokens - 4 * len(named)), *named])

    def _far(self, state: State) -> list[str]:
        """Whom and what a reply speaks of though it is not there."""
        here = {*present(state), state.player_location}
        everything = (state.character_ids(), state.location_ids())
        far = ([id for id in ids if id not in here] for ids in everything)
        return [
            name_of(state, self._dice.choice(ids))
            for ids in far
            if ids and self._dice.random() < self.recipe.absent
        ]

    def _arrival(self, state: State, to: str, company: tuple[str, ...]) -> str:
        """An arrival names the place and everyone there."""
        people = dict.fromkeys((*company, *present(state, to)))
        named = [name_of(state, id) for id in (to, *people)]
        return " ".join([self._words(self.recipe.reply_tokens - 4 * len(named)), *named])

    def _words(self, tokens: int) -> str:
        return prose(self._dice, self.recipe.language, max(3, tokens))


def _node_of(took: Took) -> int | None:
    """The reply that was saved."""
    return next((event.node for event in took.events if isinstance(event, SavedEvent)), None)


def owners_of(state: State) -> tuple[Owner, ...]:
    """Whose full sheets belong to the scene."""
    return scene(state).owners
