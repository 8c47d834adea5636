"""Statuses at their borders, and what the player can do."""

import pytest

from rpg.context.sections import section
from rpg.context.space import Reserve, Space
from rpg.context.status import Carried, actions_of, status_of
from tests.context.stories import letters

SPACE = Space(2000, Reserve(500, 500, 0), 1000)
ALL = Carried(10, 10, True)


@pytest.mark.parametrize(
    ("setting", "dialogue", "history", "status"),
    [
        (0, 0, Carried(0, 0, True), "ok"),
        (540, 460, ALL, "ok"),
        (541, 400, ALL, "tight"),
        (600, 400, ALL, "tight"),
        (601, 0, ALL, "setting_too_long"),
        (601, 900, Carried(0, 9, False), "setting_too_long"),
        (100, 100, Carried(5, 10, True), "ok"),
        (100, 100, Carried(4, 10, True), "tight"),
        (100, 100, Carried(0, 1, True), "tight"),
        (100, 901, ALL, "dialogue_too_long"),
        (100, 100, Carried(0, 9, False), "dialogue_too_long"),
    ],
)
def test_the_status_changes_at_its_borders(setting, dialogue, history, status):
    assert status_of(SPACE, setting, dialogue, history, flat=False) == status
    flat = "over_limit" if status == "dialogue_too_long" else status
    assert status_of(SPACE, setting, dialogue, history, flat=True) == flat


def test_nothing_fits_into_no_space():
    assert status_of(Space(10, Reserve(5, 5, 0), 0), 0, 0, ALL, flat=False) == "setting_too_long"


def parts():
    return [
        section(letters, "frame.person.mira", "characters", "user", "x" * 400, source="mira"),
        section(letters, "frame.place.quay", "scene", "user", "x" * 300, source="quay"),
        section(letters, "preset.plain.length", "presets", "system", "x" * 100),
        section(letters, "preset.plain.tone", "presets", "system", "x" * 100),
        section(letters, "tools", "platform", "tools", "x" * 40),
        section(letters, "summary", "memory", "user", "x" * 80),
        section(letters, "pin.a", "pinned", "user", "x" * 90),
        section(letters, "input", "input", "user", "x" * 30),
    ]


def test_a_full_setting_offers_what_frees_most_first():
    made = [
        (action.code, action.target, action.tokens)
        for action in actions_of("setting_too_long", SPACE, 700, parts())
    ]
    assert made == [
        ("ask_to_leave", "mira", 100),
        ("shorten_sheet", "quay", 75),
        ("edit_preset", "presets", 50),
        ("switch_tools_off", "", 10),
        ("larger_window", "", 0),
        ("new_story", "", 0),
    ]


def test_a_full_dialogue_offers_memory_pins_and_input():
    made = [action.code for action in actions_of("dialogue_too_long", SPACE, 10, parts())]
    assert made == ["unpin", "shorten_memory", "shorten_input", "larger_window", "new_story"]


def test_a_message_that_does_not_fit_is_taken_back_before_little_things_are_shortened():
    made = [action.code for action in actions_of("dialogue_too_long", SPACE, 10, parts(), 1000)]
    assert made == ["take_back", "larger_window", "new_story"]
    made = [action.code for action in actions_of("dialogue_too_long", SPACE, 10, parts(), 100)]
    assert made[:2] == ["take_back", "unpin"]


def test_a_tight_plan_says_what_makes_it_tight():
    crowded = [action.code for action in actions_of("tight", SPACE, 590, parts())]
    long = [action.code for action in actions_of("tight", SPACE, 10, parts())]
    assert crowded[0] == "ask_to_leave"
    assert long == ["pin_recap", "larger_window"]
    assert actions_of("ok", SPACE, 10, parts()) == ()
