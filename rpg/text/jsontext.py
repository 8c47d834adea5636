"""JSON for people and pipes: other writing as it is, and nothing in it that steers a terminal or hides."""

from __future__ import annotations

import json
import re
from typing import Any

_HIDDEN = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Controls, direction marks and overrides, invisible letters, halves of pairs: the same as `rpg.text.clean` takes
out. JSON itself escapes the controls below U+0020."""


def json_text(document: Any, indent: int | None = None, separators: tuple[str, str] | None = None) -> str:
    """`document` as JSON whose hidden characters are escapes, so that it says what it holds; reading it back
    gives the same document."""
    return _HIDDEN.sub(
        _escape, json.dumps(document, ensure_ascii=False, indent=indent, separators=separators)
    )


def _escape(found: re.Match[str]) -> str:
    return json.dumps(found.group())[1:-1]
