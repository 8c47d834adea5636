"""Telling of people: how they look, what they say, what they know. Secrets and goals are never told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard
from zlib import crc32

from rpg.narrator.storyteller.acts import Ask, Tell
from rpg.narrator.storyteller.matching import find
from rpg.narrator.storyteller.parser import understand_line
from rpg.narrator.storyteller.places import condition
from rpg.narrator.storyteller.relevance import BAR, best_of, fit
from rpg.narrator.storyteller.surroundings import scope_of
from rpg.narrator.storyteller.topics import Asked, asked_about, knows_of, untold, withheld
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital, closed
from rpg.runtime.beats import topic_of
from rpg.text.folding import fold
from rpg.world.beats import Topic
from rpg.world.ids import PLAYER
from rpg.world.model import Character

MOST_LEADS = 2
"""Topics that are offered at once."""

_POINTING = re.compile(
    r"(?:about )?(?:it|that|this)(?: again| once more)?|again|once more|(?:[一再]?[遍次回])|(?:这|那)(?:件|个|回)?(?:事情?)?|它|此事",
    re.I,
)
_ABOUT_PLAYER = re.compile(
    r"\b(?:about|of|like|trust|know|recogni[sz]e) me$|(?:觉得|信|认得|认识|怎么看)我(?:怎么样)?(?:吗|么)?$",
    re.I,
)
_DOES = re.compile(
    r"(?:has|is|was|had|will|would|cannot|does|owes|knows|thinks|wants|likes|trusts|distrusts|fears|remembers|hopes"
    r"|believes|calls|keeps|takes|treats|expects|approves|counts|sees|considers|suspects|resents|pities|envies) ",
)
"""How what someone feels begins when it only lacks who feels it."""

_SPEECH = re.compile(r"[“”「」『』]")
_SPEAKER = re.compile(r"^\s*(?P<who>[^:：\n]{1,60})[:：]\s*(?P<line>.+)$")
_THEMSELVES = re.compile(
    r"(?:yourself|(?:him|her|them)sel(?:f|ves)|(?:her|his|their|your) (?:life|story|past|name|work|job)|(?:about|are|on) you|what your name is|who (?:are you|(?:s?he) is)"
    r"|自己(?:的事情?)?|(?:你|您|她|他)(?:是谁|是什么人|怎么称呼|叫什么(?:名字)?|的(?:身世|过去|名字|事情?)))$",
    re.I,
)
_NAMING = re.compile(
    r"\bwho (?:are you|(?:s?he) is)$|\b(?:your|her|his) name(?: is)?$|(?:你|您|她|他)(?:是谁|叫什么(?:名字)?|是什么人|怎么称呼)$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What someone has to say to a question. topic: what it is told from, "" when it is no topic that is new.

    refused: the topic that they would not tell of.
    """

    text: str
    topic: str = ""
    refused: str = ""


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


# -- how they talk ----------------------------------------------------------------------------


def greeting(view: View, person: str) -> str:
    """How someone meets the player's wish to talk, and what might be asked."""
    who = view.person(person)
    speech = view.told(who.speech, person)
    again = bool(speech) and view.was_told(speech)
    state = (condition(view, person), relationship(view, person))
    parts = [
        view.say("turns_again" if again else "turns", name=capital(view.name(person))),
        "" if again else speech,
        "" if again else _toward_player(view, who),
        *(fact for fact in state if fact and not view.was_told(fact)),
    ]
    return "\n\n".join(part for part in (view.sentences(parts), leads(view, person)) if part)


def _toward_player(view: View, who: Character) -> str:
    """What the author wrote of how they feel about the player, until the story has made something else of it."""
    text = view.told(dict(who.relations).get(PLAYER, ""), who.id)
    if not text or view.state.relationship(who.id):
        return ""
    key = "toward_you_does" if _DOES.match(text) else "toward_you"
    return view.say(key, name=view.name(who.id), text=closed(text))


def leads(view: View, person: str) -> str:
    """What might be asked of someone: a few topics that they have not told of yet, else one they keep back."""
    fresh = untold(view, person)
    if not fresh:
        kept = withheld(view, person)
        return view.say("lead_withheld", name=view.name(person), topic=kept[0]) if kept else ""
    start = crc32(f"{view.seed}:{person}".encode()) % len(fresh)
    chosen = (fresh[start:] + fresh[:start])[:MOST_LEADS]
    key = "lead_one" if len(chosen) == 1 else "lead_more"
    topics = [view.say("lead", topic=topic) for topic in chosen]
    return view.say(key, topics=view.listed(topics, "or_any"))


def answer(view: View, person: str, question: str) -> Answer:
    """What someone who is here says to a question: a topic, a like line of theirs, what they know, or nothing."""
    who, question = view.person(person), _meant(view, question)
    asked = asked_about(view, person, question)
    if asked is not None:
        return _topic(view, who, asked)
    for told in (
        alike(view, who, question),
        _known(view, who, question),
        _about_player(view, who, question),
        _themselves(view, who, question),
    ):
        if told:
            return Answer(told)
    return Answer(view.sentences((_about_others(view, who, question), _others_know(view, who, question))))


def _meant(view: View, question: str) -> str:
    """A question about "it" is about what the player spoke of last."""
    if not _POINTING.fullmatch(question.strip(" ?？.。")):
        return question
    scope = scope_of(view)
    lines = [text for kind, text in reversed(view.history) if kind == "player"]
    spoken = (
        act.words for line in lines for act in reversed(understand_line(line, scope)) if _is_asking(act)
    )
    return next((words for words in spoken if not _POINTING.fullmatch(words)), question)


def _is_asking(act: object) -> TypeGuard[Ask | Tell]:
    return isinstance(act, Ask | Tell)


def retold(view: View, person: str, topic: str) -> str:
    """A topic as it is told, once it is on record that it was."""
    return _telling(view, view.person(person), topic_of(view.state, person, topic))


def _topic(view: View, who: Character, asked: Asked) -> Answer:
    topic = asked.topic
    if not asked.open:
        return Answer(view.told(topic.refuse, who.id), refused=topic.id)
    if not asked.told:
        return Answer(_telling(view, who, topic), topic.id)
    if topic.again:
        return Answer(view.told(topic.again, who.id))
    lead = view.say("answers_again", name=capital(view.name(who.id)), topic=capital(topic.id))
    return Answer(f"{lead}\n\n{view.opening_of(topic.text, who.id)}")


def _telling(view: View, who: Character, topic: Topic) -> str:
    """A topic told for the first time; text in which somebody is heard to speak needs no lead."""
    text = view.told(topic.text, who.id)
    if _SPEECH.search(text) or who.name.split(" ")[0] in text:
        return text
    lead = view.say("answers", name=capital(view.name(who.id)), topic=capital(topic.id))
    return f"{lead}\n\n{text}"


def alike(view: View, who: Character, question: str) -> str:
    """A line that the author had them say to a like question or remark; "" when there is none."""
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
    if _NAMING.search(question.strip(" ?？.。")):
        return view.say("person", name=who.name, text=view.told(who.summary, who.id)) if who.summary else ""
    return view.say("about_self", name=capital(view.name(who.id)), text=view.told(who.summary, who.id))


def _about_player(view: View, who: Character, question: str) -> str:
    """What they think of the player, when asked."""
    if not _ABOUT_PLAYER.search(question.strip(" ?？.。")):
        return ""
    return relationship(view, who.id) or _toward_player(view, who)


def _about_others(view: View, who: Character, question: str) -> str:
    """What a question about someone or some place else comes to: what there is between them, a look at who is
    here, or nothing."""
    scope = scope_of(view)
    named = find(question, (*scope.people, *scope.absent, *scope.places, scope.here), inside=True)
    other = named.ids[0] if named is not None and named.ids[0] != who.id else None
    if other is None:
        return _no_answer(view, who, question)
    relation = view.told(dict(who.relations).get(other, ""), who.id)
    if relation:
        return view.say(
            "relation", name=view.name(who.id), other=_as_called(view, other, question), text=closed(relation)
        )
    if view.state.character(other) is not None and view.is_present(other):
        return view.say("asked_present", name=capital(view.name(who.id)), other=view.name(other))
    return _no_answer(view, who, question)


def _as_called(view: View, id: str, question: str) -> str:
    """How the player called someone they do not know; else the name."""
    person = view.state.character(id)
    if person is None or view.is_present(id) or view.has_left(id) is not None:
        return view.name(id)
    called = [word for word in (person.name, *person.aliases) if fold(word) in fold(question)]
    return max(called, key=len, default=view.name(id))


def _no_answer(view: View, who: Character, question: str) -> str:
    """Nothing to say; shorter when the player has asked just that before."""
    asked = any(
        question in asked and _had_no_answer(view, who, told)
        for (kind, asked), (_, told) in pairwise(view.history)
        if kind == "player"
    )
    return view.say("asked_before" if asked else "no_answer", name=capital(view.name(who.id)))


def _had_no_answer(view: View, who: Character, told: str) -> bool:
    """Whether a reply said that this very person has nothing to say."""
    name = capital(view.name(who.id))
    keys = ("no_answer", "asked_before")
    return any(wording in told for key in keys for wording in view.wordings(key, name=name))


def _others_know(view: View, who: Character, question: str) -> str:
    for other in view.scene.present:
        if other != who.id and knows_of(view, other, question):
            return view.say("other_knows", other=view.name(other))
    return ""
