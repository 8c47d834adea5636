from __future__ import annotations

from dataclasses import fields, replace

from hypothesis import given, settings

from rpg.world.load import read_text_world
from rpg.world.model import Character, Exit, Location, World
from rpg.world.sheets import (
    character_digest,
    character_sheet,
    location_digest,
    location_sheet,
    name_line,
)
from tests.world.worlds import FULL, worlds

READ = read_text_world(FULL).world
assert READ is not None
WORLD: World = READ
QUAY, MIRA = WORLD.locations["quay"], WORLD.characters["mira"]

QUAY_SHEET = """\
## Place: The Quay (quay)
Also called: docks, harbour
Region: Old Town
At a glance: Wet stone.
Description: Stone, rope, Traveller and {{char}}.
Rules here: No whistling.
To be looked at:
- notice board: Three notices.
Ways out:
- market: up the steps; 5 min; hidden until found; shut: barred"""

MIRA_SHEET = """\
## Person: Mira Vale (mira)
Also called: the harbourmaster
At a glance: Harbourmaster.
Description: Knows Traveller.
Personality: Fair.
Way of speaking: Short.
Wants: Peace.
Secret (the player must find it out): The ledger is under the floor.
Never does: Never lies.
Relations:
- Traveller: distrusts strangers
- market: never goes there
Can tell of:
- the ledger: It was on the desk.
- the lamp, light: It went out by itself. (only if: flag trust) (else: Ask someone else.)
Day:
- 20:00-24:00 market
- otherwise The Quay (quay)
Talks like this:
- Traveller: Any berth?
Mira: None."""


def test_the_full_sheet_of_a_place() -> None:
    assert location_sheet(QUAY, WORLD) == QUAY_SHEET


def test_the_full_sheet_of_a_person() -> None:
    assert character_sheet(MIRA, WORLD) == MIRA_SHEET


def test_the_way_back_of_a_two_way_exit_is_on_the_other_sheet() -> None:
    assert "- The Quay (quay): 5 min; hidden until found; shut: barred" in location_sheet(
        WORLD.locations["market"], WORLD
    )


def test_exits_as_they_are_now_replace_the_authored_ones() -> None:
    cellar = Location("cellar", "The Cellar", temporary=True)
    text = location_sheet(QUAY, WORLD, exits=[Exit("cellar", "down")], added={"cellar": cellar})

    assert text.endswith("Ways out:\n- The Cellar (cellar): down")
    assert "market" not in text


@settings(max_examples=40)
@given(worlds())
def test_every_text_an_author_wrote_is_on_the_full_sheet(drawn: World) -> None:
    world = replace(drawn, player=replace(drawn.player, name="{{user}}"))
    for place in world.locations.values():
        sheet = location_sheet(place, world, exits=place.exits)
        texts = [place.name, *place.aliases, place.summary, place.description, place.rules, place.region]
        texts += [part for pair in place.details for part in pair]
        texts += [part for exit in place.exits for part in (exit.label, exit.locked)]
        assert all(text in sheet for text in texts)
    for person in world.characters.values():
        sheet = character_sheet(person, world)
        texts = [person.name, *person.aliases, person.secrets, *person.examples]
        texts += [text for _, text in person.relations] + [part for pair in person.topics for part in pair]
        assert all(text in sheet for text in texts)


def test_map_tags_and_portrait_are_on_no_sheet() -> None:
    place = replace(QUAY, map=(77, 88), tags=("tagged",), exits=())
    person = replace(MIRA, portrait="face.png", tags=("tagged",))

    assert location_sheet(place, WORLD) == location_sheet(replace(place, map=None, tags=()), WORLD)
    assert character_sheet(person, WORLD) == character_sheet(replace(person, portrait="", tags=()), WORLD)


def test_every_field_of_a_person_but_those_changes_the_sheet() -> None:
    for one in fields(Character):
        if one.name in ("id", "location", "portrait", "tags", "temporary"):
            continue
        if one.default == getattr(MIRA, one.name):
            raise AssertionError(f"the world of the test does not use {one.name}")
        emptied: object = () if isinstance(getattr(MIRA, one.name), tuple) else ""
        changed = replace(MIRA, **{one.name: emptied})  # type: ignore[arg-type]
        assert character_sheet(changed, WORLD) != MIRA_SHEET, one.name


def test_a_digest_holds_the_summary_and_what_is_known_and_no_secret() -> None:
    digest = character_digest(
        MIRA, WORLD, condition="wary", relationship="owes you", departure="left at dusk", whereabouts="Market"
    )

    assert digest == (
        "Mira Vale (mira): Harbourmaster. | Now: wary | To the player: owes you | Last seen: left at dusk | Is at: Market"
    )
    assert "ledger" not in digest
    assert character_digest(MIRA, WORLD) == "Mira Vale (mira): Harbourmaster."
    assert location_digest(QUAY, WORLD, note="flooded\nnow") == "The Quay (quay): Wet stone. | flooded now"
    assert location_digest(Location("x", "X"), WORLD) == "X (x)"


def test_sheets_speak_the_worlds_language() -> None:
    world = replace(WORLD, language="zh-CN")

    assert "描述：Knows Traveller." in character_sheet(MIRA, world)
    assert "- market：up the steps；5分钟；隐蔽，须先发现；不通：barred" in location_sheet(QUAY, world)


def test_macros_are_filled_in_once_and_unknown_ones_stay() -> None:
    world = replace(WORLD, player=replace(WORLD.player, name="{{location}} {{user}}"))
    place = Location("x", "X", description="{{user}} {{LOCATION}} {{time}} {{nope}} {{outlet::n}}")

    sheet = location_sheet(place, world, time="noon")
    assert "Description: {{location}} {{user}} X noon {{nope}} {{outlet::n}}" in sheet
    assert "{{time}}" in location_sheet(place, world)


def test_a_schedule_says_nothing_without_a_clock() -> None:
    assert "20:00" not in character_sheet(MIRA, replace(WORLD, clock=None))


def test_an_id_that_is_the_name_is_written_once() -> None:
    assert name_line(Location("渡口", "渡口")) == "渡口"
