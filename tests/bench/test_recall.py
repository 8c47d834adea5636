"""The recall bench: needles come back with their owner, and the searcher sees what is missing or stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.bench.prose import Language
from rpg.bench.recall import KINDS, Found, Journey, Needle, goals_of, result_of, truths_in


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_every_needle_comes_back_with_its_owner(language: Language, folder: Path) -> None:
    found = Found()
    await Journey(5, language, folder).play(3, 12, found)
    assert all(goal.met for goal in goals_of(found))
    assert found.asked["by tool"] == found.asked["in prose"] == len(KINDS)
    assert found.superseded == 5


async def test_the_story_of_the_needles_has_left_the_window_when_the_way_is_long(folder: Path) -> None:
    """What is found then is memory, and not the old messages."""
    journey = Journey(5, "en", folder)
    request = await journey.play(2, 70, Found())
    told = [m.content for m in request.messages if m.role == "assistant"]
    codes = {needle.code for needle in journey.needles} - {journey.needles[0].code}
    assert not any(code in text for code in codes for text in told)


def test_a_missing_needle_and_a_stale_value_are_counted() -> None:
    found = Found()
    needle = Needle("debt", "by tool", "p", "zx000002", ["zx000001"])
    found.add(needle, "… zx000002 … zx000001 …", "zx000002", "1 scenes, 5 turns")
    assert (found.share("by tool"), found.stale) == (1.0, 0)
    found.add(needle, "… zx000001 …", "zx000001", "1 scenes, 5 turns")
    assert (found.share("by tool"), found.stale, found.superseded) == (0.5, 1, 2)
    assert [goal.met for goal in goals_of(found)] == [False, True, False]
    rows = result_of(1, found, ["1 scenes, 5 turns"]).figures
    assert rows["1 scenes, 5 turns"] == {"recalled": 0.5, "needles": 2}


def test_only_what_is_told_as_true_can_be_stale() -> None:
    request = (
        "<rpg:now> is a mark\n<rpg:summary>\nold\n</rpg:summary>\nplain\n"
        '<rpg:person id="a">\nsheet\n</rpg:person>\n<rpg:now>\nhere\n</rpg:now>'
    )
    assert truths_in(request) == "sheet\nhere"
