"""Choosing what the history carries: as it was cut while that fits, else anew. Source: docs/context.md §3–4."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rpg.context.draft import Draft
from rpg.context.frames import FRAMES, Standing, anew, within
from rpg.context.history import Log, cut_anew, kept
from rpg.context.memory_in_force import InForce, held, newest
from rpg.context.middle import memory_sections
from rpg.context.past import PLAYER_KINDS
from rpg.context.record import Memory
from rpg.context.result import Choice
from rpg.context.sections import DIALOGUE, Omitted, used
from rpg.context.values import Recalled


def choose(draft: Draft) -> Choice:
    """The history as it was carried before, by this turn or the last one, if it still fits; else cut anew."""
    return _carried_on(draft) or _as_it_was(draft) or _anew(draft)


def log_of(draft: Draft) -> Log:
    """The log as it is cut: behind the opening, measured message by message."""
    log = draft.inputs.log
    return Log(
        len(draft.opening) + 1,
        log.count,
        sum(part.tokens for part in draft.opening),
        lambda ordinal: draft.message(ordinal).tokens,
        lambda ordinal: log.message(ordinal).kind in PLAYER_KINDS,
    )


def _carried_on(draft: Draft) -> Choice | None:
    """What an earlier request of this turn carried, if it still fits.

    Where it does not, the frames of those who are not on the stage any more go before the cut advances: the next
    turn would take them away anyway.
    """
    log = log_of(draft)
    for choice in draft.extras.carried:
        for blocks in (choice.blocks, draft.on_stage(choice.blocks)):
            gap = choice.cut.start > log.first
            room = _room(draft, blocks, choice.memory, choice.recalled, gap=gap)
            cut = kept(log, choice.cut.start, choice.cut.opening, room)
            if cut is not None:
                return replace(choice, blocks=blocks, cut=replace(cut, moved=choice.cut.moved))
    return None


def _as_it_was(draft: Draft) -> Choice | None:
    if draft.extras.carried:
        return None
    log, last = log_of(draft), draft.last
    whole = last is None or last.window != draft.inputs.settings.window
    start = log.first if whole or last is None else max(last.start, log.first)
    if start > log.first and start > log.count:
        return None
    opening = whole or last is None or last.opening
    memory = held(draft.inputs, last.memory if last is not None else Memory())
    if _should_change(draft, memory, start, log.first):
        memory = newest(draft.inputs, memory.memory, _observation_room(draft, draft.before))
    recalled = _recalled(draft)
    room = _room(draft, draft.before, memory, recalled, gap=start > log.first)
    cut = kept(log, start, opening, room)
    if cut is None:
        return None
    cut = replace(cut, moved=last is not None and start != last.start)
    return Choice(draft.before, memory, cut, recalled, tuple(_isolated(draft)))


def _should_change(draft: Draft, memory: InForce, start: int, first: int) -> bool:
    """Whether memory may not wait for the next cut: it is of the other style, or leaves a gap it could close."""
    if start == first:
        return False
    flat = draft.inputs.settings.memory_style == "observations"
    notes = draft.inputs.notes
    if bool(memory.memory.observations) != (flat and bool(notes.observations)):
        return True
    best = max((note.covers for note in (notes.observations if flat else notes.summaries)), default=0)
    return memory.covers < start - 1 <= best


def _anew(draft: Draft) -> Choice:
    """Everything placed anew; digests and recalled memory give way before the newest message does."""
    stood = draft.last.stood if draft.last is not None else ()
    full = anew(stood, draft.owners, draft.cast, draft.texts, draft.now)
    frames = tuple(block for block in full if block.kind in FRAMES)
    digests = tuple(block for block in full if block.kind not in FRAMES)
    dialogue = draft.space.dialogue_cap(draft.setting_needed(frames))
    cap = dialogue * draft.inputs.settings.digest_percent // 100
    last = draft.last.memory if draft.last is not None else Memory()
    memory = newest(draft.inputs, last, _observation_room(draft, frames))
    log = log_of(draft)
    tries = ((within(digests, cap, draft.inputs.count), _recalled(draft)), ((), ()))
    for told, recalled in tries:
        blocks = (*told, *frames)
        cut = cut_anew(log, _room(draft, blocks, memory, recalled, gap=log.count > log.first))
        if cut.fits and cut.opening:
            break
    omitted = (*_dropped(draft, digests, told), *_forgotten(draft, recalled), *_isolated(draft))
    return Choice(blocks, memory, cut, recalled, omitted)


def _room(
    draft: Draft,
    blocks: tuple[Standing, ...],
    memory: InForce,
    recalled: tuple[Recalled, ...],
    *,
    gap: bool,
) -> int:
    """Tokens for the log beside everything else of the dialogue. gap: whether some of it is left out."""
    space = draft.space.dialogue_cap(draft.setting_needed(blocks))
    parts = (
        *draft.base,
        *draft.sections_of(blocks),
        *draft.tail(blocks, recalled),
        *memory_sections(draft.inputs, memory, draft.say),
    )
    line = max(draft.gap(draft.now, covers).tokens for covers in (0, draft.now)) if gap else 0
    return space - used(parts, DIALOGUE) - line


def _observation_room(draft: Draft, blocks: tuple[Standing, ...]) -> int:
    space = draft.space.dialogue_cap(draft.setting_needed(blocks))
    return space * draft.inputs.settings.observation_percent // 100


def _recalled(draft: Draft) -> tuple[Recalled, ...]:
    return () if draft.inputs.settings.isolated else draft.inputs.recalled


def _isolated(draft: Draft) -> Iterator[Omitted]:
    """What isolation keeps out."""
    inputs = draft.inputs
    if not inputs.settings.isolated:
        return
    yield from (Omitted(f"recalled.{line.id}", "memory", "isolated") for line in inputs.recalled)
    yield from (Omitted(f"tool.{tool.name}", "platform", "isolated") for tool in inputs.tools if tool.foreign)
    if inputs.profile:
        yield Omitted("profile", "memory", "isolated")


def _dropped(draft: Draft, digests: tuple[Standing, ...], told: tuple[Standing, ...]) -> Iterator[Omitted]:
    for block in digests:
        if block not in told:
            yield Omitted(f"digest.{block.owner}", "memory", "digest_cap", draft.inputs.count(block.text))


def _forgotten(draft: Draft, recalled: tuple[Recalled, ...]) -> Iterator[Omitted]:
    for line in _recalled(draft):
        if line not in recalled:
            yield Omitted(f"recalled.{line.id}", "memory", "no_room", draft.inputs.count(line.text))
