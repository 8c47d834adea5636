"""What a server's error means: its kind, the server's own words, the true limit, how long to wait.

Servers agree on little but the status, so the words count as well. Nothing that leaves this module holds
a key. Source: docs/libraries.md, the table of what the wire does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from rpg.narrator.protocol import Failure, NarratorError
from rpg.narrator.scrubbing import detail_of, scrub
from rpg.text.numbers import whole_number

_LIMITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"maximum context length (?:is|of) (?:only )?([\d,]{3,})",
        r"([\d,]{3,}) (?:tokens )?maximum context length",
        r"context length of (?:only )?([\d,]{3,})",
        r"context (?:window|size|length)[^\d]{0,40}?([\d,]{3,})",
        r"tokens? ?> ?([\d,]{3,}) maximum",
        r"maximum number of tokens allowed \(?([\d,]{3,})",
        r"(?:limit|maximum)(?: of| is|:) ?([\d,]{3,}) tokens",
        r"n_ctx[^\d]{0,10}([\d,]{3,})",
        r"max(?:imum)?[_ ]?(?:model[_ ]?len|input length|sequence length)[^\d]{0,20}([\d,]{3,})",
    )
)
_TRY_AGAIN = re.compile(r"(?i)(?:try again|retry)\D{0,20}?(?:(\d+)m)?(\d+(?:\.\d+)?) ?(ms|s\b|sec)")


@dataclass(frozen=True, slots=True)
class Fault:
    """An error of a server, understood.

    message: its full words for deciding what to adapt (scrubbed, not shortened). wait: seconds that the
    server asks to wait, None when it does not say. loading: the server is still loading its model.
    """

    error: NarratorError
    message: str
    status: int | None = None
    wait: float | None = None
    loading: bool = False


def understand(
    status: int | None, body: object, headers: Mapping[str, str] | None = None, secrets: Sequence[str] = ()
) -> Fault:
    """The fault behind an error answer, or (status None) behind an error object in a stream."""
    entry = _entry(body)
    message = scrub(_words(entry), secrets)
    code = f"{_get(entry, 'code')} {_get(entry, 'type')} {_get(entry, 'status')}".lower()
    status = status if status is not None else _status(entry)
    wait = _wait(headers or {}, message)
    kind = _kind(status, message.lower(), code, passes=wait is not None)
    limit = _limit(entry, message) if kind is Failure.CONTEXT_TOO_LONG else None
    retryable = kind in (Failure.RATE_LIMIT, Failure.OVERLOADED, Failure.DISCONNECTED)
    shown = detail_of(message) or (f"HTTP {status}" if status else "")
    return Fault(
        NarratorError(kind, shown, limit=limit, retryable=retryable),
        message,
        status,
        wait,
        loading=status == 503 and "loading" in message.lower(),
    )


def _entry(body: object) -> object:
    """The part of an error answer that tells what happened."""
    if isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, Mapping):
        inner = body.get("error")
        if isinstance(inner, Mapping) or (isinstance(inner, str) and inner):
            return inner
    return body


def _get(entry: object, name: str) -> Any:
    return entry.get(name) if isinstance(entry, Mapping) else None


def _words(entry: object) -> str:
    """All words of an error, whatever field holds them; a provider's own words behind a router too."""
    if isinstance(entry, str):
        return entry if not entry.lstrip().startswith("<") else _page_title(entry)
    if not isinstance(entry, Mapping):
        return "" if entry is None else json.dumps(entry, ensure_ascii=False, default=str)
    message = next(
        (entry[k] for k in ("message", "detail", "msg", "error_msg", "title") if entry.get(k)), None
    )
    if message is None:
        return json.dumps(entry, ensure_ascii=False, default=str)
    words = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False, default=str)
    inner = _get(entry.get("metadata"), "raw")
    return f"{words}: {inner}" if inner else words


def _page_title(page: str) -> str:
    title = re.search(r"(?is)<title[^>]*>(.{0,200}?)</title>", page[:20_000])
    return title.group(1).strip() if title else "a web page"


def _status(entry: object) -> int | None:
    for name in ("code", "status", "status_code"):
        value = _get(entry, name)
        if isinstance(value, str):
            value = whole_number(value)
        if isinstance(value, int) and 400 <= value < 600:
            return value
    return None


_CONTEXT = (
    "context_length_exceeded",
    "exceed_context_size",
    "maximum context length",
    "context length exceeded",
    "exceeds the available context",
    "exceed context",
    "exceeds the context",
    "context window",
    "context the overflows",
    "greater than the context length",
    "prompt is too long",
    "input is too long",
    "input token count",
    "too many tokens",
    "reduce the length",
    "string too long",
    "maximum input length",
    "range of input length",
    "longer than the model",
    "exceeds max length",
    "request too large for model",
)
_CREDIT = (
    "insufficient_quota",
    "insufficient balance",
    "insufficient credit",
    "insufficient funds",
    "exceeded your current quota",
    "credit balance",
    "billing",
    "more credits",
    "payment required",
)
_KEY = (
    "invalid_api_key",
    "incorrect api key",
    "api key not valid",
    "invalid api key",
    "invalid authentication",
    "api_key_invalid",
    "no auth credentials",
    "missing api key",
)
_MODEL = (
    "model_not_found",
    "model not found",
    "does not exist",
    "is not a valid model",
    "no such model",
    "unknown model",
    "invalid model",
    "model_not_exist",
    "model not exist",
    "not found, try pulling it",
    "no models loaded",
    "is not found for api version",
)
_POLICY = (
    "content_filter",
    "content management policy",
    "content_policy",
    "responsibleaipolicy",
    "data_inspection_failed",
    "content exists risk",
    "moderation",
    "flagged",
    "safety system",
    "prohibited_content",
)
_BUSY = ("overloaded", "server is busy", "unavailable", "capacity", "loading model", "server_error")


def _has(text: str, words: Iterable[str]) -> bool:
    return any(word in text for word in words)


def _kind(status: int | None, message: str, code: str, *, passes: bool) -> Failure:
    """passes: the server says when to try again, so a used-up quota is one of minutes and not of money."""
    words = f"{message} {code}"
    if status == 429 and passes and "insufficient_quota" not in words:
        return Failure.RATE_LIMIT
    if _has(words, _CONTEXT) and status not in (401, 403, 404):
        return Failure.CONTEXT_TOO_LONG
    if status == 402 or _has(words, _CREDIT):
        return Failure.NO_CREDIT
    if _has(words, _POLICY):
        return Failure.REFUSED
    if status == 401 or _has(words, _KEY):
        return Failure.WRONG_KEY
    return _by_status(status, words)


def _by_status(status: int | None, words: str) -> Failure:
    match status:
        case 403:
            return Failure.REFUSED if _has(words, ("country", "region", "territory")) else Failure.WRONG_KEY
        case 404:
            return Failure.UNKNOWN_MODEL if "model" in words else Failure.NOT_A_STREAM
        case 405 | 301 | 302 | 307 | 308:
            return Failure.NOT_A_STREAM
        case 413:
            return Failure.CONTEXT_TOO_LONG
        case 408 | 409 | 425:
            return Failure.OVERLOADED
        case 429:
            return Failure.RATE_LIMIT
        case None:
            return _by_words(words)
        case _ if status >= 500:
            return Failure.OVERLOADED
        case _:
            return Failure.UNKNOWN_MODEL if _has(words, _MODEL) else Failure.REFUSED


def _by_words(words: str) -> Failure:
    """The kind of an error in a stream that has no status."""
    if _has(words, ("rate limit", "rate_limit", "too many requests")):
        return Failure.RATE_LIMIT
    if _has(words, _MODEL):
        return Failure.UNKNOWN_MODEL
    if _has(words, ("disconnect", "connection", "network")):
        return Failure.DISCONNECTED
    return Failure.OVERLOADED if _has(words, _BUSY) else Failure.BAD_REPLY


def _limit(entry: object, message: str) -> int | None:
    """The context window in tokens that the server tells, in a field or in words."""
    for name in ("n_ctx", "max_context_length", "context_length"):
        value = _get(entry, name)
        if isinstance(value, int) and value > 0:
            return value
    for pattern in _LIMITS:
        found = pattern.search(message)
        if found:
            return int(found.group(1).replace(",", ""))
    return None


def _wait(headers: Mapping[str, str], message: str) -> float | None:
    """Seconds to wait, from headers or words; a date counts against the answer's own date."""
    lower = {name.lower(): value for name, value in headers.items()}
    millis = _float(lower.get("retry-after-ms"))
    if millis is not None:
        return millis / 1000
    given = lower.get("retry-after", "")
    seconds = _float(given)
    if seconds is not None:
        return seconds
    return _until(given, lower.get("date", "")) if given else _words_wait(message)


def _float(text: str | None) -> float | None:
    return float(text) if text and re.fullmatch(r"\s*\d{1,9}(?:\.\d+)?\s*", text) else None


def _until(date: str, now: str) -> float | None:
    try:
        seconds = (parsedate_to_datetime(date) - parsedate_to_datetime(now)).total_seconds()
    except (TypeError, ValueError):
        return None
    return max(seconds, 0.0)


def _words_wait(message: str) -> float | None:
    found = _TRY_AGAIN.search(message)
    if found is None:
        return None
    seconds = float(found.group(2)) / (1000 if found.group(3).lower() == "ms" else 1)
    return seconds + 60 * int(found.group(1) or 0)
