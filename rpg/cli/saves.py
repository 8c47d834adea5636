"""`rpg worlds`, `saves`, `new`, `verify` and `repair`."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from rpg.cli.opening import services_of
from rpg.cli.output import FAILED, USAGE, CommandError, Desk
from rpg.session.explain import explain
from rpg.session.library import saves as all_saves
from rpg.session.library import world_named
from rpg.session.library import worlds as all_worlds
from rpg.session.newstory import own_first, world_name
from rpg.store.library import Entry, find_save, free_path, path_for
from rpg.text.cells import cell_width
from rpg.text.clean import clean_line
from rpg.text.messages import joined
from rpg.text.spoken import spoken

if TYPE_CHECKING:
    from rpg.store.repair import Rescued
    from rpg.world.find import FoundWorld

NAME_CELLS = 20
"""Cells for a name in a list."""


def worlds(desk: Desk) -> int:
    """Lists the worlds that can be found."""
    found = all_worlds(services_of(desk))
    if desk.json:
        desk.document({"worlds": [_world(desk, one) for one in found]})
        return 0
    if not found:
        desk.say(desk.text("cli.no_worlds"))
    for one in own_first(found, desk.language):
        problem = _first_problem(desk, one)
        desk.say(f"{_column(one.id)} {'! ' if problem else ''}{world_name(one, desk.language)}")
        for line in (one.summary, problem):
            if line:
                desk.say(f"{' ' * NAME_CELLS} {line}")
    return 0


def _column(name: str) -> str:
    """A name filled up to its column; a longer one stays whole, so that it can be typed."""
    return name + " " * (NAME_CELLS - cell_width(name))


def _first_problem(desk: Desk, found: FoundWorld) -> str:
    """Why a world cannot be played and what to do; "" when it can."""
    reading = found.read()
    errors = [one for one in reading.problems if one.severity == "error"]
    if not errors:
        return ""
    more = desk.text("cli.more_problems", count=len(errors), id=found.id) if len(errors) > 1 else ""
    from rpg.world.problem import problem_line

    return joined(clean_line(problem_line(errors[0], desk.language)), more)


def _world(desk: Desk, found: FoundWorld) -> dict[str, Any]:
    problem = _first_problem(desk, found)
    return {
        "id": found.id,
        "name": found.name,
        "path": str(found.path),
        "summary": found.summary,
        "language": found.language,
        "readable": found.problem is None,
        "playable": not problem,
        "problem": problem,
    }


def saves(desk: Desk) -> int:
    """Lists the saves, latest first."""
    found = all_saves(services_of(desk))
    if desk.json:
        desk.document({"folder": str(desk.paths.saves), "saves": [_save(one) for one in found]})
        return 0
    if not found:
        desk.say(desk.text("cli.no_saves", folder=desk.paths.saves))
    for one in found:
        when = datetime.fromtimestamp(one.changed).astimezone().strftime("%Y-%m-%d %H:%M")
        if one.error is not None:
            desk.say(f"{_column(one.name)} {when}  ! {explain(one.error, desk.language)[1]}")
            continue
        desk.say(f"{_column(one.name)} {when}  {one.card.world} · {one.card.place} · {one.card.turn}")
        desk.say(f"{' ' * NAME_CELLS} … {one.card.line}")
    return 0


def _save(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "path": str(entry.path),
        "world": entry.card.world,
        "place": entry.card.place,
        "line": entry.card.line,
        "turn": entry.card.turn,
        "changed": entry.changed,
        "error": entry.error.code if entry.error is not None else None,
    }


def new(desk: Desk) -> int:
    """Begins a session."""
    from rpg.session.begin import Opening
    from rpg.session.session import Session

    args, services = desk.args, services_of(desk)
    seed = secrets.randbits(48) if args.seed is None else args.seed
    opening = Opening(_answers(desk), args.premise, args.opening, seed, args.narrator)
    world = world_named(services, args.world)
    path = path_for(desk.paths.saves, args.save)
    session = Session.create(path, world, opening, services)
    state, text = session.state, session.log(0, 1)[0].text
    head = session.head
    session.save.close()
    if desk.json:
        desk.document(
            {"save": path.stem, "path": str(path), "head": head, "state_hash": state.hash, "text": text}
        )
    else:
        desk.say(spoken(text))
        desk.say()
        desk.say(desk.text("cli.begun", name=path.stem, path=path))
    return 0


def _answers(desk: Desk) -> dict[str, str]:
    answers: dict[str, str] = {}
    for given in desk.args.answer:
        id, equals, text = given.partition("=")
        if not equals or not id.strip():
            raise CommandError(desk.text("cli.bad_answer", given=given), code="bad_answer", exit=USAGE)
        answers[id.strip()] = text
    return answers


def verify(desk: Desk) -> int:
    """Checks a save; exit 1 when anything is wrong."""
    from rpg.store.verify import verify_file

    path = find_save(desk.paths.saves, desk.args.save)
    report = verify_file(path, desk.args.deep)
    findings = [
        {"problem": one.problem, "table": one.table, "id": one.id, "detail": one.detail}
        for one in report.findings
    ]
    if desk.json:
        desk.document({"ok": report.ok, "nodes": report.nodes, "deep": report.deep, "findings": findings})
        return 0 if report.ok else FAILED
    for one in report.findings:
        key = f"store.finding_{one.problem}"
        desk.say(desk.text(key, id="-" if one.id is None else one.id, table=one.table, detail=one.detail))
    desk.say(
        desk.text(
            "cli.verified" if report.ok else "cli.not_verified", nodes=report.nodes, count=len(findings)
        )
    )
    return 0 if report.ok else FAILED


def repair(desk: Desk) -> int:
    """Rescues what can be read of a save into a new one; the damaged file stays as it is."""
    path = find_save(desk.paths.saves, desk.args.save)
    into, named = desk.args.into, desk.args.world
    world = world_named(services_of(desk), named) if named else None
    target = (
        path_for(desk.paths.saves, into)
        if into
        else free_path(desk.paths.saves, f"{path.stem}-{desk.text('cli.repaired_name')}")
    )
    from rpg.store.repair import rescue

    rescued = rescue(path, target, world)
    if desk.json:
        desk.document(_rescued(rescued))
    else:
        for line in _rescued_lines(desk, rescued):
            desk.say(line)
    return 0


def _rescued(rescued: Rescued) -> dict[str, Any]:
    return {
        "save": rescued.target.stem,
        "path": str(rescued.target),
        "nodes": rescued.nodes,
        "known": rescued.known,
        "lost": sum(rescued.lost.values()),
        "rows": dict(rescued.lost),
        "altered": list(rescued.altered),
        "placed": list(rescued.placed),
        "empty": list(rescued.empty),
    }


def _rescued_lines(desk: Desk, rescued: Rescued) -> Iterator[str]:
    """What was saved, then everything that is lost or only a guess."""
    name, lost = rescued.target.stem, sum(rescued.lost.values())
    yield desk.text("cli.repaired", nodes=rescued.nodes, name=name, path=rescued.target, lost=lost)
    for key in ("altered", "placed", "empty"):
        nodes = [f"#{node}" for node in getattr(rescued, key)]
        if nodes:
            yield desk.text(f"cli.repaired_{key}", nodes=nodes)
    if rescued.lost:
        rows = [f"{table} {count}" for table, count in rescued.lost.items()]
        yield desk.text("cli.repaired_rows", rows=rows)
