"""Whole numbers in text from outside."""

from __future__ import annotations

DIGITS = 15
"""Digits that are read: any number of them is exact in JSON, and Python refuses thousands."""


def whole_number(text: str) -> int | None:
    """The number that `text` is, in digits of any script; None when it is none or longer than DIGITS."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


def numeric_id(text: str) -> int | str:
    """An id as a number where it is one in plain digits, else as it is."""
    number = whole_number(text) if text.isascii() else None
    return text if number is None else number
