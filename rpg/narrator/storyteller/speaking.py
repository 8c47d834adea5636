"""Talking, asking and telling: whom the player speaks to and what it leads to."""

from __future__ import annotations

from collections.abc import Callable

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.deeds import Call, Deed, Do, Told
from rpg.narrator.storyteller.matching import is_cjk, words
from rpg.narrator.storyteller.people import absent, answer, greeting, told_flag, untold
from rpg.narrator.storyteller.relevance import best_of
from rpg.narrator.storyteller.scope import Scope
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital

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


def talk(view: View, scope: Scope, person: str | None) -> Deed:
    return with_someone(view, scope, person, lambda who: Told(greeting(view, who)))


def ask(view: View, scope: Scope, act: acts.Ask) -> Deed:
    """A question to someone; one to nobody in particular goes to whoever has something to say."""
    person = act.person or _who_knows(view, scope, act.words)
    return with_someone(view, scope, person, lambda who: _asked(view, who, act.words))


def _who_knows(view: View, scope: Scope, question: str) -> str | None:
    meant = scope.person_here()
    order = sorted(view.scene.present, key=lambda person: person != meant)
    return next(
        (person for person in order if best_of(question, view.person(person).topics) is not None), None
    )


def _asked(view: View, person: str, question: str) -> Deed:
    said = answer(view, person, question)
    if said.topic not in untold(view, person):
        return Told(said.text)
    flag = Call("set_flag", {"name": told_flag(person, said.topic), "value": True}, needed=False)
    return Do(acts.Ask(person, question), (flag,), said.topic)


def tell(view: View, scope: Scope, act: acts.Tell) -> Deed:
    """Something said to someone: they remember it, and may have something to say to it."""
    if act.person is None and not view.scene.present:
        return Told(view.say("says_to_nobody"))
    return with_someone(view, scope, act.person, lambda who: _heard(view, who, act.words))


def _heard(view: View, person: str, said: str) -> Deed:
    if _is_short(said):
        return Told(view.say("hears_little", name=capital(view.name(person))))
    known = view.say("heard", player=view.state.world.player.name, words=said)
    calls = [Call("update_character", {"character": person, "knows": [known]}, needed=False)]
    topic = best_of(said, view.person(person).topics)
    name = "" if topic is None else view.person(person).topics[topic][0]
    if name in untold(view, person):
        calls.append(Call("set_flag", {"name": told_flag(person, name), "value": True}, needed=False))
    return Do(acts.Tell(person, said), calls, name)


def _is_short(said: str) -> bool:
    return len(said) <= 2 * SHORT if is_cjk(said) else len(words(said)) <= SHORT
