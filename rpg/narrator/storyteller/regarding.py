"""What someone answers to questions about themselves, about the player, and about others; and that they do not."""

from __future__ import annotations

import re
from itertools import pairwise

from rpg.narrator.storyteller.matching import find, without_article
from rpg.narrator.storyteller.portraits import relationship, toward_player
from rpg.narrator.storyteller.relevance import keywords
from rpg.narrator.storyteller.surroundings import MOST_ABSENT, scope_of
from rpg.narrator.storyteller.topics import knows_by_name, knows_of
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital, closed
from rpg.runtime.routes import is_known
from rpg.text.folding import fold, name_key
from rpg.world.model import Character

_ABOUT_PLAYER = re.compile(
    r"\b(?:about|of|like|trust|know|recogni[sz]e) me$|(?:觉得|信|认得|认识|怎么看)我(?:怎么样)?(?:吗|么)?$",
    re.I,
)
_THEMSELVES = re.compile(
    r"(?:yourself|(?:him|her|them)sel(?:f|ves)|(?:her|his|their|your) (?:life|story|past|name|work|job)|(?:about|are|on) you|what your name is|who (?:are you|(?:s?he) is)"
    r"|自己(?:的事情?)?|(?:你|您|她|他)(?:是谁|是什么人|怎么称呼|叫什么(?:名字)?|的(?:身世|过去|名字|事情?)))$",
    re.I,
)
_NAMING = re.compile(
    r"\bwho (?:are|might) (?:you|(?:s?he) is)(?: be)?$|\b(?:your|her|his) name(?: is)?$"
    r"|(?:are you|(?:s?he) is) called$|\bcall (?:you|her|him)$|^(?:(?:his|her|your|the) )?name$"
    r"|(?:你|您|她|他)(?:又|到底|究竟)?(?:是谁|叫(?:什么|啥)(?:名字?)?|是(?:什么|啥)人)$|^(?:叫(?:什么|啥)(?:名字?)?|名字|姓名|怎么称呼)$"
    r"|^(?:(?:请问|敢问)?(?:你|您|阁下|这位|姑娘|先生|小姐|大哥|大姐|大爷|大妈|老人家|老板|师傅|小朋友|小哥|小弟弟?|小妹妹?))*"
    r"(?:(?:该)?(?:怎么|如何)称呼|贵姓|尊姓大名|高姓大名|叫(?:什么|啥)(?:名字?)?|的?名字(?:是什么|叫什么|呢)?)(?:您|你)?$",
    re.I,
)
_ARE_YOU = re.compile(r"^(?:(?:so |and )?are you |[你您][就也]?是)(?P<who>.+?)(?:吗|么|吧)?$", re.I)


_ENDS = re.compile("[啊呀呢来着吧哪嘛]+$")


def themselves(view: View, who: Character, question: str) -> str:
    if is_called_that(who, question):
        return view.say("named", name=who.name, text=view.told(who.summary, who.id))
    asked = _plain(question)
    if is_naming(question):
        return view.say("named", name=who.name, text=view.told(who.summary, who.id)).strip()
    if not _THEMSELVES.search(asked):
        return ""
    return view.say("about_self", name=capital(view.name(who.id)), text=view.told(who.summary, who.id))


def _plain(question: str) -> str:
    return _ENDS.sub("", question.strip(" ?？.。"))


def is_naming(question: str) -> bool:
    """Whether a question is who somebody is."""
    return _NAMING.search(_plain(question)) is not None


def is_called_that(who: Character, question: str) -> bool:
    """Whether the question is if they are somebody, and they are: by name, or by what the author says of them."""
    match = _ARE_YOU.search(question.strip(" ?？.。"))
    what = name_key(without_article(match["who"])) if match else ""
    return len(what) > 1 and any(what in name_key(text) for text in (who.name, *who.aliases, who.summary))


def about_player(view: View, who: Character, question: str) -> str:
    """What they think of the player, when asked."""
    if not _ABOUT_PLAYER.search(question.strip(" ?？.。")):
        return ""
    return relationship(view, who.id) or toward_player(view, who)


def about_others(view: View, who: Character, question: str) -> str:
    """What a question about someone or some place else comes to: what there is between them, a look at who is
    here, or nothing."""
    scope = scope_of(view)
    named = find(question, (*scope.people, *scope.absent, *scope.places, scope.here), inside=True)
    other = named.ids[0] if named is not None and named.ids[0] != who.id else None
    if other is None:
        return _no_answer(view, who, question)
    relation = view.told(dict(who.relations).get(other, ""), who.id)
    if relation and _is_about(view, other, question):
        return view.say(
            "relation", name=view.name(who.id), other=_as_called(view, other, question), text=closed(relation)
        )
    if view.state.character(other) is not None and view.is_present(other):
        return view.say("asked_present", name=capital(view.name(who.id)), other=view.name(other))
    return _no_answer(view, who, question)


def _is_about(view: View, id: str, question: str) -> bool:
    """Whether a question is about someone or some place itself, not about something besides."""
    called = view.state.character(id) or view.state.location(id)
    names = " ".join((called.name, *called.aliases)) if called is not None else id
    wanted = keywords(question)
    return not wanted or 2 * len(wanted & keywords(names)) > len(wanted)


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


def others_know(view: View, who: Character, question: str) -> str:
    """Who else would know: somebody here, somebody met elsewhere, or, of somebody not met yet, the place where they
    are to be found, as far as the player knows it."""
    for other in view.scene.present:
        if other != who.id and knows_of(view, other, question):
            return view.say("other_knows", other=view.name(other))
    knowing = [other for other in _elsewhere(view) if knows_by_name(view, other, question)]
    for other in knowing:
        if (left := view.has_left(other)) is not None:
            return view.say("somebody_knows", name=capital(view.name(other)), place=view.name(left[1]))
    homes = (view.person(other).location for other in knowing)
    place = next((home for home in homes if home and home != view.here and is_known(view.state, home)), None)
    return view.say("place_knows", place=view.name(place)) if place else ""


def _elsewhere(view: View) -> list[str]:
    """People who are not here, those whom the player has met first."""
    people = [other for other in view.state.character_ids() if not view.is_present(other)][:MOST_ABSENT]
    return sorted(people, key=lambda other: view.has_left(other) is None)
