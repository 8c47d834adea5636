"""The report of a plan: as JSON (`report_document`) and, for people, as plain text in their language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rpg.context.document import Previous, report_document, shared
from rpg.context.panel import ClassicPanel, FlatPanel, Row, panel
from rpg.context.result import Plan
from rpg.context.sections import Omitted, Section
from rpg.context.status import Action
from rpg.text.messages import message

LARGEST_SECTIONS = 12
_WITH_WHY = {"lore": "lore", "lore_outlet": "lore_outlet", "recalled": "recalled_why"}
"""Reasons that carry words of their own after a colon, with the key of their sentence."""

__all__ = ["report_document", "report_text"]


def report_text(plan: Plan, language: str, previous: Previous = None) -> str:
    """The report, one fact a line. language: the player's, a catalogue language."""
    return "\n".join(_lines(plan, language, previous))


def status_text(plan: Plan, language: str) -> str:
    """One sentence: how full it is and whether it can be sent."""
    return message(language, f"context.status_{plan.status}", **_sizes(plan))


def meter_text(plan: Plan, language: str) -> str:
    """The share of what is available that is used, such as "61 %", marked where it is an estimate."""
    key = "meter_estimated" if plan.quality == "estimated" else "meter"
    return message(language, f"context.{key}", percent=_percent(plan.total, plan.space.available))


def reason_text(part: Section, language: str) -> str:
    """Why a section is in the prompt."""
    kind, colon, why = part.reason.partition(":")
    if colon and kind in _WITH_WHY:
        return message(language, f"context.reason_{_WITH_WHY[kind]}", why=why)
    return message(language, f"context.reason_{part.reason}", source=part.source)


def omitted_text(item: Omitted, language: str) -> str:
    """What was left out and why."""
    return message(
        language,
        f"context.omitted_{item.reason}",
        **{"id": item.id, "tokens": f"{item.tokens:,}", **item.values},
    )


def action_text(action: Action, language: str) -> str:
    """What the player can do."""
    return message(
        language, f"context.action_{action.code}", target=action.target, tokens=f"{action.tokens:,}"
    )


def group_text(group: str, language: str) -> str:
    """The name of a group."""
    return message(language, f"context.group_{group}")


def flat_group_text(group: str, language: str) -> str:
    """The name of a group of the flat view."""
    return message(language, f"context.flat_{group}")


def _lines(plan: Plan, language: str, previous: Previous) -> Iterator[str]:
    yield status_text(plan, language)
    if plan.refused:
        yield message(language, "context.not_sent")
    yield _say(language, "space", **_sizes(plan))
    yield message(language, f"context.quality_{plan.quality}")
    yield from _panel_lines(panel(plan), language)
    if (found := shared(plan, previous)) is not None:
        key = "prefix" if found.differs else "prefix_all"
        values = {
            "shared": f"{found.tokens:,}",
            "percent": _percent(found.tokens, found.total),
            "differs": found.differs,
        }
        yield _say(language, key, **values)
    yield from _listed(language, "why", [_section_line(part, language) for part in _largest(plan.sections)])
    yield from _listed(language, "omitted", [omitted_text(item, language) for item in plan.omitted])
    yield from _listed(language, "actions", [action_text(action, language) for action in plan.actions])


def _panel_lines(shown: ClassicPanel | FlatPanel, language: str) -> Iterator[str]:
    match shown:
        case ClassicPanel():
            yield _say(language, "setting", used=shown.setting_used, cap=shown.setting_cap)
            yield from (_row(row, group_text(row.group, language), language) for row in shown.setting)
            yield _say(language, "dialogue", used=shown.dialogue_used, cap=shown.dialogue_cap)
            yield from (_row(row, group_text(row.group, language), language) for row in shown.dialogue)
            yield _say(language, "carried", carried=shown.carried, total=shown.total)
        case FlatPanel():
            yield from (_row(row, flat_group_text(row.group, language), language) for row in shown.rows)
            yield _say(language, "total", used=shown.used, cap=shown.cap)


def _row(row: Row, name: str, language: str) -> str:
    key = "row" if row.cap is None else "row_cap"
    percent = f"{row.share * 100:.0f}"
    return _say(
        language,
        key,
        name=name,
        tokens=f"{row.tokens:,}",
        characters=f"{row.characters:,}",
        percent=percent,
        cap="" if row.cap is None else f"{row.cap:,}",
    )


def _section_line(part: Section, language: str) -> str:
    return _say(language, "section", id=part.id, tokens=f"{part.tokens:,}", why=reason_text(part, language))


def _largest(sections: Sequence[Section]) -> Sequence[Section]:
    """The largest sections that are not messages of the log."""
    named = [part for part in sections if part.group not in ("log", "input")]
    return sorted(named, key=lambda part: -part.tokens)[:LARGEST_SECTIONS]


def _listed(language: str, key: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield _say(language, f"head_{key}")
        yield from (f"  {line}" for line in lines)


def _sizes(plan: Plan) -> Mapping[str, Any]:
    space, history = plan.space, plan.history
    counts = {
        "window": space.window,
        "reserve": space.reserve.total,
        "available": space.available,
        "used": plan.total,
        "setting": plan.setting_used,
        "cap": space.setting_cap,
        "over": max(0, plan.setting_used - space.setting_cap),
        "carried": history.carried,
        "total": history.total,
    }
    percent = {"percent": _percent(plan.total, space.available)}
    return percent | {name: f"{count:,}" for name, count in counts.items()}


def _percent(part: int, whole: int) -> str:
    return f"{part * 100 / whole:.0f}" if whole else "–"


def _say(language: str, key: str, **values: Any) -> str:
    return message(language, f"context.{key}", **values)
