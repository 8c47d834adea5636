"""Finding and reading the files of a world: what is read, what is refused, and as which text.

A folder's own links may not lead out of it, hidden files and the top-level folder `tests` are not part of
the world, and sizes are bounded so that every world loads or fails in bounded time.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rpg.world.problem import Place, Problem

LARGEST_FILE = 16 * 1024 * 1024
LARGEST_WORLD = 64 * 1024 * 1024
MOST_FILES = 5_000
DEEPEST_FOLDER = 20

TESTS = "tests"
SUFFIX = ".toml"
FIRST = "world.toml"
"""Read before all other files, so that the order of a world starts with it."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


@dataclass(frozen=True, slots=True)
class Files:
    """What a world's path holds. root: the folder that bounds it; None when nothing could be found."""

    root: Path | None
    files: tuple[Path, ...]
    problems: tuple[Problem, ...] = ()


def world_files(path: Path) -> Files:
    """The TOML files of a world: the file itself, or those of the folder in a fixed order."""
    try:
        kind = path.stat().st_mode
    except (OSError, ValueError):
        return _nothing("path_missing", path, fix="path_missing_fix")
    if stat.S_ISREG(kind):
        return Files(path.resolve().parent, (path,))
    if not stat.S_ISDIR(kind):
        return _nothing("not_a_world", path, fix="not_a_world_fix")
    return _folder(path)


def _nothing(code: str, path: Path, *, fix: str) -> Files:
    return Files(None, (), (Problem(code, "error", Place(str(path)), {"path": str(path)}, fix),))


def _folder(folder: Path) -> Files:
    root = folder.resolve()
    problems: list[Problem] = []
    found: dict[Path, Path] = {}
    for file in _walk(folder, problems):
        real = file.resolve()
        if not real.is_relative_to(root):
            problems.append(_file_problem("link_outside", "warning", file, fix="link_outside_fix"))
        elif real.is_file():
            found.setdefault(real, file)
        if len(found) > MOST_FILES:
            problems.append(
                Problem(
                    "too_many_files", "error", Place(str(folder)), {"most": MOST_FILES}, "too_many_files_fix"
                )
            )
            break
    if not found and not problems:
        return _nothing("not_a_world", folder, fix="not_a_world_fix")
    files = sorted(found.values(), key=lambda file: _order(file.relative_to(folder)))
    return Files(root, tuple(files), tuple(problems))


def _order(relative: Path) -> tuple[bool, int, str]:
    return relative.as_posix() != FIRST, len(relative.parts), relative.as_posix()


def _walk(folder: Path, problems: list[Problem]) -> Iterator[Path]:
    """Candidate files below `folder`; linked folders are not entered."""

    def unreadable(error: OSError) -> None:
        problems.append(
            _file_problem("unreadable", "error", Path(error.filename or folder), fix="unreadable_fix")
        )

    for parent, folders, names in os.walk(folder, onerror=unreadable):
        here = Path(parent)
        depth = len(here.relative_to(folder).parts)
        for name in folders:
            if (here / name).is_symlink() and not name.startswith("."):
                problems.append(_file_problem("link_folder", "warning", here / name, fix="link_folder_fix"))
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and depth < DEEPEST_FOLDER and not (depth == 0 and name == TESTS)
        )
        yield from (here / name for name in sorted(names) if _is_toml(name))


def _is_toml(name: str) -> bool:
    return name.lower().endswith(SUFFIX) and not name.startswith(".")


def _file_problem(code: str, severity: str, file: Path, *, fix: str = "") -> Problem:
    return Problem(
        code, "error" if severity == "error" else "warning", Place(str(file)), {"file": str(file)}, fix
    )


def read_text(file: Path) -> str | Problem:
    """The text of a file, or why it cannot be read. A UTF-8 byte order mark is dropped, CRLF made LF."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        values = {"file": str(file), "reason": error.strerror or type(error).__name__}
        return Problem("unreadable", "error", Place(str(file)), values, "unreadable_fix")
    if len(data) > LARGEST_FILE:
        values = {"most": f"{LARGEST_FILE // 1024 // 1024} MiB"}
        return Problem("too_large", "error", Place(str(file)), values, "too_large_fix")
    return decode(data, str(file))


def decode(data: bytes, file: str) -> str | Problem:
    """UTF-8 text of `data`, or the problem with its place."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return Problem("encoding", "error", Place(file, 1, 1), {"encoding": name}, "encoding_fix")
    data = data.removeprefix(codecs.BOM_UTF8)
    nul = data.find(b"\0")
    if nul >= 0:
        return Problem("nul_byte", "error", _byte_place(data, nul, file), {}, "encoding_fix")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        values = {"byte": f"0x{data[error.start]:02X}"}
        return Problem("not_utf8", "error", _byte_place(data, error.start, file), values, "encoding_fix")
    return text.replace("\r\n", "\n")


def _byte_place(data: bytes, offset: int, file: str) -> Place:
    line_start = data.rfind(b"\n", 0, offset) + 1
    column = len(data[line_start:offset].decode("utf-8", "replace")) + 1
    return Place(file, data.count(b"\n", 0, offset) + 1, column)
