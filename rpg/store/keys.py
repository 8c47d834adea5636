"""Keys of the table `meta` that the store keeps for itself."""

from __future__ import annotations

CURSOR, BASE, CARD, LABEL = "$cursor", "$base", "$card", "label:"
"""A label's key ends with its node."""


def is_reserved(key: str) -> bool:
    return key.startswith(("$", LABEL))
