"""Which summary or observations stand in the prompt, and when a newer one takes their place.

What is in force stays until the history is cut, so that memory never re-reads the prompt by itself. The
player's own summary is in force at once, until a summary that tells of more takes over at a cut.
Source: docs/context.md §3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from rpg.context.record import Memory, record_from_document
from rpg.context.sections import short_hash
from rpg.context.values import Count, Note, PlanInputs


@dataclass(frozen=True, slots=True)
class InForce:
    """The memory a plan carries. covers: the last message that `texts` tell of, from the first on.

    memory: what the record keeps of it. untold: the last message whose observation had no room, 0 for none.
    """

    memory: Memory
    summary: str = ""
    observations: tuple[Note, ...] = ()
    covers: int = 0
    untold: int = 0


def held(inputs: PlanInputs, last: Memory) -> InForce:
    """The memory of the last record, with an edit by the player taken up at once."""
    memory = _edited(inputs, last)
    if memory.summary and memory.summary == memory.edited:
        return _told(inputs, memory, _edit(inputs), memory.edited_at)
    note = _summary(inputs, memory.summary)
    memory = replace(memory, summary=short_hash(note.text) if note else "")
    return _told(inputs, memory, note.text if note else "", note.covers if note else 0)


def in_force(last_record: Mapping[str, Any] | None) -> Memory:
    """What the record says is in force, by short hashes (`rpg.context.sections.short_hash`) of the texts.

    Who reads notes from a store reads back until these are found, so that none falls out of force unasked.
    """
    record = record_from_document(last_record)
    return record.memory if record is not None else Memory()


def newest(inputs: PlanInputs, last: Memory, room: int) -> InForce:
    """The memory that takes force when the history is cut. room: tokens for observations."""
    memory = _edited(inputs, last)
    best = _best(inputs.notes.summaries)
    edit = _edit(inputs)
    if edit and (best is None or best.covers <= memory.edited_at):
        memory = Memory(memory.edited, memory.edited, memory.edited_at)
        text, covers = edit, memory.edited_at
    else:
        memory = Memory(short_hash(best.text) if best else "", memory.edited, memory.edited_at)
        text, covers = (best.text, best.covers) if best else ("", 0)
    if inputs.settings.memory_style == "summary":
        return InForce(memory, text, (), covers)
    return _with_observations(inputs, memory, text, covers, room)


def _edited(inputs: PlanInputs, last: Memory) -> Memory:
    """`last`, or the memory after the player wrote a summary of their own that it has not seen."""
    edit = _edit(inputs)
    seen = short_hash(edit) if edit else ""
    if seen == last.edited:
        return last
    if not edit:
        return Memory("" if last.summary == last.edited else last.summary, "", 0, last.observations)
    return Memory(seen, seen, inputs.log.count, last.observations)


def _edit(inputs: PlanInputs) -> str:
    return str(inputs.state.get(("summary",)) or "")


def _summary(inputs: PlanInputs, hash: str) -> Note | None:
    """The summary note with that hash; the newest when it is no longer valid."""
    if not hash:
        return None
    found = (note for note in reversed(inputs.notes.summaries) if short_hash(note.text) == hash)
    return next(found, None) or _best(inputs.notes.summaries)


def best_observations(notes: Sequence[Note]) -> tuple[Note, ...]:
    """The notes, oldest first, with one for each stretch of messages: by a model where there is one."""
    best: dict[int, Note] = {}
    for note in notes:
        known = best.get(note.covers)
        if known is None or known.source != "model" or note.source == "model":
            best[note.covers] = note
    return tuple(best[covers] for covers in sorted(best))


def _best(notes: Sequence[Note]) -> Note | None:
    """What tells of most; of equals the one by a model, else the latest."""
    ranked = enumerate(notes)
    key = max(ranked, key=lambda item: (item[1].covers, item[1].source == "model", item[0]), default=None)
    return key[1] if key is not None else None


def _told(inputs: PlanInputs, memory: Memory, summary: str, covers: int) -> InForce:
    known = memory.observations
    if not known:
        return InForce(memory, summary, (), covers)
    wanted = frozenset(known)
    notes = tuple(note for note in inputs.notes.observations if short_hash(note.text) in wanted)
    return InForce(memory, summary, notes, max([covers, *(note.covers for note in notes)]))


def _with_observations(inputs: PlanInputs, memory: Memory, summary: str, covers: int, room: int) -> InForce:
    """The newest observations that fit; the summary stands for those before them."""
    notes = best_observations(inputs.notes.observations)
    kept = tuple(reversed(tuple(_fitting(notes, room, inputs.count))))
    first = kept[0].since if kept else max((note.covers + 1 for note in notes), default=1)
    told = kept[-1].covers if kept else 0
    if kept and first <= 1:
        summary = ""
    hashes = tuple(short_hash(note.text) for note in kept)
    memory = Memory(memory.summary if summary else "", memory.edited, memory.edited_at, hashes)
    return InForce(memory, summary, kept, max(covers, told), max(0, first - 1))


def _fitting(notes: Sequence[Note], room: int, count: Count) -> Iterator[Note]:
    left = room

    def fits(note: Note) -> bool:
        nonlocal left
        left -= count(note.text)
        return left >= 0

    return takewhile(fits, reversed(notes))
