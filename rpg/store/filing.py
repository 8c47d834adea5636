"""Saves as files: another name, a copy, and out of the way. Nothing is destroyed and nothing overwritten."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rpg.store.errors import SaveError, from_system
from rpg.store.library import free_path
from rpg.store.lock import WriterLock
from rpg.store.opening import journal_path

TRASH = ".trash"
"""The folder beside the saves that takes those that were deleted."""


def rename_save(path: Path, target: Path) -> None:
    """Gives a save another name. Raises SaveError "missing", "exists", "locked", and those of the disk."""
    with _ours(path, target):
        _move(path, target)


def copy_save(path: Path, target: Path) -> None:
    """Writes a copy of a save that nobody else is writing. Raises as `rename_save`; there is no half copy."""
    building = target.with_name(f".{target.name}.{os.getpid()}.new")
    with _ours(path, target):
        try:
            if journal_path(path).exists():
                shutil.copyfile(journal_path(path), journal_path(target))
            shutil.copyfile(path, building)
            os.replace(building, target)
        except OSError:
            for half in (building, journal_path(target)):
                with suppress(OSError):
                    half.unlink(missing_ok=True)
            raise


def discard_save(path: Path) -> Path:
    """Moves a save into the trash beside it, under a free name, and returns where it is now. Raises as `rename_save`."""
    folder = path.parent / TRASH
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise from_system(error, folder) from error
    target = free_path(folder, path.stem)
    rename_save(path, target)
    return target


def _move(path: Path, target: Path) -> None:
    """The journal goes first: a save without its journal would lose what was written last."""
    if journal_path(path).exists():
        os.replace(journal_path(path), journal_path(target))
    os.replace(path, target)


@contextmanager
def _ours(path: Path, target: Path) -> Iterator[None]:
    """The save is there, its new name is free, and nobody writes it meanwhile."""
    if not path.is_file():
        raise SaveError("missing", path, nearest="")
    if target.exists():
        raise SaveError("exists", target)
    lock = WriterLock(path)
    try:
        yield
    except OSError as error:
        raise from_system(error, path) from error
    finally:
        lock.release()
