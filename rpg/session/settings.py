"""Settings as a session sees them: the save's own values over the player's, and what they mean for a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rpg.config.config import Config
from rpg.context.values import ContextSettings, Instructions
from rpg.narrator.protocol import Traits

UNKNOWN_WINDOW = 8192
"""Tokens assumed for a model whose window nobody knows."""

OFFLINE_WINDOW = 32_768
"""Tokens by which the meter measures where no prompt is sent at all."""

SETTINGS = "settings"
"""Key of the save's meta that holds its own settings."""


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """Options by key. values: those set for this save."""

    config: Config
    values: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        return self.config.get(key, self.values)

    def with_value(self, key: str, value: Any | None) -> SessionSettings:
        rest = {name: old for name, old in self.values.items() if name != key}
        return SessionSettings(self.config, rest if value is None else {**rest, key: value})


def size_of(settings: SessionSettings, traits: Traits, name: str) -> Any:
    """A size of the prompt's space: this save's, else the player's for the model, else the player's for all.

    name: "window", "system_reserve", "reply_reserve" or "safety".
    """
    key = f"context.{name}"
    if settings.values.get(key) is None and traits.model:
        own = settings.config.get(f"models.{traits.model}.{name}")
        if own is not None:
            return own
    return settings[key]


def window_of(settings: SessionSettings, traits: Traits) -> int:
    """The context window in tokens: the setting, else what is known of the model, else a careful guess."""
    guess = OFFLINE_WINDOW if traits.offline else UNKNOWN_WINDOW
    return int(size_of(settings, traits, "window") or traits.window or guess)


def context_settings(
    settings: SessionSettings, traits: Traits, *, isolated: bool, limit: int | None = None
) -> ContextSettings:
    """The settings of a plan for a narrator. limit: tokens that its server really takes, where less is known."""
    window = window_of(settings, traits)
    past = settings["context.past_tools"]
    slim = traits.tools == "native" and not traits.offline
    return ContextSettings(
        window=window if limit is None else min(window, limit),
        system_reserve=size_of(settings, traits, "system_reserve"),
        reply_reserve=size_of(settings, traits, "reply_reserve"),
        safety=size_of(settings, traits, "safety"),
        past_tools=("slim" if slim else "none") if past == "auto" else past,
        note_depth=settings["context.note_depth"],
        memory_style=settings["session.memory_style"],
        isolated=isolated,
        lore_placement=settings["lore.placement"],
    )


def instructions_of(settings: SessionSettings) -> Instructions:
    """The player's own instructions."""
    return Instructions(
        str(settings["instructions"]), str(settings["session.instructions"]), str(settings["session.note"])
    )
