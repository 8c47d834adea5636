"""Where the frames stand: one step from where they stood on the last turn.

A frame stays at the message where its owner came in. When one has to go, its message and everything behind it
is read again: every live frame there is placed anew at the current message. Digests stay where they
were placed while they are true; one that is no longer needed (its owner is back, or left again and has a
newer one) goes with the next break or cut, when that costs nothing, or at once when a fact in it has become
untrue. Source: docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rpg.context.record import Stood, StoodKind
from rpg.context.sections import short_hash
from rpg.context.values import Count

FRAMES: frozenset[StoodKind] = frozenset({"place", "names", "person"})
RETURN = frozenset({"since", "from"})
"""Pins that tell of somebody's return; they stay as they are while that person stays."""

KEPT_PARTINGS = 8
"""One-line places that may stand at a time; older ones go with the next break."""

Fate = Literal["keep", "gone", "spent"]
"""gone: has to go now. spent: still true but no longer needed; goes when that costs nothing."""

Owner = tuple[StoodKind, str]
Pins = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """A block at its place before message `at` (0: behind the summary)."""

    kind: StoodKind
    owner: str
    at: int
    text: str
    pins: Pins

    @property
    def stood(self) -> Stood:
        return Stood(self.kind, self.owner, self.at, short_hash(self.text), self.pins)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is to be told in full, and who as a digest.

    place: where the player is. people: who is there, those who travel with the player first; along: only
    those. digested: who left last and is away, earliest departure first. departed: of those, who
    left since the last record. came_from: where the player was on the last record; "" when they stayed.
    """

    place: str
    people: tuple[str, ...]
    along: frozenset[str]
    digested: tuple[str, ...]
    departed: frozenset[str]
    came_from: str = ""


@dataclass(frozen=True, slots=True)
class Texts:
    """How a block is told.

    tell(kind, owner, pins): its text, None when there is nothing to tell any more. pin(kind, owner): what a
    block placed now is made with. moved(owner, pins): whether a digest's whereabouts are no longer true.
    """

    tell: Callable[[StoodKind, str, Pins], str | None]
    pin: Callable[[StoodKind, str], Pins]
    moved: Callable[[str, Pins], bool]


def step(
    stood: Sequence[Stood], owners: Sequence[Owner], cast: Cast, texts: Texts, now: int
) -> tuple[Standing, ...]:
    """The blocks of this turn, in order.

    stood: those of the last record that can still stand (`standing_room`). owners: the frames of the scene
    in the order in which new ones are placed. now: the number of this turn's message.
    """
    old = _in_order(stood)
    read = [_told(block, texts) for block in old]
    fates = [_fate(place, old, read[place], owners, cast, texts) for place in range(len(old))]
    broken = _break(old, fates, cast)
    kept = [
        (fates[place], block)
        for place, block in enumerate(read)
        if block is not None and _stays(block.kind, fates[place], place >= broken)
    ]
    there = {(block.kind, block.owner) for fate, block in kept if fate == "keep"}
    return (*(block for _, block in kept), *_new(stood, there, owners, cast, texts, now))


def anew(
    stood: Sequence[Stood], owners: Sequence[Owner], cast: Cast, texts: Texts, now: int
) -> tuple[Standing, ...]:
    """The blocks when the history is cut: digests behind the summary, every frame at this turn's message."""
    pins: dict[Owner, Pins] = {(old.kind, old.owner): old.pins for old in stood if old.kind == "person"}
    digests = [_placed(("left", who), 0, texts) for who in cast.digested]
    frames = [_placed(owner, now, texts, pins.get(owner)) for owner in owners]
    return tuple(block for block in (*digests, *frames) if block is not None)


def within(digests: Iterable[Standing], room: int, count: Count) -> tuple[Standing, ...]:
    """The latest departures among `digests` (earliest first) that fit in `room` tokens."""
    kept: list[Standing] = []
    for block in reversed(tuple(digests)):
        room -= count(block.text)
        if room < 0:
            break
        kept.append(block)
    return tuple(reversed(kept))


def standing_room(stood: Iterable[Stood], start: int, now: int) -> tuple[Stood, ...]:
    """Those blocks whose message is still carried (`start` is the first behind the opening)."""
    return tuple(old for old in stood if old.at == 0 or start <= old.at < now)


def _in_order(stood: Sequence[Stood]) -> list[Stood]:
    return sorted(stood, key=lambda old: old.at)


def _told(old: Stood, texts: Texts) -> Standing | None:
    """The block as it reads now; None when its text has changed."""
    text = texts.tell(old.kind, old.owner, old.pins)
    if text is None or short_hash(text) != old.hash:
        return None
    return Standing(old.kind, old.owner, old.at, text, old.pins)


def _fate(
    place: int,
    old: Sequence[Stood],
    read: Standing | None,
    owners: Sequence[Owner],
    cast: Cast,
    texts: Texts,
) -> Fate:
    """What becomes of the block at `place` of `old`; `read` is how it reads now."""
    block = old[place]
    if read is None:
        return "gone"
    match block.kind:
        case "place" | "names" | "person":
            return "keep" if (block.kind, block.owner) in owners else "gone"
        case "went":
            later = sum(other.kind == "went" for other in old[place + 1 :])
            return "keep" if later < KEPT_PARTINGS else "spent"
        case "left":
            replaced = any(other.kind == "left" and other.owner == block.owner for other in old[place + 1 :])
            if replaced or block.owner in cast.departed or block.owner not in cast.digested:
                return "spent"
            return "gone" if texts.moved(block.owner, block.pins) else "keep"


def _break(old: Sequence[Stood], fates: Sequence[Fate], cast: Cast) -> int:
    """The first block that is read again: the first that goes, with the frames before it in its message.

    Those of people who travel with the player stay, for they will outlast this place too.
    """
    broken = next((place for place, fate in enumerate(fates) if fate == "gone"), len(fates))
    while 0 < broken < len(fates) and _goes_along(old[broken - 1], old[broken], cast):
        broken -= 1
    return broken


def _goes_along(block: Stood, broken: Stood, cast: Cast) -> bool:
    return block.kind in FRAMES and block.at == broken.at and block.owner not in cast.along


def _stays(kind: StoodKind, fate: Fate, behind: bool) -> bool:
    """Whether a block stays where it is. behind: the prefix breaks before it, so it is read again anyway."""
    if fate == "gone":
        return False
    return not behind or (kind not in FRAMES and fate == "keep")


def _new(
    stood: Sequence[Stood],
    there: set[Owner],
    owners: Sequence[Owner],
    cast: Cast,
    texts: Texts,
    now: int,
) -> list[Standing]:
    """What is placed at this turn's message: the place left, who left, then frames."""
    pins: dict[Owner, Pins] = {(old.kind, old.owner): old.pins for old in stood if old.kind == "person"}
    places = [*(old.owner for old in stood if old.kind == "place"), cast.came_from]
    before = [place for place in dict.fromkeys(places) if place not in (cast.place, "")]
    told = {old.owner for old in stood if old.kind == "left"}
    left = [
        who for who in cast.digested if ("left", who) not in there and (who in cast.departed or who in told)
    ]
    made = [
        *(_placed(("went", place), now, texts) for place in before),
        *(_placed(("left", who), now, texts) for who in left),
        *(_placed(owner, now, texts, pins.get(owner)) for owner in owners if owner not in there),
    ]
    return [block for block in made if block is not None]


def _placed(owner: Owner, at: int, texts: Texts, known: Pins | None = None) -> Standing | None:
    """A block placed at `at`. known: pins of a person who was framed before and keeps what they returned with."""
    kind, who = owner
    pins = dict(texts.pin(kind, who))
    if known is not None:
        pins = {name: value for name, value in pins.items() if name not in RETURN}
        pins |= {name: value for name, value in known.items() if name in RETURN}
    text = texts.tell(kind, who, pins)
    return None if text is None else Standing(kind, who, at, text, pins)
