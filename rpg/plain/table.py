"""What a command of plain mode works on."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.plain.console import Console
from rpg.session.session import Session


class Unclear(Exception):
    """The words behind a command are not what it takes; how it is written is told."""


@dataclass(frozen=True, slots=True)
class Table:
    """The streams and the open playthrough."""

    console: Console
    session: Session
