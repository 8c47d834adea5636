"""Whether the scene is always there: every fact of the place and of everyone present, and nobody else's.

Each full sheet carries five facts that nothing else says. A turn is complete when its first request holds all
facts of the place and of everyone present; tokens of other full sheets are stray, facts of them leak. A turn
that was refused has to be one whose scene does not fit. Source: docs/bench.md (`scene`), docs/design.md §3.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from rpg.bench.campaign import Campaign, Played, Recipe, owners_of
from rpg.bench.keyword_lore import RULES, KeywordLore, Sheet, sheets_of
from rpg.bench.prose import LANGUAGES
from rpg.bench.result import Options, Result, at_least, exactly, rounded, share
from rpg.bench.scratch import scratch_folder
from rpg.bench.worlds import Owner, WorldSize, facts_in
from rpg.context.space import space_of
from rpg.context.values import ContextSettings
from rpg.narrator.protocol import Request

NAME = "scene"
SEED = 20_261
OURS = "rpg"
WINDOWS = (4_096, 8_192, 32_768)
PLACES = (20, 100, 400)
DWELLS = ((1, 3), (4, 10), (11, 40))
SMALL_RESERVE = 400
"""Reply reserve in tokens for windows of 4k, which the default of 1,024 would leave without a scene."""


@dataclass(slots=True)
class Tally:
    """What has been counted of some turns. stray: tokens of full sheets of others; leaks: facts of them."""

    turns: int = 0
    complete: int = 0
    stray: int = 0
    leaks: int = 0

    def add(self, complete: bool, stray: int = 0, leaks: int = 0) -> None:
        self.turns += 1
        self.complete += complete
        self.stray += stray
        self.leaks += leaks


@dataclass(slots=True)
class Count:
    """All counts of a run: tallies by layout and column, and the refusals."""

    tallies: dict[str, dict[str, Tally]] = field(default_factory=dict)
    refused: dict[int, int] = field(default_factory=dict)
    unreported: int = 0

    def of(self, layout: str, column: str) -> Tally:
        return self.tallies.setdefault(layout, {}).setdefault(column, Tally())


def run(options: Options) -> Result:
    """Plays the campaigns and counts."""
    seed = SEED if options.seed is None else options.seed
    count = Count()
    recipes = recipes_of(seed, options.pick(12, 50), options.pick(24, 300))
    for number, recipe in enumerate(recipes, start=1):
        options.say(f"campaign {number} of {len(recipes)}")
        asyncio.run(play(recipe, count))
    return result_of(seed, count)


def recipes_of(seed: int, campaigns: int, turns: int) -> list[Recipe]:
    """Seeded campaigns over languages, windows, sizes of the world and dwell times."""
    grid = list(product(LANGUAGES, WINDOWS, PLACES, DWELLS))
    Random(seed).shuffle(grid)
    return [
        Recipe(
            seed + number,
            language,
            size_for(window, places),
            window,
            turns,
            dwell,
            reply_tokens=112 if window == WINDOWS[0] else 225,
            settings=(("context.reply_reserve", SMALL_RESERVE),) if window == WINDOWS[0] else (),
        )
        for number, (language, window, places, dwell) in zip(range(campaigns), grid * campaigns, strict=False)
    ]


def size_for(window: int, places: int) -> WorldSize:
    """Worlds for small windows have short sheets, as their authors would write them."""
    people = places * 6 // 5
    if window == WINDOWS[0]:
        return WorldSize(places, people, (180, 220), (180, 260))
    return WorldSize(places, people, (200, 350), (250, 600))


async def play(recipe: Recipe, count: Count) -> None:
    """Plays one campaign and adds its turns to the count."""
    with scratch_folder() as folder:
        campaign = Campaign(recipe, folder)
        judge = Judge(campaign, count)
        async for played in campaign.play():
            judge.take(played)


class Judge:
    """Judges the turns of one campaign, of the game's own requests and of the reference models."""

    def __init__(self, campaign: Campaign, count: Count) -> None:
        self._made = campaign.made
        self._count = count
        self._sheets = {sheet.owner: sheet for sheet in sheets_of(campaign.made)}
        self._owner_of = {fact: owner for owner, facts in campaign.made.facts.items() for fact in facts}
        reserve = dict(campaign.recipe.settings).get("context.reply_reserve", 1024)
        settings = ContextSettings(campaign.recipe.window, reply_reserve=reserve)
        budget = space_of(settings, "estimated").setting_cap
        self._models = [KeywordLore(rule, tuple(self._sheets.values()), budget) for rule in RULES]

    def take(self, played: Played) -> None:
        """Judges one turn."""
        if played.blocked is not None:
            self._refused(played.blocked)
            return
        scene = owners_of(played.state)
        found = facts_in(wire_text(played.requests[0]))
        self._judge(OURS, played.moment, scene, found)
        if len(played.requests) > 1 and played.after.player_location != played.state.player_location:
            later = facts_in(wire_text(played.requests[-1]))
            # The old scene may still stand there, so only what is missing counts.
            self._count.of(OURS, "same reply").add(self._made.expected(owners_of(played.after)) <= later)
        chat = [text for _, text in played.told] + [played.text]
        for model in self._models:
            sheets = model.active(chat)
            held = self._made.expected([sheet.owner for sheet in sheets])
            self._judge(model.rule.name, played.moment, scene, held)

    def _judge(self, layout: str, column: str, scene: tuple[Owner, ...], found: frozenset[str]) -> None:
        wanted = self._made.expected(scene)
        others = found - wanted
        stray = sum(sheet.tokens for sheet in self._whose(others))
        self._count.of(layout, column).add(wanted <= found, stray, len(others))

    def _whose(self, facts: frozenset[str]) -> Iterator[Sheet]:
        return (self._sheets[owner] for owner in {self._owner_of[fact] for fact in facts})

    def _refused(self, report: Mapping[str, Any]) -> None:
        """A refusal is right when the report itself shows that something does not fit."""
        refused, window = self._count.refused, report["window"]
        refused[window] = refused.get(window, 0) + 1
        over = any(report[side]["used"] > report[side]["cap"] for side in ("setting", "dialogue"))
        self._count.unreported += not (over and report["refused"] and report["actions"])


def wire_text(request: Request) -> str:
    """All text of a request."""
    return "\n".join(message.content for message in request.messages)


def result_of(seed: int, count: Count) -> Result:
    """Figures by layout, and the goals for ours."""
    rows = {layout: row(columns) for layout, columns in count.tallies.items()}
    ours = count.tallies.get(OURS, {})
    refused = {f"window {window}": count.refused.get(window, 0) for window in WINDOWS}
    figures = {**rows, "refused turns": refused}
    columns = ("arrival", "dwelling", "moved", "same reply")
    goals = [at_least(f"scene complete, {column}", complete(ours, [column]), 1.0) for column in columns]
    goals.append(exactly("tokens of other full sheets", sum(one.stray for one in ours.values()), 0))
    goals.append(exactly("facts of other full sheets", sum(one.leaks for one in ours.values()), 0))
    goals.append(exactly("refusals without a reason shown", count.unreported, 0))
    return Result(NAME, seed, figures, tuple(goals))


def row(columns: Mapping[str, Tally]) -> dict[str, Any]:
    """One layout as a row of the table."""
    turns = sum(tally.turns for column, tally in columns.items() if column != "same reply")
    return {
        "turns": turns,
        **{column: rounded(complete(columns, [column])) for column in columns},
        "stray per turn": rounded(share(sum(tally.stray for tally in columns.values()), turns, empty=0)),
        "leaks": sum(tally.leaks for tally in columns.values()),
    }


def complete(columns: Mapping[str, Tally], names: Iterable[str]) -> float:
    """Share of complete turns of some columns; 1 when there was no such turn."""
    chosen = [columns[name] for name in names if name in columns]
    return share(sum(tally.complete for tally in chosen), sum(tally.turns for tally in chosen))
