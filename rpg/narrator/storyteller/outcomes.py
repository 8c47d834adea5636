"""What has come of a deed, told from the stage that its calls have made."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.deeds import Do
from rpg.narrator.storyteller.people import alike, answer, retold
from rpg.narrator.storyteller.places import arrival
from rpg.narrator.storyteller.portraits import absent
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital
from rpg.runtime.state import State
from rpg.world.beats import told_flag


def outcome(view: View, deed: Do, before: State, results: Sequence[str]) -> str:
    """What the deed came to. before: the state in which it was begun. results: of its calls, JSON texts."""
    documents = [_document(result) for result in results]
    if any(call.needed and not _ok(document) for call, document in zip(deed.calls, documents, strict=False)):
        return view.say("refused")
    match deed.act:
        case acts.Go():
            return arrival(view, before)
        case acts.TakeAlong(person) if person is not None:
            return view.say("joins", name=capital(view.name(person)))
        case acts.Dismiss():
            return _stayed(view, before)
        case acts.SendTo(person, place) if person is not None:
            return view.say("sent", name=capital(view.name(person)), place=view.name(place))
        case acts.Wait(rest=rest):
            return _waited(view, rest=rest)
        case acts.Ask(person, words) if person is not None:
            return _answered(view, person, words, deed.topic)
        case acts.Tell(person, words) if person is not None:
            return _heard(view, person, words, deed.topic)
        case acts.Roll():
            return _rolled(view, documents)
        case _:
            return view.say("refused")


def _stayed(view: View, before: State) -> str:
    stayed = [person for person in before.followers() if person not in view.state.followers()]
    here = [person for person in stayed if view.is_present(person)]
    if len(here) == 1:
        return view.say("stays", name=capital(view.name(here[0])))
    return view.counted("left_behind", here) or view.counted("gone", stayed) or view.say("refused")


def _waited(view: View, *, rest: bool) -> str:
    """Who came and who went meanwhile is announced as the turn ends."""
    return view.say("rested" if rest else "waited", clock=view.clock_text(), period=view.period())


def _answered(view: View, person: str, words: str, topic: str) -> str:
    if not view.is_present(person):
        return absent(view, person)
    if not topic or not view.state.flag(told_flag(person, topic)):
        return answer(view, person, words).text
    return retold(view, person, topic)


def _heard(view: View, person: str, words: str, topic: str) -> str:
    if not view.is_present(person):
        return absent(view, person)
    answered = "" if topic else alike(view, view.person(person), words)
    if answered:
        return answered
    heard = view.say("hears", name=capital(view.name(person)))
    return f"{heard}\n\n{retold(view, person, topic)}" if topic else heard


def _rolled(view: View, documents: Sequence[dict[str, Any]]) -> str:
    document = documents[0] if documents else {}
    rolled = view.say("comma").join(str(number) for number in document.get("rolled", ()))
    total = document.get("total", "?")
    return view.say("rolled", dice=document.get("dice", ""), rolled=rolled or total, total=total)


def _document(result: str) -> dict[str, Any]:
    try:
        document = json.loads(result)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _ok(document: dict[str, Any]) -> bool:
    return bool(document.get("ok", "error" not in document)) and bool(document)
