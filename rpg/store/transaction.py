"""What becomes true together: one frozen value describes one transaction of a save."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rpg.store.card import Card
from rpg.timeline.nodes import Content, NewNode
from rpg.timeline.snapshot import Snapshot
from rpg.world.model import World

NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """A new act that moves the head to `to` (an id, a reference to an added node, or None)."""

    act: str
    to: int | None


@dataclass(frozen=True, slots=True)
class Extend:
    """The act in force goes on to `to`."""

    to: int | None


@dataclass(frozen=True, slots=True)
class Undo:
    """One act back; nothing happens at the beginning."""


@dataclass(frozen=True, slots=True)
class Redo:
    """One act forward; nothing happens at the end."""


HeadChange = Step | Extend | Undo | Redo


@dataclass(frozen=True, slots=True)
class Note:
    """Derived text on a node. id: 0 until it is stored."""

    id: int
    node: int
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reply that broke off, kept beside its player node. content: what had come. detail: why it broke off
    and whatever is needed to go on. id: 0 until it is stored."""

    id: int
    node: int
    content: Content
    detail: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Transaction:
    """Everything that becomes true together.

    nodes: in an order in which parents come first. head: how the head moves; None leaves it. Nodes of notes,
    attempts, drafts, records and snapshots may be references (`new_ref`) to nodes of this transaction.
    drafts: text by head; "" takes a draft away. meta: values by key; None takes one away. records: recomputed
    records of carried nodes. labels: names of branches by node; "" takes one away.
    """

    nodes: tuple[NewNode, ...] = ()
    head: HeadChange | None = None
    notes: tuple[Note, ...] = ()
    removed_notes: tuple[int, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    removed_attempts: tuple[int, ...] = ()
    drafts: Mapping[int | None, str] = field(default_factory=lambda: NOTHING)
    meta: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    labels: Mapping[int, str] = field(default_factory=lambda: NOTHING)
    records: Mapping[int, Mapping[str, Any]] = field(default_factory=lambda: NOTHING)
    snapshots: tuple[Snapshot, ...] = ()
    worlds: tuple[World, ...] = ()
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """ids: of the added nodes, in their order. head: after the transaction."""

    ids: tuple[int, ...]
    head: int | None
