"""The context meter: how much of the model's window the next request takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.widget import Widget

from rpg.context.result import Plan
from rpg.tui.words import say

_EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class Usage:
    """used, available: tokens. status: of the plan, "ok" when all is well."""

    used: int = 0
    available: int = 0
    status: str = "ok"

    @property
    def share(self) -> float:
        """Used over available, 0 when nothing is known."""
        return self.used / self.available if self.available else 0.0

    @property
    def tone(self) -> str:
        """ok, tight or blocked."""
        return self.status if self.status in ("ok", "tight") else "blocked"


def usage_of(plan: Plan) -> Usage:
    """The usage of a plan."""
    return Usage(plan.total, plan.space.available, plan.status)


def bar(share: float, width: int) -> str:
    """A bar of `width` cells filled to `share` (0 to 1)."""
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width, "░")[:width]


class Meter(Widget, can_focus=True):
    """The meter in the side pane; Enter opens the panel."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.context", show=False)]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"meter--ok", "meter--tight", "meter--blocked"}
    DEFAULT_CSS = """
    Meter {
        height: 2;
        & > .meter--ok { color: $text-success; }
        & > .meter--tight { color: $text-warning; text-style: bold; }
        & > .meter--blocked { color: $text-error; text-style: bold; }
        &:focus { background: $boost; }
    }
    """

    usage: reactive[Usage] = reactive(Usage())

    def render(self) -> Text:
        style = self.get_component_rich_style(f"meter--{self.usage.tone}", partial=True)
        if not self.usage.available:
            return Text(say(self, "meter_unknown"), no_wrap=True)
        percent = f"{self.usage.share:.0%}"
        text = Text(no_wrap=True, end="")
        text.append(bar(self.usage.share, max(1, self.size.width - len(percent) - 1)), style)
        text.append(f" {percent}\n", style)
        text.append(say(self, f"meter_{self.usage.tone}"))
        return text

    async def on_click(self) -> None:
        await self.run_action("screen.context")
