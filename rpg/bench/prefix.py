"""How much of each request the one before it sent already: what a provider need not read again.

Counted in tokens over whole requests, tools and follow-up requests included. Source: docs/bench.md (`prefix`),
docs/context.md §4.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any, Literal

from rpg.bench.campaign import Campaign, Played, Recipe
from rpg.bench.keyword_layouts import KINDS, ReferenceLayout
from rpg.bench.result import Goal, Options, Result, at_least, at_most, rounded, share
from rpg.bench.scratch import scratch_folder
from rpg.bench.wire import Read, Reader, Units, units_of
from rpg.bench.worlds import WorldSize
from rpg.runtime.scene import scene_changes

NAME = "prefix"
SEED = 20_262
OURS = "rpg"
PRICES = (0.1, 0.25, 0.5)
"""What a token that was read before costs, of the price of a new one."""

REPLIES = (225, 112, 450)
"""Tokens of a reply; the goals are for the first."""

RETRY_EACH = 12
_GAP = re.compile(r"<rpg:gap>\n(.*?)\n</rpg:gap>", re.DOTALL)
SLACK = 8
"""Tokens by which a count may differ where a message ends: roles and separators."""

Kind = Literal["dwelling", "cast changed", "move", "follow-up", "cut"]
"""Why a request is what it is. move: the first of a turn in a new place. cut: the history was cut anew."""


@dataclass(frozen=True, slots=True)
class Sent:
    kind: Kind
    read: Read


@dataclass(slots=True)
class Traffic:
    """All requests of one layout in one campaign. retries: what another try had to read again. complete: share
    of turns whose first request holds the whole scene."""

    turns: int = 0
    complete: float = 1.0
    sent: list[Sent] = field(default_factory=list)
    retries: list[Read] = field(default_factory=list)

    def reads(self, *kinds: Kind) -> list[Read]:
        """Those of some kinds; all but the very first when none is named."""
        return [sent.read for sent in self.sent[1:] if not kinds or sent.kind in kinds]

    def whole(self, *kinds: Kind) -> float:
        reads = self.reads(*kinds)
        return share(sum(read.shared for read in reads), sum(read.total for read in reads))

    def middle(self) -> float:
        return median(read.share for read in self.reads())

    def cost(self, price: float) -> float:
        """Tokens paid for 100 turns, those read before at `price`."""
        paid = sum(sent.read.fresh + price * sent.read.shared for sent in self.sent)
        return 100 * paid / max(1, self.turns)

    def fresh(self, kind: Kind) -> float:
        """Tokens read again, in the median."""
        return median([read.fresh for read in self.reads(kind)] or [0])


def run(options: Options) -> Result:
    """Plays the campaigns and reads their requests."""
    seed = SEED if options.seed is None else options.seed
    seeds = options.pick(2, 6)
    found: dict[int, dict[str, list[Traffic]]] = {}
    for reply in options.pick(REPLIES[:1], REPLIES):
        found[reply] = {}
        for number in range(seeds):
            options.say(f"replies of {reply} tokens, campaign {number + 1} of {seeds}")
            recipe = recipe_of(seed + number, options.pick(100, 300), reply)
            for layout, traffic in asyncio.run(play(recipe)).items():
                found[reply].setdefault(layout, []).append(traffic)
    return result_of(seed, found)


def recipe_of(seed: int, turns: int, reply: int) -> Recipe:
    """The campaign of the goals: inputs of 15 tokens, sheets of 350 and 600, 12k, dwell of 4 and more."""
    return Recipe(seed, size=WorldSize(20, 24), window=12_288, turns=turns, dwell=(4, 14), reply_tokens=reply)


async def play(recipe: Recipe) -> dict[str, Traffic]:
    """One campaign, read in our layout and in the reference layouts."""
    with scratch_folder() as folder:
        campaign = Campaign(recipe, folder, retry_each=RETRY_EACH)
        layouts = [ReferenceLayout(kind, campaign) for kind in KINDS]
        ours = Meter()
        others = {layout.kind: Meter() for layout in layouts}
        async for played in campaign.play():
            if played.blocked is not None:
                continue
            ours.take(played, [units_of(request) for request in played.requests])
            ours.retry(played)
            for layout in layouts:
                others[layout.kind].take(played, layout.requests(played))
    for layout in layouts:
        others[layout.kind].traffic.complete = share(layout.complete, layout.turns)
    return {OURS: ours.traffic, **{kind: meter.traffic for kind, meter in others.items()}}


class Meter:
    """Reads the requests of one layout."""

    def __init__(self) -> None:
        self.traffic = Traffic()
        self._reader = Reader()
        self._gap = ""
        self._state: Any = None

    def take(self, played: Played, requests: Sequence[Units]) -> None:
        """The requests of one turn."""
        self.traffic.turns += 1
        kind = self._kind(played)
        for place, units in enumerate(requests):
            read = self._reader.read(units)
            wanted: Kind = "follow-up" if place else kind
            self.traffic.sent.append(Sent("cut" if self._was_cut(units) else wanted, read))
        self._state = played.state

    def retry(self, played: Played) -> None:
        """Another try at the turn. A provider still has every request of the turn, so the nearest one counts."""
        if played.retried is None:
            return
        again = units_of(played.retried)
        before = (self._reader.compare(units_of(request), again) for request in played.requests)
        self.traffic.retries.append(min(before, key=lambda read: read.fresh))

    def _kind(self, played: Played) -> Kind:
        if played.moment != "dwelling":
            return "move"
        changed = self._state is not None and bool(scene_changes(self._state, played.state))
        return "cast changed" if changed else "dwelling"

    def _was_cut(self, units: Units) -> bool:
        """Whether the line that says what was left out is another one than in the request before."""
        found = next((match[1] for unit in units if (match := _GAP.search(unit))), "")
        before, self._gap = self._gap, found
        return before != found


def result_of(seed: int, found: Mapping[int, Mapping[str, Sequence[Traffic]]]) -> Result:
    """Figures by layout and reply length, goals for the first length."""
    figures: dict[str, Any] = {}
    for reply, layouts in found.items():
        for layout, runs in layouts.items():
            figures[f"{layout}, {reply}-token replies"] = row(runs)
    ours = found[REPLIES[0]][OURS]
    figures["cost against"] = against(found[REPLIES[0]])
    figures["re-read tokens"] = {kind: _mean(run.fresh(kind) for run in ours) for kind in _KINDS}
    figures["re-read tokens"]["retry"] = max((read.fresh for run in ours for read in run.retries), default=0)
    figures["first difference"] = differences(ours)
    return Result(NAME, seed, figures, goals_of(found[REPLIES[0]]))


_KINDS: tuple[Kind, ...] = ("dwelling", "cast changed", "move", "follow-up", "cut")


def row(runs: Sequence[Traffic]) -> dict[str, Any]:
    """One layout as a row: means over the campaigns."""
    return {
        "scene complete": _mean(run.complete for run in runs),
        "tokens per turn": round(mean(sum(s.read.total for s in run.sent) / run.turns for run in runs)),
        "median": _mean(run.middle() for run in runs),
        "whole": _mean(run.whole() for run in runs),
        "move": _mean(run.whole("move") for run in runs),
        **{f"cost at {price}": round(mean(run.cost(price) for run in runs) / 1000) for price in PRICES},
    }


def against(layouts: Mapping[str, Sequence[Traffic]]) -> dict[str, float]:
    """Our cost as a share of that of every other layout."""
    costs = {layout: mean(run.cost(PRICES[0]) for run in runs) for layout, runs in layouts.items()}
    return {layout: rounded(costs[OURS] / cost) for layout, cost in costs.items() if layout != OURS and cost}


def goals_of(layouts: Mapping[str, Sequence[Traffic]]) -> tuple[Goal, ...]:
    """The goals of docs/bench.md; costs are compared with the cheapest layout of keyword lore."""
    ours = layouts[OURS]
    keyword = [runs for layout, runs in layouts.items() if layout.startswith("keyword")]
    cheapest = min(mean(run.cost(PRICES[0]) for run in runs) for runs in keyword)
    again = max((read.fresh for run in ours for read in run.retries), default=0)
    return (
        at_least("median share", mean(run.middle() for run in ours), 0.95),
        at_least("share of all tokens", mean(run.whole() for run in ours), 0.87),
        at_least("share on move turns", mean(run.whole("move") for run in ours), 0.55),
        at_most("tokens a retry reads again", again, REPLIES[0] + SLACK),
        at_most(
            "cost against the best keyword layout",
            mean(run.cost(PRICES[0]) for run in ours) / max(1.0, cheapest),
            0.6,
        ),
    )


def differences(runs: Iterable[Traffic]) -> dict[str, int]:
    """What stood where a request parted from the one before, how often, commonest first."""
    counted = Counter(sent.read.differs for run in runs for sent in run.sent[1:])
    return dict(counted.most_common())


def _mean(values: Iterable[float]) -> float:
    return rounded(mean(values))
