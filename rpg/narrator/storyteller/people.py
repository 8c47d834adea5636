"""Telling of people: how they look, what they say, what they know. Secrets and goals are never told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

from rpg.narrator.storyteller.matching import find
from rpg.narrator.storyteller.places import condition
from rpg.narrator.storyteller.relevance import BAR, best_of, fit
from rpg.narrator.storyteller.surroundings import scope_of
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital, closed
from rpg.world.ids import PLAYER
from rpg.world.model import Character

MOST_LEADS = 2
"""Topics that are offered at once."""

LONGEST_FLAG = 100
"""Characters of a flag's name."""

_SPEAKER = re.compile(r"^\s*(?P<who>[^:：\n]{1,60})[:：]\s*(?P<line>.+)$")
_THEMSELVES = re.compile(
    r"(?:yourself|(?:him|her|them)sel(?:f|ves)|(?:her|his|their|your) (?:life|story|past|name|work|job)|(?:about|are|on) you|who (?:are you|(?:s?he) is)"
    r"|自己(?:的事情?)?|(?:你|她|他)(?:是谁|叫什么(?:名字)?|的(?:身世|过去|名字|事情?)))$",
    re.I,
)


def told_flag(person: str, topic: str) -> str:
    """The flag that remembers that someone has told of a topic."""
    return f"told.{person}.{topic}"[:LONGEST_FLAG]


@dataclass(frozen=True, slots=True)
class Answer:
    """What someone has to say to a question. topic: what it is told from, "" when it is no topic."""

    text: str
    topic: str = ""


# -- how they look ----------------------------------------------------------------------------


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
    """Someone who is not here: that they are not, and where they were last seen."""
    return view.sentences((view.say("not_here", name=capital(view.name(person))), last_seen(view, person)))


def last_seen(view: View, person: str) -> str:
    left = view.has_left(person)
    if left is None:
        return view.say("never_met", name=view.name(person))
    return view.say("last_seen", name=view.name(person), place=view.name(left[1]))


# -- how they talk ----------------------------------------------------------------------------


def greeting(view: View, person: str) -> str:
    """How someone meets the player's wish to talk, and what might be asked."""
    who = view.person(person)
    speech = view.told(who.speech, person)
    again = bool(speech) and view.was_told(speech)
    parts = [
        view.say("turns_again" if again else "turns", name=capital(view.name(person))),
        "" if again else speech,
        "" if again else _toward_player(view, who),
        condition(view, person),
        relationship(view, person),
    ]
    return "\n\n".join(part for part in (view.sentences(parts), leads(view, person)) if part)


def _toward_player(view: View, who: Character) -> str:
    """What the author wrote of how they feel about the player, until the story has made something else of it."""
    text = view.told(dict(who.relations).get(PLAYER, ""), who.id)
    if not text or view.state.relationship(who.id):
        return ""
    return view.say("toward_you", name=view.name(who.id), text=closed(text))


def leads(view: View, person: str) -> str:
    """What might be asked of someone: a few topics that they have not told of yet."""
    fresh = untold(view, person)
    if not fresh:
        return ""
    start = crc32(f"{view.seed}:{person}".encode()) % len(fresh)
    chosen = (fresh[start:] + fresh[:start])[:MOST_LEADS]
    key = "lead_one" if len(chosen) == 1 else "lead_more"
    topics = [view.say("lead", topic=topic) for topic in chosen]
    return view.say(key, topics=view.listed(topics, "or_any"))


def untold(view: View, person: str) -> list[str]:
    """The topics that someone has not told of yet, in the author's order."""
    topics = view.person(person).topics
    return [name for name, _ in topics if not view.state.flag(told_flag(person, name))]


def answer(view: View, person: str, question: str) -> Answer:
    """What someone who is here says to a question: a topic, a like line of theirs, what they know, or nothing."""
    who = view.person(person)
    topic = best_of(question, who.topics)
    if topic is not None:
        return _topic(view, who, *who.topics[topic])
    for told in (
        _example(view, who, question),
        _known(view, who, question),
        _themselves(view, who, question),
    ):
        if told:
            return Answer(told)
    return Answer(view.sentences((_about_others(view, who, question), _others_know(view, who, question))))


def retold(view: View, person: str, topic: str) -> str:
    """A topic as it is told, once it is on record that it was."""
    who = view.person(person)
    return _with_lead(view, who, topic, dict(who.topics)[topic], again=False)


def _topic(view: View, who: Character, name: str, text: str) -> Answer:
    again = bool(view.state.flag(told_flag(who.id, name)))
    return Answer(_with_lead(view, who, name, text, again=again), name)


def _with_lead(view: View, who: Character, name: str, text: str, *, again: bool) -> str:
    key = "answers_again" if again else "answers"
    lead = view.say(key, name=capital(view.name(who.id)), topic=capital(name))
    return f"{lead}\n\n{view.told(text, who.id)}"


def _example(view: View, who: Character, question: str) -> str:
    """A line that the author had them say to a like question."""
    pairs = [pair for example in who.examples for pair in _exchanges(view, who, example)]
    index = best_of(question, [(asked, "") for asked, _ in pairs])
    if index is None or fit(question, pairs[index][0]) < max(BAR, 60):
        return ""
    return view.say("answers_alike", name=view.name(who.id), line=pairs[index][1].strip('"“”「」 '))


def _exchanges(view: View, who: Character, example: str) -> list[tuple[str, str]]:
    """What the player says and what they reply, in an example dialogue."""
    lines = [_SPEAKER.match(line) for line in example.splitlines()]
    spoken = [(match["who"].strip(), match["line"].strip()) for match in lines if match]
    return [
        (asked, view.told(replied, who.id))
        for (first, asked), (second, replied) in pairwise(spoken)
        if first == "{{user}}" and second != "{{user}}"
    ]


def _known(view: View, who: Character, question: str) -> str:
    facts = view.state.knows(who.id)
    index = best_of(question, [(fact, fact) for fact in facts])
    return "" if index is None else view.say("knows", name=view.name(who.id), text=facts[index])


def _themselves(view: View, who: Character, question: str) -> str:
    if not _THEMSELVES.search(question.strip(" ?？.。")):
        return ""
    return view.say("about_self", name=capital(view.name(who.id)), text=view.told(who.summary, who.id))


def _about_others(view: View, who: Character, question: str) -> str:
    """What a question about someone or some place else comes to: a look at who is here, a silence, or nothing."""
    scope = scope_of(view)
    named = find(question, (*scope.people, *scope.absent, *scope.places), inside=True)
    other = named.ids[0] if named is not None and named.ids[0] != who.id else None
    if other is None:
        return view.say("no_answer", name=capital(view.name(who.id)))
    if view.state.character(other) is not None and view.is_present(other):
        return view.say("asked_present", name=capital(view.name(who.id)), other=view.name(other))
    if other in dict(who.relations):
        return view.say("feels_about", name=view.name(who.id), other=view.name(other))
    return view.say("no_answer", name=capital(view.name(who.id)))


def _others_know(view: View, who: Character, question: str) -> str:
    for other in view.scene.present:
        if other != who.id and best_of(question, view.person(other).topics) is not None:
            return view.say("other_knows", other=view.name(other))
    return ""
