"""The pieces of a call's arguments read as what they were meant to be.

Servers send pieces that repeat everything so far, send every piece or some pieces twice, or let several calls run
together. Source: docs/design.md §6.
"""

from __future__ import annotations

import json
from itertools import combinations, pairwise

from rpg.narrator.repair import Repaired, Unreadable, compact, join_surrogates, repair_object, unique_keys

_MOST_DOUBLES = 6
_MOST_IN_A_ROW = 16


def strict_object(text: str) -> str | None:
    """The object that `text` strictly is, as compact JSON, or None."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        value = json.loads(text, strict=False, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError):
        return None
    return compact(value) if isinstance(value, dict) else None


def read_fragments(fragments: list[str], *, complete: bool = True) -> list[Repaired]:
    """The arguments that `fragments` make: one object, or several when calls ran together."""
    joined = join_surrogates("".join(fragments))
    if not joined.strip() and not complete:
        return [Repaired("{}", "the text was cut")]
    strict = strict_object(joined)
    if strict is not None:
        return [Repaired(strict)]
    several = _grown(fragments) or _doubled(fragments) or _in_a_row(joined) or _without_doubles(fragments)
    if several:
        return [Repaired(text) for text in several]
    return [repair_object(joined, complete=complete)]


def _grown(fragments: list[str]) -> list[str]:
    """Each piece repeats everything so far and adds to it: the last piece is the whole."""
    if len(fragments) < 2 or not all(later.startswith(earlier) for earlier, later in pairwise(fragments)):
        return []
    whole = strict_object(fragments[-1])
    return [] if whole is None else [whole]


def _doubled(fragments: list[str]) -> list[str]:
    """Every piece was sent twice."""
    if len(fragments) % 2 or fragments[::2] != fragments[1::2]:
        return []
    whole = strict_object("".join(fragments[::2]))
    return [] if whole is None else [whole]


def _in_a_row(text: str) -> list[str]:
    """Complete objects one behind the other; the same object again is the same call."""
    decoder = json.JSONDecoder(strict=False, object_pairs_hook=unique_keys)
    found: dict[str, None] = {}
    at = 0
    text = text.strip()
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError, Unreadable):
            return []
        if not isinstance(value, dict) or len(found) > _MOST_IN_A_ROW:
            return []
        found[compact(value)] = None
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
    return list(found)


def _without_doubles(fragments: list[str]) -> list[str]:
    """Some pieces were sent twice: taken only if leaving out doubles can give one object and no other."""
    doubles = [at for at, (one, two) in enumerate(pairwise(fragments), 1) if one == two]
    if not doubles or len(doubles) > _MOST_DOUBLES:
        return []
    readings: dict[str, None] = {}
    for count in range(1, len(doubles) + 1):
        for left_out in combinations(doubles, count):
            whole = strict_object("".join(f for at, f in enumerate(fragments) if at not in left_out))
            if whole is not None:
                readings[whole] = None
    return list(readings) if len(readings) == 1 else []
