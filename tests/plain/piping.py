"""Plain mode with its lines given, on a save that has just begun."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rpg.cli.inside import CommandLine
from rpg.narrator.protocol import Narrator
from rpg.plain.run import run_plain
from rpg.session.begin import Opening
from rpg.session.services import Services
from rpg.session.session import Session
from tests.runtime.worlds import harbour
from tests.session.stories import services


class SameNarrator(CommandLine):
    """The command line with the narrator of the test, whatever is configured."""

    def renewed(self, services: Services) -> Services:
        return services


class Lines(io.StringIO):
    """Input whose lines are made when they are read."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self._lines: Iterator[str] = iter(lines)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = next(self._lines, None)
        return "" if line is None else f"{line}\n"


def piped(folder: Path, narrator: Narrator, *lines: str, author: bool = False, **values: Any) -> str:
    """What plain mode prints for these lines of input. values: configuration by key."""
    return scripted(folder, narrator, lines, author=author, **values)


def scripted(
    folder: Path, narrator: Narrator, lines: Iterable[str], *, author: bool = False, **values: Any
) -> str:
    """What plain mode prints for lines that are made while it plays."""
    made = replace(services(folder, narrator, **values), asks=True)
    path = folder / "saves" / "story.rpg"
    if not path.exists():
        Session.create(path, harbour(), Opening(seed=1), made).save.close()
    output = io.StringIO()
    assert run_plain(made, "story", Lines(lines), output, SameNarrator(), author=author) == 0
    return output.getvalue()
