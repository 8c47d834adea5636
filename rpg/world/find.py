"""Finding worlds in folders, by name or by path, without reading more of them than their title."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.text.folding import name_key
from rpg.text.nearest import nearest
from rpg.world.files import FIRST, SUFFIX, read_text
from rpg.world.load import Reading, read_world, world_id
from rpg.world.problem import Problem
from rpg.world.sources import parse

MOST_WORLDS = 2_000
"""Worlds that are listed from one folder at most."""


@dataclass(frozen=True, slots=True)
class FoundWorld:
    """A world as a list shows it. problem: why its title cannot be read; None when it can. tutorial: whether it
    teaches the game.

    A title that reads well says nothing of the rest: `read` does.
    """

    id: str
    name: str
    path: Path
    summary: str = ""
    language: str = "en"
    problem: Problem | None = None
    tutorial: bool = False

    def read(self) -> Reading:
        """The whole world with all its problems."""
        return read_world(self.path)


class WorldNotFound(Exception):
    """No world has this name or path. nearest: the id it may have been meant to be, "" when none is near."""

    def __init__(self, text: str, nearest: str, folders: tuple[Path, ...]):
        super().__init__(f"no world {text!r}")
        self.text = text
        self.nearest = nearest
        self.folders = folders


def find_worlds(folders: Iterable[Path]) -> tuple[FoundWorld, ...]:
    """The worlds in `folders`, in order; a path seen twice is listed once.

    A folder that is a world itself counts as one. A world hides those with its id in later folders: its id
    means it and not them, as for `find_world`.
    """
    found: dict[Path, FoundWorld] = {}
    for folder in folders:
        hidden = {world.id for world in found.values()}
        for path in _candidates(folder):
            real = path.resolve()
            if real not in found and world_id(path) not in hidden:
                found[real] = glance(path)
    return tuple(found.values())


def world_ids(folders: Iterable[Path]) -> tuple[str, ...]:
    """Ids of what looks like a world in `folders`, in order, each once; no file is read."""
    return tuple(dict.fromkeys(world_id(path) for folder in folders for path in _candidates(folder)))


def find_world(text: str, folders: Iterable[Path]) -> FoundWorld:
    """The world that `text` names: a path, or the id or name of a world in `folders`; earlier folders win.

    Raises WorldNotFound.
    """
    path = Path(text).expanduser()
    if _is_world(path):
        return glance(path)
    places = tuple(folders)
    worlds = find_worlds(places)
    key = name_key(text)
    for words in (lambda one: (one.id,), lambda one: (name_key(one.id), name_key(one.name))):
        for world in worlds:
            if text in words(world) or key in words(world):
                return world
    raise WorldNotFound(text, nearest(text, [world.id for world in worlds]), places)


def glance(path: Path) -> FoundWorld:
    """The title of the world at `path`, from its `[world]` table alone."""
    id = world_id(path)
    problem: Problem | None = None
    for file in _title_files(path):
        head, trouble = _head(file)
        problem = problem or trouble
        if head is not None:
            return FoundWorld(
                id,
                _text(head, "name", id),
                path,
                _text(head, "summary", ""),
                _text(head, "language", "en"),
                problem,
                head.get("tutorial") is True,
            )
    return FoundWorld(id, id, path, problem=problem or Problem("no_title", "error", fix="no_title_fix"))


def _text(head: dict[str, Any], key: str, default: str) -> str:
    value = head.get(key)
    return value.strip() if isinstance(value, str) and value.strip() else default


def _head(file: Path) -> tuple[dict[str, Any] | None, Problem | None]:
    """The `[world]` table of a file, and why it could not be read."""
    text = read_text(file)
    parsed = text if isinstance(text, Problem) else parse(text, str(file))
    if isinstance(parsed, Problem):
        return None, parsed
    head = parsed.values.get("world")
    return (head, None) if isinstance(head, dict) else (None, None)


def _title_files(path: Path) -> list[Path]:
    """Where the `[world]` table may stand, likeliest first."""
    if not path.is_dir():
        return [path]
    files = sorted(_toml_files(path), key=lambda file: (file.name != FIRST, file.name))
    return files[:50]


def _candidates(folder: Path) -> Iterator[Path]:
    """Paths in `folder` that look like worlds, by name."""
    if (folder / FIRST).is_file():
        yield folder
        return
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    yield from [path for name in names[:MOST_WORLDS] if _is_world(path := folder / name)]


def _is_world(path: Path) -> bool:
    """Whether a path looks like a world: a TOML file, or a folder with one in it."""
    try:
        if path.name.startswith("."):
            return False
        if path.is_dir():
            return any(True for _ in _toml_files(path))
        return path.suffix.lower() == SUFFIX and path.is_file()
    except (OSError, ValueError):
        return False


def _toml_files(folder: Path) -> Iterator[Path]:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        path = folder / name
        if name.lower().endswith(SUFFIX) and not name.startswith(".") and path.is_file():
            yield path
