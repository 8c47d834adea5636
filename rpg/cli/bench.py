"""`rpg bench`: runs benches, prints a table, writes JSON, and with `--check` fails when a goal is missed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rpg.cli.output import FAILED, USAGE, CommandError, Desk

if TYPE_CHECKING:
    from rpg.bench.result import Result


def bench(desk: Desk) -> int:
    """Runs the benches that were named, or all. Ctrl-C stops; what was finished is still printed and written."""
    from rpg.bench.result import Options
    from rpg.bench.table import UnknownBench, chosen, run_all

    try:
        benches = chosen(desk.args.names)
    except UnknownBench as error:
        known = tuple(one.name for one in chosen(()))
        text = desk.text("bench.unknown", name=error.name, known=known)
        raise CommandError(text, code="unknown_bench", exit=USAGE) from None
    file = _writable(desk)
    options = Options(desk.args.quick, desk.args.long, desk.args.seed, _progress(desk))
    results, stopped = list["Result"](), False
    try:
        for result in run_all(benches, options):
            results.append(result)
            _print(desk, result)
    except KeyboardInterrupt:
        stopped = True
        desk.err.write("\n" + desk.text("bench.stopped", done=len(results), all=len(benches)) + "\n")
    _finish(desk, file, results)
    return 130 if stopped else _exit_code(desk, results)


def _writable(desk: Desk) -> Path | None:
    """The file for the JSON; tried before the work begins. Raises CommandError."""
    if not desk.args.file:
        return None
    path = Path(desk.args.file).expanduser()
    try:
        path.touch()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        text = desk.text("bench.unwritable", path=path, reason=reason)
        raise CommandError(text, code="unwritable") from None
    return path


class _Progress:
    """One line on a terminal's standard error that is written over; silent elsewhere."""

    def __init__(self, desk: Desk) -> None:
        self._err = desk.err
        self._shown = desk.err.isatty()

    def __call__(self, line: str) -> None:
        if self._shown:
            self._err.write(f"\r\x1b[2K{line}"[:120])
            self._err.flush()


def _progress(desk: Desk) -> _Progress:
    return _Progress(desk)


def _print(desk: Desk, result: Result) -> None:
    from rpg.bench.layout import table_lines

    if desk.err.isatty():
        desk.err.write("\r\x1b[2K")
    desk.say(desk.text("bench.title", name=result.name, about=desk.text(f"bench.{result.name}")))
    for line in table_lines(result):
        desk.say(f"  {line}".rstrip())
    for goal in result.goals:
        mark = desk.text("bench.met" if goal.met else "bench.missed")
        desk.say(desk.text("bench.goal", mark=mark, what=goal.what, value=f"{goal.value:g}", goal=goal.goal))
    desk.say()


def _finish(desk: Desk, file: Path | None, results: Sequence[Result]) -> None:
    from rpg.bench.result import result_document

    if file is not None:
        documents = [result_document(result) for result in results]
        file.write_text(json.dumps(documents, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _exit_code(desk: Desk, results: Sequence[Result]) -> int:
    missed = [(result.name, goal) for result in results for goal in result.missed]
    if not desk.args.check or not missed:
        return 0
    for name, goal in missed:
        text = desk.text(
            "bench.goal_missed", name=name, what=goal.what, value=f"{goal.value:g}", goal=goal.goal
        )
        desk.err.write(f"error: {text}\n")
    return FAILED
