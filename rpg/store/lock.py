"""One writer a save: a lock of the operating system on a small file beside it.

The system lets go of the lock when its holder ends, however it ends, so there is never a stale one. The file
says who holds it, for the error of the second.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from rpg.store.errors import SaveError, from_system

_FAR = 1 << 30
"""Offset of the locked byte where locks keep others from reading (Windows)."""


class WriterLock:
    """Held from construction to `release`. Raises SaveError "locked" naming the holder, or "read_only"."""

    def __init__(self, save: Path) -> None:
        self._path = lock_path(save)
        self._file = self._acquire(save)

    def release(self) -> None:
        if self._file < 0:
            return
        with suppress(OSError):
            self._path.unlink()
        _unlock(self._file)
        os.close(self._file)
        self._file = -1

    def _acquire(self, save: Path) -> int:
        while True:
            try:
                file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            except FileNotFoundError as error:
                raise SaveError("no_folder", save, folder=save.parent) from error
            except OSError as error:
                raise from_system(error, save) from error
            if not _try_lock(file):
                os.close(file)
                raise SaveError("locked", save, **_holder(self._path))
            if self._is_current(file):
                self._sign(file)
                return file
            os.close(file)

    def _is_current(self, file: int) -> bool:
        """Whether the locked file is still the one under this name: its last holder removes it."""
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except OSError:
            return False

    def _sign(self, file: int) -> None:
        """Says who holds the lock. On a full disk it is held unsigned: what is written next says what is wrong."""
        text = json.dumps({"pid": os.getpid(), "host": socket.gethostname(), "since": int(time.time())})
        with suppress(OSError):
            os.ftruncate(file, 0)
            os.write(file, text.encode())


def lock_path(save: Path) -> Path:
    """The file that is locked while `save` is written."""
    return save.with_name(save.name + ".lock")


def _holder(path: Path) -> dict[str, Any]:
    """Who holds the lock; question marks where that cannot be read."""
    try:
        found = json.loads(path.read_text("utf-8")[:1000])
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(int(found["since"])))
        return {"pid": int(found["pid"]), "host": str(found["host"])[:80], "since": since}
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return {"pid": "?", "host": "?", "since": "?"}


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

    def _unlock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        with suppress(OSError):
            msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _unlock(file: int) -> None:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)
