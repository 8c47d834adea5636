"""What people say: how they meet the player, what they know, what they answer. Secrets and goals are never told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard
from zlib import crc32

from rpg.narrator.storyteller.acts import Ask, Tell
from rpg.narrator.storyteller.parser import understand_line
from rpg.narrator.storyteller.places import condition_too
from rpg.narrator.storyteller.portraits import relationship, toward_player
from rpg.narrator.storyteller.regarding import (
    about_others,
    about_player,
    is_called_that,
    is_naming,
    others_know,
    themselves,
)
from rpg.narrator.storyteller.relevance import BAR, best_of, fit
from rpg.narrator.storyteller.surroundings import scope_of
from rpg.narrator.storyteller.topics import Asked, asked_about, is_called, untold, withheld
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital
from rpg.runtime.beats import topic_of
from rpg.world.beats import Topic
from rpg.world.model import Character

MOST_LEADS = 2
"""Topics that are offered at once."""

_POINTING = re.compile(
    r"(?:about )?(?:it|that|this)(?: again| once more)?|again|once more|(?:[一再]?[遍次回])|(?:这|那)(?:件|个|回)?(?:事情?)?|它|此事",
    re.I,
)
_SPEECH = re.compile(r"[“”「」『』]")
_SPEAKER = re.compile(r"^\s*(?P<who>[^:：\n]{1,60})[:：]\s*(?P<line>.+)$")


@dataclass(frozen=True, slots=True)
class Answer:
    """What someone has to say to a question. topic: what it is told from, "" when it is no topic that is new.

    refused: the topic that they would not tell of.
    """

    text: str
    topic: str = ""
    refused: str = ""


# -- how they talk ----------------------------------------------------------------------------


def greeting(view: View, person: str, *, brief: bool = False) -> str:
    """How someone meets the player's wish to talk, and what might be asked. brief: no more than that they look up,
    when what the player has to say follows."""
    who = view.person(person)
    speech = view.told(who.speech, person)
    again = bool(speech) and view.was_told(speech)
    if brief:
        return view.say("turns_again" if again else "turns", name=capital(view.name(person)))
    state = (condition_too(view, person), relationship(view, person))
    parts = [
        view.say("turns_again" if again else "turns", name=capital(view.name(person))),
        "" if again else speech,
        "" if again else toward_player(view, who),
        *(fact for fact in state if fact and not view.was_told(fact)),
    ]
    return "\n\n".join(part for part in (view.sentences(parts), leads(view, person)) if part)


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
    who_they_are = is_naming(question) or is_called_that(who, question)
    if asked is not None and (is_called(asked.topic, question) or not who_they_are):
        return _topic(view, who, asked)
    for told in (
        alike(view, who, question),
        _known(view, who, question),
        about_player(view, who, question),
        themselves(view, who, question),
    ):
        if told:
            return Answer(told)
    said = about_others(view, who, question)
    return Answer(view.sentences((said, others_know(view, who, question) or _instead(view, person, said))))


def may_answer(view: View, person: str, question: str) -> bool:
    """Whether someone has anything to say to a question."""
    said = answer(view, person, question)
    return bool(said.topic or said.refused) or not any(
        view.sounds_like(key, said.text) for key in ("no_answer", "asked_before")
    )


def _instead(view: View, person: str, said: str) -> str:
    """What could be asked of someone who has nothing to say to a question, unless the player has just been told."""
    if not any(view.sounds_like(key, said) for key in ("no_answer", "asked_before")):
        return ""
    fresh = leads(view, person)
    return "" if view.was_told(fresh) else fresh


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
    """A topic told for the first time; text in which somebody is heard to speak, and can be nobody else, needs no
    lead."""
    text = view.told(topic.text, who.id)
    alone = len(view.scene.present) == 1
    if who.name.split(" ")[0] in text or (alone and _SPEECH.search(text)):
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
