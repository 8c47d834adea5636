"""`rpg tools`: every tool of a session, whether it is really there, and why not; what the model is told of it."""

from __future__ import annotations

from rpg.cli.opening import open_session
from rpg.cli.output import Desk
from rpg.session.session import Session
from rpg.text.cells import pad
from rpg.text.messages import listed
from rpg.tools.listing import ToolRow, problem_text


async def tools(desk: Desk) -> int:
    """Lists the tools, or changes what the model is told of one."""
    args = desk.args
    async with open_session(desk, args.save, write=False) as session:
        await session.connect(float(desk.config.get("mcp.wait")))
        if args.describe is not None:
            session.describe_tool(*args.describe)
        elif args.reset is not None:
            session.describe_tool(args.reset, None)
        elif args.rewrite is not None:
            return await _rewrite(desk, session)
        return _list(desk, session)


def _list(desk: Desk, session: Session) -> int:
    rows = session.tool_rows()
    problems = [problem_text(problem, desk.language) for problem in session.centre.problems]
    if desk.json:
        document = {
            "isolated": session.isolated,
            "tools": [row.document for row in rows],
            "problems": problems,
        }
        desk.document(document)
        return 0
    if session.isolated:
        desk.say(desk.text("pulse.isolated"))
    for row in rows:
        desk.say(_line(desk, row))
    for problem in problems:
        desk.say(f"! {problem}")
    return 0


def _line(desk: Desk, row: ToolRow) -> str:
    mark = desk.mark(row.available)
    name = f"{row.name}*" if row.custom else row.name
    source = pad(desk.text(f"tui.source_{row.source}"), 10)
    approval = pad(desk.text(f"tui.approval_{row.approval}"), 8)
    return f"{mark} {name:<28} {source} {approval} {row.tokens:>5} {listed(desk.language, row.why)}".rstrip()


async def _rewrite(desk: Desk, session: Session) -> int:
    """Shows what a better text would change; saves it only on yes."""
    made = await session.rewrite_description(desk.args.rewrite)
    if desk.args.yes:
        session.describe_tool(made.name, made.after)
    if desk.json:
        desk.document({"name": made.name, "before": made.before, "after": made.after, "saved": desk.args.yes})
        return 0
    for line in made.diff:
        desk.say(line)
    desk.say(desk.text("cli.saved_yes" if desk.args.yes else "cli.saved_no"))
    return 0
