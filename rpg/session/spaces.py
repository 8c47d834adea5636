"""The space there is for a prompt with one narrator, and what a change of it means, in a sentence.

Source: docs/context.md §1.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rpg.context.space import Space, space_of
from rpg.narrator.protocol import NarratorError, Traits
from rpg.session.calibrating import factor_of
from rpg.session.errors import SessionError
from rpg.session.limits import limit_of
from rpg.session.services import Services
from rpg.session.settings import SessionSettings, context_settings, window_of
from rpg.text.messages import message
from rpg.text.tokens import counter_for


@dataclass(frozen=True, slots=True)
class ModelSpace:
    """A narrator's name and the space its prompts have. offline: it is never sent a prompt."""

    model: str
    space: Space
    offline: bool = False

    def document(self) -> dict[str, Any]:
        """JSON form; sizes in tokens."""
        return {
            "model": self.model,
            "window": self.space.window,
            "available": self.space.available,
            "setting_cap": self.space.setting_cap,
        }


def model_space(traits: Traits, settings: SessionSettings, learned: Mapping[str, Any]) -> ModelSpace:
    """The space of a session with a narrator, as things are now."""
    limit = limit_of(learned, traits, window_of(settings, traits))
    sizes = context_settings(settings, traits, isolated=False, limit=limit)
    quality = counter_for(traits.model, factor_of(learned, traits)).quality
    return ModelSpace(traits.model or traits.name, space_of(sizes, quality), traits.offline)


def configured_space(services: Services, values: Mapping[str, Any]) -> ModelSpace | None:
    """The space that a save with these settings of its own would have; None without a narrator to be had."""
    settings = SessionSettings(services.config, values)
    with suppress(SessionError, NarratorError):
        narrator = services.narrator(services.spec, values, services.language)
        return model_space(narrator.traits, settings, services.learned)
    return None


def shapes_space(key: str) -> bool:
    """Whether a setting can change the space."""
    return key in {"narrator", "model", "base_url"} or key.startswith(("context.", "models."))


def space_change(before: ModelSpace, after: ModelSpace, language: str) -> str:
    """What is different, in one sentence; "" when nothing is."""
    if before == after:
        return ""
    if before.space == after.space:
        return message(language, "spaces.same", model=after.model, window=after.space.window)
    return message(
        language,
        "spaces.changed",
        model=after.model,
        window_before=before.space.window,
        window=after.space.window,
        available_before=before.space.available,
        available=after.space.available,
        cap=after.space.setting_cap,
    )
