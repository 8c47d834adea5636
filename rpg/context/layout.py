"""The order of a request: every section at its place. Source: docs/context.md §4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rpg.context.delimit import escape
from rpg.context.frames import Standing
from rpg.context.lore_places import Lore, lore_section
from rpg.context.middle import input_sections, note_section, standing_section
from rpg.context.sections import Section, SectionRole, section
from rpg.context.system import macros
from rpg.context.values import LorePlacement, PlanInputs
from rpg.text.labels import Say
from rpg.world.macros import expand


@dataclass(frozen=True, slots=True)
class Layout:
    """The pieces of one request before they are put in order.

    opening, history: messages carried. outlets: lore whose outlet stands nowhere. tail: the tail card and
    recalled memory. turn: what this turn has said and called already.
    """

    head: Sequence[Section]
    begin: Sequence[Section]
    opening: Sequence[Section]
    memory: Sequence[Section]
    blocks: Sequence[Standing]
    outlets: Sequence[Section]
    history: Sequence[Section]
    tail: Sequence[Section]
    turn: Sequence[Section]


def ordered(inputs: PlanInputs, lore: Lore, layout: Layout, say: Say) -> tuple[Section, ...]:
    """All sections in the order in which they are sent."""
    return tuple(_ordered(inputs, lore, layout, say))


def _ordered(inputs: PlanInputs, lore: Lore, layout: Layout, say: Say) -> Iterator[Section]:
    now = inputs.log.count + 1
    blocks = _by_message(inputs, layout.blocks)
    deep = _deep(inputs, lore, layout.history, say)
    yield from layout.head
    yield from layout.begin
    yield from layout.opening
    yield from layout.memory
    yield from blocks.get(0, ())
    yield from layout.outlets
    for message in layout.history:
        yield from blocks.get(message.at, ())
        yield from deep.get(message.at, ())
        yield message
    yield from blocks.get(now, ())
    yield from (lore_section(inputs, entry, "an_bottom", "user") for entry in lore.at("an_bottom"))
    yield from layout.tail
    yield from deep.get(now, ())
    yield from before_input(inputs, lore, say)
    yield from input_sections(inputs)
    yield from after_input(inputs, lore, say)
    yield from layout.turn


def before_input(inputs: PlanInputs, lore: Lore, say: Say) -> Iterator[Section]:
    """Preset entries and lore directly before the player's words."""
    for entry in inputs.presets:
        if entry.position == "before_input":
            text = escape(expand(entry.text, macros(inputs, say)))
            yield section(
                inputs.count,
                f"preset.{entry.preset}.{entry.id}",
                "presets",
                "user",
                text,
                source=f"{entry.preset}/{entry.id}",
                reason="preset",
                place="message_top",
            )
    yield from (lore_section(inputs, entry, "message_top", "user") for entry in lore.at("message_top"))


def after_input(inputs: PlanInputs, lore: Lore, say: Say) -> Iterator[Section]:
    """What stands behind the player's words; the request still ends with a user message."""
    yield from (lore_section(inputs, entry, "message_bottom", "user") for entry in lore.at("message_bottom"))
    yield from (
        lore_section(inputs, entry, "depth", "user") for entry in lore.at("at_depth") if entry.depth <= 0
    )
    if inputs.settings.note_depth <= 0:
        yield from _note(inputs, lore, say, "bottom")


def _note(inputs: PlanInputs, lore: Lore, say: Say, place: str, at: int = 0) -> Iterator[Section]:
    """The author's note with the lore that stands directly above and below it."""
    yield from (lore_section(inputs, entry, place, "user", at) for entry in lore.at("note_above"))
    yield from note_section(inputs, say, place, at)
    yield from (lore_section(inputs, entry, place, "user", at) for entry in lore.at("note_below"))


def _by_message(inputs: PlanInputs, blocks: Sequence[Standing]) -> Mapping[int, list[Section]]:
    found: dict[int, list[Section]] = {}
    for standing in blocks:
        found.setdefault(standing.at, []).append(standing_section(inputs, standing))
    return found


def _deep(
    inputs: PlanInputs, lore: Lore, history: Sequence[Section], say: Say
) -> Mapping[int, list[Section]]:
    """The author's note and depth lore by the message they stand before; never inside a unit.

    What is deeper than the carried history stands at its beginning.
    """
    now = inputs.log.count + 1
    first = history[0].at if history else now
    found: dict[int, list[Section]] = {}
    if inputs.settings.note_depth > 0:
        at = max(first, now + 1 - inputs.settings.note_depth)
        found.setdefault(at, []).extend(_note(inputs, lore, say, "note", at))
    entries = (entry for entry in lore.at("at_depth") if entry.depth > 0)
    for entry in sorted(entries, key=lambda entry: -entry.depth):
        at = max(first, now + 1 - entry.depth)
        found.setdefault(at, []).append(_deep_section(inputs, entry, at))
    return found


def _deep_section(inputs: PlanInputs, entry: LorePlacement, at: int) -> Section:
    role: SectionRole = "assistant" if entry.role == "assistant" else "user"
    return lore_section(inputs, entry, "depth", role, at)
