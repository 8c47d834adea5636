"""What the storyteller itself answers: where, when, who, what now; and what it says when it is at a loss."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from rpg.narrator.storyteller.carrying import carried, carried_item
from rpg.narrator.storyteller.matching import is_long
from rpg.narrator.storyteller.places import look, people_here, way_to
from rpg.narrator.storyteller.portraits import absent, last_seen, portrait
from rpg.narrator.storyteller.threads import hint
from rpg.narrator.storyteller.topics import untold
from rpg.narrator.storyteller.view import View
from rpg.narrator.storyteller.wording import capital, closed, with_article
from rpg.world.beats import told_flag

_COMMA = re.compile("[,，、;；]")
MOST_HINTS = 4
MOST_RECALLED = 12
ONE_LINE = 60
"""Characters of all that is carried that are told in a sentence."""


def who_is_here(view: View, *, elsewhere: bool = False) -> str:
    """elsewhere: also where those were last seen whom the player met last."""
    here = people_here(view, arriving=False) if view.scene.present else view.say("who_none")
    met = (person for person in view.state.recent if elsewhere and not view.is_present(person))
    return view.sentences((here, *(last_seen(view, person) for person in islice(met, MOST_HINTS))))


def where_am_i(view: View) -> str:
    place = view.place
    text = view.told(place.summary)
    if place.region:
        return view.say("where_region", place=view.name(place.id), region=place.region, text=text).strip()
    return view.say("where", place=view.name(place.id), text=text).strip()


def what_time(view: View) -> str:
    if not view.clock_text():
        return view.say("no_clock")
    return view.say("clock", clock=view.clock_text(), period=view.period())


def where_is(view: View, person: str) -> str:
    """Where someone is, as far as the player can know."""
    if view.state.follows(person):
        return view.say("is_with_you", name=capital(view.name(person)))
    if view.is_present(person):
        return view.say("is_here", name=capital(view.name(person)))
    return absent(view, person)


def examine_person(view: View, person: str) -> str:
    if view.is_present(person):
        return portrait(view, person)
    met = view.has_left(person) is not None
    return view.sentences(
        (absent(view, person), view.told(view.person(person).summary, person) if met else "")
    )


def examine_place(view: View, place: str) -> str:
    """A place from afar: at a glance, and the way there."""
    if place == view.here:
        return look(view)
    known = view.state.location(place)
    text = view.told(known.summary) if known is not None else ""
    return view.say("place_title", place=view.name(place), text=view.sentences((text, way_to(view, place))))


def examine_self(view: View) -> str:
    player = view.state.world.player
    answers = view.state.answers()
    asked = [
        view.say("answer", question=view.told(question.ask), answer=answers[question.id].rstrip(".。"))
        for question in view.state.world.questions
        if answers.get(question.id)
    ]
    first = view.say("you_are", name=player.name, text=view.told(player.description)).strip()
    return "\n\n".join((first, *asked))


def detail(view: View, name: str) -> str:
    return view.told(dict(view.place.details).get(name, ""))


def handle(view: View, name: str) -> str:
    called = with_article(name) if view.language == "en" else name
    return view.sentences(
        (view.say("detail_handled", detail=called, text=closed(detail(view, name))), view.say("detail_only"))
    )


def unseen(view: View, words: str) -> str:
    item = carried_item(view, words)
    if item is not None:
        return view.say("item", item=capital(item), text=dict(carried(view))[item]).strip()
    things = [name for name, _ in view.place.details]
    hint = view.say("to_look_at", things=view.listed(things)) if things else hints(view)
    return view.say("unseen", words=words, hint=hint)


def inventory(view: View) -> str:
    things = [item for item, _ in carried(view)]
    if things and (len("".join(things)) > ONE_LINE or _COMMA.search("".join(things))):
        return "\n".join((view.say("carry_list"), "", *(f"- {thing}" for thing in things)))
    if things:
        return view.say("carry_items", things=view.listed(things))
    if any(flag.item for flag in view.state.world.flags.values()):
        return view.say("carry_nothing")
    return view.say("carry", text=view.told(view.state.world.player.description)).strip()


def recall(view: View) -> str:
    """What people have told, and where the player has been."""
    told = list(islice(_told(view), MOST_RECALLED))
    been = [view.name(place) for place in view.state.location_ids() if view.state.visits(place)]
    first = (
        "\n".join((view.say("recall_told"), "", *told)) if told else view.say("recall_none", hint="").strip()
    )
    return "\n\n".join((first, view.say("recall_places", places=view.listed(been))))


def _told(view: View) -> Iterator[str]:
    flags = view.state.flags()
    for person in view.state.character_ids():
        for topic, text in view.person(person).topics:
            if flags.get(told_flag(person, topic)):
                line = " ".join(view.told(text, person).split())
                yield view.say("recall_line", name=view.name(person), topic=topic, text=line)


def which(view: View, options: tuple[str, ...], *, people: bool) -> str:
    return view.say("whom" if people else "which", names=view.names(options, "or"))


def nobody_called(view: View, words: str) -> str:
    present = view.scene.present
    hint = view.counted("who", present) if present else view.say("who_none")
    return view.say("nobody_called", words=words, hint=hint)


def usage(view: View) -> str:
    parts = (view.say("help"), view.say("help_here", things=hints_list(view)), hint(view))
    return "\n\n".join(part for part in parts if part)


def not_understood(view: View, words: str) -> str:
    if is_long(words):
        return view.say("long_line", things=hints_list(view))
    return view.say("not_understood", words=words, things=hints_list(view))


def hints(view: View) -> str:
    return view.say("try_these", things=hints_list(view))


def hints_list(view: View) -> str:
    """A few lines that would be understood here and now."""
    return view.say("comma").join(islice(_hints(view), MOST_HINTS))


def _hints(view: View) -> Iterator[str]:
    for person in view.scene.present[:1]:
        topics = untold(view, person)
        if topics:
            yield view.say("try_ask", name=view.name(person), topic=topics[0])
        else:
            yield view.say("try_talk", name=view.name(person))
    for name, _ in view.place.details[:1]:
        yield view.say("try_detail", name=name)
    for way in view.scene.open_exits[:1]:
        yield view.say("try_go", name=view.name(way.to))
    yield view.say("try_look")
    if view.state.clock is not None:
        yield view.say("try_wait")
