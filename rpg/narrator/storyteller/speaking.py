"""Talking, asking and telling: whom the player speaks to and what it leads to."""

from __future__ import annotations

from collections.abc import Callable

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.carrying import carried_items, short_name
from rpg.narrator.storyteller.deeds import Call, Deed, Do, Told
from rpg.narrator.storyteller.matching import is_cjk, words
from rpg.narrator.storyteller.parser import understand_line
from rpg.narrator.storyteller.people import alike, answer, greeting, may_answer
from rpg.narrator.storyteller.portraits import absent
from rpg.narrator.storyteller.relevance import of_things
from rpg.narrator.storyteller.scope import Scope
from rpg.narrator.storyteller.topics import asked_about, is_called, knows_of, names_topic
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital
from rpg.runtime.beats import answering, topic_of
from rpg.world.beats import asked_flag, told_flag

TALKING = 3
"""Latest lines of the player in which a conversation goes on."""

MOST_ITEMS = 4
"""Things that the player is asked to choose among."""

SHORT = 3
"""Words (or twice as many characters without spaces) up to which a remark is not worth remembering."""


def with_someone(view: View, scope: Scope, person: str | None, then: Callable[[str], Deed]) -> Deed:
    """What comes of `then` with the person meant; words for the player when nobody is, or too many are."""
    if person is not None:
        return then(person) if view.is_present(person) else Told(absent(view, person), halts=True)
    present = view.scene.present
    if not present:
        return Told(view.say("nobody_here"), halts=True)
    meant = scope.person_here()
    if meant is None:
        return Told(view.say("whom", names=view.names(present, "or")), halts=True)
    return then(meant)


def talk(view: View, scope: Scope, person: str | None, *, brief: bool = False) -> Deed:
    """brief: what the player has to say follows the greeting."""
    return with_someone(view, scope, person, lambda who: Told(greeting(view, who, brief=brief)))


def ask(view: View, scope: Scope, act: acts.Ask) -> Deed:
    """A question to someone; one to nobody in particular goes to whoever has something to say."""
    person = act.person or _who_knows(view, scope, act.words)
    if act.person is None and (told := _to_be_seen(view, person or scope.person_here(), act.words)):
        return Told(told)
    return with_someone(view, scope, person, lambda who: _asked(view, who, act.words))


def _to_be_seen(view: View, person: str | None, question: str) -> str:
    """What there is to be seen here on a question that was put to nobody by name and that nobody would answer."""
    if person is not None and may_answer(view, person, question):
        return ""
    seen = of_things(question, view.place.details)
    return "" if seen is None else view.told(seen)


def _who_knows(view: View, scope: Scope, question: str) -> str | None:
    partner, meant = _partner(view, scope), scope.person_here()
    if partner is not None:
        return partner
    if meant is not None and asked_about(view, meant, question) is not None:
        return meant
    order = sorted(view.scene.present, key=lambda person: person != meant)
    return next((person for person in order if knows_of(view, person, question)), None)


def _partner(view: View, scope: Scope) -> str | None:
    """Whom the player spoke to by name a moment ago, when they are here."""
    lines = [text for kind, text in reversed(view.history) if kind == "player"][:TALKING]
    for line in lines:
        for act in reversed(understand_line(line, scope)):
            match act:
                case acts.Ask(None) | acts.Tell(None) | acts.Talk(None):
                    continue
                case acts.Ask(person) | acts.Tell(person) | acts.Talk(person):
                    return person if view.is_present(str(person)) else None
                case _:
                    return None
    return None


def asked_of_whom(view: View, person: str) -> acts.Ask | None:
    """A question about someone whom the player has not met, when somebody here has something to tell of them."""
    if view.is_present(person) or view.has_left(person) is not None:
        return None
    who = view.person(person)
    return next(
        (
            acts.Ask(other, name)
            for other in view.scene.present
            for name in (who.name, *who.aliases)
            if knows_of(view, other, name)
        ),
        None,
    )


def named_topic(view: View, scope: Scope, words: str) -> acts.Ask | None:
    """A topic of someone here that is named and nothing else: it is asked about. The one spoken to comes first."""
    first = _partner(view, scope) or scope.person_here()
    order = sorted(view.scene.present, key=lambda person: person != first)
    knows = next((person for person in order if names_topic(view, person, words)), None)
    return None if knows is None else acts.Ask(knows, words)


def unseen_topic(view: View, scope: Scope, words: str) -> acts.Ask | None:
    """What is not here to be seen, nor carried, and somebody here has not told of yet: it is asked about."""
    topic = None if carried_items(view, words) else named_topic(view, scope, words)
    asked = asked_about(view, str(topic.person), words) if topic is not None else None
    return topic if asked is not None and asked.open and not asked.told else None


def _asked(view: View, person: str, question: str) -> Deed:
    said = answer(view, person, question)
    if said.refused:
        calls = (_flag(asked_flag(person, said.refused)),)
        known = bool(view.state.flag(asked_flag(person, said.refused)))
        return Told(said.text) if known else Do(acts.Ask(person, question), calls, said.refused)
    if not said.topic:
        return Told(said.text)
    return Do(acts.Ask(person, question), _told_calls(view, person, said.topic), said.topic)


def _told_calls(view: View, person: str, topic: str) -> tuple[Call, ...]:
    """The calls that put on record that a topic was told, with what that brings about."""
    brought = topic_of(view.state, person, topic).set_flag
    new = [pair for pair in brought if view.state.flag(pair[0]) != pair[1]]
    return (_flag(told_flag(person, topic)), *(_flag(name, value) for name, value in new))


def _flag(name: str, value: object = True) -> Call:
    return Call("set_flag", {"name": name, "value": value}, needed=False)


def tell(view: View, scope: Scope, act: acts.Tell) -> Deed:
    """Something said to someone: they remember it, and may have something to say to it."""
    if act.person is None and not view.scene.present:
        return Told(view.say("says_to_nobody"))
    person = act.person or _partner(view, scope)
    return with_someone(view, scope, person, lambda who: _heard(view, who, act.words))


def _heard(view: View, person: str, said: str) -> Deed:
    asked = asked_about(view, person, said)
    named = asked is not None and is_called(asked.topic, said) and answering(view.state, said) is None
    if _is_short(said) and not named:
        answered = alike(view, view.person(person), said)
        return Told(answered or view.say("hears_little", name=capital(view.name(person))))
    known = view.say("heard", player=view.state.world.player.name, words=said)
    calls = [Call("update_character", {"character": person, "knows": [known]}, needed=False)]
    if asked is None or not asked.open or asked.told:
        return Do(acts.Tell(person, said), calls)
    calls.extend(_told_calls(view, person, asked.topic.id))
    return Do(acts.Tell(person, said), calls, asked.topic.id)


def give(view: View, scope: Scope, act: acts.Give) -> Deed:
    """Something given or shown: what the story says is carried, or a topic of theirs; else there is no such thing."""
    return with_someone(view, scope, act.person, lambda who: _given(view, who, act.words))


def _given(view: View, person: str, words: str) -> Deed:
    asked = asked_about(view, person, words)
    if asked is not None:
        return _asked(view, person, words)
    items = carried_items(view, words)
    if len(items) == 1:
        return Told(view.say("shown_item", name=capital(view.name(person)), item=short_name(items[0])))
    if items:
        return Told(view.say("which", names=view.listed(items[:MOST_ITEMS], "or")))
    return Told(view.say("nothing_to_give", words=words))


def _is_short(said: str) -> bool:
    return len(said) <= 2 * SHORT if is_cjk(said) else len(words(said)) <= SHORT
