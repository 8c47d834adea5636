"""Going, coming along and staying: by the rules that hold for the player, though a model might do more."""

from __future__ import annotations

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.deeds import Deed, Do, Told, operations
from rpg.narrator.storyteller.places import known_places, ways_line
from rpg.narrator.storyteller.portraits import absent, last_seen
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital, closed
from rpg.runtime.errors import EditError
from rpg.runtime.routes import is_known, plan_travel
from rpg.runtime.whereabouts import whereabouts

TRAIL = 2
"""Turns for which the way someone took from here is still plain to see."""


def go(view: View, act: acts.Go) -> Deed:
    """To a known place over open ways, with whoever is named and here."""
    missing = next((person for person in act.companions if not view.is_present(person)), None)
    if missing is not None:
        return Told(absent(view, missing), halts=True)
    try:
        plan = plan_travel(view.state, act.place, act.companions)
    except EditError as error:
        return Told(_refusal(view, act.place, error), halts=error.code != "here")
    move: dict[str, object] = {"op": "move_player", "to": act.place}
    companions = [person for person in act.companions if not view.state.follows(person)]
    seen = ({"op": "reveal", "location": place} for place in _seen_on_the_way(view, plan.via))
    return Do(act, operations({**move, "with": companions} if companions else move, *seen))


def _seen_on_the_way(view: View, passed: tuple[str, ...]) -> list[str]:
    """Where the open ways lead that are passed and were not known before."""
    ends = [way.to for place in passed for way in view.state.exits(place).values() if not way.hidden]
    return [end for end in dict.fromkeys(ends) if not is_known(view.state, end)]


def _refusal(view: View, place: str, error: EditError) -> str:
    name = view.name(place)
    match error.code:
        case "here":
            return view.say("already_here", place=name)
        case "locked":
            reason = closed(view.told(str(error.values.get("reason", ""))))
            return view.say("shut_way", place=name, reason=reason)
        case "unknown":
            return view.say("unknown_place", words=name, hint=known_places(view))
        case _:
            return view.sentences((view.say("no_way", place=name), known_places(view)))


def go_back(view: View) -> Deed:
    """To the place next to this one where the player was last."""
    been = [
        (view.state.get(("visits", way.to))[1], way.to) for way in view.ways() if view.state.visits(way.to)
    ]
    if not been:
        return Told(view.say("back_nowhere", hint=ways_line(view)), halts=True)
    return go(view, acts.Go(max(been, key=lambda visit: visit[0])[1]))


def leave(view: View) -> Deed:
    """By the only open way; when there are several the player is asked which."""
    ways = view.scene.open_exits
    if len(ways) == 1:
        return go(view, acts.Go(ways[0].to))
    return Told(view.say("which_way", ways=ways_line(view)), halts=True)


def no_such_place(view: View, words: str) -> Deed:
    return Told(view.say("unknown_place", words=words, hint=known_places(view)), halts=True)


def no_such_way(view: View, words: str) -> Deed:
    """A direction in which nothing leads: the ways there are."""
    return Told(view.say("unknown_way", words=words, hint=ways_line(view)), halts=True)


def follow(view: View, person: str) -> Deed:
    """After someone whose way from here can still be seen."""
    name = capital(view.name(person))
    if view.state.follows(person):
        return Told(view.say("joins_already", name=name))
    if view.is_present(person):
        return Told(view.say("follows_you_here", name=name))
    place, left = whereabouts(view.state, person), view.has_left(person)
    fresh = left is not None and left[1] == view.here and view.state.turn - left[0] <= TRAIL
    if fresh and place is not None and any(way.to == place for way in view.scene.open_exits):
        return go(view, acts.Go(place))
    hint = "" if fresh else last_seen(view, person)
    return Told(view.say("no_trail", name=view.name(person), hint=hint).strip(), halts=True)


def take_along(view: View, person: str) -> Deed:
    if not view.is_present(person):
        return Told(absent(view, person), halts=True)
    if view.state.follows(person):
        return Told(view.say("joins_already", name=capital(view.name(person))))
    return Do(acts.TakeAlong(person), operations({"op": "follow", "character": person}))


def dismiss(view: View, person: str | None) -> Deed:
    """Someone, or everyone who follows, goes no further."""
    followers = view.scene.followers
    if person is None and not followers:
        return Told(view.say("nobody_follows"))
    if person is not None and not view.is_present(person):
        return Told(absent(view, person))
    if person is not None and person not in followers:
        return Told(view.say("stays_already", name=capital(view.name(person))))
    chosen = followers if person is None else (person,)
    calls = operations(*({"op": "unfollow", "character": one} for one in chosen))
    return Do(acts.Dismiss(person), calls)


def send(view: View, person: str, place: str) -> Deed:
    """Someone who is here goes to a known place without the player."""
    if not view.is_present(person):
        return Told(absent(view, person))
    if place == view.here:
        return Told(view.say("is_here", name=capital(view.name(person))))
    if not is_known(view.state, place):
        return no_such_place(view, view.name(place))
    calls = operations({"op": "move_character", "character": person, "to": place})
    return Do(acts.SendTo(person, place), calls)
