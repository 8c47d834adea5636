from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from rpg.world.watching import changes


def test_every_change_is_noticed_once(tmp_path: Path) -> None:
    file, other = tmp_path / "w.toml", tmp_path / "b.toml"
    file.write_text("a = 1\n", encoding="utf-8")
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: file.write_text("a = 23\n", encoding="utf-8"),
        lambda: None,
        lambda: other.write_text("b = 1\n", encoding="utf-8"),
        lambda: os.utime(file, ns=(1, 1)),
        other.unlink,
        lambda: (tmp_path / "notes.txt").write_text("x", encoding="utf-8"),
    ]

    def wait() -> bool:
        if not steps:
            return False
        steps.pop(0)()
        return True

    assert len(list(changes(tmp_path, wait))) == 5
