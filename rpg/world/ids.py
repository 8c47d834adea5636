"""What an id may look like: letters, digits, `_`, `-` and any CJK letter. Source: docs/world-format.md."""

from __future__ import annotations

import re
import unicodedata

LONGEST_ID = 80
"""Characters of the longest id."""

PLAYER = "player"
"""The word that stands for the player in relations; no character or location may have it as its id."""

_CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af"
)
_ID = re.compile(f"[A-Za-z0-9_\\-{_CJK}]{{1,{LONGEST_ID}}}")
_NOT_ID = re.compile(f"[^A-Za-z0-9_\\-{_CJK}]+")


def is_id(text: str) -> bool:
    """Whether `text` may be an id."""
    return _ID.fullmatch(text) is not None


def id_from(text: str, fallback: str = "id") -> str:
    """A legal id that resembles `text`: accents dropped, everything else that is not allowed made `_`."""
    plain = unicodedata.normalize("NFKD", text)
    plain = unicodedata.normalize("NFC", "".join(char for char in plain if not unicodedata.combining(char)))
    made = _NOT_ID.sub("_", plain.lower()).strip("_")[:LONGEST_ID].strip("_")
    return made or fallback
