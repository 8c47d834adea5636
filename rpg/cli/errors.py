"""How a command ends that did not do what it was asked. Source: docs/interface.md §1."""

from __future__ import annotations

FAILED = 1
USAGE = 2


class CommandError(Exception):
    """An act that was refused or failed, as one sentence for the player. code: stable, for `--json`."""

    def __init__(self, text: str, *, code: str = "failed", exit: int = FAILED):
        super().__init__(text)
        self.text = text
        self.code = code
        self.exit = exit
