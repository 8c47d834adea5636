"""What a travel is called in the story, in the language of the prose: it is what lore is evaluated on."""

from __future__ import annotations

from rpg.runtime.edits import MovePlayer
from rpg.runtime.names import name_of
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.text.messages import message


def travel_text(state: State, move: MovePlayer) -> str:
    """The travel as a message: "to the Market, with Mira". state: before the move."""
    language = state.world.language
    place = name_of(state, move.to)
    company = [name_of(state, person) for person in (*scene(state).followers, *move.companions)]
    if not company:
        return message(language, "session.travel", place=place)
    names = message(language, "session.and").join(company)
    return message(language, "session.travel_with", place=place, names=names)
