"""What the game has learned of servers and models: a small JSON file beside the configuration.

It is a cache with no keys in it. A file that cannot be read or written is treated as empty: learning is
never worth an error.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any


class Learned(MutableMapping[str, Any]):
    """Values by name, written through to `file`."""

    def __init__(self, file: Path):
        self._file = file
        self._values = _read(file)

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __setitem__(self, key: str, value: Any) -> None:
        if self._values.get(key) == value:
            return
        self._values[key] = value
        self._write()

    def __delitem__(self, key: str) -> None:
        del self._values[key]
        self._write()

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def _write(self) -> None:
        temporary = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(self._values, ensure_ascii=False, indent=1), "utf-8")
            os.replace(temporary, self._file)
        except OSError:
            return


def _read(file: Path) -> dict[str, Any]:
    try:
        values = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}
