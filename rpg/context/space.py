"""How much fits: reserves, the setting's cap, the dialogue's share. Source: docs/context.md §1."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from rpg.context.values import ContextSettings, Quality

SETTING_PERCENT = 60
LORE_PERCENT = 25
"""Lore as a whole may use this share of the setting's cap."""

SAFETY_PERCENT = 3
CALIBRATED_SAFETY_PERCENT = 1
_ROUNDING = 1e-9  # so that 3 % of a round number is not pushed up by binary fractions


class WindowTooSmall(ValueError):
    """The reserves leave nothing of the window."""

    def __init__(self, window: int, reserved: int):
        super().__init__(f"a window of {window} tokens leaves nothing beside reserves of {reserved}")
        self.window = window
        self.reserved = reserved


@dataclass(frozen=True, slots=True)
class Reserve:
    """Tokens kept free: for the chat template, for the reply, and for errors of the count."""

    system: int
    reply: int
    safety: int

    @property
    def total(self) -> int:
        return self.system + self.reply + self.safety


@dataclass(frozen=True, slots=True)
class Space:
    """The window divided up, in tokens. available: for the prompt, at least 0."""

    window: int
    reserve: Reserve
    available: int

    @property
    def setting_cap(self) -> int:
        """The most that setting content may use."""
        return self.available * SETTING_PERCENT // 100

    def dialogue_cap(self, setting_used: int) -> int:
        """What dialogue may use: at least its share, and whatever the setting leaves over."""
        return max(self.available - setting_used, self.available - self.setting_cap)

    @property
    def lore_cap(self) -> int:
        """The most that all lorebooks together may use; the lore engine keeps to it."""
        return self.setting_cap * LORE_PERCENT // 100


def safety_margin(window: int, percent: float | None, quality: Quality) -> int:
    """Tokens kept free for errors of the count. percent: None takes the rule's own."""
    if percent is None:
        percent = CALIBRATED_SAFETY_PERCENT if quality == "calibrated" else SAFETY_PERCENT
    return max(0, ceil(window * percent / 100 - _ROUNDING))


def reserve_of(settings: ContextSettings, quality: Quality) -> Reserve:
    """The three reserves of a request."""
    safety = safety_margin(settings.window, settings.safety, quality)
    return Reserve(settings.system_reserve, settings.reply_reserve, safety)


def available_space(window: int, reserve: Reserve) -> int:
    """Tokens left for the prompt after all reserves.

    Raises WindowTooSmall when the reserves leave nothing.
    """
    available = window - reserve.total
    if available <= 0:
        raise WindowTooSmall(window, reserve.total)
    return available


def space_of(settings: ContextSettings, quality: Quality) -> Space:
    """The space of a request; nothing is available where the reserves fill the window."""
    reserve = reserve_of(settings, quality)
    try:
        return Space(settings.window, reserve, available_space(settings.window, reserve))
    except WindowTooSmall:
        return Space(settings.window, reserve, 0)
