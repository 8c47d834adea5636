"""Changes of the scene in one sentence each, for the player."""

from __future__ import annotations

from rpg.runtime.names import name_of
from rpg.runtime.scene import SceneChanges
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.text.messages import message


def announcements(changes: SceneChanges, state: State, language: str) -> tuple[str, ...]:
    """What happened to the scene, in order: where you are, who came, who went and where, which ways opened."""
    said: list[str] = []
    if changes.moved_to is not None:
        said.append(message(language, "announce.now_at", place=name_of(state, changes.moved_to)))
    if changes.arrived:
        key = "announce.here" if changes.moved_to is not None else "announce.arrived"
        said.append(message(language, key, names=_names(state, changes.arrived, language)))
    if changes.moved_to is None:
        said.extend(_gone(state, person, language) for person in changes.left)
    for kind in ("found", "opened", "shut"):
        ends: tuple[str, ...] = getattr(changes, kind)
        if ends and not (kind == "found" and changes.moved_to is not None):
            said.append(message(language, f"announce.{kind}", places=_names(state, ends, language)))
    return tuple(said)


def _gone(state: State, person: str, language: str) -> str:
    place = whereabouts(state, person)
    name = name_of(state, person)
    if place is None:
        return message(language, "announce.gone", name=name)
    return message(language, "announce.left", name=name, place=name_of(state, place))


def _names(state: State, ids: tuple[str, ...], language: str) -> str:
    return message(language, "announce.comma").join(name_of(state, id) for id in ids)
