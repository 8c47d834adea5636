"""The pulse: a short briefing when a story is opened, made without a model from the save alone.

It says nothing that is not in the save and names as abilities only tools that are really there. With a
model, the same facts can be told as prose. Source: docs/tools.md.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from rpg.memory.clip import ending, first_sentence, sentences
from rpg.memory.cues import cues_of
from rpg.narrator.protocol import Message, Narrator, Request, TextDelta
from rpg.runtime.names import name_of
from rpg.runtime.routes import known_locations
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.session.planning import Telling
from rpg.session.story import PLAYER_KINDS, Story
from rpg.text.clean import clean_text
from rpg.text.layout import prose_line
from rpg.text.messages import aside, message
from rpg.text.prompts import prompt
from rpg.timeline.tree import messages
from rpg.tools.menus import menu_of
from rpg.tools.names import OWN_NAMES

LOOKED_THROUGH = 60
"""Messages looked through for what is unresolved."""

MOST_PROMISES = 4
LAST_SENTENCES = 3
MOST_MOVED = 8
LONGEST_LINE = 240
"""Characters of one line."""

PROSE_TOKENS = 400

_SPEECH = '"“”‘’「」『』'

_OPEN = frozenset({"promise", "debt"})


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is here. how: condition and relationship, "" when nothing is recorded. along: whether they go
    along with the player."""

    name: str
    how: str = ""
    along: bool = False


@dataclass(frozen=True, slots=True)
class Thread:
    """Something unresolved. kind: "unanswered", "menu", "question", "promise" or "locked"."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Pulse:
    """The briefing as facts. last: the end of the story. moved: who was met and is elsewhere now."""

    world: str
    place: str
    clock: str
    here: tuple[Person, ...]
    last: tuple[str, ...]
    unresolved: tuple[Thread, ...]
    moved: tuple[str, ...]
    abilities: tuple[str, ...]
    isolated: bool

    @property
    def document(self) -> dict[str, Any]:
        """JSON form with documented, stable keys."""
        return asdict(self)


def make_pulse(story: Story, telling: Telling, language: str) -> Pulse:
    """The briefing at the head. language: of the interface."""
    state = story.state()
    now = scene(state)
    return Pulse(
        state.world.name,
        now.name,
        now.clock_text(language),
        tuple(
            Person(name_of(state, person), _how(state, person), person in now.followers)
            for person in now.present
        ),
        tuple(_last(story)),
        tuple(_unresolved(story, state, language)),
        tuple(_moved(state, language)),
        tuple(_abilities(telling, language)),
        telling.isolated,
    )


def pulse_lines(pulse: Pulse, language: str) -> Iterator[str]:
    """The briefing as plain lines."""
    clock = f" · {pulse.clock}" if pulse.clock else ""
    yield message(language, "pulse.where", world=pulse.world, place=pulse.place, clock=clock)
    for key, along in (("along", True), ("here", False)):
        people = [one.name + aside(language, one.how) for one in pulse.here if one.along is along]
        if people:
            yield message(language, f"pulse.{key}", names=people)
    yield from _headed(language, "last", pulse.last)
    yield from _headed(language, "unresolved", tuple(thread.text for thread in pulse.unresolved))
    yield from _headed(language, "moved", pulse.moved)
    if pulse.isolated:
        yield message(language, "pulse.isolated")


async def as_prose(pulse: Pulse, narrator: Narrator, language: str) -> AsyncIterator[str]:
    """The same facts told by the narrator, piece by piece. Raises NarratorError.

    The request holds the facts of the briefing and nothing else. An offline narrator gives none.
    """
    if narrator.traits.offline:
        return
    facts = "\n".join(pulse_lines(pulse, language))
    request = Request(
        (Message("system", prompt(language, "pulse")), Message("user", facts)),
        max_tokens=PROSE_TOKENS,
        force_text=True,
    )
    async for event in narrator.stream(request):
        if isinstance(event, TextDelta):
            yield clean_text(event.text)


def _headed(language: str, key: str, lines: tuple[str, ...]) -> Iterator[str]:
    if lines:
        yield message(language, f"pulse.{key}")
        yield from (f"  {line}" for line in lines)


def _how(state: State, person: str) -> str:
    return " · ".join(filter(None, (state.condition(person), state.relationship(person))))


def _last(story: Story) -> Iterator[str]:
    """The player's last words and the end of what was told last."""
    log = story.log(story.head)
    told = [log.message(ordinal) for ordinal in range(max(1, log.count - 1), log.count + 1)]
    for one in told:
        if one.kind in PLAYER_KINDS:
            yield f"> {_line(first_sentence(one.text) or one.text)}"
        else:
            yield from filter(None, [ending(prose_line(one.text), LONGEST_LINE, LAST_SENTENCES)])


def _unresolved(story: Story, state: State, language: str) -> Iterator[Thread]:
    log = story.log(story.head)
    waiting = story.unanswered()
    if waiting is not None:
        text = _line(story.save.node(waiting).text)
        yield Thread("unanswered", message(language, "pulse.unanswered", text=text))
    yield from _asked(story, log.count)
    told = (log.message(number).text for number in range(log.count, max(0, log.count - LOOKED_THROUGH), -1))
    promises = (part for text in told for part in reversed(sentences(text)) if _OPEN & set(cues_of(part)))
    for _, part in zip(range(MOST_PROMISES), dict.fromkeys(promises), strict=False):
        yield Thread("promise", _line(prose_line(part)))
    for way in scene(state).locked_exits:
        text = message(language, "pulse.locked", place=way.name, reason=way.locked)
        yield Thread("locked", text)


def _asked(story: Story, count: int) -> Iterator[Thread]:
    """The question that the story ends with: a menu, or somebody's words."""
    last = messages(story.save, story.head, count, count)
    if not last or last[0].kind in PLAYER_KINDS:
        return
    menu = menu_of(last[0].content.parts)
    if menu is not None:
        choices = " / ".join(f"{number}. {text}" for number, text in enumerate(menu.choices, 1))
        yield Thread("menu", _line(f"{menu.question} {choices}"))
        return
    questions = [part for part in sentences(last[0].text) if part.rstrip("\"'”’」』").endswith(("?", "？"))]
    if questions:
        yield Thread("question", _line(prose_line(_unquoted(questions[-1]))))


def _unquoted(sentence: str) -> str:
    """A sentence without the marks of a speech that it only begins or ends."""
    return sentence.strip().strip(_SPEECH) if sum(map(sentence.count, _SPEECH)) == 1 else sentence


def _moved(state: State, language: str) -> Iterator[str]:
    """Who was met and is somewhere else than they were left, as far as the player knows the place."""
    known = frozenset(known_locations(state))
    told = 0
    for person in state.recent:
        left, now = state.get(("left", person)), whereabouts(state, person)
        if left is None or now is None or now in (left[2], state.player_location) or now not in known:
            continue
        values = {
            "name": name_of(state, person),
            "before": name_of(state, left[2]),
            "now": name_of(state, now),
        }
        yield message(language, "pulse.moved_one", **values)
        told += 1
        if told == MOST_MOVED:
            return


def _abilities(telling: Telling, language: str) -> Iterator[str]:
    """What can be done, by the tools that are really there. An offline narrator uses those of the game alone."""
    for tool in telling.tools.offered():
        if telling.traits.offline and tool.source != "game":
            continue
        if tool.name in OWN_NAMES:
            yield message(language, f"pulse.can_{tool.name}")
        else:
            said = _line(first_sentence(tool.description))
            yield message(language, "pulse.can_outside", name=tool.name, text=said)


def _line(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST_LINE else flat[: LONGEST_LINE - 1] + "…"
