"""Whether what mattered is in the prompt again when its owner is, unasked, and what was superseded is not.

Needles are planted in five people and one place, by tool (condition, relationship, what they know, the place's
note) and in prose alone. Half of them are superseded a little later. Then the player travels, for
many scenes and turns, comes back, and the first request of the return is searched. A value that was superseded
is stale where it is told as true: in frames, digests and the tail card. Source: docs/bench.md (`recall`),
docs/context.md §3.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from rpg.bench.playing import Playing
from rpg.bench.prose import LANGUAGES, Language, prose
from rpg.bench.result import Goal, Options, Result, at_least, exactly, rounded, share
from rpg.bench.scratch import scratch_folder
from rpg.bench.services import REGISTRY
from rpg.bench.worlds import WorldSize, bench_world
from rpg.narrator.protocol import Request
from rpg.narrator.scripted import Turn
from rpg.runtime.routes import travel_options
from rpg.world.model import World

NAME = "recall"
SEED = 20_263
WINDOW = 12_288
REPLY = 150
PEOPLE = 5
HOME = "place0"

Kind = Literal["promise", "debt", "secret", "injury", "thing"]
How = Literal["by tool", "in prose"]

KINDS: tuple[Kind, ...] = ("promise", "debt", "secret", "injury", "thing")
SUPERSEDED: frozenset[tuple[How, Kind]] = frozenset(
    (
        ("by tool", "debt"),
        ("by tool", "injury"),
        ("by tool", "thing"),
        ("in prose", "promise"),
        ("in prose", "injury"),
    )
)
"""What gets a new value a little later: what one has only one of, and a promise that replaces another."""

JOURNEYS = ((1, 50), (3, 80), (10, 150), (30, 400), (60, 1000))
QUICK_JOURNEYS = ((1, 12), (6, 40))
"""Scene changes and turns between planting and return."""

_SAID: Mapping[Language, Mapping[Kind, str]] = {
    "en": {
        "promise": "{name} promises to bring {code} before the thaw.",
        "debt": "{name} owes {player} {code} in silver.",
        "secret": "{name} confesses the secret of {code} to {player}.",
        "injury": "{name} is wounded at {code} and limps.",
        "thing": "{name} hid {code} under the stairs.",
    },
    "zh": {
        "promise": "{name}答应在开春前带来{code}。",
        "debt": "{name}欠{player}{code}两银子。",
        "secret": "{name}向{player}坦白了{code}的秘密。",
        "injury": "{name}在{code}受伤，走路一瘸一拐。",
        "thing": "{name}把{code}藏在楼梯下面。",
    },
}
_CODE = re.compile(r"zx[0-9]{6}")
_TRUE = re.compile(r"<rpg:(person|place|left|now)(?: [^>\n]*)?>\n(.*?)\n</rpg:\1>", re.DOTALL)


@dataclass(slots=True)
class Needle:
    """One thing to remember. stale: the codes it had before."""

    kind: Kind
    how: How
    owner: str
    code: str
    stale: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Found:
    """Needles looked for and found by how they were told, and stale values told as true."""

    asked: dict[str, int] = field(default_factory=dict)
    there: dict[str, int] = field(default_factory=dict)
    stale: int = 0
    superseded: int = 0

    def add(self, needle: Needle, request: str, truths: str, row: str) -> None:
        for column in (needle.how, f"{needle.how}, {needle.kind}", row):
            self.asked[column] = self.asked.get(column, 0) + 1
            self.there[column] = self.there.get(column, 0) + (needle.code in request)
        self.superseded += len(needle.stale)
        self.stale += sum(code in truths for code in needle.stale)

    def share(self, column: str) -> float:
        return share(self.there.get(column, 0), self.asked.get(column, 0))


def run(options: Options) -> Result:
    """Plays the journeys and looks for the needles."""
    seed = SEED if options.seed is None else options.seed
    found = Found()
    journeys = options.pick(QUICK_JOURNEYS, JOURNEYS)
    for scenes, turns in journeys:
        for language in LANGUAGES:
            options.say(f"{scenes} scenes, {turns} turns, {language}")
            with scratch_folder() as folder:
                asyncio.run(Journey(seed + scenes, language, folder).play(scenes, turns, found))
    return result_of(seed, found, [_row(*journey) for journey in journeys])


class Journey:
    """One playthrough: needles, a long way, and the return."""

    def __init__(self, seed: int, language: Language, folder: Path) -> None:
        self._dice = Random(f"recall {seed} {language}")
        self._language = language
        self._world: World = bench_world(seed, language, WorldSize(12, PEOPLE, (180, 220), (180, 240))).world
        self._playing = Playing(self._world, folder, {"context.window": WINDOW}, seed=seed)
        self._codes = 0
        self.needles: list[Needle] = []

    async def play(self, scenes: int, turns: int, found: Found) -> Request:
        """Plants, travels, returns; the needles are looked for in the first request of the return."""
        for id in self._world.characters:
            await self._playing.session.set("position", id, HOME)
        await self._plant()
        await self._supersede()
        await self._travel(scenes, turns)
        took = await self._playing.travel(HOME, self._turn())
        await self._playing.close()
        request = "\n".join(message.content for message in took.requests[0].messages)
        for needle in self.needles:
            found.add(needle, request, truths_in(request), _row(scenes, turns))
        return took.requests[0]

    # -- planting ---------------------------------------------------------------------------

    async def _plant(self) -> None:
        """Every person gets one needle by tool and one of another kind in prose."""
        people = list(self._world.characters)
        for at, kind in enumerate(KINDS):
            needle = self._needle(kind, "by tool", HOME if kind == "thing" else people[at])
            self.needles.append(needle)
            await self._say(self._call(needle), self._turn())
        for at, kind in enumerate(KINDS):
            needle = self._needle(kind, "in prose", people[(at + 1) % PEOPLE])
            self.needles.append(needle)
            await self._say(self._turn(self._sentence(needle)))

    async def _supersede(self) -> None:
        for needle in self.needles:
            if (needle.how, needle.kind) not in SUPERSEDED:
                continue
            needle.stale.append(needle.code)
            needle.code = self._code()
            if needle.how == "by tool":
                await self._say(self._call(needle), self._turn())
            else:
                await self._say(self._turn(self._sentence(needle)))

    def _needle(self, kind: Kind, how: How, owner: str) -> Needle:
        return Needle(kind, how, owner, self._code())

    def _code(self) -> str:
        self._codes += 1
        return f"zx{self._codes:06d}"

    def _sentence(self, needle: Needle) -> str:
        person = self._world.characters.get(needle.owner)
        values = {"name": person.name if person else "", "player": self._world.player.name}
        return _SAID[self._language][needle.kind].format(code=needle.code, **values)

    def _call(self, needle: Needle) -> Turn:
        """The tool call that records the needle: each kind where a game would keep it."""
        text = needle.code
        if needle.kind == "thing":
            operation = {"op": "update_location", "location": needle.owner, "note": text}
            return Turn(calls=[(REGISTRY, {"operations": [operation]})])
        key = {"debt": "relationship", "injury": "condition"}.get(needle.kind)
        fact = {key: text} if key else {"knows": [text]}
        return Turn(calls=[("update_character", {"character": needle.owner, **fact})])

    # -- the way ----------------------------------------------------------------------------

    async def _travel(self, scenes: int, turns: int) -> None:
        """So many scenes elsewhere, the turns spread over them."""
        for scene in range(scenes):
            await self._playing.travel(self._next_place(), self._turn())
            stay = turns * (scene + 1) // scenes - turns * scene // scenes
            for _ in range(max(0, stay - 1)):
                await self._say(self._turn())

    def _next_place(self) -> str:
        options = [one.location for one in travel_options(self._playing.session.head_state) if one.reachable]
        return self._dice.choice([place for place in options if place != HOME])

    async def _say(self, *turns: Turn) -> None:
        await self._playing.say(prose(self._dice, self._language, 12), *turns)

    def _turn(self, sentence: str = "") -> Turn:
        stop, joint = ("。", "") if self._language == "zh" else (".", " ")
        told = prose(self._dice, self._language, REPLY).rstrip(".。")
        return Turn(text=f"{told}{stop}{joint}{sentence}".strip())


def result_of(seed: int, found: Found, rows: Sequence[str]) -> Result:
    """Shares by kind and by distance, and the goals."""
    by_kind: dict[str, Any] = {
        kind: {how: rounded(found.share(f"{how}, {kind}")) for how in ("by tool", "in prose")}
        for kind in KINDS
    }
    distances = {
        row: {"recalled": rounded(found.share(row)), "needles": found.asked.get(row, 0)} for row in rows
    }
    stale = {"superseded": found.superseded, "stale": found.stale}
    return Result(NAME, seed, {**by_kind, **distances, **stale}, goals_of(found))


def goals_of(found: Found) -> tuple[Goal, ...]:
    return (
        at_least("recalled on return, told by tool", found.share("by tool"), 0.95),
        at_least("recalled on return, told in prose", found.share("in prose"), 0.95),
        exactly("stale values told as true", found.stale, 0),
    )


def truths_in(request: str) -> str:
    """What a request tells as true now: frames, digests, the tail card."""
    return "\n".join(match[2] for match in _TRUE.finditer(request))


def _row(scenes: int, turns: int) -> str:
    return f"{scenes} scenes, {turns} turns"
