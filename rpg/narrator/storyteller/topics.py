"""Topics by the author's rules: which can be told now, which is meant by a question, what is left to ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rpg.narrator.storyteller.matching import is_cjk, without_article
from rpg.narrator.storyteller.matching import words as words_of
from rpg.narrator.storyteller.relevance import BAR, fit
from rpg.narrator.storyteller.view import View
from rpg.runtime.beats import topic_of
from rpg.runtime.conditions import holds, moment
from rpg.text.folding import name_key
from rpg.world.beats import Topic, told_flag

NEARLY = 12.0
"""Percent of fit within which topics count as meant equally."""

CALLED = 60.0
"""Percent of fit from which a question names a topic."""

LONGEST = 300
"""Characters of a question that are compared."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A topic that a question is about. open: whether it can be told now. told: whether it was."""

    topic: Topic
    open: bool
    told: bool


def topics(view: View, person: str) -> Iterator[Topic]:
    """All topics of someone, in the author's order."""
    for name, _ in view.person(person).topics:
        yield topic_of(view.state, person, name)


def untold(view: View, person: str) -> list[str]:
    """The topics that someone can tell of now and has not told of yet, in the author's order."""
    now = moment(view.state)
    fresh = (topic for topic in topics(view, person) if not _was_told(view, person, topic))
    return [topic.id for topic in fresh if holds(topic.when, now)]


def withheld(view: View, person: str) -> list[str]:
    """The topics that someone refuses to tell of as things are, in the author's order."""
    now = moment(view.state)
    return [topic.id for topic in topics(view, person) if topic.refuse and not holds(topic.when, now)]


def asked_about(view: View, person: str, question: str) -> Asked | None:
    """The topic that a question to someone is about; None when it is about none, or about one that they keep to
    themselves. Among those that fit nearly alike, one not told yet comes first, then one that is refused."""
    now = moment(view.state)
    found = [
        (fitness, Asked(topic, holds(topic.when, now), _was_told(view, person, topic)))
        for topic in topics(view, person)
        if (fitness := _fit(question[:LONGEST], topic, whole=holds(topic.when, now))) >= BAR
    ]
    found = [(fitness, asked) for fitness, asked in found if asked.open or asked.topic.refuse]
    if not found:
        return None
    top = max(fitness for fitness, _ in found)
    near = [(fitness, asked) for fitness, asked in found if fitness >= top - NEARLY]
    return max(near, key=lambda pair: (_rank(pair[1]), pair[0]))[1]


def knows_of(view: View, person: str, question: str) -> bool:
    """Whether someone has something to tell on a question now."""
    asked = asked_about(view, person, question)
    return asked is not None and asked.open


def names_topic(view: View, person: str, words: str) -> bool:
    """Whether words are what a topic is called, or a part of it, that someone can tell of now."""
    now, called = moment(view.state), without_article(words)
    return any(
        _is_part(called, name) and holds(topic.when, now)
        for topic in topics(view, person)
        for name in (topic.id, *topic.aliases)
    )


def _is_part(called: str, name: str) -> bool:
    if is_cjk(called):
        return len(called) > 1 and name_key(called) in name_key(name)
    return len(called) > 3 and set(words_of(called)) <= set(words_of(name))


def _rank(asked: Asked) -> int:
    if asked.open and not asked.told:
        return 2
    return 0 if asked.open else 1


def knows_by_name(view: View, person: str, question: str) -> bool:
    """Whether someone can tell now of a topic that a question names, whatever else its text may touch on."""
    now = moment(view.state)
    return any(
        is_called(topic, question[:LONGEST]) and holds(topic.when, now) for topic in topics(view, person)
    )


def is_called(topic: Topic, question: str) -> bool:
    """Whether a question is about a topic by what it is called."""
    return any(fit(question, name) >= CALLED for name in (topic.id, *topic.aliases))


def _fit(question: str, topic: Topic, *, whole: bool) -> float:
    """By name and other words; by its text only when it could be told (`whole`), so that nothing leaks."""
    by_name = max(fit(question, name) for name in (topic.id, *topic.aliases))
    return max(by_name, fit(question, topic.id, topic.text)) if whole else by_name


def _was_told(view: View, person: str, topic: Topic) -> bool:
    return bool(view.state.flag(told_flag(person, topic.id)))
