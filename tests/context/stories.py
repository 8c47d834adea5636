"""Small worlds and a play-through that plans every turn, for the tests of context and memory."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rpg.context.plan import plan
from rpg.context.result import Plan
from rpg.context.values import (
    ContextSettings,
    Note,
    Notes,
    PlanInputs,
    StoryMessage,
    ToolOffer,
    TurnInput,
)
from rpg.runtime.apply import apply, begin_turn
from rpg.runtime.detail import digested
from rpg.runtime.edits import Edit
from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.world.model import Character, Clock, Exit, Location, Player, World

Text = Callable[[str, int], str]


def letters(text: str) -> int:
    """A stand-in for a tokenizer: four letters a token."""
    return (len(text) + 3) // 4


def _vocabulary() -> tuple[str, ...]:
    dice = random.Random(7)
    return tuple(
        "".join(dice.choice("abcdefghijklmnoprstuvw") for _ in range(dice.randint(2, 9))) for _ in range(300)
    )


VOCABULARY = _vocabulary()


def prose(seed: str, tokens: int) -> str:
    """Reproducible words, about `tokens` tokens of them."""
    words = random.Random(seed).choices(VOCABULARY, k=max(1, tokens * 4 // 6))
    return " ".join([seed, *words])[: tokens * 4]


def world_of(
    places: int = 6,
    people: int = 6,
    *,
    place_tokens: int = 40,
    person_tokens: int = 40,
    clock: bool = False,
    language: str = "en",
    **fields: Any,
) -> World:
    """A ring of places with people spread over them; each sheet carries facts that nothing else says."""
    ids = [f"place{n}" for n in range(places)]
    locations = {
        id: Location(
            id,
            f"Place {n}",
            summary=f"Summary of place {n}.",
            description=f"PLACEFACT{n}. {prose(id, place_tokens)}",
            rules=f"PLACERULE{n}.",
            details=(("board", f"PLACEDETAIL{n}."),),
            exits=(Exit(ids[(n + 1) % places], label=f"way {n}", minutes=5),) if places > 1 else (),
        )
        for n, id in enumerate(ids)
    }
    characters = {
        f"person{n}": Character(
            f"person{n}",
            f"Person {n}",
            location=ids[n % places],
            summary=f"Summary of person {n}.",
            description=f"PERSONFACT{n}. {prose(f'person{n}', person_tokens)}",
            secrets=f"PERSONSECRET{n}.",
            goals=f"PERSONGOAL{n}.",
            topics=(("ledger", f"PERSONTOPIC{n}."),),
        )
        for n in range(people)
    }
    start = ids[0]
    return World(
        "test",
        "Test",
        start,
        language,
        opening="It begins.",
        rules="WORLDRULE.",
        player=Player("Ada", "A traveller."),
        clock=Clock(480, 10) if clock else None,
        locations=locations,
        characters=characters,
        **fields,
    )


@dataclass
class Story:
    """A log in memory that counts how many different messages planning asked for."""

    messages: list[StoryMessage] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)

    @property
    def count(self) -> int:
        return len(self.messages)

    def message(self, ordinal: int) -> StoryMessage:
        assert 1 <= ordinal <= self.count
        self.asked.add(ordinal)
        return self.messages[ordinal - 1]

    def add(self, kind: str, text: str) -> None:
        self.messages.append(StoryMessage(self.count + 1, kind, text))

    def until(self, count: int) -> Story:
        return Story(self.messages[:count])


TOOLS = (
    ToolOffer(
        "edit_location_registry",
        "Moves people and changes places.",
        {"type": "object", "properties": {"operations": {"type": "array", "items": {"type": "object"}}}},
    ),
    ToolOffer("roll_dice", "Rolls dice.", {"type": "object", "properties": {"notation": {"type": "string"}}}),
)


@dataclass
class Play:
    """A play-through: say, get a plan, take a reply with edits."""

    state: State
    settings: ContextSettings
    story: Story = field(default_factory=Story)
    record: dict[str, Any] | None = None
    notes: list[Note] = field(default_factory=list)
    language: str = "en"
    extra: dict[str, Any] = field(default_factory=dict)

    def inputs(self, text: str, kind: str = "player", edits: Sequence[Edit] = ()) -> PlanInputs:
        """The inputs of a turn; the story is copied so that they stay as they are."""
        state = begin_turn(self.state)
        for edit in edits:
            state = apply(state, edit)
        return PlanInputs(
            state=state,
            log=self.story.until(self.story.count),
            turn=TurnInput(kind, text),  # type: ignore[arg-type]
            settings=self.settings,
            count=letters,
            language=self.language,
            last_record=self.record,
            notes=Notes.of(self.notes),
            tools=TOOLS,
            **self.extra,
        )

    def turn(self, text: str, reply: str, edits: Sequence[Edit] = (), kind: str = "player") -> Plan:
        """One turn: `edits` are the reply's, or the travel's own."""
        inputs = self.inputs(text, kind, edits if kind == "travel" else ())
        made = plan(inputs)
        self.story.add(kind, text)
        self.story.add("narration", reply)
        state = inputs.state
        for edit in () if kind == "travel" else edits:
            state = apply(state, edit)
        before = set(digested(self.state))
        for who in digested(state):
            left = state.get(("left", who))
            if who not in before or left != self.state.get(("left", who)):
                note = Note(
                    "departure",
                    f"Left note {who} {left[1]}.",
                    self.story.count,
                    subject=who,
                    departure=left[1],
                )
                self.notes.append(note)
        self.state = state
        self.record = dict(made.record)
        return made


def begin(world: World, window: int = 8000, **settings: Any) -> Play:
    """A play-through at the start of `world`."""
    played = Play(initial_state(index_world(world)), ContextSettings(window, **settings))
    played.language = world.language
    if world.opening:
        played.story.add("opening", world.opening)
    return played


def wire_text(made: Plan) -> str:
    """All text of a request."""
    return "\n".join(message.content for message in made.messages)
