"""What can be set by hand, and what the id of each names: the one list, light enough for the help of a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KINDS: Final[Mapping[str, str]] = {
    "player": "location",
    "position": "character",
    "condition": "character",
    "relationship": "character",
    "knows": "character",
    "forgets": "character",
    "note": "location",
    "exit": "from:to",
    "flag": "name",
    "clock": "",
    "answer": "question",
    "premise": "",
    "summary": "",
    "pin": "name",
    "lock": "fact",
    "unlock": "fact",
}
"""By kind what its id names; "" when there is none to give."""
