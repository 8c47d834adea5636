"""Regular expressions of lorebook keys: are they valid, and can they hang?

Validity is asked of an ECMAScript engine, which only compiles and never matches. Whether a pattern can
backtrack without end is judged from its structure alone, so the check itself can never be caught by one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

LONGEST_PATTERN = 2_000
"""Characters of the longest pattern that is judged."""

MANY = 10
"""Repetitions from which a bounded repeat counts as endless."""

_LITERAL = re.compile(r"/((?:[^/\\]|\\.)+)/([a-z]*)", re.DOTALL)
_BAR = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\|", re.DOTALL)
_NAMED_GROUP = re.compile(r"\(\?<(?=[A-Za-z_])")

Item = tuple[Any, Any]


def regex_parts(key: str) -> tuple[str, str] | None:
    """The pattern and flags of a key written as `/pattern/flags`; None for a plain key."""
    match = _LITERAL.fullmatch(key.strip())
    return (match[1], match[2]) if match else None


def pattern_error(pattern: str, flags: str) -> str:
    """Why a pattern is not a valid ECMAScript expression, in the engine's words; "" when it is."""
    if len(pattern) > LONGEST_PATTERN:
        return f"> {LONGEST_PATTERN}"
    unknown = "".join(sorted(set(flags) - set("dgimsuvy")))
    if unknown:
        return unknown
    import regress

    try:
        regress.Regex(pattern, "".join(flag for flag in flags if flag in "imsuv"))
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


def may_hang(pattern: str) -> bool:
    """Whether a pattern can take exponential (or high polynomial) time on some text.

    It can when something repeated without end can split the same text in more than one way.
    """
    tree = _tree(pattern)
    if tree is None:
        return False
    try:
        return any(_ambiguous(body) for body in _endless_bodies(tree)) or _crowded(tree)
    except RecursionError:  # groups nested by the hundred: nobody's honest key
        return True


def _tree(pattern: str) -> list[Item] | None:
    """The parsed structure; None when Python's own parser does not know the dialect."""
    if len(pattern) > LONGEST_PATTERN:
        return None
    from re import _parser  # type: ignore[attr-defined]

    try:
        return list(_parser.parse(_unmerged(_NAMED_GROUP.sub("(?P<", pattern))))
    except (re.error, RecursionError, OverflowError):
        return None


def _unmerged(pattern: str) -> str:
    """The pattern with an empty look-ahead after each bar, which keeps the parser from merging alternatives."""
    return _BAR.sub(lambda match: "|(?=)" if match[0] == "|" else match[0], pattern)


def _name(item: Item) -> str:
    return str(item[0])


def _parts(item: Item) -> list[list[Item]]:
    """The sequences inside an item."""
    kind, value = _name(item), item[1]
    match kind:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return [list(value[2])]
        case "SUBPATTERN":
            return [list(value[3])]
        case "BRANCH":
            return [list(part) for part in value[1]]
        case "ASSERT" | "ASSERT_NOT":
            return [list(value[1])]
        case "ATOMIC_GROUP":
            return [list(value)]
        case _:
            return []


def _is_endless(item: Item) -> bool:
    return _name(item) in ("MAX_REPEAT", "MIN_REPEAT") and int(item[1][1]) >= MANY


def _endless_bodies(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The body of every endless repeat, at any depth."""
    for item in items:
        for part in _parts(item):
            if _is_endless(item):
                yield part
            yield from _endless_bodies(part)


def _flat(items: Iterable[Item]) -> list[Item]:
    """A sequence with its plain groups opened and its look-arounds, which take no letter, left out."""
    flat: list[Item] = []
    for item in items:
        if _name(item) == "SUBPATTERN":
            flat.extend(_flat(item[1][3]))
        elif _name(item) not in ("ASSERT", "ASSERT_NOT"):
            flat.append(item)
    return flat


def _ambiguous(body: list[Item]) -> bool:
    """Whether a body, repeated, can match one text in several ways."""
    flat = _flat(body)
    for index, item in enumerate(flat):
        if _is_endless(item) or (_name(item) == "BRANCH" and _holds_endless(item)):
            others = flat[:index] + flat[index + 1 :]
            letters = _letters([item])
            if not any(_is_required(other) and not letters & _letters([other]) for other in others):
                return True
        if _name(item) == "BRANCH" and len(flat) == 1 and _branches_overlap(item):
            return True
    return False


def _holds_endless(item: Item) -> bool:
    return any(_is_endless(one) or _holds_endless(one) for part in _parts(item) for one in part)


def _branches_overlap(item: Item) -> bool:
    """Whether one alternative can stand for another: equal single letters, or words made of words."""
    parts = [_flat(part) for part in item[1][1]]
    words = [_word(part) for part in parts]
    if all(word is not None for word in words):
        return any(
            _is_made_of(word, words[:index] + words[index + 1 :]) for index, word in enumerate(words) if word
        )
    singles = [_letters(part) for part in parts if len(part) == 1 and not _is_endless(part[0])]
    return any(first & second for index, first in enumerate(singles) for second in singles[index + 1 :])


def _word(items: list[Item]) -> str | None:
    """The text of a sequence of plain letters; None for any other."""
    if all(_name(item) == "LITERAL" for item in items):
        return "".join(chr(item[1]) for item in items)
    return None


def _is_made_of(word: str, others: Iterable[str | None]) -> bool:
    pieces = [other for other in others if other]
    reached = {0}
    for end in range(1, len(word) + 1):
        if any(end - len(piece) in reached and word[:end].endswith(piece) for piece in pieces):
            reached.add(end)
    return len(word) in reached


def _crowded(items: list[Item]) -> bool:
    """Whether three endless repeats of overlapping letters stand side by side, at any depth."""
    row: list[frozenset[str]] = []
    if any(_crowded(part) for item in items for part in _parts(item)):
        return True
    for item in _flat(items):
        row = [*row, _letters([item])] if _is_endless(item) else []
        if len(row) >= 3 and row[-1] & row[-2] & row[-3]:
            return True
    return False


def _is_required(item: Item) -> bool:
    """Whether an item always takes at least one letter."""
    match _name(item):
        case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
            return True
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return int(item[1][0]) > 0 and any(_is_required(one) for one in item[1][2])
        case "SUBPATTERN" | "BRANCH" | "ATOMIC_GROUP":
            return all(any(_is_required(one) for one in part) for part in _parts(item))
        case _:
            return False


@cache
def _sample() -> frozenset[str]:
    """Letters that stand for all letters when sets are compared."""
    return frozenset([*map(chr, range(9, 14)), *map(chr, range(32, 127)), *"éßñЖя中文水あア한　，。"])


def _letters(items: Iterable[Item]) -> frozenset[str]:
    """The sample letters that a sequence may take anywhere; everything for what is not understood."""
    found: frozenset[str] = frozenset()
    for item in items:
        found |= _item_letters(item)
    return found


def _item_letters(item: Item) -> frozenset[str]:
    kind, value = _name(item), item[1]
    match kind:
        case "LITERAL":
            return frozenset(chr(value)) if value <= sys.maxunicode else frozenset()
        case "NOT_LITERAL":
            return _sample() - {chr(value)}
        case "ANY":
            return _sample() - {"\n", "\r"}
        case "IN":
            return _class_letters(value)
        case "AT":
            return frozenset()
        case "GROUPREF" | "GROUPREF_EXISTS":
            return _sample()
        case _:
            return frozenset().union(*(_letters(part) for part in _parts(item)))


def _class_letters(members: Iterable[Item]) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    negated = False
    for kind, value in members:
        match str(kind):
            case "NEGATE":
                negated = True
            case "LITERAL":
                found |= {chr(value)}
            case "RANGE":
                found |= {letter for letter in _sample() if value[0] <= ord(letter) <= value[1]}
                found |= {chr(value[0])}
            case "CATEGORY":
                found |= {letter for letter in _sample() if _in_category(str(value), letter)}
    return _sample() - found if negated else found


def _in_category(name: str, letter: str) -> bool:
    wanted = "NOT" not in name
    match name.rsplit("_", 1)[-1]:
        case "DIGIT":
            return letter.isdigit() == wanted
        case "SPACE":
            return letter.isspace() == wanted
        case _:
            return (letter.isalnum() or letter == "_") == wanted
