"""The costs of a story as a chart of plain text: one bar a turn, full at the model's window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rpg.session.costs import Price, Spent, TurnCost
from rpg.text.messages import message

BAR_CELLS = 32
REUSED, FRESH, EMPTY, CUT = "█", "▒", "·", "✂"


def chart_lines(costs: Sequence[TurnCost], language: str) -> Iterator[str]:
    """A line for each turn: its number, what was reused and sent anew of the window, and the figures."""
    if not costs:
        yield message(language, "costs.none")
        return
    yield message(language, "costs.legend", reused=REUSED, fresh=FRESH, cut=CUT)
    before: TurnCost | None = None
    for cost in costs:
        yield _line(cost, before, language)
        before = cost


def cost_lines(costs: Sequence[TurnCost], language: str) -> Iterator[str]:
    """The same figures in words, without a drawing."""
    if not costs:
        yield message(language, "costs.none")
    for cost in costs:
        spent = cost.spent
        values = {
            "turn": cost.turn,
            "sent": spent.sent,
            "percent": _percent(spent.reused, spent.sent),
            "received": spent.received,
        }
        yield message(language, "costs.turn_words", **values) + _price(cost.price, language)


def total_line(
    model: str, spent: Spent, price: Price | None, language: str, *, background: bool = False
) -> str:
    """The session's total for one model."""
    key = "costs.background" if background else "costs.total"
    values = {"model": model, **spent.document(), "percent": _percent(spent.reused, spent.sent)}
    return message(language, key, **values) + _price(price.of(spent) if price is not None else None, language)


def bar(cost: TurnCost, cells: int = BAR_CELLS) -> str:
    """The last request of the turn against its window; at least one cell for what there is."""
    window = max(cost.window, cost.planned, 1)
    share = cost.spent.reused / cost.spent.sent if cost.spent.sent else 0.0
    full = min(cells, -(-cost.planned * cells // window))
    reused = round(full * share)
    return REUSED * reused + FRESH * (full - reused) + EMPTY * (cells - full)


def _line(cost: TurnCost, before: TurnCost | None, language: str) -> str:
    cut = before is not None and cost.start != before.start
    values = {
        "turn": f"{cost.turn:>5}",
        "bar": bar(cost),
        "cut": CUT if cut else " ",
        "sent": f"{cost.spent.sent:>8}",
        "percent": f"{_percent(cost.spent.reused, cost.spent.sent):>3}",
        "received": f"{cost.spent.received:>6}",
    }
    return message(language, "costs.turn", **values) + _price(cost.price, language)


def _price(price: float | None, language: str) -> str:
    return "" if price is None else message(language, "costs.price", price=f"{price:.4f}")


def _percent(part: int, whole: int) -> str:
    return f"{part * 100 / whole:.0f}" if whole else "0"
