"""`rpg lore eval` for every kind of case: conversions here, evaluations in the engine.

Source: docs/lorebook.md §7.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rpg.exchange.lorebooks.convert import (
    from_agnai,
    from_character_book,
    from_novel,
    from_risu,
    to_character_book,
)
from rpg.exchange.lorebooks.loose import table
from rpg.lore.cases import evaluate_case
from rpg.lore.matching.keylist import split_keys
from rpg.lore.matching.pattern import parse_pattern
from rpg.lore.tavern.decorators import split_decorators


class UnknownConversion(ValueError):
    """A case asks for a conversion that does not exist. name: what it asked for; known: what there is."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
        self.known = tuple(sorted((*_FILES, "to_character_book", "split_keys", "parse_regex", "decorators")))


_FILES: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "novel": from_novel,
    "agnai": from_agnai,
    "risu": from_risu,
    "character_book": from_character_book,
}


def run_case(case: Mapping[str, Any], seed: str = "lore eval") -> dict[str, Any]:
    """{"output": …} for a conversion, {"turns": [...]} for an evaluation.

    Raises UnknownConversion.
    """
    if "convert" not in case:
        return evaluate_case(case, seed)
    return {"output": _converted(str(case["convert"]), case)}


def _converted(kind: str, case: Mapping[str, Any]) -> Any:
    given = case.get("input")
    if kind in _FILES:
        return _FILES[kind](table(given))
    match kind:
        case "to_character_book":
            return to_character_book(table(given), str(case.get("book_name", "book")))
        case "split_keys":
            return split_keys(given if isinstance(given, str) else "")
        case "parse_regex":
            pattern = parse_pattern(given) if isinstance(given, str) else None
            return None if pattern is None else {"source": pattern.shown_source, "flags": pattern.flags}
        case "decorators":
            decorators, content = split_decorators(given if isinstance(given, str) else "")
            return {"decorators": list(decorators), "content": content}
    raise UnknownConversion(kind)
