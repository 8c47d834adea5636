"""`rpg lore why|on|off|eval`: why entries are in a prompt or not, switches, and evaluation of case files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rpg.cli.opening import open_session
from rpg.cli.output import CommandError, Desk
from rpg.session.lorebooks import book_rows, lore_verdicts
from rpg.text.jsontext import json_text


async def why(desk: Desk) -> int:
    """Every entry, and what decided about it, for the next message or at any node."""
    args = desk.args
    async with open_session(desk, args.save, write=False) as session:
        rows = lore_verdicts(session, args.input, args.at)
        if args.entry:
            rows = [row for row in rows if args.entry in {row["id"], row["entry"]}]
            if not rows:
                raise CommandError(desk.text("cli.unknown_entry", entry=args.entry), code="unknown_entry")
        if desk.json:
            desk.document({"entries": rows})
            return 0
        for row in rows:
            mark = desk.mark(row["active"])
            desk.say(f"{mark} {row['id']:<32} {row['text']}")
        return 0


async def switch(desk: Desk) -> int:
    """Switches a book or an entry on or off for this save."""
    args = desk.args
    async with open_session(desk, args.save, write=True) as session:
        known = {row["id"] for row in book_rows(session)} | {
            row["id"] for row in lore_verdicts(session, "", None)
        }
        if args.id not in known:
            raise CommandError(desk.text("cli.unknown_entry", entry=args.id), code="unknown_entry")
        session.set_setting(f"lore.on.{args.id}", args.act == "on")
        if desk.json:
            desk.document({"id": args.id, "enabled": args.act == "on"})
        return 0


def evaluate(desk: Desk) -> int:
    """Evaluates a case file."""
    from rpg.exchange.lorebooks.cases import UnknownConversion, run_case

    file = Path(desk.args.case)
    try:
        result = run_case(_case(desk, file))
    except UnknownConversion as error:
        known = tuple(error.known)
        said = desk.text("cli.unknown_conversion", file=file, name=error.name, known=known)
        raise CommandError(said, code="bad_case") from error
    if desk.json:
        desk.document(result)
    else:
        desk.say(json_text(result, indent=2))
    return 0


def _case(desk: Desk, file: Path) -> dict[str, Any]:
    try:
        case = json.loads(file.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(desk.text("cli.bad_case", file=file, detail=error), code="bad_case") from error
    if not isinstance(case, dict):
        raise CommandError(desk.text("cli.bad_case", file=file, detail="not an object"), code="bad_case")
    return case
