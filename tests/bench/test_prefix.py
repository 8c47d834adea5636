"""The prefix bench: what is counted as shared, and the goals in small."""

from __future__ import annotations

import asyncio
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.bench.keyword_layouts import KINDS
from rpg.bench.prefix import OURS, PRICES, Sent, Traffic, goals_of, play, recipe_of, row
from rpg.bench.wire import Read, Reader, Units, label_at, units_of
from rpg.narrator.protocol import Message, Request, ToolCall, ToolSchema
from rpg.text.tokens import encode_cl100k

Runs = dict[str, Traffic]


@pytest.fixture(scope="module")
def campaign() -> Runs:
    return asyncio.run(play(recipe_of(3, 60, 225)))


def test_most_of_every_request_was_sent_before(campaign: Runs) -> None:
    ours = campaign[OURS]
    assert ours.middle() >= 0.93
    assert ours.whole() >= 0.84
    assert ours.whole("move") >= 0.55


def test_another_try_reads_no_more_than_a_message_again(campaign: Runs) -> None:
    retries = campaign[OURS].retries
    assert len(retries) == 5
    assert max(read.fresh for read in retries) == 0


def test_the_game_costs_less_than_any_layout_of_keyword_lore(campaign: Runs) -> None:
    for kind in KINDS[:3]:
        assert campaign[OURS].cost(0.1) < campaign[kind].cost(0.1)


def test_the_first_request_shares_nothing_and_is_not_counted_as_reused(campaign: Runs) -> None:
    for traffic in campaign.values():
        assert traffic.sent[0].read.shared == 0
        assert len(traffic.reads()) == len(traffic.sent) - 1


def test_every_layout_sends_as_many_requests(campaign: Runs) -> None:
    assert {len(traffic.sent) for traffic in campaign.values()} == {len(campaign[OURS].sent)}


def test_only_the_layouts_that_know_the_scene_always_hold_it(campaign: Runs) -> None:
    assert campaign[KINDS[3]].complete == campaign[OURS].complete == 1
    assert campaign[KINDS[1]].complete < campaign[KINDS[2]].complete < 1


def test_cost_and_shares_are_sums_over_all_requests() -> None:
    traffic = Traffic(2)
    traffic.sent = [
        Sent("dwelling", Read(100, 0, "tools")),
        Sent("dwelling", Read(100, 90, "message")),
        Sent("move", Read(200, 100, "place")),
    ]
    assert traffic.whole() == pytest.approx(190 / 300)
    assert traffic.whole("move") == 0.5
    assert traffic.middle() == pytest.approx((0.9 + 0.5) / 2)
    assert traffic.fresh("move") == 100
    assert traffic.cost(0.1) == pytest.approx(100 * (100 + 10 + 9 + 100 + 10) / 2)
    assert traffic.cost(1.0) == pytest.approx(100 * 400 / 2)
    assert row([traffic])["tokens per turn"] == 200
    assert set(row([traffic])) >= {f"cost at {price}" for price in PRICES}


def test_the_cost_goal_compares_with_the_cheapest_keyword_layout() -> None:
    def layout(total: int) -> list[Traffic]:
        made = Traffic(1, sent=[Sent("dwelling", Read(total, 0, ""))] * 2)
        return [made]

    layouts = {OURS: layout(60), KINDS[0]: layout(500), KINDS[1]: layout(100), KINDS[3]: layout(10)}
    assert goals_of(layouts)[-1].value == pytest.approx(0.6)


TEXTS = st.lists(st.text("ab ", max_size=12), min_size=1, max_size=5).map(tuple)


@given(before=TEXTS, units=TEXTS)
def test_shared_and_fresh_make_the_whole(before: Units, units: Units) -> None:
    reader = Reader()
    reader.read(before)
    read = reader.read(units)
    assert read.total == sum(encode_cl100k(unit) if unit else 0 for unit in units)
    assert 0 <= read.shared <= read.total
    assert reader.read(units) == Read(read.total, read.total, "")


def test_sharing_ends_in_the_first_unit_that_differs() -> None:
    reader = Reader()
    reader.read(("tools", "system\x1fone", "user\x1fsame words here"))
    read = reader.read(("tools", "system\x1ftwo", "user\x1fsame words here"))
    assert read.differs == "system"
    assert read.shared < encode_cl100k("tools") + encode_cl100k("system\x1ftwo")


UNIT = 'user\x1fHello.\n\n<rpg:person id="mira">\nHer sheet.\n</rpg:person>\n\n<rpg:now>\nHere.\n</rpg:now>\n\nGo.'


@pytest.mark.parametrize(
    ("at", "label"),
    [
        ("Hello", "message"),
        ("Her sheet", "person"),
        ("<rpg:now>", "now"),
        ("Here.", "now"),
        ("Go.", "message"),
    ],
)
def test_a_place_in_a_request_is_named_by_the_block_it_is_in(at: str, label: str) -> None:
    assert label_at(("tools", "system\x1fx", UNIT), 2, UNIT.index(at)) == label


def test_a_request_is_read_with_its_tools_first_and_its_calls() -> None:
    call = ToolCall("call00001", "roll_dice", '{"dice":"d6"}')
    request = Request(
        (Message("system", "S"), Message("assistant", "A", (call,))),
        (ToolSchema("b", "", {}), ToolSchema("a", "", {})),
    )
    tools, system, reply = units_of(request)
    assert tools.index('"a"') < tools.index('"b"')
    assert system == "system\x1fS"
    assert reply == 'assistant\x1fA\x1eroll_dice{"dice":"d6"}'


def test_means_are_over_the_campaigns(campaign: Runs) -> None:
    runs = [campaign[OURS], campaign[KINDS[0]]]
    assert row(runs)["whole"] == pytest.approx(mean(run.whole() for run in runs), abs=1e-4)
