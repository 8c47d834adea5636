"""Learning a model's own token count from what its server reports, one factor per model.

Every reply's reported prompt size, divided by what the plan counted, is one ratio. The factor is the median
of the last few, so one odd report changes little; reports far from the others are set aside until they
repeat themselves (a model swapped behind the same name, a server that counts cached tokens apart).
Source: docs/context.md §1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

KEPT = 5
"""Ratios the factor is taken from."""

AGREEING = 3
"""Odd reports in a row that agree before they are believed."""

LOWEST, HIGHEST = 0.3, 3.5
"""Ratios outside are no tokenizer's: the server counts something else."""

SMALLEST_PROMPT = 100
"""Tokens below which a report says more about the chat template than about the tokenizer."""

_ODD = 0.25


@dataclass(frozen=True, slots=True)
class Calibration:
    """What has been learned of a model. ratios: reported over counted, oldest first. odd: set aside."""

    ratios: tuple[float, ...] = ()
    odd: tuple[float, ...] = ()

    @property
    def factor(self) -> float | None:
        """What the uncalibrated count is multiplied with; None while nothing is known."""
        return round(median(self.ratios), 4) if self.ratios else None


def learned(known: Calibration, counted: int, reported: int | None) -> Calibration:
    """`known` after one more report.

    counted: the plan's tokens without any factor. reported: the server's prompt tokens, None when not told.
    """
    if not reported or counted < SMALLEST_PROMPT:
        return known
    ratio = reported / counted
    if not LOWEST <= ratio <= HIGHEST:
        return known
    if len(known.ratios) >= AGREEING and not _near(ratio, median(known.ratios)):
        return _doubted(known, ratio)
    return Calibration((*known.ratios, ratio)[-KEPT:])


def uncalibrated(tokens: int, factor: float | None) -> int:
    """A calibrated count without its factor."""
    return tokens if not factor else round(tokens / factor)


def calibration_document(known: Calibration) -> dict[str, Any]:
    """JSON form, for the config."""
    document: dict[str, Any] = {"ratios": [round(ratio, 4) for ratio in known.ratios]}
    return {**document, "odd": [round(ratio, 4) for ratio in known.odd]} if known.odd else document


def calibration_from_document(document: Mapping[str, Any]) -> Calibration:
    """The calibration of a JSON form; what cannot be read is left out."""
    return Calibration(_ratios(document.get("ratios"))[-KEPT:], _ratios(document.get("odd"))[-AGREEING:])


def _doubted(known: Calibration, ratio: float) -> Calibration:
    agreeing = tuple(other for other in known.odd if _near(ratio, other))
    odd = (*agreeing, ratio)
    return Calibration(odd) if len(odd) >= AGREEING else replace(known, odd=odd)


def _near(ratio: float, other: float) -> bool:
    return abs(ratio - other) <= _ODD * other


def _ratios(value: object) -> tuple[float, ...]:
    items = value if isinstance(value, list | tuple) else ()
    numbers = (float(item) for item in items if isinstance(item, int | float) and not isinstance(item, bool))
    return tuple(number for number in numbers if LOWEST <= number <= HIGHEST)
