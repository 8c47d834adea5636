"""The scene bench: the promise holds in small, and the judge sees what is missing or too much."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from rpg.bench.campaign import Campaign, Played, Recipe, owners_of
from rpg.bench.keyword_lore import KeywordLore, Rule, sheets_of
from rpg.bench.scene import OURS, Count, Judge, play, recipes_of, result_of
from rpg.bench.worlds import WorldSize
from rpg.narrator.protocol import Message

SMALL = WorldSize(8, 12, (200, 240), (250, 300))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_goals_are_met_in_a_small_campaign(language: str) -> None:
    count = Count()
    recipe = Recipe(7, "zh" if language == "zh" else "en", SMALL, 8_192, 40, (2, 4), 0.3, reply_tokens=60)
    asyncio.run(play(recipe, count))
    result = result_of(7, count)
    assert result.missed == ()
    ours = count.tallies[OURS]
    assert {"arrival", "dwelling", "moved", "same reply"} <= set(ours)
    told = sum(tally.turns for column, tally in ours.items() if column != "same reply")
    assert told + sum(count.refused.values()) == 40


async def first_turn(folder: Path) -> tuple[Campaign, Played]:
    campaign = Campaign(Recipe(7, size=SMALL, turns=1), folder)
    async for played in campaign.play():
        return campaign, played
    raise AssertionError


async def test_the_judge_sees_a_missing_fact_and_a_stray_sheet(folder: Path) -> None:
    campaign, played = await first_turn(folder)
    await campaign.session.close()
    request = played.requests[0]
    here = owners_of(played.state)
    away = next(owner for owner in campaign.made.facts if owner not in here)
    fact = min(campaign.made.facts[here[0]])
    less = tuple(replace(m, content=m.content.replace(fact, "")) for m in request.messages)
    more = (*request.messages, Message("user", " ".join(campaign.made.facts[away])))
    count = Count()
    for messages in (request.messages, less, more):
        Judge(campaign, count).take(replace(played, requests=(replace(request, messages=messages),)))
    tally = count.tallies[OURS]["dwelling"]
    sheet = next(sheet for sheet in sheets_of(campaign.made) if sheet.owner == away)
    assert (tally.turns, tally.complete, tally.leaks, tally.stray) == (3, 2, 5, sheet.tokens)


async def test_a_refusal_needs_a_report_that_shows_why(folder: Path) -> None:
    campaign, played = await first_turn(folder)
    await campaign.session.close()
    side = {"used": 10, "cap": 5}
    good = {"window": 4096, "refused": True, "actions": ["x"], "setting": side, "dialogue": side}
    count = Count()
    Judge(campaign, count).take(replace(played, blocked=good))
    assert (count.refused, count.unreported) == ({4096: 1}, 0)
    Judge(campaign, count).take(replace(played, blocked={**good, "actions": []}))
    assert count.unreported == 1


def test_the_recipes_cover_every_language_window_size_and_dwell_time() -> None:
    recipes = recipes_of(1, 50, 300)
    assert len(recipes) == 50
    assert len({(r.language, r.window, r.size.places, r.dwell) for r in recipes}) == 50
    assert {r.turns for r in recipes} == {300}
    assert len({r.seed for r in recipes}) == 50


def lore(rule: Rule, budget: int = 10**6) -> tuple[KeywordLore, list[str]]:
    from rpg.bench.worlds import bench_world

    made = bench_world(1, "en", SMALL)
    return KeywordLore(rule, sheets_of(made), budget), [sheet.name for sheet in sheets_of(made)]


def test_keyword_lore_looks_as_deep_as_it_is_told() -> None:
    model, names = lore(Rule("", 2))
    chat = [f"Here is {names[0]}.", f"And {names[1]}.", "Nobody."]
    assert [sheet.name for sheet in model.active(chat)] == [names[1]]


def test_sticky_lore_stays_for_its_turns() -> None:
    model, names = lore(Rule("", 1, sticky=3))
    counts = [len(model.active([f"{names[0]}"])), *(len(model.active(["nothing"])) for _ in range(4))]
    assert counts == [1, 1, 1, 0, 0]


def test_constant_lore_is_cut_at_the_first_entry_that_does_not_fit() -> None:
    everything, names = lore(Rule("", constant=True))
    assert len(everything.active([])) == len(names)
    first = everything.active([])[0]
    cut, _ = lore(Rule("", constant=True), budget=first.tokens + 1)
    assert cut.active([]) == (first,)
