"""`rpg preset`: which way of telling a save uses, and what it changes of it."""

from __future__ import annotations

from typing import Any

from rpg.cli.opening import open_session
from rpg.cli.output import USAGE, CommandError, Desk
from rpg.session import presets
from rpg.session.session import Session
from rpg.world.problem import problem_line

EXCERPT = 60
"""Characters of an entry's text in the list."""


async def preset(desk: Desk) -> int:
    """Lists the presets of a save, chooses one, or changes entries of the active one."""
    act = desk.args.action
    async with open_session(desk, desk.args.save, write=act != "list") as session:
        said = _act(desk, session, act)
        _show(desk, session, said, listed=act == "list")
        return 0


def _act(desk: Desk, session: Session, act: str) -> str:
    """Does what was asked and returns the sentence for it."""
    args = desk.args
    match act:
        case "list":
            return ""
        case "use":
            presets.use_preset(session, _id(desk))
            shelved = presets.active(session)
            name = shelved.preset.name if shelved is not None else ""
            return desk.text("presets.used", name=name) if name else desk.text("presets.none")
        case "edit" if args.copy:
            return desk.text("presets.copied", file=presets.copy_preset(session, args.copy))
        case "edit" if not args.id:
            return _file(desk, session)
        case "edit":
            _edit(desk, session)
            return ""
        case _:
            presets.switch_entry(session, _id(desk), act == "on")
            return ""


def _id(desk: Desk) -> str:
    if not desk.args.id:
        raise CommandError(desk.text("cli.id_missing"), code="usage", exit=USAGE)
    return str(desk.args.id)


def _edit(desk: Desk, session: Session) -> None:
    args = desk.args
    if args.text is None and args.position is None and args.order is None:
        raise CommandError(desk.text("cli.nothing_to_change"), code="usage", exit=USAGE)
    if args.text is not None:
        presets.rewrite_entry(session, args.id, args.text)
    if args.position is not None:
        presets.place_entry(session, args.id, args.position)
    if args.order is not None:
        presets.order_entry(session, args.id, args.order)


def _file(desk: Desk, session: Session) -> str:
    shelved = presets.active(session)
    if shelved is None:
        return desk.text("presets.none")
    if shelved.file is None:
        return desk.text("presets.no_file")
    return desk.text("presets.file", file=shelved.file)


def _show(desk: Desk, session: Session, said: str, *, listed: bool) -> None:
    """Every preset for a list; after a change only the active one."""
    rows = presets.preset_rows(session)
    warning = presets.preset_warning(session)
    problems = [problem_line(one, desk.language) for one in session.shelf.own().problems]
    if desk.json:
        desk.document({"presets": rows, "warning": warning, "problems": problems})
        return
    for row in rows:
        if listed or row["active"]:
            _print(desk, row)
    for problem in problems if listed else ():
        desk.say(desk.text("presets.problem", problem=problem))
    for line in (said, warning):
        if line:
            desk.say(line)


def _print(desk: Desk, row: dict[str, Any]) -> None:
    source = desk.text(f"presets.source_{row['source']}")
    desk.say(desk.text("presets.row", **{**row, "mark": desk.mark(row["active"]), "source": source}))
    if not row["active"]:
        return
    for entry in row["entries"]:
        position = desk.text(f"presets.position_{entry['position']}")
        text = " ".join(entry["text"].split())
        short = text if len(text) <= EXCERPT else text[:EXCERPT] + "…"
        mark = desk.mark(entry["enabled"])
        desk.say(desk.text("presets.entry", **{**entry, "mark": mark, "position": position, "text": short}))
