"""The memory of a story as one document: what stands for the messages that are left out, and what is kept.

The summary, conditions and pins can be edited (`Session.set`, each edit a node of its own); observations
are read-only. Source: docs/context.md §3, §5.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from rpg.context.memory_in_force import best_observations
from rpg.context.record import record_from_document
from rpg.context.result import Plan
from rpg.context.sections import short_hash
from rpg.context.values import Note
from rpg.memory.recap import key_moment
from rpg.runtime.detail import character_detail
from rpg.runtime.names import name_of
from rpg.runtime.whereabouts import whereabouts

if TYPE_CHECKING:
    from rpg.session.session import Session

OBSERVATIONS_SHOWN = 240
"""The latest observations that are listed."""


def memory_view(session: Session) -> dict[str, Any]:
    """Everything at once.

    Keys: style, summary (text, source, covers, in_force, editable), observations (text, since, covers, source,
    in_force, editable), pins (id, text, tokens), conditions (character, name, condition, relationship, detail,
    location), cut (from, to; None while nothing is left out), recap (a line to pin, "" for none).
    """
    plan = session.plan(session.draft)
    observed = observations(session)
    summary = _summary(session, plan)
    pins = pin_rows(session)
    first, start = plan.history.first, plan.history.start
    return {
        "style": plan.inputs.settings.memory_style,
        "summary": summary,
        "observations": _observation_rows(plan, observed),
        "pins": pins,
        "conditions": condition_rows(session),
        "cut": {"from": first, "to": start - 1} if start > first else None,
        "recap": _recap(plan, observed, [summary["text"], *(pin["text"] for pin in pins)]),
    }


def observations(session: Session) -> tuple[Note, ...]:
    """The observations on the path, oldest first, one for each stretch of messages."""
    stored = islice(session.save.notes("observation", session.head), OBSERVATIONS_SHOWN)
    return best_observations([Note(**one.body) for one in stored][::-1])


def pin_rows(session: Session) -> list[dict[str, Any]]:
    """What is pinned, with what it costs on every turn."""
    count = session.telling().counter.count
    pins = session.head_state.pins()
    return [{"id": id, "text": text, "tokens": count(text)} for id, text in sorted(pins.items())]


def condition_rows(session: Session) -> list[dict[str, Any]]:
    """Everyone who is present, has a digest or has a condition or relationship of their own, as the world lists them."""
    state = session.head_state
    rows = []
    for id in state.character_ids():
        detail = character_detail(state, id)
        condition, relationship = state.condition(id), state.relationship(id)
        if detail != "name" or condition or relationship:
            rows.append(
                {
                    "character": id,
                    "name": name_of(state, id),
                    "condition": condition,
                    "relationship": relationship,
                    "detail": detail,
                    "location": whereabouts(state, id),
                }
            )
    return rows


def _summary(session: Session, plan: Plan) -> dict[str, Any]:
    """The summary in force, else the one that the next cut would take."""
    own = str(session.head_state.get(("summary",)) or "")
    record = record_from_document(plan.record)
    hash = record.memory.summary if record is not None else ""
    in_force = any(part.id == "summary" for part in plan.sections)
    if own and (not in_force or hash == short_hash(own)):
        covers = record.memory.edited_at if record is not None else plan.inputs.log.count
        return _summary_row(own, "player", covers, in_force=in_force)
    notes = plan.inputs.notes.summaries
    found = next((note for note in reversed(notes) if in_force and short_hash(note.text) == hash), None)
    note = found or (notes[-1] if notes else None)
    if note is None:
        return _summary_row("", "", 0, in_force=False)
    return _summary_row(note.text, note.source, note.covers, in_force=in_force)


def _summary_row(text: str, source: str, covers: int, *, in_force: bool) -> dict[str, Any]:
    return {"text": text, "source": source, "covers": covers, "in_force": in_force, "editable": True}


def _observation_rows(plan: Plan, observed: Sequence[Note]) -> list[dict[str, Any]]:
    record = record_from_document(plan.record)
    hashes = frozenset(record.memory.observations) if record is not None else frozenset()
    told = any(part.id == "observations" for part in plan.sections)
    return [
        {
            "text": note.text,
            "since": note.since,
            "covers": note.covers,
            "source": note.source,
            "in_force": told and short_hash(note.text) in hashes,
            "editable": False,
        }
        for note in observed
    ]


def _recap(plan: Plan, observed: Sequence[Note], kept: Sequence[str]) -> str:
    """A line about a key moment of what is left out; "" while everything is carried."""
    first, start = plan.history.first, plan.history.start
    if start <= first:
        return ""
    left_out = [note.text for note in observed if note.since < start]
    return key_moment(left_out, kept, plan.inputs.count)


async def pin_recap(session: Session) -> int | None:
    """Pins the line that is offered, as a node of its own; None when none is offered."""
    text = memory_view(session)["recap"]
    if not text:
        return None
    pins = session.head_state.pins()
    number = next(n for n in range(1, len(pins) + 2) if f"recap{n}" not in pins)
    return await session.set("pin", f"recap{number}", text)
