"""Observations of blocks of messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.memory.observations import LIMIT, Block, blocks_due, edit_line, observe
from rpg.runtime.edits import (
    AdvanceTime,
    CreateLocation,
    MoveCharacter,
    MovePlayer,
    SetFlag,
    UpdateCharacter,
)
from tests.memory.test_digests import Line, letters, told

NAMES = {"quay": "The Quay", "mira": "Mira", "market": "The Market"}

MEANS = {"flooded": "the cellar is under water."}


def seen(lines, edits=(), **more):
    return observe(lines, edits, "en", letters, name_of=lambda id: NAMES.get(id, id), **more)


@pytest.mark.parametrize(
    ("observed", "count", "blocks"),
    [
        (0, 11, []),
        (0, 12, [Block(1, 8)]),
        (0, 20, [Block(1, 8), Block(9, 16)]),
        (8, 19, []),
        (8, 20, [Block(9, 16)]),
        (40, 3, []),
    ],
)
def test_blocks_are_due_when_they_are_full_and_not_among_the_newest(observed, count, blocks):
    assert list(blocks_due(observed, count)) == blocks


@given(st.integers(0, 60), st.integers(0, 120))
def test_blocks_are_seamless(observed, count):
    last = observed
    for block in blocks_due(observed, count):
        assert block.since == last + 1
        last = block.covers
    assert last <= max(observed, count - 4)


def test_edits_are_told_first_and_sentences_in_their_order():
    text = seen(
        told("The rain stops. A dull afternoon.", "Mira promises to wait."),
        [MovePlayer("market", "model")],
        when="Day 1 08:40",
        where="The Quay",
    )
    assert (
        text
        == "[Day 1 08:40 · The Quay] The player went to The Market. The rain stops. Mira promises to wait."
    )


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (MovePlayer("market", "model"), "The player went to The Market."),
        (MoveCharacter("mira", "quay", "model"), "Mira went to The Quay."),
        (MoveCharacter("mira", None, "model"), "Mira was gone from sight."),
        (UpdateCharacter("mira", "model", condition="wet"), "Mira is now: wet."),
        (UpdateCharacter("mira", "model", knows=("the code",)), "Mira now knows: the code."),
        (CreateLocation("hut", "A Hut", "", "", "model"), "New in the story: A Hut."),
        (SetFlag("flooded", True, "model"), "It is now so: the cellar is under water."),
        (SetFlag("flooded", False, "model"), "It is no longer so: the cellar is under water."),
        (SetFlag("told.mira.code", True, "model"), ""),
        (SetFlag("carry_mira", True, "model"), ""),
        (AdvanceTime(5, "model"), ""),
    ],
)
def test_every_edit_that_matters_has_a_sentence(edit, line):
    assert edit_line(edit, "en", lambda id: NAMES.get(id, id), lambda flag: MEANS.get(flag, "")) == line


def test_nothing_told_is_no_observation():
    assert seen([Line("player", "Hm?")]) == ""


def test_what_matters_survives_a_long_block():
    lines = told(
        *["It is a dull and grey and very long afternoon by the sea." for _ in range(30)],
        "Mira owes you ten silver.",
    )
    text = seen(lines)
    assert "ten silver" in text
    assert letters(text) <= LIMIT


def test_chinese_observations_are_in_chinese():
    text = observe(
        [Line("narration", "雨停了。云娘答应等你。")],
        [MovePlayer("quay", "model")],
        "zh",
        letters,
        name_of=lambda id: "码头",
        when="第1天 08:40",
    )
    assert text == "【第1天 08:40】 玩家去了码头。 雨停了。 云娘答应等你。"
