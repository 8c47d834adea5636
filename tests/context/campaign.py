"""A seeded campaign whose requests are compared as bytes: the work of the prefix benchmark, in small."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from rpg.context.plan import follow_up, plan
from rpg.context.prefix import common_length
from rpg.context.result import Plan
from rpg.context.system import tools_document
from rpg.context.values import WireCall, WireMessage
from rpg.runtime.apply import apply, begin_turn
from rpg.runtime.edits import Edit, MoveCharacter, MovePlayer
from rpg.runtime.whereabouts import present
from tests.context.stories import Play, begin, letters, prose, world_of

COMPANY = 0.3
"""How often somebody is taken along."""


@dataclass
class Sent:
    """One request. kind: "first", "move" (first after the scene's place changed), "follow" or "retry"."""

    kind: str
    text: str
    shared: int
    plan: Plan

    @property
    def share(self) -> float:
        return self.shared / len(self.text)


@dataclass
class Campaign:
    """What was sent, in order."""

    sent: list[Sent] = field(default_factory=list)

    def add(self, kind: str, made: Plan) -> None:
        text = as_bytes(made)
        before = self.sent[-1].text if self.sent else ""
        self.sent.append(Sent(kind, text, common_length(before, text), made))

    def whole(self) -> float:
        rest = self.sent[1:]
        return sum(sent.shared for sent in rest) / sum(len(sent.text) for sent in rest)

    def median(self) -> float:
        return median(sent.share for sent in self.sent[1:])

    def of(self, kind: str) -> float:
        chosen = [sent for sent in self.sent[1:] if sent.kind == kind]
        return sum(sent.shared for sent in chosen) / max(1, sum(len(sent.text) for sent in chosen))

    def cost(self, cached: float) -> float:
        """Tokens paid, with what was shared at the price `cached`."""
        return sum(len(s.text) - s.shared * (1 - cached) for s in self.sent) / 4


def as_bytes(made: Plan) -> str:
    """A request as one text: tools first, then messages, the way a provider reads it."""
    parts = [tools_document(made.tools)]
    for message in made.messages:
        calls = "".join(f"\x1e{call.name}{call.arguments}" for call in message.calls)
        parts.append(f"\x1d{message.role}\x1f{message.content}{calls}")
    return "".join(parts)


def run(
    seed: int,
    turns: int = 150,
    *,
    window: int = 12_288,
    places: int = 20,
    people: int = 24,
    place_tokens: int = 350,
    person_tokens: int = 600,
    reply_tokens: int = 225,
    dwell: tuple[int, int] = (4, 14),
    changing: float = 0.16,
    play: Play | None = None,
) -> Iterator[tuple[Campaign, Play]]:
    """Plays; yields after every turn. The story moves by the model's tool, so move turns have two requests."""
    dice = random.Random(seed)
    played = play or begin(
        world_of(places, people, place_tokens=place_tokens, person_tokens=person_tokens, clock=False), window
    )
    made = Campaign()
    left = dice.randint(*dwell)
    moved = False
    for turn in range(turns):
        edits: list[Edit] = []
        left -= 1
        if left <= 0:
            edits = [_move(dice, played)]
            left = dice.randint(*dwell)
        elif dice.random() < changing:
            edits = _change(dice, played)
        first = plan(played.inputs(prose(f"say{seed}.{turn}", 15)))
        made.add("move" if moved else "first", first)
        last = first
        if edits:
            last = follow_up(first, _called(turn, edits), stage=_staged(played, edits))
            made.add("follow", last)
        reply = prose(f"reply{seed}.{turn}", reply_tokens)
        played.turn(prose(f"say{seed}.{turn}", 15), reply, edits)
        played.record = dict(last.record)
        moved = any(isinstance(edit, MovePlayer) for edit in edits)
        yield made, played


def _staged(played: Play, edits: Sequence[Edit]) -> object:
    state = begin_turn(played.state)
    for edit in edits:
        state = apply(state, edit)
    return state


def _move(dice: random.Random, played: Play) -> Edit:
    ways = sorted(played.state.exits(played.state.player_location))
    here = present(played.state)
    companions = (dice.choice(here),) if here and dice.random() < COMPANY else ()
    return MovePlayer(dice.choice(ways), "model", companions=companions)


def _change(dice: random.Random, played: Play) -> list[Edit]:
    here = present(played.state)
    place = played.state.player_location
    if here and (len(here) > 2 or dice.random() < 0.5):
        return [MoveCharacter(dice.choice(here), dice.choice(sorted(played.state.exits(place))), "model")]
    away = [id for id in played.state.character_ids() if id not in here]
    return [MoveCharacter(dice.choice(away), place, "model")]


def _called(turn: int, edits: Sequence[Edit]) -> tuple[WireMessage, ...]:
    id = f"t{turn:08d}"
    call = WireCall(id, "edit_location_registry", '{"operations":[{"op":"move"}]}')
    return (
        WireMessage("assistant", "", (call,)),
        WireMessage("tool", prose(f"result{turn}", 300), call_id=id),
    )


__all__ = ["Campaign", "as_bytes", "letters", "run"]
