"""What the next request would have that the last turn's had not, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rpg.context.assemble import settings_hash
from rpg.context.document import differences, report_document
from rpg.context.record import record_from_document
from rpg.context.result import Plan
from rpg.session.planning import plan_turn
from rpg.text.messages import message
from rpg.timeline.tree import last_turn

if TYPE_CHECKING:
    from rpg.session.session import Session

SHOWN = 40
"""Sections of a kind that are listed one by one."""


def previous_plan(session: Session) -> Plan | None:
    """The plan of the last turn that was answered, made again with the settings as they are now."""
    story = session.story
    turn = last_turn(session.save, session.head)
    if turn is not None and turn.reply is None:
        turn = last_turn(session.save, session.save.link(turn.start).parent)
    if turn is None or turn.reply is None:
        return None
    ground = story.ground(turn.start, session.save.link(turn.reply).parent or turn.start)
    return plan_turn(story, ground, session.telling())


def plan_difference(session: Session, plan: Plan) -> dict[str, Any] | None:
    """Sections that came, went and changed since the last turn's request; None when there was none.

    Keys: added, removed, changed, tokens, prefix (what both have in common from the start, by the record of
    what was really sent), settings_changed (whether other settings were in force then).
    """
    before = previous_plan(session)
    if before is None:
        return None
    record = record_from_document(plan.inputs.last_record)
    return {
        **differences(before, plan),
        "prefix": report_document(plan)["prefix"],
        "settings_changed": record is not None and record.settings != settings_hash(plan.inputs),
    }


def difference_lines(found: Mapping[str, Any], language: str) -> Iterator[str]:
    """The difference for people, one fact a line."""
    yield message(language, "costs.diff_tokens", tokens=f"{found['tokens']:+d}")
    for kind, mark in (("added", "+"), ("removed", "−"), ("changed", "~")):
        rows = found[kind]
        for row in rows[:SHOWN]:
            was = f"{row['before']} → " if "before" in row else ""
            yield message(language, "costs.diff_row", mark=mark, id=row["id"], tokens=f"{was}{row['tokens']}")
        if len(rows) > SHOWN:
            yield message(language, "costs.diff_more", mark=mark, count=len(rows) - SHOWN)
    if found["settings_changed"]:
        yield message(language, "costs.diff_settings")
