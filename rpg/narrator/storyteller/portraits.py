"""People as the player sees them: how they look, how they stand to the player, where they were last seen."""

from __future__ import annotations

import re

from rpg.narrator.storyteller.places import condition_too
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital, closed
from rpg.runtime.clock import scheduled_between
from rpg.world.ids import PLAYER
from rpg.world.model import Character

_DOES = re.compile(
    r"(?!(?:his|its|this|yes|always|perhaps|sometimes|as|us|thus|besides|yours|ours)\b)(?:[a-z]{2,}s|had|will|would|cannot)\b",
)
"""How what someone feels begins when it only lacks who feels it."""

_LIKE = re.compile(r"(?:like|as if|as though) |[像如似]|好像|仿佛", re.I)
"""How a likeness begins."""

_ZH_WHO = re.compile("[他她它]")
"""What shows that a text has somebody of its own that it speaks of."""


def portrait(view: View, person: str) -> str:
    """Someone who is here, as the player may see them."""
    who = view.person(person)
    parts = [
        view.opening_of(who.description, person),
        view.told(who.summary, person),
        condition_too(view, person),
        relationship(view, person),
    ]
    text = view.sentences(parts) or view.say("is_here", name=who.name)
    return view.say("person", name=who.name, text=text)


def relationship(view: View, person: str) -> str:
    text = view.state.relationship(person)
    return view.say("relationship", name=view.name(person), text=closed(text)) if text else ""


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
    name, place, to = capital(view.name(person)), view.name(left[1]), _left_for(view, person)
    if to:
        return view.say("last_left", name=name, place=place, to=view.name(to))
    return view.say("last_seen", name=view.name(person), place=place)


def _left_for(view: View, person: str) -> str:
    """Where someone went before the player's eyes; "" when it was the player who left, or nobody knows."""
    turn, _, place, clock = view.state.get(("left", person))
    moved = any(_came(view, other) == turn for other in view.state.location_ids() if other != place)
    if moved or clock is None:
        return ""
    went = (to for to in scheduled_between(view.person(person), clock, view.state.clock) if to != place)
    return next(went, "")


def _came(view: View, place: str) -> int | None:
    visits = view.state.get(("visits", place))
    return None if visits is None else int(visits[1])


def toward_player(view: View, who: Character) -> str:
    """What the author wrote of how they feel about the player, until the story has made something else of it."""
    text = view.told(dict(who.relations).get(PLAYER, ""), who.id)
    if not text or view.state.relationship(who.id):
        return ""
    return view.say(_toward_key(view, text), name=view.name(who.id), text=closed(text))


def _toward_key(view: View, text: str) -> str:
    if _LIKE.match(text):
        return "toward_you_like"
    lacks_who = not _ZH_WHO.search(text) if view.language == "zh" else bool(_DOES.match(text))
    return "toward_you_does" if lacks_who else "toward_you"
