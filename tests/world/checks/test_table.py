"""Every check finds its defect, and a sound world has none."""

from __future__ import annotations

import string
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from rpg.world.checks.run import Checked, check_reading
from rpg.world.checks.table import CHECKS
from rpg.world.load import read_text_world
from tests.world.checks.beat_defects import BEAT_DEFECTS

SOUND = """
[world]
name = "W"
rules = "{{user}} is here. {{outlet::news}}"
summary = "A quay, a market and a tower."
[clock]
[locations.quay]
name = "The Quay"
tags = ["outdoors"]
[[locations.quay.exits]]
to = "market"
[locations.market]
name = "Lamp Market"
[[locations.market.exits]]
to = "tower"
hidden = true
locked = "barred"
[locations.tower]
name = "The Tower"
[characters.mira]
name = "Mira Vale"
location = "quay"
summary = "Harbourmaster."
secrets = "She hid the green ledger under the floor of the inn."
[[characters.mira.schedule]]
from = "22:00"
to = "06:00"
location = "tower"
[[characters.mira.schedule]]
from = "06:00"
to = "08:00"
location = "market"
[lorebooks.history.entries.flood]
keys = ["flood", "/drown(ed|ing)/i"]
content = "Water."
[lorebooks.history.entries.news]
keys = ["herald"]
content = "News."
position = "outlet"
outlet = "News"
[lorebooks.history.entries.weather]
keys = ["rain"]
content = "Rain."
when = { tag = ["outdoors"] }
[presets.plain]
default = true
[[presets.plain.entries]]
text = "Short."
"""

LONG = "word " * 850

DEFECTS: dict[str, list[tuple[str, str]]] = {
    "unreachable": [("[locations.island]\n", "locations.island")],
    "no_way_out": [
        ("[locations.pit]\n[[locations.tower.exits]]\nto = 'pit'\ntwo_way = false\n", "locations.pit"),
    ],
    "one_way_trap": [
        (
            "[[locations.tower.exits]]\nto = 'x'\ntwo_way = false\n[locations.x]\n[[locations.x.exits]]\nto = 'y'\n"
            "[locations.y]\n",
            "locations.tower.exits",
        ),
    ],
    "exit_to_itself": [("[[locations.tower.exits]]\nto = 'tower'\n", "to = 'tower'")],
    "exit_twice": [("[[locations.quay.exits]]\nto = 'market'\nlabel = 'again'\n", "to = 'market'\nlabel")],
    "duplicate_name": [
        ("[characters.b]\nname = 'ＭＩＲＡ  vale'\n", "name = 'ＭＩＲＡ"),
        ("[characters.b]\nname = 'Tower'\n", "name = 'Tower'"),
        ("[characters.b]\nname = '燈塔'\n[characters.c]\nname = '灯塔'\n", "name = '灯塔'"),
    ],
    "ambiguous_alias": [
        ("[characters.b]\naliases = ['x', 'Vale', 'MARKET']\n", "'MARKET'"),
        ("[characters.b]\nname = 'mira'\n", "[characters.mira]"),
        ("[characters.b]\naliases = ['漁港']\n[characters.c]\naliases = ['渔 港']\n", "'渔 港'"),
    ],
    "empty_block": [
        ("[characters.b]\nschedule = [{ from = '08:00', to = '08:00', location = 'quay' }]\n", "{ from")
    ],
    "two_places_at_once": [
        (
            "[characters.b]\nschedule = [{ from = '20:00', to = '04:00', location = 'quay' },"
            " { from = '03:00', to = '05:00', location = 'tower' }]\n",
            "{ from = '03:00'",
        ),
    ],
    "secret_in_summary": [
        (
            "[characters.b]\nsummary = 'Saw her: SHE hid the green ledger, under the floor.'\n",
            "summary = 'Saw",
        ),
        (
            "[characters.b]\nsecrets = '他夜里从井口下到暗渠去挖泥'\n[characters.c]\nsummary = '有人夜里从井口下到暗渠去。'\n",
            "summary = '有人",
        ),
        (
            "[characters.b]\ndescription = 'Saw her: SHE hid the green ledger, under the floor.'\n",
            "description = 'Saw",
        ),
    ],
    "missing_file": [("[characters.b]\nportrait = 'faces/b.png'\n", "portrait")],
    "unused_tag": [
        ("[locations.x]\ntags = ['outdoors', 'odd']\n[[locations.x.exits]]\nto = 'quay'\n", "'odd'")
    ],
    "scene_over_large_window": [
        (
            "".join(
                f"[characters.c{n}]\nname = 'Person {n}'\nlocation = 'tower'\ngoals = '{LONG}'\n"
                for n in range(30)
            ),
            "[locations.tower]",
        )
    ],
    "scene_over_small_window": [
        (
            "".join(
                f"[characters.c{n}]\nname = 'Person {n}'\nlocation = 'tower'\ngoals = '{LONG}'\n"
                for n in range(6)
            ),
            "[locations.tower]",
        )
    ],
    "long_sheet": [
        (f"[characters.b]\ngoals = '{LONG * 2}'\n", "[characters.b]"),
        (f"[locations.x]\nrules = '{LONG * 2}'\n[[locations.x.exits]]\nto = 'quay'\n", "[locations.x]"),
    ],
    "long_preset": [(f"[presets.p]\n[[presets.p.entries]]\ntext = '{LONG * 12}'\n", "[presets.p]")],
    "never_fires": [
        ("[lorebooks.l.entries.e]\ncontent = 'x'\n", "[lorebooks.l.entries.e]"),
        ("[lorebooks.l.entries.e]\nkeys = ['', ' ']\n", "[lorebooks.l.entries.e]"),
        ("[lorebooks.l.entries.e]\nkeys = ['kelp']\nprobability = 0\n", "[lorebooks.l.entries.e]"),
        ("[lorebooks.l.entries.e]\nkeys = ['kelp']\nscan_depth = 0\n", "[lorebooks.l.entries.e]"),
        (
            "[lorebooks.l]\nscan_depth = 0\n[lorebooks.l.entries.e]\nkeys = ['kelp']\n",
            "[lorebooks.l.entries.e]",
        ),
        (
            "[lorebooks.l.entries.e]\nkeys = ['kelp']\nrecursion_level = 1\nrecursive = false\n",
            "[lorebooks.l.entries.e]",
        ),
        (
            "[lorebooks.l.entries.e]\nkeys = ['kelp']\nwhen = { present = ['mira'], absent = ['mira'] }\n",
            "[lorebooks.l.entries.e]",
        ),
        (
            "[lorebooks.l.entries.e]\nkeys = ['kelp']\nwhen = { tag = ['nowhere'] }\n",
            "[lorebooks.l.entries.e]",
        ),
    ],
    "fires_always": [
        ("[lorebooks.l.entries.e]\nkeys = ['rare', 'the']\n", "'the'"),
        ("[lorebooks.l.entries.e]\nkeys = ['e']\n", "'e'"),
        ("[lorebooks.l.entries.e]\nkeys = ['的']\n", "'的'"),
    ],
    "bad_pattern": [
        ("[lorebooks.l.entries.e]\nkeys = ['/(unclosed/i']\n", "'/(unclosed"),
        ("[lorebooks.l.entries.e]\nkeys = ['kelp']\nsecondary_keys = ['/a/qz']\n", "'/a/qz"),
    ],
    "slow_pattern": [("[lorebooks.l.entries.e]\nkeys = ['/^(\\w+)*$/']\n", "'/^(")],
    "crowded_out": [
        (
            f"[lorebooks.l]\nmax_tokens = 10\n[lorebooks.l.entries.e]\nkeys = ['kelp']\ncontent = '{LONG}'\n",
            "[lorebooks.l.entries.e]",
        ),
        (
            f"[lorebooks.l]\nmax_characters = 10\n[lorebooks.l.entries.e]\nkeys = ['kelp']\ncontent = '{LONG}'\n",
            "[lorebooks.l.entries.e]",
        ),
        (f"[lorebooks.l.entries.e]\nkeys = ['kelp']\ncontent = '{LONG * 3}'\n", "[lorebooks.l.entries.e]"),
        (
            "[lorebooks.l]\nmax_entries = 1\n[lorebooks.l.entries.a]\nconstant = true\n"
            "[lorebooks.l.entries.e]\nkeys = ['kelp']\norder = 1\nconstant = true\n",
            "[lorebooks.l.entries.e]",
        ),
    ],
    "outlet_unplaced": [
        (
            "[lorebooks.l.entries.e]\nkeys = ['kelp']\nposition = 'outlet'\noutlet = 'lost'\n",
            "outlet = 'lost'",
        ),
        ("[lorebooks.l.entries.e]\nkeys = ['kelp']\nposition = 'outlet'\n", "[lorebooks.l.entries.e]"),
    ],
    "outlet_empty": [("[characters.b]\ngoals = 'x {{outlet::void}}'\n", "goals")],
    "outlet_cycle": [
        (
            "[lorebooks.l.entries.e]\nkeys = ['kelp']\nposition = 'outlet'\noutlet = 'one'\ncontent = '{{outlet::one}}'\n",
            "content = '{{outlet::one",
        )
    ],
    "breaks_prefix": [("[lorebooks.l.entries.e]\nkeys = ['kelp']\nposition = 'system_before'\n", "position")],
    "unknown_macro": [
        ("[characters.b]\ngoals = '{{usr}}'\n", "goals"),
        ("[characters.b.topics]\nx = '{{roll:d6}}'\n", "x = "),
        ("[presets.p]\n[[presets.p.entries]]\ntext = '{{char::x}}'\n", "text = '{{char"),
    ],
    "default_not_a_choice": [
        ("[[questions]]\nask = 'A?'\nchoices = ['a']\ndefault = 'b'\n", "default = 'b'")
    ],
    "two_default_presets": [("[presets.p]\ndefault = true\n", "default = true\n\n")],
    **BEAT_DEFECTS,
}


def count(text: str) -> int:
    """A stand-in for tokens: words, and each character of text without spaces."""
    return sum(1 if word.isascii() else len(word) for word in text.split())


def check(text: str) -> Checked:
    reading = read_text_world(text, strict=True)
    reading.sources.root = Path(__file__).resolve().parent
    return check_reading(reading, count)


def line_of(text: str, mark: str) -> int:
    return text[: text.rindex(mark)].count("\n") + 1


def test_a_sound_world_has_nothing_to_mend() -> None:
    assert check(SOUND).problems == ()


CASES = [(code, addition, mark) for code, cases in DEFECTS.items() for addition, mark in cases]


@pytest.mark.parametrize(
    ("code", "addition", "mark"), CASES, ids=[f"{code}-{n}" for n, (code, *_) in enumerate(CASES)]
)
def test_a_defect_is_found_at_its_place_and_nothing_else_is(code: str, addition: str, mark: str) -> None:
    text = f"{SOUND}{addition}\n"
    problems = check(text).problems

    assert [problem.code for problem in problems] == [code]
    if mark in text:
        assert problems[0].line == line_of(text, mark)
    for language in ("en", "zh"):
        said = problems[0].sentence(language) + problems[0].remedy(language)
        assert f"world.{code}" not in said


def test_a_schedule_without_a_clock_is_found() -> None:
    codes = [problem.code for problem in check(SOUND.replace("[clock]\n", "")).problems]

    assert codes == ["schedule_without_clock"]


def test_waiting_for_a_time_without_a_clock_can_never_fire() -> None:
    text = "[world]\nname='W'\n[locations.a]\n[lorebooks.l.entries.e]\nkeys=['kelp']\nwhen={after='Day 2'}\n"

    assert [problem.code for problem in check(text).problems] == ["never_fires"]


def test_every_check_of_the_table_has_a_defect_here() -> None:
    assert {check.code for check in CHECKS} == {*DEFECTS, "schedule_without_clock"}


def test_one_world_may_have_many_defects_and_all_are_found() -> None:
    clean = ("scene_over", "long_", "crowded")
    chosen = {code: cases[0][0] for code, cases in DEFECTS.items() if not code.startswith(clean)}
    renamed = {
        code: addition.replace(".b]", f".b{n}]")
        .replace(".l.", f".l{n}.")
        .replace(".l]", f".l{n}]")
        .replace(".p]", f".p{n}]")
        .replace("presets.p.", f"presets.p{n}.")
        .replace(".x]", f".x{n}]")
        .replace("'x'", f"'x{n}'")
        .replace(".x.", f".x{n}.")
        for n, (code, addition) in enumerate(chosen.items())
    }
    found = {problem.code for problem in check(SOUND + "".join(renamed.values())).problems}

    assert set(renamed) <= found


def test_what_fits_many_places_is_counted_not_listed() -> None:
    islands = "".join(f"[locations.island{number}]\n" for number in range(80))
    problems = check(SOUND + islands).problems

    assert [problem.code for problem in problems].count("unreachable") == 50
    assert problems[-1].code == "more"


def test_a_world_with_a_broken_part_is_still_checked() -> None:
    codes = [problem.code for problem in check(f"{SOUND}[locations.island]\nmap = 1\n").problems]

    assert codes == ["wrong_type", "unreachable"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_code_has_a_sentence_and_a_remedy(language: str) -> None:
    text = resources.files("rpg.text").joinpath("catalogue", language, "world.toml").read_text("utf-8")
    catalogue = tomllib.loads(text)

    assert all(check.code in catalogue and f"{check.code}_fix" in catalogue for check in CHECKS)


def test_both_catalogues_have_the_same_keys_and_values() -> None:
    def shape(language: str) -> dict[str, set[str | None]]:
        text = resources.files("rpg.text").joinpath("catalogue", language, "world.toml").read_text("utf-8")
        return {
            key: {name for _, name, _, _ in string.Formatter().parse(value) if name}
            for key, value in tomllib.loads(text).items()
        }

    assert shape("en") == shape("zh")
