"""A file layer for SQLite that kills the process in the middle of its n-th write. Works through ctypes.

It copies the default layer's tables of functions and puts its own in place of those that change a file. Every
write, truncation, sync and deletion counts as one point; a write is cut in half before the kill.
"""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable
from typing import Any

VFS_SIZE = 40 + 16 * 8  # three ints, three pointers, sixteen functions (version 3)
METHODS_SIZE = 8 + 18 * 8  # one int, eighteen functions (version 3)
OPEN, DELETE = 40, 48  # offsets in the first
WRITE, TRUNCATE, SYNC = 24, 32, 40  # offsets in the second
NAME, NEXT = 24, 16

Pointer = ctypes.c_void_p
OpenFile = ctypes.CFUNCTYPE(
    ctypes.c_int, Pointer, Pointer, Pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
DeleteFile = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, Pointer, ctypes.c_int)
WriteFile = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, Pointer, ctypes.c_int, ctypes.c_int64)
TruncateFile = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, ctypes.c_int64)
SyncFile = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, ctypes.c_int)


def _pointer(address: int, offset: int) -> int:
    return Pointer.from_address(address + offset).value or 0


class KillerVfs:
    """Becomes the default layer when it is made. Raises OSError or AttributeError where SQLite cannot be
    reached."""

    def __init__(self) -> None:
        import _sqlite3

        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = Pointer
        self._library.sqlite3_vfs_register.argtypes = [Pointer, ctypes.c_int]
        self._left = 0
        self._methods: dict[int, Any] = {}
        self._kept: list[Any] = []
        self._install(self._library.sqlite3_vfs_find(None))

    def arm(self, points: int) -> None:
        """The process dies at the `points`-th point from now; 0: never."""
        self._left = points

    def _dies(self) -> bool:
        if not self._left:
            return False
        self._left -= 1
        return not self._left

    def _point(self) -> None:
        if self._dies():
            os.kill(os.getpid(), signal.SIGKILL)

    def _install(self, original: int) -> None:
        table = ctypes.create_string_buffer(ctypes.string_at(original, VFS_SIZE), VFS_SIZE)
        address = ctypes.addressof(table)
        name = ctypes.create_string_buffer(b"killer")
        Pointer.from_address(address + NAME).value = ctypes.addressof(name)
        Pointer.from_address(address + NEXT).value = None
        self._kept += [table, name]
        self._replace(address, OPEN, OpenFile, self._opening(OpenFile(_pointer(original, OPEN))))
        self._replace(address, DELETE, DeleteFile, self._counted(DeleteFile(_pointer(original, DELETE))))
        if self._library.sqlite3_vfs_register(address, 1):
            raise OSError("the file layer was not taken")

    def _replace(self, address: int, offset: int, kind: Any, function: Callable[..., int]) -> None:
        callback = kind(function)
        self._kept.append(callback)
        Pointer.from_address(address + offset).value = ctypes.cast(callback, Pointer).value

    def _opening(self, original: Callable[..., int]) -> Callable[..., int]:
        def opened(vfs: int, name: int, file: int, flags: int, out: Any) -> int:
            result = original(vfs, name, file, flags, out)
            methods = Pointer.from_address(file).value
            if methods:
                Pointer.from_address(file).value = ctypes.addressof(self._patched(methods))
            return result

        return opened

    def _patched(self, methods: int) -> Any:
        if methods not in self._methods:
            table = ctypes.create_string_buffer(ctypes.string_at(methods, METHODS_SIZE), METHODS_SIZE)
            address = ctypes.addressof(table)
            self._methods[methods] = table
            self._replace(address, WRITE, WriteFile, self._writing(WriteFile(_pointer(methods, WRITE))))
            truncate = TruncateFile(_pointer(methods, TRUNCATE))
            self._replace(address, TRUNCATE, TruncateFile, self._counted(truncate))
            self._replace(address, SYNC, SyncFile, self._counted(SyncFile(_pointer(methods, SYNC))))
        return self._methods[methods]

    def _writing(self, original: Callable[..., int]) -> Callable[..., int]:
        def write(file: int, data: int, size: int, offset: int) -> int:
            if self._dies():
                original(file, data, size // 2, offset)
                os.kill(os.getpid(), signal.SIGKILL)
            return original(file, data, size, offset)

        return write

    def _counted(self, original: Callable[..., int]) -> Callable[..., int]:
        def counted(*arguments: Any) -> int:
            self._point()
            return original(*arguments)

        return counted
