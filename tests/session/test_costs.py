"""What turns cost: tokens sent, reused and received, by turn and session, at the player's own prices."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.config.config import Config
from rpg.narrator.protocol import Failure, Usage
from rpg.narrator.scripted import Turn
from rpg.narrator.storyteller import Storyteller
from rpg.session.costs import Price, Spent, costs_document, price_of, session_spent, turn_costs
from tests.session.stories import moves, new_session, played, reopened, telling

TOLD = Usage(1000, 50, 800)


async def test_a_turn_costs_what_the_server_tells_all_requests_together(tmp_path: Path) -> None:
    narrator = telling(
        Turn(calls=[moves("market")], usage=TOLD), Turn(text="Noise.", usage=Usage(1100, 20, 1000))
    )
    session = new_session(tmp_path, narrator)
    await played(session.play("go"))
    (cost,) = turn_costs(session.story, session.services.config)
    assert cost.spent == Spent(2100, 1800, 70, 2)
    assert (cost.turn, cost.model, cost.node) == (1, "script", session.head)


async def test_without_the_servers_word_the_plan_tells(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(*[Turn(text="One two three.")] * 3))
    for n in range(3):
        await played(session.play(f"I say {n}"))
    costs = turn_costs(session.story, session.services.config)
    assert [cost.spent.requests for cost in costs] == [1, 1, 1]
    assert all(cost.spent.sent == cost.planned > 0 for cost in costs)
    assert costs[0].spent.reused == 0
    assert all(0 < cost.spent.reused < cost.spent.sent for cost in costs[1:])
    assert all(cost.spent.received > 0 for cost in costs)


async def test_the_session_counts_other_replies_and_broken_ones_the_path_only_its_own(tmp_path: Path) -> None:
    broken = Turn(text="The market is lo", disconnect_after=12)
    narrator = telling(Turn(text="One.", usage=TOLD), Turn(text="Two.", usage=TOLD), broken)
    session = new_session(tmp_path, narrator)
    await played(session.play("hello"))
    await played(session.retry())
    await played(session.play("more"))
    assert [cost.spent for cost in turn_costs(session.story, session.services.config)] == [
        Spent(1000, 800, 50, 1)
    ]
    total = session_spent(session.story)["script"]
    assert total.requests == 3
    assert total.sent > 2000


async def test_a_request_that_was_refused_costs_nothing(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(error=Failure.OVERLOADED)))
    await played(session.play("hello"))
    assert session_spent(session.story) == {}


async def test_the_storyteller_costs_nothing(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller())
    await played(session.play("look"))
    assert turn_costs(session.story, session.services.config) == ()
    assert session_spent(session.story) == {}


async def test_totals_survive_a_restart_and_undo(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="One.", usage=TOLD)))
    await played(session.play("hello"))
    await session.undo()
    again = reopened(session)
    assert session_spent(again.story)["script"] == Spent(1000, 800, 50, 1)
    assert turn_costs(again.story, again.services.config) == ()
    await again.close()


async def test_prices_of_the_model_are_applied(tmp_path: Path) -> None:
    prices = {"prices.script.input": 2.0, "prices.script.cached": 0.5, "prices.script.output": 10.0}
    session = new_session(tmp_path, telling(Turn(text="One.", usage=TOLD)), **prices)
    await played(session.play("hello"))
    document = costs_document(session.story, session.services.config)
    assert document["turns"][0]["price"] == pytest.approx((200 * 2 + 800 * 0.5 + 50 * 10) / 1_000_000)
    assert document["total"][0]["price"] == document["turns"][0]["price"]
    assert document["total"][0]["model"] == "script"


@pytest.mark.parametrize(
    ("values", "price"),
    [
        ({}, None),
        ({"cached": 1.0}, None),
        ({"input": 2.0}, Price(2.0, 2.0, 0.0)),
        ({"output": 3.0}, Price(0.0, 0.0, 3.0)),
        ({"input": 2.0, "cached": 0.0, "output": 3.0}, Price(2.0, 0.0, 3.0)),
    ],
)
def test_the_price_table(tmp_path: Path, values: dict[str, float], price: Price | None) -> None:
    config = Config(tmp_path / "c", {f"prices.gpt-4.1:x.{name}": value for name, value in values.items()})
    assert price_of(config, "gpt-4.1:x") == price
    assert price_of(config, "") is None


@given(
    st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6), st.floats(0, 100), st.floats(0, 1)
)
def test_reuse_never_makes_a_request_dearer(
    sent: int, reused: int, received: int, input: float, part: float
) -> None:
    reused = min(sent, reused)
    price = Price(input, input * part, 1.0)
    assert price.of(Spent(sent, reused, received)) <= price.of(Spent(sent, 0, received)) + 1e-9
