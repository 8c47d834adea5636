"""What the next plan would be if something were different: another model, no preset, somebody there or gone.

Nothing changes: each answer is a plan of its own. Source: docs/context.md §5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rpg.context.result import Plan
from rpg.runtime.apply import apply
from rpg.runtime.edits import MoveCharacter, Unfollow
from rpg.runtime.names import resolve_character
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.session.calibrating import factor_of
from rpg.session.limits import limit_of
from rpg.session.planning import Telling, plan_turn
from rpg.session.settings import window_of
from rpg.text.tokens import counter_for

if TYPE_CHECKING:
    from rpg.session.session import Session

SPECS = ("storyteller", "openai:", "gguf:", "script:")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What is different. model: a model's name or a narrator's spec, "" for the same. without_preset: none is
    active. arrive, leave: people by id or name who come to the player, or are gone."""

    model: str = ""
    without_preset: bool = False
    arrive: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self != WhatIf()


def what_if(session: Session, draft: str, change: WhatIf) -> Plan:
    """The plan for `draft` with the change. Raises EditError for people who cannot come or go, SessionError
    and NarratorError for a narrator that is none."""
    ground = session.story.draft_ground(draft)
    telling = session.telling()
    if change.model:
        telling = _told_by(session, telling, change.model)
    if change.without_preset:
        telling = replace(telling, preset=None)
    return plan_turn(session.story, replace(ground, state=with_people(ground.state, change)), telling)


def with_people(state: State, change: WhatIf) -> State:
    """The state with those who would arrive and without those who would leave. Raises EditError."""
    for name in change.leave:
        person = resolve_character(state, name)
        if state.follows(person):
            state = apply(state, Unfollow(person, "hand"))
        state = apply(state, MoveCharacter(person, None, "hand", whereabouts(state, person)))
    for name in change.arrive:
        person = resolve_character(state, name)
        move = MoveCharacter(person, state.player_location, "hand", whereabouts(state, person))
        state = apply(state, move)
    return state


def _told_by(session: Session, telling: Telling, model: str) -> Telling:
    """The telling of another narrator with the same settings."""
    services = session.services
    spec = model if model.startswith(SPECS) else f"openai:{model}"
    traits = services.narrator(spec, session.settings.values, session.world.language).traits
    limit = limit_of(services.learned, traits, window_of(telling.settings, traits))
    counter = counter_for(traits.model, factor_of(services.learned, traits))
    return replace(telling, traits=traits, counter=counter, limit=limit)
