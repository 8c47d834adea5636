"""How the next turn is told: the narrator's traits, the tools that are really there, the token counter."""

from __future__ import annotations

from rpg.narrator.protocol import Narrator
from rpg.runtime.state import State
from rpg.session.calibrating import factor_of
from rpg.session.planning import Telling
from rpg.session.services import Services
from rpg.session.settings import SessionSettings
from rpg.session.shelf import PresetShelf, active_preset
from rpg.text.tokens import TokenCounter, counter_for
from rpg.tools.availability import SessionFacts
from rpg.tools.execute import ToolBox
from rpg.tools.game import game_tools


def telling_of(
    narrator: Narrator,
    settings: SessionSettings,
    state: State,
    services: Services,
    counters: Counters,
    shelf: PresetShelf,
) -> Telling:
    """The telling as things are now."""
    traits = narrator.traits
    factor = factor_of(services.learned, traits)
    isolated = is_isolated(settings, state)
    active = active_preset(settings, state.world, shelf)
    return Telling(
        traits=traits,
        settings=settings,
        tools=toolbox(settings, state, isolated=isolated, native=traits.tools == "native"),
        counter=counters.of(traits.model, factor),
        isolated=isolated,
        preset=active.preset if active is not None else None,
    )


class Counters:
    """The token counter in use, kept with the texts it has counted until model or calibration change."""

    def __init__(self) -> None:
        self._key: tuple[str, float | None] | None = None
        self._counter: TokenCounter | None = None

    def of(self, model: str, factor: float | None) -> TokenCounter:
        if self._counter is None or self._key != (model, factor):
            self._key = (model, factor)
            self._counter = counter_for(model, factor)
        return self._counter


def is_isolated(settings: SessionSettings, state: State) -> bool:
    """Whether isolation is in force: switched on, and at least one lorebook enabled. Source: docs/tools.md."""
    return bool(settings["session.isolate"]) and any(
        book.enabled and book.entries for book in state.world.lorebooks.values()
    )


def toolbox(settings: SessionSettings, state: State, *, isolated: bool, native: bool) -> ToolBox:
    """The tools of a session and the facts that decide about them."""
    tools = game_tools(state.world.language)
    facts = SessionFacts(
        has_clock=state.clock is not None,
        isolated=isolated,
        memory=settings["memory.enabled"],
        memory_write=settings["memory.write"],
        memory_recall=settings["memory.recall"],
        top_k=settings["memory.top_k"],
        native_tools=native,
        switches={tool.name: settings[f"tools.{tool.name}.enabled"] for tool in tools},
        approvals={
            tool.name: approval
            for tool in tools
            if (approval := settings[f"tools.{tool.name}.approval"]) is not None
        },
    )
    return ToolBox(tools, facts)
