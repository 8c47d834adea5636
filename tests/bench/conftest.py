"""What the tests of the benches share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rpg.bench.scratch import scratch_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for saves, in memory where the machine has such a disk."""
    with scratch_folder() as made:
        yield made
