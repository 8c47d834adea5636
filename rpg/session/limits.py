"""The true limit of a model's context, learned when its server refuses a request as too long.

It holds for the window that was believed and the calibration that counted; when either changes, the server
is asked anew. Source: docs/context.md §1.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

from rpg.narrator.protocol import Traits
from rpg.session.calibrating import factor_of


def limit_of(store: Mapping[str, Any], traits: Traits, believed: int) -> int | None:
    """Tokens that the model really takes, where that is known to be less than `believed`."""
    document = store.get(_key(traits))
    if not isinstance(document, Mapping) or document.get("believed") != believed:
        return None
    limit = document.get("limit")
    same_count = document.get("factor") == factor_of(store, traits)
    return limit if same_count and isinstance(limit, int) and 0 < limit < believed else None


def learn_limit(store: MutableMapping[str, Any], traits: Traits, believed: int, told: int | None) -> int:
    """Takes up a refusal and returns the window to plan with, always less than `believed`.

    told: the limit that the server named. Where it named none, or one that the request should have kept to,
    the count is what is wrong: then a third is left free.
    """
    limit = told if told is not None and 0 < told < believed else believed * 2 // 3
    store[_key(traits)] = {"believed": believed, "limit": limit, "factor": factor_of(store, traits)}
    return limit


def _key(traits: Traits) -> str:
    return f"limit {traits.name} {traits.model}"
