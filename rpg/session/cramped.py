"""Whether a story has room in the window of its model, told before its first turn. Source: docs/context.md §1–2."""

from __future__ import annotations

from math import ceil

from rpg.context.space import SAFETY_PERCENT, SETTING_PERCENT, Space
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.text.messages import message
from rpg.world.checks.base import CountTokens
from rpg.world.checks.forecast import Forecaster
from rpg.world.checks.run import subject_of
from rpg.world.checks.size import scene_sizes

HAPPENED = 100
"""Tokens left to a scene, beyond its forecast, for what has happened: who has just left, what people have learnt."""

ROOMY = 32_768
"""Tokens of a window in which the scenes of a world are not looked at one by one."""

MOST_PLACES = 200
"""Places of a world whose scenes are all looked at; of a larger one only the scene at hand is."""

ROUND = 1024


def cramped(state: State, space: Space, model: str, count: CountTokens, language: str) -> str:
    """What has no room in the window, and which window would do; "" when every scene has room."""
    subject, cap = subject_of(state.world, count), space.setting_cap
    if space.window >= ROOMY:
        return ""
    needed = _here(state, Forecaster(subject))
    sizes = scene_sizes(subject) if len(state.world.locations) <= MOST_PLACES else []
    large = [size for size in sizes if size.least + HAPPENED > cap]
    most = max([needed, *(size.least for size in sizes)])
    values = {"model": model, "window": space.window, "cap": cap, "enough": enough(most, space)}
    if needed > cap:
        return message(language, "spaces.too_small_here", needed=needed, **values)
    if large:
        counts = {"count": len(large), "total": len(sizes)}
        return message(language, "spaces.too_small_there", needed=most, **counts, **values)
    return ""


def _here(state: State, forecaster: Forecaster) -> int:
    """Tokens that the scene at hand needs at least."""
    place = state.world.locations.get(state.player_location)
    if place is None:
        return 0
    people = (who for who in present(state) if who in state.world.characters)
    return forecaster.scene(place, people).least


def enough(needed: int, space: Space) -> int:
    """A window, in round thousands, whose setting has room for a forecast of `needed` tokens."""
    available = ceil((needed + HAPPENED) * 100 / SETTING_PERCENT)
    reserved = space.reserve.system + space.reserve.reply
    rounded_up = space.window < ROUND
    share = SAFETY_PERCENT / 100 if rounded_up else space.reserve.safety / space.window
    return ceil((available + reserved) / (1 - share) / ROUND) * ROUND
