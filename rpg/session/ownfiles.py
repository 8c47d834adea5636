"""The player's own files in a folder of the data folder, read again when one of them has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from rpg.world.files import read_text
from rpg.world.problem import Problem
from rpg.world.sheetfiles import SheetFile

S = TypeVar("S")

MOST_FILES = 200
"""Files of a folder that are read."""

Signature = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Owned(Generic[S]):
    """A sheet and the file that holds it."""

    sheet: S
    file: Path


@dataclass(frozen=True, slots=True)
class Own(Generic[S]):
    """What a folder holds, by id. signature: of the files, to see when they change."""

    signature: Signature = ()
    sheets: Mapping[str, Owned[S]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


class OwnFiles(Generic[S]):
    """The TOML files of `folder`. Of two sheets with one id the first file's counts."""

    def __init__(self, folder: Path, read: Callable[[str, str], SheetFile[S]]) -> None:
        self.folder = folder
        self._read = read
        self._own: Own[S] = Own()

    def all(self) -> Own[S]:
        """The folder as it is now; the same object while no file changes."""
        signature = tuple(_signature(self.folder))
        if signature != self._own.signature:
            self._own = self._read_all(signature)
        return self._own

    def _read_all(self, signature: Signature) -> Own[S]:
        sheets: dict[str, Owned[S]] = {}
        problems: list[Problem] = []
        for name, _, _ in signature:
            file = self.folder / name
            text = read_text(file)
            if isinstance(text, Problem):
                problems.append(text)
                continue
            read = self._read(text, str(file))
            problems.extend(read.problems)
            for id, sheet in read.sheets.items():
                sheets.setdefault(id, Owned(sheet, file))
        return Own(signature, sheets, tuple(problems))


def _signature(folder: Path) -> Iterable[tuple[str, int, int]]:
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() == ".toml")[:MOST_FILES]
    except OSError:
        return
    for file in files:
        try:
            status = file.stat()
        except OSError:
            continue
        yield file.name, status.st_mtime_ns, status.st_size
