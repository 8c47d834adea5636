"""People as the player sees them: how they look, how they stand to the player, where they were last seen."""

from __future__ import annotations

import re

from rpg.narrator.storyteller.places import condition
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital, closed
from rpg.world.ids import PLAYER
from rpg.world.model import Character

_DOES = re.compile(
    r"(?:has|is|was|had|will|would|cannot|does|owes|knows|thinks|wants|likes|trusts|distrusts|fears|remembers|hopes"
    r"|believes|calls|keeps|takes|treats|expects|approves|counts|sees|considers|suspects|resents|pities|envies) ",
)
"""How what someone feels begins when it only lacks who feels it."""


def portrait(view: View, person: str) -> str:
    """Someone who is here, as the player may see them."""
    who = view.person(person)
    parts = [
        view.opening_of(who.description, person),
        view.told(who.summary, person),
        condition(view, person),
        relationship(view, person),
    ]
    text = view.sentences(parts) or view.say("is_here", name=who.name)
    return view.say("person", name=who.name, text=text)


def relationship(view: View, person: str) -> str:
    text = view.state.relationship(person)
    return view.say("relationship", name=view.name(person), text=text) if text else ""


def absent(view: View, person: str) -> str:
    """Someone who is not here: that they are not, and where they were last seen. Someone whom the player does not
    know yet is not named: a name or a description may be all that the player has of them."""
    if view.has_left(person) is None:
        return view.say("not_met")
    return view.sentences((view.say("not_here", name=capital(view.name(person))), last_seen(view, person)))


def last_seen(view: View, person: str) -> str:
    left = view.has_left(person)
    if left is None:
        return view.say("not_met")
    return view.say("last_seen", name=view.name(person), place=view.name(left[1]))


def toward_player(view: View, who: Character) -> str:
    """What the author wrote of how they feel about the player, until the story has made something else of it."""
    text = view.told(dict(who.relations).get(PLAYER, ""), who.id)
    if not text or view.state.relationship(who.id):
        return ""
    key = "toward_you_does" if _DOES.match(text) else "toward_you"
    return view.say(key, name=view.name(who.id), text=closed(text))
