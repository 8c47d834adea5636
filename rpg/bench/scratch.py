"""A folder for the saves of a run. Benches measure prompts and state, so they ask for memory rather than a disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY_DISK = Path("/dev/shm")


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder that is gone afterwards; on a memory disk where the machine has one."""
    disk = MEMORY_DISK if MEMORY_DISK.is_dir() and os.access(MEMORY_DISK, os.W_OK) else None
    with TemporaryDirectory(prefix="rpg-bench-", dir=disk) as folder:
        yield Path(folder)
