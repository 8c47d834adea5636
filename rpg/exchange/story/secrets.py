"""What of a save's settings never leaves the machine, and what of a foreign save's settings is not believed.

Keys come from the environment or the keyring and are in no save; this is the second lock on that door. A save
from elsewhere may not give tools leave to run, start servers or name files. Source: docs/interface.md §2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SECRET = re.compile(
    r"(?:^|[._-])(?:api[_-]?keys?|keys?|tokens?|secrets?|passwords?|passwd|authorization|auth|credentials?|cookie)$",
    re.IGNORECASE,
)
_LOGIN = re.compile(r"(?<=://)[^/@\s]{1,500}@")
_KEY_TEXT = re.compile(r"\b(?:sk|pk|rk|xai|gsk|hf|ghp)[-_][A-Za-z0-9_-]{16,}|\bBearer\s+\S{8,}")


def without_secrets(value: Any) -> Any:
    """`value` without what looks like a key, a password or a login in an address."""
    match value:
        case Mapping():
            return {key: without_secrets(one) for key, one in value.items() if not _SECRET.search(str(key))}
        case list() | tuple():
            return [without_secrets(one) for one in value]
        case str():
            return _KEY_TEXT.sub("…", _LOGIN.sub("", value))
        case _:
            return value


def trusted_settings(settings: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Settings of a foreign save that may hold here, and the keys of those that may not."""
    kept = {key: value for key, value in settings.items() if _is_harmless(key, value)}
    return kept, tuple(key for key in settings if key not in kept)


def _is_harmless(key: str, value: Any) -> bool:
    if key == "narrator":
        return isinstance(value, str) and value.split(":")[0] in ("storyteller", "openai")
    return not key.startswith(("mcp.", "tools.", "memory.")) and key != "base_url"
