"""A server's words fit to be shown: without keys, without controls, of bounded length.

Nothing that is shown, logged or raised holds a key. Source: docs/interface.md §2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_DETAIL = 400
"""Characters of a server's message that are shown."""

_AUTHORIZATION = re.compile(
    r"(?i)(\b(?:authorization|x-api-key|api[-_ ]?key|x-goog-api-key)\b[\"']?\s*[:=]\s*[\"']?)(?:bearer\s+)?[^\s\"',}]+"
)
_BEARER = re.compile(r"(?i)\bbearer\s+[A-Za-z0-9._~+/=\-]{6,}")
_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk|gsk|xai|key|hf|AIza)[-_]?[A-Za-z0-9*_\-]{12,}")
_URL_SECRET = re.compile(r"(?i)(://)[^/\s@]+@|([?&](?:key|api_key|token)=)[^&\s\"']+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


def scrub(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` without keys: the known ones, and whatever looks like one."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, "…")
    text = _AUTHORIZATION.sub(r"\1…", text)
    text = _BEARER.sub("Bearer …", text)
    text = _URL_SECRET.sub(lambda match: f"{match[1] or match[2]}…{'@' if match[1] else ''}", text)
    return _KEY_LIKE.sub("…", text)


def detail_of(text: str, secrets: Iterable[str] = ()) -> str:
    """The server's words fit to be shown: scrubbed, one line, no control characters, bounded."""
    line = " ".join(_CONTROL.sub(" ", scrub(text[: 20 * MAX_DETAIL], secrets)).split())
    return line if len(line) <= MAX_DETAIL else line[: MAX_DETAIL - 1] + "…"
