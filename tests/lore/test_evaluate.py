"""Both dialects together: limits, timers, placement, explanation, memory."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

import pytest

from rpg.lore.budget import LoreLimits
from rpg.lore.evaluate import LoreSettings, LoreTimers, evaluate
from rpg.lore.memory import LoreMemory
from rpg.lore.rolls import fixed, scripted, seeded, sequence
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.lore.tavern.fields import authored_entry, raw_fields
from rpg.lore.tavern.settings import TavernSettings
from rpg.lore.why import Reason, Verdict
from rpg.lore.words import sentence
from rpg.text.messages import LANGUAGES, message
from rpg.world.lorebook import Lorebook
from tests.lore.stories import book, entry, look

RAW: dict[str, Any] = {
    "uid": 0,
    "key": ["x"],
    "content": "raw",
    "position": 0,
    "order": 5,
    "odd": {"a": None},
}


def _tavern(*raws: dict[str, Any], id: str = "t", **fields: Any) -> Lorebook:
    entries = {str(at): authored_entry(str(at), {**RAW, "uid": at, **raw}) for at, raw in enumerate(raws)}
    return Lorebook(id=id, rules="tavern", entries=entries, **fields)


def test_native_books_take_the_common_budget_first() -> None:
    books = [_tavern({"order": 999}), book(entry("e", "x", order=1))]
    result = look(books, "x", settings=LoreSettings(limits=LoreLimits(max_entries=1)))
    assert result.activated == ("b.e",)
    assert result.why["t.0"].reason == "budget_entries"


@pytest.mark.parametrize(
    "limits", [LoreLimits(None, 2, None), LoreLimits(6, None, None), LoreLimits(None, None, 6)]
)
def test_the_common_limits_hold_in_tavern_books_too(limits: LoreLimits) -> None:
    result = look(_tavern({}, {}, {}), "x", settings=LoreSettings(limits=limits))
    assert len(result.activated) == 2


def test_recursion_and_groups_stay_within_a_dialect() -> None:
    books = [
        _tavern({"content": "wakes y", "group": "g"}),
        book(entry("e", "y"), entry("f", "x", group=("g",))),
    ]
    assert look(books, "x").activated == ("b.f", "t.0")


@pytest.mark.parametrize(("position", "place"), [
    (0, "system_before"), (1, "system_after"), (2, "note_above"), (3, "note_below"), (4, "at_depth"), (5, "an_top"), (6, "an_top"),
])  # fmt: skip
def test_tavern_positions_have_their_place_in_the_prompt(position: int, place: str) -> None:
    placed = look(_tavern({"position": position, "depth": 2, "role": 2}), "x").placed[0]
    assert (placed.position, placed.depth, placed.role) == (place, 2, "assistant")


def test_both_dialects_mix_by_order_inside_a_place() -> None:
    books = [
        _tavern({"order": 3, "content": "3"}, {"order": 9, "content": "9"}),
        book(
            *(
                entry(str(order), "x", content=str(order), order=order, position="system_before")
                for order in (1, 5)
            )
        ),
    ]
    assert [one.content for one in look(books, "x").placed] == ["1", "3", "5", "9"]


def test_texts_for_before_the_examples_descend_and_stand_above_those_for_after() -> None:
    raws = [
        {"position": position, "order": order, "content": f"{position}{order}"}
        for position in (6, 5)
        for order in (1, 2)
    ]
    assert [one.content for one in look(_tavern(*raws), "x").placed] == ["52", "51", "61", "62"]


def test_timers_and_rolls_survive_a_record() -> None:
    books = [
        _tavern({"sticky": 3, "cooldown": 2, "probability": 50, "useProbability": True}),
        book(entry("e", "x", sticky=2, probability=50)),
    ]
    result = look(books, "x", rolls=fixed(0.1))
    record = json.loads(json.dumps(result.record()))
    assert LoreTimers.from_json(record["timers"]) == result.timers
    assert record["rolls"] == [["chance:b.e", 0.1], ["chance:t.0", 0.1]]
    assert record["activated"] == ["b.e", "t.0"]
    assert LoreTimers.from_json({}) == LoreTimers()


def test_a_book_that_is_off_or_unbound_is_explained_entry_by_entry() -> None:
    books = [
        _tavern({}, enabled=False, id="off"),
        _tavern({}, bind=("mira",), id="unbound"),
        book(entry("e", "x"), enabled=False),
    ]
    result = look(books, "x")
    assert result.activated == ()
    assert {name: why.reason for name, why in result.why.items()} == {
        "off.0": "book_off", "unbound.0": "book_unbound", "b.e": "book_off",
    }  # fmt: skip


def test_macros_are_filled_in_keys_and_contents() -> None:
    names = {"{{user}}": "Tam"}

    def expand(text: str) -> str:
        for name, value in names.items():
            text = text.replace(name, value)
        return text

    books = [
        _tavern({"key": ["{{user}}"], "content": "{{user}} t"}),
        book(entry("e", "{{user}}", content="{{user}} r")),
    ]
    memory = LoreMemory()
    arguments = (
        [LoreMessage("Tam")],
        LoreTimers(),
        LoreScene(),
        LoreSettings(),
        fixed(0),
        len,
        expand,
        memory,
    )
    assert sorted(one.content for one in evaluate(books, *arguments).placed) == ["Tam r", "Tam t"]
    names["{{user}}"] = "Kay"
    assert evaluate(books, *arguments).activated == ()


def test_books_are_compiled_once_and_messages_scanned_once() -> None:
    memory, books = LoreMemory(), [_tavern({}), book(entry("e", "x"))]
    look(books, "x", memory=memory)
    builds = memory.builds
    for count in range(1, 5):
        look(books, *["x"] * count, memory=memory)
    assert memory.builds == builds


def test_a_token_counter_is_asked_about_nothing_that_is_too_long_for_the_common_limit() -> None:
    asked: list[int] = []

    def count(text: str) -> int:
        asked.append(len(text))
        return len(text)

    long = "y" * 50_000
    books = [_tavern({"content": long}), book(entry("e", "x", content=long), max_tokens=10)]
    evaluate(books, [LoreMessage("x")], LoreTimers(), LoreScene(), LoreSettings(), fixed(0), count)
    assert max(asked, default=0) < 50_000


def test_an_authored_entry_of_a_tavern_book_goes_back_to_its_raw_fields() -> None:
    own = authored_entry("0", RAW)
    assert raw_fields(own) == RAW
    changed = raw_fields(replace(own, content="new", enabled=False, secondary_keys=("y",)))
    assert changed == {**RAW, "content": "new", "disable": True, "keysecondary": ["y"], "selective": True}


def test_a_tavern_book_written_by_hand_has_a_new_entrys_defaults() -> None:
    one = Lorebook(
        id="t",
        rules="tavern",
        entries={"e": entry("e", "x", secondary_keys=("y",), position="system_before")},
    )
    assert look(one, "x").activated == ()
    assert look(one, "x y").activated == ("t.e",)


def test_the_length_of_the_chat_can_be_told() -> None:
    one = _tavern({"delay": 5})
    assert look(one, "x").activated == ()
    assert look(one, "x", scene=LoreScene(message_count=5)).activated == ("t.0",)


def test_tavern_settings_apply() -> None:
    settings = LoreSettings(tavern=TavernSettings(depth=1))
    assert look(_tavern({}), "x", "y", settings=settings).activated == ()


def test_seeded_dice_depend_on_seed_and_name_only() -> None:
    first, again, other = seeded("a"), seeded("a"), seeded("b")
    again("something else")
    assert first("chance:e") == again("chance:e") != other("chance:e")
    assert first("chance:e") != seeded("a")("chance:e")
    assert all(0 <= seeded(str(at))("x") < 1 for at in range(200))


def test_scripted_dice_run_out_into_others() -> None:
    roll = scripted([0.1, 0.2], fixed(0.9))
    assert [roll("a"), roll("b"), roll("c")] == [0.1, 0.2, 0.9]
    assert scripted([])("a") == 0.5


def test_the_sequence_generator_is_the_known_one() -> None:
    roll = sequence(11)
    assert [round(roll("x"), 3) for _ in range(3)] == [0.512, 0.53, 0.608]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_has_a_sentence(language: str) -> None:
    for reason in get_args(Reason):
        line = sentence(language, Verdict(reason, slow=("/(a+)+/",)))
        assert "lore." not in line
        assert "{" not in line
        assert "/(a+)+/" in line
    assert message(language, "lore.why_no_keys") != message(
        "en" if language == "zh" else "zh", "lore.why_no_keys"
    )
