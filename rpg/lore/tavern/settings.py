"""Settings of the source program and what one evaluation is told about the chat.

Source: docs/tavern-lorebook.md §1.4, §3.2, §5.2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rpg.lore.tavern import js

NO_FIELDS: Mapping[str, str] = {}
TRIGGERS = ("normal", "continue", "impersonate", "swipe", "regenerate", "quiet")
# Below it, looking one message deeper at a time for minimum activations would take too long to reach any.
LEAST_DEPTH = -1000
SHIPPED_PERCENT, MOST_PERCENT = 25, 100


@dataclass(frozen=True, slots=True)
class TavernSettings:
    """budget_percent: of the context; budget_cap, steps, minimum and its depth: 0 is no limit.

    Defaults are the shipped ones of the source program.
    """

    depth: int = 2
    include_names: bool = True
    recursive: bool = True
    case_sensitive: bool = False
    whole_words: bool = True
    group_scoring: bool = False
    budget_percent: float = SHIPPED_PERCENT
    budget_cap: float = 0
    min_activations: int = 0
    min_activations_depth_max: int = 0
    max_recursion_steps: int = 0
    strategy: int = 1

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> TavernSettings:
        """From `world_info_*` names; missing ones keep the shipped value, as does a percentage above 100."""

        def whole(name: str, default: int) -> int:
            return int(fraction(name, default))

        def fraction(name: str, default: float) -> float:
            value = js.number(raw.get(f"world_info_{name}", default))
            return value if math.isfinite(value) else default

        def on(name: str, default: bool) -> bool:
            return js.truthy(raw.get(f"world_info_{name}", default))

        percent = fraction("budget", SHIPPED_PERCENT)
        return cls(
            depth=max(whole("depth", 2), LEAST_DEPTH),
            include_names=on("include_names", True),
            recursive=on("recursive", True),
            case_sensitive=on("case_sensitive", False),
            whole_words=on("match_whole_words", True),
            group_scoring=on("use_group_scoring", False),
            budget_percent=percent if percent <= MOST_PERCENT else SHIPPED_PERCENT,
            budget_cap=fraction("budget_cap", 0),
            min_activations=whole("min_activations", 0),
            min_activations_depth_max=whole("min_activations_depth_max", 0),
            max_recursion_steps=whole("max_recursion_steps", 0),
            strategy=whole("character_strategy", 1),
        )


@dataclass(frozen=True, slots=True)
class TavernCharacter:
    """The character now speaking. file: card file name without suffix."""

    file: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TavernChat:
    """What one evaluation looks at.

    messages: newest first, names already in front where they are included. fields: extra texts by name.
    injected: prompts of other sources that are scanned. trigger: kind of generation. dry_run: effects of
    time are neither applied nor stored (delay is applied). length: of the whole chat, None counts `messages`.
    """

    messages: tuple[str, ...]
    max_context: int = 8192
    character: TavernCharacter | None = None
    fields: Mapping[str, str] = field(default_factory=lambda: NO_FIELDS)
    injected: tuple[str, ...] = ()
    trigger: str = "normal"
    dry_run: bool = False
    length: int | None = None

    @property
    def kind(self) -> str:
        """The trigger; one the source program does not know counts as `normal`."""
        return self.trigger if self.trigger in TRIGGERS else "normal"
