"""`rpg world watch`: checks a world whenever a file of it is saved, and says what that changed.

It runs beside a game: it only reads, unless a story is named that takes every version that can be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rpg.cli.output import Desk
from rpg.cli.world import check_document, checked, problem_text, world_path
from rpg.world.watching import Difference, Stamp, changes, difference

if TYPE_CHECKING:
    from rpg.world.checks.run import Checked

LOOK_EVERY = 1.0
"""Seconds between two looks at the files."""


def watch(desk: Desk) -> int:
    """Checks now and after every change, until it is interrupted; 1 when the last check found errors."""
    path = world_path(desk)
    if not desk.json:
        desk.say(desk.text("world.watch_started", path=path))
    last: Checked | None = None
    try:
        for difference, found in _checks(path):
            _tell(desk, path, difference, found, last)
            if difference is not None and desk.args.save and not found.errors:
                _hand_over(desk)
            desk.out.flush()
            last = found
    except KeyboardInterrupt:
        pass
    return 1 if last is not None and last.errors else 0


def _checks(path: Path) -> Iterator[tuple[Difference | None, Checked]]:
    """A check at first, and one after every change with what it was."""
    before: Stamp | None = None
    for now in changes(path, _wait):
        yield (None if before is None else difference(before, now)), checked(path)
        before = now


def _wait() -> bool:
    import time

    time.sleep(LOOK_EVERY)
    return True


def _tell(desk: Desk, path: Path, change: Difference | None, found: Checked, last: Checked | None) -> None:
    if desk.json:
        desk.line({**_changed_document(change), **check_document(desk, path, found)})
        return
    if change is not None:
        for line in _changed_lines(desk, path, change):
            desk.say(line)
    for line in _problem_lines(desk, found, last):
        desk.say(line)
    summary = desk.text("world.check_summary", errors=found.errors, warnings=found.warnings)
    clean = desk.text("world.check_clean", name=found.world.name if found.world else path)
    desk.say(summary if found.problems else clean)


def _changed_document(change: Difference | None) -> dict[str, Any]:
    none: tuple[str, ...] = ()
    kinds = ("added", "changed", "removed")
    return {"changed": {kind: list(getattr(change, kind, none)) for kind in kinds}}


def _changed_lines(desk: Desk, path: Path, change: Difference) -> Iterator[str]:
    """A line for each kind of change, with the files by their names within the world."""
    from datetime import datetime

    now = datetime.now().astimezone().strftime("%H:%M:%S")
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    for kind in ("added", "changed", "removed"):
        files = [_within(file, folder) for file in getattr(change, kind)]
        if files:
            yield f"{now} {desk.text(f'world.watch_{kind}', files=files)}"


def _within(file: str, folder: Path) -> str:
    full = Path(file).absolute()
    return full.relative_to(folder).as_posix() if full.is_relative_to(folder) else file


def _problem_lines(desk: Desk, found: Checked, last: Checked | None) -> Iterator[str]:
    """Every problem at first; later those that are new, and those that are gone."""
    now = [problem_text(desk, problem) for problem in found.problems]
    before = [] if last is None else [problem_text(desk, problem) for problem in last.problems]
    yield from (line for line in now if line not in before)
    for line in before:
        if line not in now:
            yield desk.text("world.watch_solved", problem=line)


def _hand_over(desk: Desk) -> None:
    """The new version into the story that is named; a story that is being played keeps its game's own watch."""
    import asyncio

    from rpg.session.explain import explain
    from rpg.store.errors import SaveError

    try:
        asyncio.run(_adopt(desk))
    except SaveError as error:
        key = "world.watch_in_play" if error.code == "locked" else "world.watch_not_taken"
        desk.say(desk.text(key, save=desk.args.save, problem=explain(error, desk.language)[1]))


async def _adopt(desk: Desk) -> None:
    from rpg.cli.opening import adopt_changed, open_session

    async with open_session(desk, desk.args.save, write=True) as session:
        await adopt_changed(desk, session)
