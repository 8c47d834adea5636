"""From what was chosen to the finished plan: order, status, omissions, record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rpg.context import layout
from rpg.context.choice import choose, log_of
from rpg.context.draft import Draft, Extras, offered
from rpg.context.middle import memory_sections
from rpg.context.prefix import HEAD, is_block, rest_items
from rpg.context.record import Record, record_document
from rpg.context.result import Choice, HistoryUse, Plan
from rpg.context.sections import DIALOGUE, SETTING, Omitted, Section, group_uses, short_hash, used
from rpg.context.status import Carried, actions_of, status_of
from rpg.context.values import PlanInputs
from rpg.context.wire import messages_of


def assemble(inputs: PlanInputs, extras: Extras) -> Plan:
    """The plan for `inputs` as they are, refused or not."""
    draft = Draft(inputs, extras)
    choice = choose(draft)
    sections = _sections(draft, choice)
    history = _history(draft, choice)
    setting, dialogue = used(sections, SETTING), used(sections, DIALOGUE)
    status = status_of(
        draft.space,
        setting,
        dialogue,
        Carried(history.carried, history.total, choice.cut.fits),
        inputs.settings.memory_style == "observations",
    )
    return Plan(
        status,
        draft.space,
        group_uses(sections, draft.space.available),
        sections,
        (*choice.omitted, *_omitted(draft, choice)),
        messages_of(sections),
        tuple(sorted(offered(inputs), key=lambda tool: tool.name)),
        history,
        actions_of(status, draft.space, setting, sections, 0 if choice.cut.fits else choice.cut.tokens),
        record_document(_record(draft, choice, sections)),
        inputs.quality,
        choice,
        inputs,
    )


def _sections(draft: Draft, choice: Choice) -> tuple[Section, ...]:
    cut, log = choice.cut, log_of(draft)
    memory = [*memory_sections(draft.inputs, choice.memory, draft.say)]
    if cut.start > log.first:
        memory.append(draft.gap(cut.start, choice.memory.covers))
    made = layout.Layout(
        draft.head,
        draft.begin,
        draft.opening if cut.opening else (),
        memory,
        choice.blocks,
        draft.outlets,
        [draft.message(ordinal) for ordinal in range(cut.start, log.count + 1)] if cut.fits else (),
        draft.tail(choice.blocks, choice.recalled),
        draft.turn,
    )
    return layout.ordered(draft.inputs, draft.lore, made, draft.say)


def _history(draft: Draft, choice: Choice) -> HistoryUse:
    log, cut = log_of(draft), choice.cut
    run = log.count + 1 - cut.start if cut.fits else 0
    opening = len(draft.opening) if cut.opening else 0
    return HistoryUse(
        run + opening, log.count, cut.start, log.first, cut.opening, cut.moved, choice.memory.covers
    )


def _omitted(draft: Draft, choice: Choice) -> Iterator[Omitted]:
    log, cut, memory = log_of(draft), choice.cut, choice.memory
    if not cut.opening:
        yield Omitted("opening", "log", "opening_gave_way", log.opening)
    if cut.start > log.first:
        values = {"from": log.first, "to": cut.start - 1, "count": cut.start - log.first}
        yield Omitted("messages", "log", "cut", values=values)
        if memory.covers < cut.start - 1:
            yield Omitted(
                "memory", "memory", "not_covered", values={"from": memory.covers + 1, "to": cut.start - 1}
            )
    if memory.untold:
        yield Omitted("observations", "memory", "observations_cap", values={"to": memory.untold})
    for one in draft.inputs.lore_left_out:
        yield Omitted(f"lore.{one.book}.{one.entry}", "lorebook", f"lore_{one.reason}")
    if draft.inputs.settings.brief:
        yield Omitted("scene", "scene", "scene_brief")
    else:
        yield from _beyond_roster(draft)


def _beyond_roster(draft: Draft) -> Iterator[Omitted]:
    """Names that the roster had no room for."""
    people = len(draft.inputs.state.world.characters) - draft.inputs.settings.roster_people
    if people > 0:
        yield Omitted("names", "other", "roster_cap", values={"count": people})


def _record(draft: Draft, choice: Choice, sections: Sequence[Section]) -> Record:
    inputs, cut = draft.inputs, choice.cut
    return Record(
        message=draft.now,
        window=inputs.settings.window,
        start=cut.start,
        opening=cut.opening,
        departures=int(inputs.state.get(("departures",), 0)),
        stood=tuple(block.stood for block in choice.blocks),
        memory=choice.memory.memory,
        head={part.id: part.hash for part in sections if part.place in HEAD and not is_block(part)},
        rest=dict(rest_items(sections)),
        tokens=sum(part.tokens for part in sections),
        settings=settings_hash(inputs),
        lore=inputs.lore_record,
        place=draft.cast.place,
        beats=tuple(beat.id for beat in inputs.beats),
    )


def settings_hash(inputs: PlanInputs) -> str:
    """A fingerprint of the settings a plan depended on. Whether something gave way is no setting."""
    chosen = replace(inputs.settings, brief=False)
    return short_hash(repr((chosen, inputs.language, inputs.instructions, inputs.presets)))
