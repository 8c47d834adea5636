"""Small repairs of wording, without knowing what is talked about."""

from __future__ import annotations

from rpg.narrator.storyteller.matching import is_cjk

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
