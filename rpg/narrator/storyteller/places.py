"""Telling of places: the way there, what is to be seen, who is there, which ways lead on."""

from __future__ import annotations

import re

from rpg.narrator.storyteller.matching import is_cjk, without_article
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital, closed, with_article
from rpg.runtime.routes import TravelOption, travel_options
from rpg.runtime.scene import SceneExit
from rpg.runtime.state import State
from rpg.text.folding import name_key

MOST_INTRODUCED = 3
"""People who are introduced one by one; more are only named."""

MOST_PLACES = 8
"""Places that a hint lists."""

_ADVERB = re.compile(
    r"(?:up|down|through|along|across|over|into|in|inside|out|past|under|by|to|towards?|back|around|round|via|off|on"
    r"|onto|from|between|north|south|east|west|left|right|straight|home|behind|beyond|below|above|ashore|outside)\b",
    re.I,
)
_EN_VERB = re.compile(
    r"(?!(?:the|an?|his|her|their|your|some|one|all)\b)\w+ (?:the|an?|your|his|her|their|past|into|through)\b",
    re.I,
)
"""What is told to be done, such as "lift the curtain", and is no name of a way."""
_ZH_VERB = re.compile(
    r"[上下穿过沿顺进出回往向翻绕经推登爬走跨钻从拐顶朝跟随搭坐乘贴循照挨摸掀挑拉拨拾踩踏斜蹚涉渡绕]|一直[往向朝]|打开|推开"
)
_ZH_WAY = re.compile("[路道街巷桥梯堤]$")
"""What the name of a way ends in."""

_ZH_NOUN = re.compile("^[上下进出回过走]..?[路道坡]$|的[路道门桥]$")
"""What begins like a going and may be no more than the name of a way: 上坡路."""


def arrival(view: View, before: State | None = None) -> str:
    """The arrival at the place of `view`. before: the state in which the player set out; None when not known."""
    parts = [
        _way_here(view, before),
        description(view),
        people_here(view, arriving=True),
        _hour(view, before),
        ways_line(view) if view.state.visits(view.here) <= 1 else "",
    ]
    return "\n\n".join(part for part in parts if part)


def look(view: View) -> str:
    """Everything there is to be seen."""
    place, things = view.place, [name for name, _ in view.place.details]
    text = view.told(place.description or place.summary)
    parts = [
        _titled(view, text),
        view.told(view.state.note(view.here)),
        people_here(view, arriving=False),
        view.say("to_look_at", things=view.listed(things)) if things else "",
        ways_line(view),
    ]
    return "\n\n".join(part for part in parts if part)


def description(view: View) -> str:
    """The place as it is met: in full at first, at a glance later."""
    place = view.place
    note = view.told(view.state.note(view.here))
    if view.state.visits(view.here) <= 1 or not place.summary:
        return "\n\n".join(
            part for part in (_titled(view, view.told(place.description or place.summary)), note) if part
        )
    again = view.say("place_again", place=place.name, text=view.told(place.summary))
    return "\n\n".join(part for part in (again, note) if part)


def _titled(view: View, text: str) -> str:
    name = view.place.name
    return view.say("place_title", place=name, text=text) if text else view.say("place_name", place=name)


# -- who is there -----------------------------------------------------------------------------


def people_here(view: View, *, arriving: bool) -> str:
    """Everyone present. arriving: those who came along are said to come along."""
    followers = view.scene.followers
    others = [person for person in view.scene.present if person not in followers]
    new = [person for person in others if view.has_left(person) is None and view.person(person).summary]
    introduced = new[:MOST_INTRODUCED] if len(new) <= MOST_INTRODUCED else []
    known = [person for person in others if person not in introduced]
    parts = [
        view.counted("with_you" if arriving else "company", followers),
        *(_introduced(view, person) for person in introduced),
        _known(view, known),
        "" if view.scene.present else view.say("here_nobody"),
        *(condition(view, person) for person in (*followers, *(known if len(known) > 1 else ()))),
    ]
    return view.sentences(parts)


def _known(view: View, people: list[str]) -> str:
    """People whom the player knows; of one alone also how they are."""
    if len(people) != 1:
        return view.say("here_many", names=view.names(people)) if people else ""
    text = view.state.condition(people[0])
    if text:
        return view.say("here_with", name=capital(view.name(people[0])), text=closed(text))
    return view.say("here_one", names=view.names(people))


def _introduced(view: View, person: str) -> str:
    text = view.told(view.person(person).summary, person)
    first = view.say("here_first", name=capital(view.name(person)), text=text)
    return view.sentences((first, condition_too(view, person)))


def condition(view: View, person: str) -> str:
    """How someone is; "" when nothing is the matter."""
    text = view.state.condition(person)
    return view.say("condition", name=capital(view.name(person)), text=closed(text)) if text else ""


def condition_too(view: View, person: str) -> str:
    """How someone is of whom the sentence before has told; "" when nothing is the matter."""
    text = view.state.condition(person)
    return view.say("condition_too", text=closed(text)) if text else ""


# -- ways -------------------------------------------------------------------------------------


def ways_line(view: View) -> str:
    """The ways out that the player sees, shut ones with their reason."""
    ways = view.ways()
    return (
        view.say("ways", ways=_chain(view, [way_words(view, way) for way in ways]))
        if ways
        else view.say("ways_none")
    )


def way_words(view: View, way: SceneExit) -> str:
    """One way out: where to, by what, how long, and why it is shut."""
    place = view.name(way.to)
    named = not way.label or _names(way.label, place)
    words = (way.label or place) if named else view.say("label_to", label=way.label, place=place)
    notes = []
    if way.minutes and view.state.clock is not None:
        notes.append(view.say("minutes_away", minutes=way.minutes))
    if way.locked:
        notes.append(view.say("shut", reason=view.told(way.locked).rstrip(".。")))
    comma = "，" if view.language == "zh" else ", "
    return view.say("in_brackets", text=words, note=comma.join(notes)) if notes else words


def _names(label: str, place: str) -> bool:
    """Whether a way's label says itself where it leads: 往左进茶房, "up to the attic"."""
    called = name_key(without_article(place))
    return called in name_key(label) if is_cjk(called) else f" {called} " in f" {name_key(label)} "


def way_to(view: View, place: str) -> str:
    """How to get to a known place, or why there is no getting there."""
    if place == view.here:
        return view.say("already_here", place=view.name(place))
    option = next((option for option in travel_options(view.state) if option.location == place), None)
    if option is None or option.reason == "no_way":
        return view.say("no_way", place=view.name(place))
    if option.reason == "locked":
        return view.say("shut_way", place=view.name(place), reason=closed(view.told(option.lock)))
    return _directions(view, option)


def _directions(view: View, option: TravelOption) -> str:
    first = (*option.via, option.location)[0]
    step = next((way_words(view, way) for way in view.ways() if way.to == first), view.name(first))
    rest = (*option.via, option.location)[1:]
    if not rest:
        return view.say("way_there", place=view.name(option.location), way=step)
    passed = view.say("comma").join(view.name(place) for place in rest)
    return view.say("way_there_via", place=view.name(option.location), way=step, places=passed)


def known_places(view: View) -> str:
    """A hint: the known places that can be reached, nearest first; "" when there are none."""
    options = [option for option in travel_options(view.state) if option.reachable][:MOST_PLACES]
    names = [view.name(option.location) for option in options]
    return view.say("goes_nowhere", places=view.listed(names)) if names else ""


def _way_here(view: View, before: State | None) -> str:
    if before is None or before.player_location == view.here:
        return view.say("arrived", place=view.name(view.here))
    way = before.exits(before.player_location).get(view.here)
    label = "" if way is None or way.hidden else way.label
    if not label:
        return view.say("way_plain", place=view.name(view.here))
    key = _way_key(view, label)
    called = with_article(label) if key == "way_noun" and view.language == "en" else label
    return view.say(key, label=called, place=view.name(view.here))


def _way_key(view: View, label: str) -> str:
    """How a way with a label is taken: by words that go with what the label is, or with any."""
    if view.language == "zh":
        if _ZH_VERB.match(label) and not _ZH_NOUN.search(label):
            return "way_labelled"
        return "way_noun" if _ZH_WAY.search(label) else "way_any"
    if _ADVERB.match(label):
        return "way_labelled"
    return "way_any" if _EN_VERB.match(label) else "way_noun"


def _hour(view: View, before: State | None) -> str:
    """The time of day, when it has changed on the way."""
    if before is None or not view.period():
        return ""
    was = View(before, view.language).period()
    return view.say("it_is", period=view.period()) if was != view.period() else ""


def _chain(view: View, ways: list[str]) -> str:
    return ("；" if view.language == "zh" else "; ").join(ways)
