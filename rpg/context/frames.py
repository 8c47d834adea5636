"""Where the frames stand: one step from where they stood on the last turn.

A frame stays at the message where its owner came in. When one has to go, everything behind it is read again
anyway: every live frame behind that break is placed anew at the current message. Digests stay where they
were placed while they are true; one that is no longer needed (its owner is back) goes with the next break
or cut, when that costs nothing, or at once when it has become untrue. Source: docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rpg.context.record import Stood, StoodKind
from rpg.context.sections import short_hash
from rpg.context.values import Count

FRAMES: frozenset[StoodKind] = frozenset({"place", "names", "person"})
KEPT_PARTINGS = 8
"""One-line places that may stand at a time; older ones go with the next break."""

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

    place: where the player is. people: who is there, those who travel with the player first; followers: how
    many those are. digested: who left last and is away, earliest departure first. departed: of those, who
    left since the last record.
    """

    place: str
    people: tuple[str, ...]
    followers: int
    digested: tuple[str, ...]
    departed: frozenset[str]


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
    alive = [(old, _told(old, texts)) for old in _in_order(stood)]
    fates = [_fate(old, new, owners, cast, texts) for old, new in alive]
    broken = next((place for place, fate in enumerate(fates) if fate == "gone"), len(fates))
    lines = [place for place, (old, _) in enumerate(alive) if old.kind == "went"][:-KEPT_PARTINGS]
    kept = [
        new
        for place, (old, new) in enumerate(alive)
        if new is not None and _stays(old, fates[place], place > broken, place in lines)
    ]
    return (*kept, *_new(stood, kept, owners, cast, texts, now))


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


def _fate(old: Stood, new: Standing | None, owners: Sequence[Owner], cast: Cast, texts: Texts) -> str:
    """ "keep", "gone" (must go now) or "spent" (may go when it costs nothing)."""
    if new is None:
        return "gone"
    if old.kind in FRAMES:
        return "keep" if (old.kind, old.owner) in owners else "gone"
    if old.kind == "went":
        return "keep"
    if old.owner in cast.departed or texts.moved(old.owner, old.pins):
        return "gone"
    return "keep" if old.owner in cast.digested else "spent"


def _stays(old: Stood, fate: str, behind: bool, surplus: bool) -> bool:
    if fate == "gone":
        return False
    if not behind:
        return True
    return old.kind not in FRAMES and fate == "keep" and not surplus


def _new(
    stood: Sequence[Stood],
    kept: Sequence[Standing],
    owners: Sequence[Owner],
    cast: Cast,
    texts: Texts,
    now: int,
) -> list[Standing]:
    """What is placed at this turn's message: the place left, who left, then frames."""
    there = {(block.kind, block.owner) for block in kept}
    pins: dict[Owner, Pins] = {(old.kind, old.owner): old.pins for old in stood if old.kind == "person"}
    before = [old.owner for old in stood if old.kind == "place" and old.owner != cast.place]
    fell = {old.owner for old in stood if old.kind == "left"}
    digests = [
        ("left", who)
        for who in cast.digested
        if ("left", who) not in there and (who in cast.departed or who in fell)
    ]
    made = [
        *(_placed(("went", place), now, texts) for place in before),
        *(_placed(("left", who), now, texts) for _, who in digests),
        *(_placed(owner, now, texts, pins.get(owner)) for owner in owners if owner not in there),
    ]
    return [block for block in made if block is not None]


def _placed(owner: Owner, at: int, texts: Texts, known: Pins | None = None) -> Standing | None:
    """A block placed at `at`. known: pins of a person who was framed before and keeps what they returned with."""
    kind, who = owner
    pins = dict(texts.pin(kind, who))
    if known is not None:
        pins.pop("since", None)
        if "since" in known:
            pins["since"] = known["since"]
    text = texts.tell(kind, who, pins)
    return None if text is None else Standing(kind, who, at, text, pins)
