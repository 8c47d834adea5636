"""A key moment worth pinning: the sentence that would be missed most where the log is cut.

Source: docs/context.md §3 (a summary does not keep every detail).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rpg.memory.clip import clip, sentences
from rpg.memory.cues import weight
from rpg.text.folding import fold

Count = Callable[[str], int]

RECAP_TOKENS = 40
"""Tokens of the one line that is offered."""

_DATED = re.compile(r"^(?:\[[^\]\n]*\]|【[^】\n]*】)\s*")


def key_moment(told: Sequence[str], kept: Sequence[str], count: Count) -> str:
    """The weightiest sentence of `told` (oldest first) that none of `kept` says; of equals the latest; "" for none.

    told: what the left out messages told. kept: summary and pins.
    """
    known = fold("\n".join(kept))
    best, most = "", 0
    for text in told:
        for sentence in sentences(_DATED.sub("", text)):
            worth = weight(sentence)
            if worth and worth >= most and fold(sentence) not in known:
                best, most = sentence, worth
    return clip(" ".join(best.split()), RECAP_TOKENS, count)
