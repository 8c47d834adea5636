"""What turns cost: tokens sent, reused from a cache and received, per turn and session, and their price.

As the server counted them where it tells; else as planned, with what requests have in common taken for
reused. A session's total holds everything that was paid for: other replies, replies that broke off and
background notes too. Source: docs/context.md §4, §5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rpg.config.config import Config
from rpg.context.document import shared
from rpg.narrator.protocol import Usage
from rpg.session.narration import Reply
from rpg.session.story import Story
from rpg.timeline.tree import ancestors

SPENT = "spent"
"""Key of a record for what its turn cost, and of the save's meta for the session's totals by model."""

MILLION = 1_000_000

What = Literal["turns", "background"]


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens. sent: of prompts, those reused included. reused: read from a cache. requests: how many."""

    sent: int = 0
    reused: int = 0
    received: int = 0
    requests: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.sent + other.sent,
            self.reused + other.reused,
            self.received + other.received,
            self.requests + other.requests,
        )

    def document(self) -> dict[str, int]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Price:
    """Per million tokens, in the currency the player thinks in."""

    input: float
    cached: float
    output: float

    def of(self, spent: Spent) -> float:
        fresh = spent.sent - spent.reused
        return (fresh * self.input + spent.reused * self.cached + spent.received * self.output) / MILLION


@dataclass(frozen=True, slots=True)
class TurnCost:
    """A turn of the path. planned: tokens of its last request. window: of its model. start: first message
    carried behind the opening. price: None where the model has none."""

    node: int
    turn: int
    model: str
    planned: int
    window: int
    start: int
    spent: Spent
    price: float | None


def price_of(config: Config, model: str) -> Price | None:
    """The price that is set for a model; cached input costs as input where nothing else is said."""
    if not model:
        return None
    input, cached, output = (config.get(f"prices.{model}.{name}") for name in ("input", "cached", "output"))
    if input is None and output is None:
        return None
    return Price(input or 0.0, cached if cached is not None else input or 0.0, output or 0.0)


def spent_on(reply: Reply) -> Spent:
    """What the requests of one reply cost."""
    told = reply.usages
    sent = _told(told, "prompt", len(reply.sizes))
    cached = _told(told, "cached", 1)
    received = _told(told, "completion", len(reply.sizes))
    sent = sum(reply.sizes) if sent is None else sent
    if cached is None:
        before = shared(reply.plan)
        cached = (before.tokens if before is not None else 0) + sum(reply.sizes[:-1])
    if received is None:
        received = reply.plan.inputs.count(reply.text)
    return Spent(sent, min(cached, sent), received, len(reply.sizes))


def spent_told(usage: Usage) -> Spent:
    """What one request cost as its server tells."""
    return Spent(usage.prompt or 0, usage.cached or 0, usage.completion or 0, 1)


def added(story: Story, model: str, spent: Spent, what: What = "turns") -> dict[str, Any]:
    """The session's totals with `spent` more, for the save's meta."""
    known = story.save.get_meta(SPENT, {})
    models = dict(known.get(what, {}))
    return {**known, what: {**models, model: (_spent(models.get(model)) + spent).document()}}


def session_spent(story: Story, what: What = "turns") -> dict[str, Spent]:
    """The totals of a session by model."""
    return {model: _spent(known) for model, known in story.save.get_meta(SPENT, {}).get(what, {}).items()}


def turn_costs(story: Story, config: Config, head: int | None = None) -> tuple[TurnCost, ...]:
    """The turns on the path that asked a model, oldest first."""
    return tuple(_turn_costs(story, config, story.head if head is None else head))[::-1]


def costs_document(story: Story, config: Config) -> dict[str, Any]:
    """Costs as JSON: every turn of the path, and the session's totals by model with their price."""
    turns = turn_costs(story, config)
    return {
        "turns": [{**asdict(one), "spent": one.spent.document()} for one in turns],
        "total": [
            _total(config, story, "turns", model, spent) for model, spent in session_spent(story).items()
        ],
        "background": [
            _total(config, story, "background", model, spent)
            for model, spent in session_spent(story, "background").items()
        ],
    }


def _total(config: Config, story: Story, what: What, model: str, spent: Spent) -> dict[str, Any]:
    price = price_of(config, model)
    return {"model": model, **spent.document(), "price": price.of(spent) if price is not None else None}


def _turn_costs(story: Story, config: Config, head: int | None) -> Iterator[TurnCost]:
    prices: dict[str, Price | None] = {}
    turn = story.state(head).turn if head is not None else 0
    for link in ancestors(story.save, head):
        record = story.record(link.id) if link.kind == "narration" else None
        number, turn = turn, turn - link.begins_turn
        if record is None or SPENT not in record:
            continue
        model, spent = str(record.get("model", "")), _spent(record[SPENT])
        if model not in prices:
            prices[model] = price_of(config, model)
        price = prices[model]
        yield TurnCost(
            link.id,
            number,
            model,
            int(record.get("tokens", 0)),
            int(record.get("window", 0)),
            int(record.get("start", 0)),
            spent,
            price.of(spent) if price is not None else None,
        )


def _told(usages: list[Usage], name: str, needed: int) -> int | None:
    """The sum of what the servers told, if at least `needed` requests told it."""
    known = [value for usage in usages if (value := getattr(usage, name)) is not None]
    return sum(known) if len(known) >= max(1, needed) else None


def _spent(known: object) -> Spent:
    if not isinstance(known, Mapping):
        return Spent()
    return Spent(*(int(known.get(name, 0)) for name in ("sent", "reused", "received", "requests")))
