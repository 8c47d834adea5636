"""Sets of words, written as text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text that blanks part."""
    return frozenset(text.split())
