"""What stands between the system message and the history, and what stands at the end.

Source: docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rpg.context.delimit import block, escape
from rpg.context.frames import Standing
from rpg.context.lore_places import Lore, lore_section
from rpg.context.memory_in_force import InForce
from rpg.context.sections import Group, Section, section
from rpg.context.values import PlanInputs, Recalled
from rpg.text.labels import Say, instructions

_BLOCKS: dict[str, tuple[Group, str, str]] = {
    "place": ("scene", "frame.place", "scene"),
    "names": ("other", "frame.names", "names"),
    "person": ("characters", "frame.person", "present"),
    "left": ("memory", "digest", "left"),
    "went": ("memory", "went", "went"),
}


def begin_sections(inputs: PlanInputs, lore: Lore, say: Say) -> Iterator[Section]:
    """The first user message: lore of the top anchor, and the word to begin."""
    yield from (lore_section(inputs, entry, "an_top", "user") for entry in lore.at("an_top"))
    yield section(inputs.count, "begin", "platform", "user", say("begin"), reason="always", place="begin")


def memory_sections(inputs: PlanInputs, memory: InForce, say: Say) -> Iterator[Section]:
    """The summary or the observations, the player's profile, and the pins."""
    if memory.summary:
        yield _memory(
            inputs, "summary", "memory", "summary", block("summary", _under(say, "summary", memory.summary))
        )
    if memory.observations:
        lines = "\n".join(note.text.strip() for note in memory.observations)
        yield _memory(
            inputs,
            "observations",
            "memory",
            "observations",
            block("observed", _under(say, "observations", lines)),
        )
    if inputs.profile and not inputs.settings.isolated:
        yield _memory(
            inputs, "profile", "memory", "profile", block("profile", _under(say, "profile", inputs.profile))
        )
    for id, text in inputs.state.pins().items():
        yield _memory(inputs, f"pin.{id}", "pinned", "pinned", block("pinned", escape(text)))


def gap_section(inputs: PlanInputs, first: int, start: int, covers: int, say: Say) -> Section:
    """Says in the story's place that messages are left out there."""
    text = say("gap_covered" if covers >= start - 1 else "gap", count=start - first)
    return section(inputs.count, "gap", "log", "user", block("gap", text), reason="cut", place="summary")


def standing_section(inputs: PlanInputs, standing: Standing) -> Section:
    """A frame, digest or one-line place as a section."""
    group, id, reason = _BLOCKS[standing.kind]
    return section(
        inputs.count,
        f"{id}.{standing.owner}",
        group,
        "user",
        standing.text,
        source=standing.owner,
        reason=reason,
        place="summary" if standing.at == 0 else "history",
        at=standing.at,
    )


def recalled_sections(inputs: PlanInputs, recalled: Sequence[Recalled], say: Say) -> Iterator[Section]:
    """Recalled long-term memory, one section a line."""
    for line in recalled:
        text = block("memory", escape(line.text))
        yield section(
            inputs.count,
            f"recalled.{line.id}",
            "memory",
            "user",
            text,
            source=line.id,
            reason=f"recalled:{line.reason}" if line.reason else "recalled",
            place="tail",
        )


def note_section(inputs: PlanInputs, say: Say, place: str, at: int = 0) -> Iterator[Section]:
    """The author's note, where there is one."""
    note = inputs.instructions.note.strip()
    if note:
        text = block("note", _under(say, "author_note", note))
        yield section(
            inputs.count,
            "note",
            "other",
            "user",
            text,
            source="note",
            reason="instructions",
            place=place,
            at=at,
        )


def input_sections(inputs: PlanInputs) -> Iterator[Section]:
    """The player's words of this turn, and for a travel the request to tell of the arrival."""
    turn = inputs.turn
    now = inputs.log.count + 1
    yield section(
        inputs.count,
        "input",
        "input",
        "user",
        escape(turn.text),
        source=turn.kind,
        reason="input",
        place="input",
        at=now,
    )
    if turn.kind == "travel":
        text = block("arrival", instructions(inputs.language, "arrival"))
        yield section(
            inputs.count,
            "arrival",
            "platform",
            "user",
            text,
            source="arrival",
            reason="travel",
            place="bottom",
        )


def _memory(inputs: PlanInputs, id: str, group: Group, reason: str, text: str) -> Section:
    return section(inputs.count, id, group, "user", text, source=id, reason=reason, place="summary")


def _under(say: Say, label: str, text: str) -> str:
    return f"{say(label)}\n{escape(text.strip())}"
