"""`rpg world …`: what an author of worlds needs. Source: docs/world-format.md."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rpg.cli.output import FAILED, USAGE, CommandError, Desk

if TYPE_CHECKING:
    from rpg.world.checks.base import CountTokens
    from rpg.world.checks.run import Checked
    from rpg.world.measure import Measure
    from rpg.world.model import Character, Location, World
    from rpg.world.problem import Problem

MOST_SCENES = 10
"""Scenes that `rpg world show` lists."""


def new_world(desk: Desk) -> None:
    """Writes a new world; nothing that exists is overwritten."""
    from rpg.world.fresh import write_fresh_world

    name = str(desk.args.name)
    folder = _new_folder(desk, name)
    try:
        file = write_fresh_world(folder, folder.name if "/" in name else name, desk.language)
    except FileExistsError:
        raise CommandError(desk.text("world.new_exists", path=folder), code="exists") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CommandError(
            desk.text("world.new_failed", path=folder, reason=reason), code="unwritable"
        ) from None
    if desk.json:
        desk.document({"id": folder.name, "path": str(folder), "file": str(file)})
    else:
        desk.say(desk.text("world.new_written", path=folder))


def _new_folder(desk: Desk, name: str) -> Path:
    """Where a new world goes: the path as given, else the folder of worlds at hand, else here."""
    from rpg.world.ids import id_from

    path = Path(name).expanduser()
    if len(path.parts) > 1:
        return path
    legal = id_from(name, fallback="")
    if not legal:
        raise CommandError(desk.text("world.new_bad_name", name=name), code="bad_name", exit=USAGE)
    if desk.args.worlds:
        return Path(desk.args.worlds).expanduser() / legal
    return Path("worlds", legal) if Path("worlds").is_dir() else Path(legal)


def check(desk: Desk) -> int:
    """Prints every problem; 1 when there are errors."""
    path = world_path(desk)
    return _tell(desk, path, checked(path))


def checked(path: Path) -> Checked:
    """Every problem of the world at `path`."""
    from rpg.world.checks.run import check_world

    return check_world(path, _counter())


def _tell(desk: Desk, path: Path, checked: Checked) -> int:
    if desk.json:
        desk.document(check_document(desk, path, checked))
    else:
        for line in _check_lines(desk, path, checked):
            desk.say(line)
    return FAILED if checked.errors else 0


def check_document(desk: Desk, path: Path, checked: Checked) -> dict[str, Any]:
    """A check as JSON."""
    from rpg.world.load import world_id
    from rpg.world.problem import problem_document

    return {
        "id": world_id(path),
        "name": checked.world.name if checked.world else None,
        "path": str(path),
        "errors": checked.errors,
        "warnings": checked.warnings,
        "problems": [problem_document(problem, desk.language) for problem in checked.problems],
    }


def _check_lines(desk: Desk, path: Path, checked: Checked) -> list[str]:
    lines = [problem_text(desk, problem) for problem in checked.problems]
    if not checked.problems:
        return [desk.text("world.check_clean", name=checked.world.name if checked.world else path)]
    return [*lines, desk.text("world.check_summary", errors=checked.errors, warnings=checked.warnings)]


def problem_text(desk: Desk, problem: Problem) -> str:
    """A problem on one line, with its place and what to do."""
    from rpg.text.clean import clean_line
    from rpg.world.problem import problem_line

    return clean_line(problem_line(problem, desk.language))


def show(desk: Desk) -> None:
    """Prints how large the world is."""
    from rpg.world.checks.run import subject_of
    from rpg.world.measure import measure_world

    world = playable_world(desk)
    measure = measure_world(subject_of(world, _counter()))
    if desk.json:
        desk.document(_show_document(world, measure))
    else:
        for line in _show_lines(desk, world, measure):
            desk.say(line)


def _counts(world: World) -> dict[str, int]:
    return {
        "locations": len(world.locations),
        "regions": len(Counter(place.region for place in world.locations.values())),
        "characters": len(world.characters),
        "books": len(world.lorebooks),
        "entries": sum(len(book.entries) for book in world.lorebooks.values()),
        "presets": len(world.presets),
        "questions": len(world.questions),
    }


def _show_document(world: World, measure: Measure) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "id": world.id,
        "name": world.name,
        "language": world.language,
        "start": world.start,
        "counts": _counts(world),
        "locations": [asdict(one) for one in measure.locations],
        "characters": [asdict(one) for one in measure.characters],
        "scenes": [{**asdict(one), "cast": list(one.cast)} for one in measure.scenes],
        "windows": [{**asdict(one), "share": one.share, "fits": one.fits} for one in measure.windows],
    }


def _show_lines(desk: Desk, world: World, measure: Measure) -> list[str]:
    from rpg.world.sheets import name_line

    sheets: dict[str, Location | Character] = {**world.locations, **world.characters}
    lines = [desk.text("world.show_title", name=world.name, id=world.id, language=world.language)]
    lines.append(desk.text("world.show_counts", **_counts(world)))
    for key, sizes in (("locations", measure.locations), ("characters", measure.characters)):
        if sizes:
            lines += ["", desk.text(f"world.show_{key}")]
            lines += [f"{size.tokens:>7}  {name_line(sheets[size.id])}" for size in sizes]
    lines += ["", desk.text("world.show_scenes")]
    for scene in measure.scenes[:MOST_SCENES]:
        names = [world.locations[scene.location].name, *(world.characters[id].name for id in scene.cast)]
        lines.append(f"{scene.tokens:>7}  {' + '.join(names)}")
    lines += ["", desk.text("world.show_windows")]
    for fit in measure.windows:
        key = "world.show_window" if fit.fits else "world.show_over"
        lines.append("  " + desk.text(key, window=fit.window, cap=fit.cap, share=fit.share))
    return lines


def show_map(desk: Desk) -> None:
    """Prints the map."""
    from rpg.world.chart import chart_document, chart_text

    world = playable_world(desk)
    if desk.json:
        desk.document(chart_document(world))
    else:
        desk.say(chart_text(world, desk.language))


async def test(desk: Desk) -> int:
    """Plays the scenarios of the world's folder `tests`."""
    from rpg.cli.scenario.command import run_scenarios

    return await run_scenarios(desk)


def _counter() -> CountTokens:
    from rpg.text.tokens import counter_for

    return counter_for("").count


def world_path(desk: Desk) -> Path:
    """The path that was given, or that of the world of that name."""
    from rpg.world.find import WorldNotFound, find_world

    path = Path(str(desk.args.path)).expanduser()
    if path.exists():
        return path
    try:
        return find_world(str(desk.args.path), desk.paths.worlds).path
    except WorldNotFound as error:
        key = "world.not_found_near" if error.nearest else "world.not_found"
        text = desk.text(key, text=error.text, nearest=error.nearest)
        raise CommandError(text, code="unknown_world") from None


def playable_world(desk: Desk) -> World:
    """The world that was named. Raises CommandError when it cannot be played."""
    from rpg.world.load import load_world
    from rpg.world.problem import WorldError

    path = world_path(desk)
    try:
        return load_world(path).world
    except WorldError as error:
        errors = error.lines(desk.language)
        text = desk.text("world.not_playable", count=len(errors), first=errors[0], path=path)
        raise CommandError(text, code="broken_world") from None
