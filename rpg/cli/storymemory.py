"""`rpg memory story SAVE` and `rpg memory pins SAVE`: what one story keeps in mind."""

from __future__ import annotations

from typing import Any

from rpg.cli.opening import open_session
from rpg.cli.output import CommandError, Desk
from rpg.session.memoryview import memory_view, pin_recap, pin_rows


async def story(desk: Desk) -> int:
    """Summary, observations, pins and conditions of a save."""
    async with open_session(desk, desk.args.save, write=False) as session:
        view = memory_view(session)
        if desk.json:
            desk.document(view)
        else:
            _print(desk, view)
        return 0


async def pins(desk: Desk) -> int:
    """The pins of a save; with `--recap` the key moment that is offered becomes one."""
    recap = bool(desk.args.recap)
    async with open_session(desk, desk.args.save, write=recap) as session:
        if recap and await pin_recap(session) is None:
            raise CommandError(desk.text("memoryview.no_recap"), code="no_recap")
        rows = pin_rows(session)
        if desk.json:
            desk.document({"pins": rows})
            return 0
        for row in rows:
            desk.say(desk.text("memoryview.pin", **row))
        if not rows:
            desk.say(desk.text("memoryview.no_pins"))
        return 0


def _print(desk: Desk, view: dict[str, Any]) -> None:
    summary = view["summary"]
    state = desk.text(f"memoryview.{'in_force' if summary['in_force'] else 'waiting'}")
    if summary["text"]:
        source = desk.text(f"memoryview.by_{summary['source']}")
        desk.say(desk.text("memoryview.summary", source=source, state=state, covers=summary["covers"]))
        desk.say(summary["text"])
    else:
        desk.say(desk.text("memoryview.no_summary"))
    for row in view["observations"]:
        desk.say(desk.text("memoryview.observation", **row))
    for row in view["conditions"]:
        facts = tuple(filter(None, (row["condition"], row["relationship"])))
        if facts:
            desk.say(desk.text("memoryview.condition", name=row["name"], facts=facts))
    for row in view["pins"]:
        desk.say(desk.text("memoryview.pin", **row))
    if view["recap"]:
        desk.say(desk.text("memoryview.recap", text=view["recap"]))
