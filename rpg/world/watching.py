"""Noticing that a world's files have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rpg.world.files import world_files

Stamp = tuple[tuple[str, int, int], ...]


def stamp(path: Path) -> Stamp:
    """What changes when a file of the world is written, added or taken away; equal stamps mean no change."""
    return tuple(_file_stamp(file) for file in world_files(path).files)


def changes(path: Path, wait: Callable[[], bool]) -> Iterator[Stamp]:
    """The stamp at first and after every change. wait: pauses between two looks; False ends the watch."""
    last = stamp(path)
    yield last
    while wait():
        now = stamp(path)
        if now != last:
            last = now
            yield now


def _file_stamp(file: Path) -> tuple[str, int, int]:
    try:
        status = file.stat()
    except OSError:
        return str(file), 0, -1
    return str(file), status.st_mtime_ns, status.st_size


@dataclass(frozen=True, slots=True)
class Difference:
    """What happened to a world's files between two stamps, by path."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def difference(before: Stamp, now: Stamp) -> Difference:
    """Which files are new, other or gone."""
    old = {file: rest for file, *rest in before}
    new = {file: rest for file, *rest in now}
    return Difference(
        tuple(file for file in new if file not in old),
        tuple(file for file in new if file in old and new[file] != old[file]),
        tuple(file for file in old if file not in new),
    )
