"""The language of foreign prose, guessed from its letters."""

from __future__ import annotations


def spoken_language(text: str, fallback: str) -> str:
    """The language of prose, as far as its letters tell: "zh", "ja", "ko" or "en"; `fallback` without letters."""
    letters = sum(letter.isalpha() for letter in text)
    if not letters:
        return fallback
    shares = {
        "ja": sum("\u3040" <= letter <= "\u30ff" for letter in text) / letters,
        "ko": sum("\uac00" <= letter <= "\ud7a3" for letter in text) / letters,
        "zh": sum("\u4e00" <= letter <= "\u9fff" for letter in text) / letters,
    }
    return next((language for language, share in shares.items() if share > 0.15), "en")
