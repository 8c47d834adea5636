"""Small repairs of wording, without knowing what is talked about."""

from __future__ import annotations

import re

from rpg.narrator.storyteller.matching import is_cjk

_DETERMINED = re.compile(
    r"(?:the|an?|this|that|these|those|my|your|his|her|its|our|their|some|one|two|three|what|who|whose)\b|[A-Z]|\S+'s?\b",
)
"""How a name begins that takes no article: with a determiner, a proper name, or an owner."""

_ENDS = tuple(".!?…。！？”\"'’」』)）")


def capital(text: str) -> str:
    """`text` as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def closed(text: str) -> str:
    """`text` with an end to its sentence."""
    text = text.strip()
    if not text or text.endswith(_ENDS):
        return text
    return f"{text}。" if is_cjk(text) else f"{text}."


def with_article(name: str) -> str:
    """An English name of a thing as it stands inside a sentence: "the bell", "Ann's hat"."""
    return name if _DETERMINED.match(name) else f"the {name}"
