"""What the servers' own token counts teach, kept beside the configuration. Source: docs/context.md §1."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Protocol, runtime_checkable

from rpg.context.calibration import (
    Calibration,
    calibration_document,
    calibration_from_document,
    learned,
    uncalibrated,
)
from rpg.narrator.protocol import Narrator, Traits
from rpg.text.tokens import counter_for

LONGEST_SAMPLE = 20_000
"""Characters of a prompt that a server's tokenizer is asked about."""


@runtime_checkable
class Tokenizing(Protocol):
    """A narrator whose server may count tokens itself."""

    async def count_tokens(self, text: str) -> int | None: ...


def _key(traits: Traits) -> str:
    return f"calibration {traits.name} {traits.model}"


def _known(store: Mapping[str, Any], traits: Traits) -> Calibration:
    document = store.get(_key(traits))
    return calibration_from_document(document) if isinstance(document, Mapping) else Calibration()


def factor_of(store: Mapping[str, Any], traits: Traits) -> float | None:
    """What a model's count is multiplied with; None while nothing is known."""
    return _known(store, traits).factor


def learn_from(store: MutableMapping[str, Any], traits: Traits, planned: int, reported: int | None) -> None:
    """Takes up one report. planned: tokens of the plan with the factor known so far; reported: the server's."""
    known = _known(store, traits)
    after = learned(known, uncalibrated(planned, known.factor), reported)
    if after != known:
        store[_key(traits)] = calibration_document(after)


async def measure(store: MutableMapping[str, Any], narrator: Narrator, sample: Callable[[], str]) -> None:
    """Asks the server's tokenizer once, while nothing is known of the model. sample: a text like a prompt's."""
    traits = narrator.traits
    if traits.offline or not isinstance(narrator, Tokenizing) or _known(store, traits).ratios:
        return
    text = sample()[:LONGEST_SAMPLE]
    counted = await narrator.count_tokens(text)
    learn_from(store, narrator.traits, counter_for(traits.model).count(text), counted)
