"""A plan as JSON: what `rpg context --json` prints and the panel is drawn from. Source: docs/context.md §2, §5."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rpg.context.prefix import Shared, shared_with, shared_with_record
from rpg.context.record import record_from_document
from rpg.context.result import Plan
from rpg.context.sections import DIALOGUE, SETTING, Group, GroupUse, Omitted, Section
from rpg.context.status import Action
from rpg.context.system import plain_schema
from rpg.context.values import WireMessage

Document = dict[str, Any]
Previous = Plan | Mapping[str, Any] | None
"""The request before: its plan, or the record that was kept of it."""


def report_document(plan: Plan, previous: Previous = None) -> Document:
    """The whole report.

    Keys: status, refused, window, reserve, available, used, quality, setting and dialogue (used, cap,
    groups), history, actions, sections, omitted, prefix. Sizes are in tokens. previous: the request sent
    before or its record; without it the last record tells what it held.
    """
    space, history = plan.space, plan.history
    return {
        "status": plan.status,
        "refused": plan.refused,
        "window": space.window,
        "reserve": {
            "system": space.reserve.system,
            "reply": space.reserve.reply,
            "safety": space.reserve.safety,
            "total": space.reserve.total,
        },
        "available": space.available,
        "used": plan.total,
        "share": _share(plan.total, space.available),
        "quality": plan.quality,
        "setting": _side(plan, SETTING, plan.setting_used, space.setting_cap),
        "dialogue": _side(plan, DIALOGUE, plan.dialogue_used, plan.dialogue_cap),
        "history": {
            "carried": history.carried,
            "total": history.total,
            "opening": history.opening,
            "cut": {"from": history.first, "to": history.start - 1}
            if history.start > history.first
            else None,
            "moved": history.moved,
            "covered": history.covered,
        },
        "actions": [_action(action) for action in plan.actions],
        "sections": [section_document(part) for part in plan.sections],
        "omitted": [_omitted(item) for item in plan.omitted],
        "prefix": _prefix(shared(plan, previous)),
    }


def shared(plan: Plan, previous: Previous = None) -> Shared | None:
    """What the plan shares with the previous request; None when there was none."""
    if isinstance(previous, Plan):
        return shared_with(previous.sections, plan.sections)
    record = record_from_document(plan.inputs.last_record if previous is None else previous)
    if record is None:
        return None
    return shared_with_record(record, plan.history.first - 1, plan.sections)


def request_document(plan: Plan) -> Document:
    """The exact request: `messages` and `tools` in the form of a chat completion."""
    return {
        "messages": [message_document(message) for message in plan.messages],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": plain_schema(tool.parameters),
                },
            }
            for tool in plan.tools
        ],
    }


def message_document(message: WireMessage) -> Document:
    """One message in the form of a chat completion."""
    document: Document = {"role": message.role, "content": message.content}
    if message.calls:
        document["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    if message.call_id:
        document["tool_call_id"] = message.call_id
    return document


def differences(previous: Plan, plan: Plan) -> Document:
    """What changed between two requests: sections that came, went and changed, with their tokens."""
    before = {(part.id, part.at): part for part in previous.sections}
    now = {(part.id, part.at): part for part in plan.sections}
    return {
        "added": [_brief(part) for key, part in now.items() if key not in before],
        "removed": [_brief(part) for key, part in before.items() if key not in now],
        "changed": [
            {**_brief(part), "before": before[key].tokens}
            for key, part in now.items()
            if key in before and before[key].hash != part.hash
        ],
        "tokens": plan.total - previous.total,
        "prefix": _prefix(shared_with(previous.sections, plan.sections)),
    }


def report_json(document: Mapping[str, Any]) -> str:
    """A report as indented JSON text."""
    return json.dumps(document, ensure_ascii=False, indent=2)


def section_document(part: Section) -> Document:
    """A section with where it stands and why, and its text."""
    return {
        **_brief(part),
        "source": part.source,
        "reason": part.reason,
        "hash": part.hash,
        "text": part.text,
    }


def group_document(use: GroupUse) -> Document:
    return {
        "group": use.group,
        "tokens": use.tokens,
        "characters": use.characters,
        "share": round(use.share, 4),
    }


def _side(plan: Plan, groups: Iterable[Group], used: int, cap: int) -> Document:
    chosen = frozenset(groups)
    rows = [group_document(use) for use in plan.groups if use.group in chosen]
    return {"used": used, "cap": cap, "groups": rows}


def _brief(part: Section) -> Document:
    return {"id": part.id, "group": part.group, "tokens": part.tokens, "characters": part.characters}


def _action(action: Action) -> Document:
    return {"action": action.code, "target": action.target, "tokens": action.tokens}


def _omitted(item: Omitted) -> Document:
    return {
        "id": item.id,
        "group": item.group,
        "reason": item.reason,
        "tokens": item.tokens,
        **({"values": dict(item.values)} if item.values else {}),
    }


def _prefix(found: Shared | None) -> Document | None:
    if found is None:
        return None
    return {
        "shared": found.tokens,
        "total": found.total,
        "share": round(found.share, 4),
        "differs": found.differs,
    }


def _share(tokens: int, available: int) -> float:
    return round(tokens / available, 4) if available else 0.0
