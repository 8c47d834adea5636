"""How much of a request the previous one already sent: order is money. Source: docs/context.md §4.

Providers reuse the longest common prefix. Two plans at hand are compared text by text; when the previous
one is not at hand, its record says what stood where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rpg.context.record import Record, Stood
from rpg.context.sections import Section, short_hash

HEAD = frozenset({"tools", "system_before", "system", "system_after", "an_top", "begin", "summary", "outlet"})
"""Places before the history."""

_BLOCKS = {
    "frame.place": "place",
    "frame.names": "names",
    "frame.person": "person",
    "digest": "left",
    "went": "went",
}

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """What two requests have in common from the start.

    tokens: of the shared beginning. total: of the present request. differs: id of the first section of the
    present request that was not there before ("" when everything was).
    """

    tokens: int
    total: int
    differs: str

    @property
    def share(self) -> float:
        """The shared part of the present request, 0 to 1."""
        return self.tokens / self.total if self.total else 0.0


def shared_with(previous: Sequence[Section], present: Sequence[Section]) -> Shared:
    """What `present` shares with `previous`, into the first section that differs."""
    total = sum(part.tokens for part in present)
    tokens = 0
    for place, part in enumerate(present):
        before = previous[place] if place < len(previous) else None
        if before is None or before.role != part.role or before.text != part.text:
            common = _common(before, part)
            return Shared(tokens + common, total, part.id)
        tokens += part.tokens
    return Shared(tokens, total, "")


def shared_with_record(record: Record, opening: int, present: Sequence[Section]) -> Shared:
    """What `present` shares with the request that `record` was kept from, in whole sections.

    opening: how many opening messages there are.
    """
    total, tokens = sum(part.tokens for part in present), 0
    before = _keys_of_record(record, opening)
    for part in present:
        if next(before, None) != _key(part):
            return Shared(tokens, total, part.id)
        tokens += part.tokens
    return Shared(tokens, total, "")


def common_length(one: str, other: str) -> int:
    """Characters that two texts have in common from the start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def is_block(part: Section) -> bool:
    """Whether the section is a frame, a digest or a one-line place, which a record keeps in `stood`."""
    return _block_kind(part) is not None


def rest_items(sections: Iterable[Section]) -> Iterator[tuple[str, str]]:
    """(key, hash) of what is neither before the history nor a message nor a block."""
    for part in sections:
        if part.place in HEAD or part.place in ("history", "input", "turn") or is_block(part):
            continue
        yield (f"{part.id}@{part.at}" if part.at else part.id), part.hash


def _common(before: Section | None, part: Section) -> int:
    """Tokens of the common beginning of two texts, in proportion to its length."""
    if before is None or before.role != part.role or not part.text:
        return 0
    return part.tokens * common_length(before.text, part.text) // len(part.text)


def _block_kind(part: Section) -> str | None:
    return _BLOCKS.get(part.id.removesuffix(f".{part.source}"))


def _key(part: Section) -> Key:
    kind = _block_kind(part)
    if kind is not None:
        return ("block", kind, part.source, str(part.at), short_hash(part.text))
    if part.id.startswith("message."):
        return ("message", str(part.at))
    return ("section", f"{part.id}@{part.at}" if part.at else part.id, part.hash)


def _keys_of_record(record: Record, opening: int) -> Iterator[Key]:
    """The keys of that request in its order, up to the end of its history."""
    memory_over = False
    for id, hash in record.head.items():
        if id.startswith("lore.") and memory_over:
            yield from _blocks(record.stood, 0)
            memory_over = False
        yield ("section", id, hash)
        if id == "begin":
            yield from (("message", str(n)) for n in range(1, opening + 1) if record.opening)
            memory_over = True
    if memory_over:
        yield from _blocks(record.stood, 0)
    deep = [(key, hash) for key, hash in record.rest.items() if "@" in key]
    for ordinal in range(record.start, record.message):
        yield from _blocks(record.stood, ordinal)
        yield from (("section", key, hash) for key, hash in deep if key.endswith(f"@{ordinal}"))
        yield ("message", str(ordinal))
    yield from _blocks(record.stood, record.message)
    yield from (("section", key, hash) for key, hash in record.rest.items() if "@" not in key)


def _blocks(stood: Sequence[Stood], at: int) -> Iterator[Key]:
    """Keys of the blocks before a message, by the hash that a section of that text has."""
    for old in stood:
        if old.at == at:
            yield ("block", old.kind, old.owner, str(at), old.hash)
