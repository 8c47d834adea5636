"""Walk-ons, and what becomes of people."""

from __future__ import annotations

from rpg.runtime.edits import CreateCharacter, UpdateCharacter
from rpg.runtime.kinds.needs import check_new_id, check_new_name, needed_character, needed_location
from rpg.runtime.state import State


def create_character(state: State, edit: CreateCharacter) -> State:
    check_new_id(state, edit.id)
    check_new_name(state, edit.name)
    needed_location(state, edit.location)
    made = state.set(("character", edit.id), (edit.name, edit.summary, edit.description, edit.location))
    return made.set(("position", edit.id), (edit.location, state.clock))


def update_character(state: State, edit: UpdateCharacter) -> State:
    """An empty condition or relationship is none."""
    needed_character(state, edit.character)
    state = _text(state, ("condition", edit.character), edit.condition)
    state = _text(state, ("relationship", edit.character), edit.relationship)
    known = dict.fromkeys((*state.knows(edit.character), *(text for text in edit.knows if text)))
    left = tuple(text for text in known if text not in edit.forgets)
    key = ("knows", edit.character)
    return state.set(key, left) if left else state.drop(key)


def _text(state: State, key: tuple[str, str], text: str | None) -> State:
    if text is None:
        return state
    return state.set(key, text) if text else state.drop(key)
