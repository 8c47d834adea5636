"""Ways that are called by their label or by a direction: "over the bridge", "go north", 往上走."""

from __future__ import annotations

import re

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.matching import EXACT, find, is_cjk
from rpg.narrator.storyteller.scope import Scope

_DIRECTION = re.compile(
    r"(?:(?:i|we)(?:'m| am|'re| are|'ll)? )?(?:(?:go|going|head|heading|walk|climb|step|turn|move|run|keep) )?(?:to the |due )?"
    r"(?P<to>up|down|in|out|over|across|through|along|left|right|north|south|east|west|[ns](?:orth|outh)?[ -]?(?:east|west)|[nsew])"
    r"(?:stairs|side|wards?)?(?: and (?:have a )?look)?(?: for a (?:while|bit)| again| now| there)?"
    r"|(?:我|就|一直|再)*(?:往|向|朝|去|走)?(?P<zh>[上下左右]|[东西][南北]|[东西南北])(?:边|面|方|楼梯?|头)?(?:去|走|转|拐|爬)?(?:过去|一段|走)?(?:看看|瞧瞧|一看)?[吧了]?",
    re.I,
)
_COMPASS = {"n": "north", "s": "south", "e": "east", "w": "west"}
_TURNS = frozenset(["left", "right", "up", "down", "north", "south", "east", "west"]) | frozenset(
    "上下左右东西南北"
)
"""Directions that mean nothing but a direction: where none of the ways leads there, that is said."""

_HEADING = re.compile(
    r"(?:up|down|in|into|out|over|across|through|along|past|under|by|around|back)\b|[上下过穿沿]", re.I
)


def labelled(words: str, scope: Scope) -> Act | None:
    """A way out that is called by its whole label: it is taken."""
    label = find(words, scope.labels)
    if label is None or label.score < EXACT or len(label.ids) != 1:
        return None
    return acts.Go(label.ids[0])


def direction(words: str, scope: Scope) -> Act | None:
    """ "up", "go in", 往北走: the only way out whose label begins like that, or, for what is a direction and
    nothing else, holds it."""
    match = _DIRECTION.fullmatch(words)
    if match is None:
        return None
    heading = (match["to"] or match["zh"]).lower()
    heading = _COMPASS.get(heading, heading)
    turn = heading in _TURNS or len(heading) > 5 or (is_cjk(heading) and len(heading) > 1)
    labels = [(name.id, name.called[0].lower()) for name in scope.labels]
    begun = {id for id, label in labels if _heads(label, heading)}
    held = {id for id, label in labels if turn and _holds(label, heading)}
    for ways in (begun, held):
        if len(ways) == 1:
            return acts.Go(ways.pop())
    if begun or held:
        return acts.Unclear(heading, tuple(sorted(begun or held)), people=False) if turn else None
    return acts.NoSuchWay(heading) if turn else None


def begun_way(words: str, scope: Scope) -> str | None:
    """The only way out whose label begins with these words of a direction and more: "over the bridge"."""
    begun = {name.id for name in scope.labels if _begins(name.called[0], words)}
    return begun.pop() if len(begun) == 1 else None


def _begins(label: str, words: str) -> bool:
    if not _HEADING.match(words):
        return False
    if is_cjk(words):
        return len(words) > 1 and label.startswith(words)
    return " " in words and f"{label} ".lower().startswith(f"{words} ".lower())


def _heads(label: str, heading: str) -> bool:
    if is_cjk(heading):
        return label.startswith(heading)
    first = label.split(" ")[0].strip(",")
    return first == heading or (heading == "in" and first in ("into", "inside"))


def _holds(label: str, heading: str) -> bool:
    return heading in label if is_cjk(heading) else re.search(rf"\b{heading}", label) is not None
