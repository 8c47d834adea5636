"""Errors in plain mode."""

from __future__ import annotations

from rpg.text.placeholders import slashed


def sentence(error: Exception, language: str) -> str:
    """An error in one sentence: what, where, what to do."""
    from rpg.session.explain import explain

    return slashed(explain(error, language)[1])
