"""What one turn used, as the JSON that is kept with its reply.

Positions are message numbers on the path, never node ids, so that a record means the same on every line it
is carried to. A plan is one step from the last record on the path. Source: docs/design.md §2, docs/context.md §3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

VERSION = 1

StoodKind = Literal["place", "names", "person", "left", "went"]
"""place, names, person: the frames of the scene. left: the digest of someone who left. went: the line of a
place the player left."""

_LETTERS: Mapping[StoodKind, str] = {"place": "p", "names": "n", "person": "c", "left": "d", "went": "w"}
_KINDS: Mapping[str, StoodKind] = {letter: kind for kind, letter in _LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Stood:
    """A block that stood in the request: before message `at`, or behind the summary when `at` is 0.

    hash: of its text. pins: what the text was made with besides the state.
    """

    kind: StoodKind
    owner: str
    at: int
    hash: str
    pins: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory in force, by text hashes.

    summary: of the note in force, "" for none. edited: of the player's own summary when it was last seen;
    edited_at: up to which message it speaks. observations: those in force, oldest first.
    """

    summary: str = ""
    edited: str = ""
    edited_at: int = 0
    observations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """The plan of one turn.

    message: number of the turn's input. window: tokens. start: first carried message behind the opening.
    opening: whether the opening was carried. departures: how many there had been. present: who was framed.
    head, rest: hashes by section id, in order: what stood before the history and what stood in it or behind
    it, without messages and blocks ("id@n" stood before message n). tokens: of the whole plan. lore: what the
    lore engine keeps. settings: hash of what settings the plan depended on. place: where the player was. beats:
    ids of those that the reply was to tell.
    """

    message: int
    window: int
    start: int
    opening: bool = True
    departures: int = 0
    stood: tuple[Stood, ...] = ()
    memory: Memory = Memory()
    head: Mapping[str, str] = field(default_factory=dict)
    rest: Mapping[str, str] = field(default_factory=dict)
    tokens: int = 0
    settings: str = ""
    lore: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""
    beats: tuple[str, ...] = ()


def record_document(record: Record) -> dict[str, Any]:
    """The JSON form of a record; what is at its default is left out.

    What has an order is a list: a store may sort the keys of objects.
    """
    memory = record.memory
    document: dict[str, Any] = {
        "v": VERSION,
        "message": record.message,
        "window": record.window,
        "start": record.start,
        "departures": record.departures,
        "stood": [_stood_document(stood) for stood in record.stood],
        "head": [list(item) for item in record.head.items()],
        "rest": [list(item) for item in record.rest.items()],
        "tokens": record.tokens,
        "settings": record.settings,
    }
    if record.place:
        document["place"] = record.place
    if not record.opening:
        document["opening"] = False
    if memory != Memory():
        document["memory"] = {
            "summary": memory.summary,
            "edited": memory.edited,
            "edited_at": memory.edited_at,
            "observations": list(memory.observations),
        }
    if record.lore:
        document["lore"] = dict(record.lore)
    if record.beats:
        document["beats"] = list(record.beats)
    return document


def record_from_document(document: Mapping[str, Any] | None) -> Record | None:
    """The record of a JSON form; None for None or a form that cannot be read, which a plan survives."""
    if not document or document.get("v") != VERSION:
        return None
    try:
        return _record(document)
    except (KeyError, TypeError, ValueError):
        return None


def _record(document: Mapping[str, Any]) -> Record:
    memory = document.get("memory", {})
    return Record(
        int(document["message"]),
        int(document["window"]),
        int(document["start"]),
        bool(document.get("opening", True)),
        int(document["departures"]),
        tuple(_stood(item) for item in document["stood"]),
        Memory(
            memory.get("summary", ""),
            memory.get("edited", ""),
            int(memory.get("edited_at", 0)),
            tuple(memory.get("observations", ())),
        ),
        {str(id): str(hash) for id, hash in document["head"]},
        {str(id): str(hash) for id, hash in document["rest"]},
        int(document["tokens"]),
        document["settings"],
        document.get("lore", {}),
        str(document.get("place", "")),
        tuple(map(str, document.get("beats", ()))),
    )


def _stood_document(stood: Stood) -> list[Any]:
    pins = [dict(stood.pins)] if stood.pins else []
    return [_LETTERS[stood.kind], stood.owner, stood.at, stood.hash, *pins]


def _stood(item: Any) -> Stood:
    letter, owner, at, hash, *pins = item
    return Stood(_KINDS[letter], str(owner), int(at), str(hash), pins[0] if pins else {})
