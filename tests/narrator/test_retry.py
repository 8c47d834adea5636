"""What is tried again, how often and after how long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.errors import Fault, understand
from rpg.narrator.protocol import Failure, NarratorError
from rpg.narrator.retry import RetryRules, Wait, next_wait

RULES = RetryRules(attempts=3, longest=60, loading=10)


def fault(kind: Failure, wait: float | None = None) -> Fault:
    return Fault(NarratorError(kind), "", wait=wait)


@pytest.mark.parametrize(
    ("given_fault", "tried", "wait"),
    [
        (fault(Failure.RATE_LIMIT, 7), 0, Wait(7, "waiting_rate_limit")),
        (fault(Failure.RATE_LIMIT, 61), 0, None),
        (fault(Failure.RATE_LIMIT), 2, Wait(4, "waiting_rate_limit")),
        (fault(Failure.OVERLOADED), 0, Wait(1, "waiting_overloaded")),
        (fault(Failure.OVERLOADED), 3, None),
        (fault(Failure.DISCONNECTED), 1, Wait(2, "waiting_disconnected")),
        (fault(Failure.EMPTY), 0, Wait(1, "waiting_empty")),
        (fault(Failure.EMPTY), 1, None),
        (fault(Failure.WRONG_KEY), 0, None),
        (fault(Failure.STALLED), 0, None),
        (fault(Failure.NO_SERVER), 0, None),
        (fault(Failure.CONTEXT_TOO_LONG), 0, None),
    ],
)
def test_the_next_wait(given_fault: Fault, tried: int, wait: Wait | None) -> None:
    assert next_wait(given_fault, tried, 0, RULES) == wait


def test_a_loading_server_is_waited_for_up_to_its_own_limit() -> None:
    loading = understand(503, {"error": {"message": "Loading model"}})
    assert next_wait(loading, 99, 9, RULES) == Wait(2, "waiting_loading")
    assert next_wait(loading, 0, 10, RULES) is None


@given(st.sampled_from(Failure), st.none() | st.floats(0, 1000), st.integers(0, 9), st.floats(0, 1000))
def test_no_wait_is_longer_than_allowed_and_attempts_end(
    kind: Failure, asked: float | None, tried: int, waited: float
) -> None:
    wait = next_wait(fault(kind, asked), tried, waited, RULES)
    assert wait is None or (wait.seconds <= RULES.longest and tried < RULES.attempts)
