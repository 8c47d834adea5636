"""`rpg context`: the plan for a message that is not sent, what it would be otherwise, and what turns cost."""

from __future__ import annotations

from typing import Any

from rpg.cli.opening import open_session
from rpg.cli.output import Desk
from rpg.context.document import report_document
from rpg.context.report import report_text
from rpg.context.result import Plan
from rpg.session.comparing import difference_lines, plan_difference
from rpg.session.costchart import chart_lines, cost_lines, total_line
from rpg.session.costs import What, costs_document, price_of, session_spent, turn_costs
from rpg.session.presets import preset_warning
from rpg.session.request import exact_request
from rpg.session.session import Session
from rpg.session.whatif import WhatIf, what_if

CHARTED = 40
"""Turns in the chart; JSON has all."""


async def context(desk: Desk) -> int:
    """How full the window is and of what; with `--history` what every turn cost."""
    async with open_session(desk, desk.args.save, write=False) as session:
        if desk.args.history:
            _history(desk, session)
            return 0
        await session.prepare()
        change = WhatIf(
            desk.args.model or "",
            desk.args.without_preset,
            tuple(desk.args.arrive),
            tuple(desk.args.leave),
        )
        plan = what_if(session, desk.args.input, change) if change else session.plan(desk.args.input)
        if desk.json:
            desk.document(_document(desk, session, plan))
        else:
            _print(desk, session, plan, changed=bool(change))
        return 0


def _document(desk: Desk, session: Session, plan: Plan) -> dict[str, Any]:
    document = dict(report_document(plan))
    if desk.args.diff:
        document["diff"] = plan_difference(session, plan)
    if desk.args.messages:
        document.update(exact_request(plan, session.narrator.traits))
    return document


def _print(desk: Desk, session: Session, plan: Plan, *, changed: bool) -> None:
    if changed:
        desk.say(desk.text("costs.what_if"))
    desk.say(report_text(plan, desk.language))
    if warning := preset_warning(session):
        desk.say(warning)
    if desk.args.diff:
        _diff(desk, session, plan)
    if desk.args.messages:
        for message in exact_request(plan, session.narrator.traits)["messages"]:
            desk.say(f"\n--- {message['role']} ---\n{message.get('content') or ''}")


def _diff(desk: Desk, session: Session, plan: Plan) -> None:
    found = plan_difference(session, plan)
    if found is None:
        desk.say(desk.text("costs.diff_none"))
        return
    for line in difference_lines(found, desk.language):
        desk.say(line)


def _history(desk: Desk, session: Session) -> None:
    if desk.json:
        desk.document(costs_document(session.story, desk.config))
        return
    costs = turn_costs(session.story, desk.config)
    lines = chart_lines if desk.session is None else cost_lines
    for line in lines(costs[-CHARTED:], desk.language):
        desk.say(line)
    kinds: tuple[What, ...] = ("turns", "background")
    for what in kinds:
        for model, spent in session_spent(session.story, what).items():
            price = price_of(desk.config, model)
            desk.say(total_line(model, spent, price, desk.language, background=what == "background"))
