"""How the next turn is told: the narrator's traits, the tools that are really there, the token counter."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.narrator.protocol import Narrator
from rpg.runtime.state import State
from rpg.session.books import BookShelf
from rpg.session.calibrating import factor_of
from rpg.session.isolation import is_isolated
from rpg.session.limits import limit_of
from rpg.session.planning import Telling
from rpg.session.recall import LongMemory
from rpg.session.services import Services
from rpg.session.settings import SessionSettings, window_of
from rpg.session.shelf import PresetShelf, active_preset
from rpg.text.tokens import TokenCounter, counter_for
from rpg.tools.centre import ToolCentre
from rpg.world.lorebook import Lorebook
from rpg.world.model import World


@dataclass(frozen=True, slots=True)
class Gear:
    """What a session has at hand beside its story: its tools, the long-term memory, presets and lorebooks."""

    centre: ToolCentre
    memory: LongMemory
    presets: PresetShelf
    books: BookShelf


def telling_of(
    narrator: Narrator,
    settings: SessionSettings,
    state: State,
    services: Services,
    counters: Counters,
    gear: Gear,
) -> Telling:
    """The telling as things are now."""
    traits = narrator.traits
    factor = factor_of(services.learned, traits)
    active = active_preset(settings, state.world, gear.presets)

    def books(world: World) -> tuple[Lorebook, ...]:
        return gear.books.books(world, settings)

    isolated = is_isolated(settings, state, books)
    return Telling(
        traits=traits,
        settings=settings,
        tools=gear.centre.box(
            state.world.language,
            settings.__getitem__,
            has_clock=state.clock is not None,
            isolated=isolated,
            native=traits.tools == "native",
            books=books(state.world),
            search=lambda query: gear.memory.search(settings, query),
        ),
        recall=lambda ground, isolated: gear.memory.recalled(settings, ground, isolated=isolated),
        profile=str(settings["memory.profile"]) if settings["memory.enabled"] else "",
        counter=counters.of(traits.model, factor),
        isolated=isolated,
        limit=limit_of(services.learned, traits, window_of(settings, traits)),
        preset=active.preset if active is not None else None,
        books=books,
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
