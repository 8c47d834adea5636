"""When a request is sent again by itself, and after how many seconds."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.narrator.errors import Fault
from rpg.narrator.protocol import Failure

_AGAIN = frozenset({Failure.RATE_LIMIT, Failure.OVERLOADED, Failure.DISCONNECTED})


@dataclass(frozen=True, slots=True)
class RetryRules:
    """attempts: how often a request is sent again at most. longest: the longest single wait in seconds;
    a server that asks for more is not waited for. loading: seconds in all for a server that still loads its
    model."""

    attempts: int = 3
    longest: float = 60.0
    loading: float = 180.0


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait so many seconds, for this reason (a code of the catalogue area "narrator")."""

    seconds: float
    reason: str


def next_wait(fault: Fault, tried: int, waited: float, rules: RetryRules) -> Wait | None:
    """The wait before the next attempt, or None when the fault is final.

    tried: attempts made again so far. waited: seconds waited so far.
    """
    if fault.loading:
        return Wait(2.0, "waiting_loading") if waited < rules.loading else None
    if fault.error.kind is Failure.EMPTY:
        return Wait(1.0, "waiting_empty") if tried == 0 else None
    if fault.error.kind not in _AGAIN or tried >= rules.attempts:
        return None
    seconds = fault.wait if fault.wait is not None else float(2**tried)
    return Wait(seconds, f"waiting_{fault.error.kind}") if seconds <= rules.longest else None
