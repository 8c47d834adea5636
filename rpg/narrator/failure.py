"""Why a reply could not be had."""

from __future__ import annotations

from enum import StrEnum


class Failure(StrEnum):
    """Kinds of failure; each has a sentence and a remedy in the catalogue area "narrator"."""

    NO_SERVER = "no_server"
    WRONG_KEY = "wrong_key"
    UNKNOWN_MODEL = "unknown_model"
    CONTEXT_TOO_LONG = "context_too_long"
    RATE_LIMIT = "rate_limit"
    NO_CREDIT = "no_credit"
    OVERLOADED = "overloaded"
    NOT_A_STREAM = "not_a_stream"
    STALLED = "stalled"
    DISCONNECTED = "disconnected"
    REFUSED = "refused"
    EMPTY = "empty"
    BAD_REPLY = "bad_reply"
    SCRIPT = "script"
    MODEL_FILE = "model_file"
    NO_MEMORY = "no_memory"
    NO_LOCAL_EXTRA = "no_local_extra"


class NarratorError(Exception):
    """A reply that could not be had or broke off.

    detail: the server's own words, cleaned and without keys. limit: the true context limit in tokens
    where the server told it. retryable: whether the same request may work later.
    """

    def __init__(self, kind: Failure, detail: str = "", *, limit: int | None = None, retryable: bool = False):
        super().__init__(f"{kind}: {detail}" if detail else str(kind))
        self.kind = kind
        self.detail = detail
        self.limit = limit
        self.retryable = retryable
