"""Dice: a notation, and rolls that follow from a key.

A key holds (session seed, place on the path, who, n), and for the world's dice the attempt too; `who` is
"player" or "world", n counts the rolls of the turn. So a retry repeats what the player rolled and rolls anew
for the world. Source: docs/design.md §5.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from rpg.runtime.errors import EditError

MOST_DICE = 100
MOST_SIDES = 1_000
LARGEST_MODIFIER = 100_000
LONGEST_NOTATION = 80

_TERM = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<count>\d{0,4})d(?P<sides>\d{1,5}|%)(?P<keep>(?:kh|kl|dh|dl|k)\d{0,4})?(?P<edge>adv|dis)?|(?P<flat>\d{1,7}))"
)
_SPLIT_NUMBER = re.compile(r"\d\s+\d")
_EDGES = (("with", ""), ("disadvantage", "dis"), ("advantage", "adv"), ("劣势", "dis"), ("优势", "adv"))


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a notation. sides 0: a plain number, in `count`. keep_high, keep_low: None keeps all."""

    sign: int
    count: int
    sides: int = 0
    keep_high: int | None = None
    keep_low: int | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll. dice: every die as it fell, in order; kept: those that count, in order; total: with modifiers."""

    notation: str
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    total: int


def roll(notation: str, key: tuple[str, ...]) -> Roll:
    """The roll of a notation under a key: equal keys roll equal dice, on every machine.

    notation: sums of `2d6`, `d20`, `4d6kh3` (keep high), `2d20kl1`, `4d6dl1` (drop low), `d%`, `d20adv`,
    `d20 disadvantage` and numbers, such as `2d6+1d4-1`.
    Raises EditError "bad_dice".
    """
    terms = parse(notation)
    stream = _stream(key)
    dice: list[int] = []
    kept: list[int] = []
    total = 0
    for term in terms:
        thrown = [die(stream, term.sides) for _ in range(term.count)] if term.sides else []
        chosen = _chosen(thrown, term)
        dice += thrown
        kept += chosen
        total += term.sign * (sum(chosen) if term.sides else term.count)
    return Roll(clean_notation(notation), tuple(dice), tuple(kept), total)


def parse(notation: str) -> tuple[Term, ...]:
    """The terms of a notation. Raises EditError "bad_dice"."""
    text = clean_notation(notation)
    terms: list[Term] = []
    place = 0
    while place < len(text):
        match = _TERM.match(text, place)
        if match is None or (terms and not match["sign"]):
            raise _bad(notation)
        terms.append(_term(match, notation))
        place = match.end()
    if not any(term.sides for term in terms) or sum(t.count for t in terms if t.sides) > MOST_DICE:
        raise _bad(notation)
    return tuple(terms)


def clean_notation(notation: str) -> str:
    """The notation in one spelling: lower case, half width, no spaces, advantage as `adv`.

    Raises EditError "bad_dice" when it is too long or a space stands inside a number.
    """
    if len(notation) > LONGEST_NOTATION or _SPLIT_NUMBER.search(notation):
        raise _bad(notation)
    text = "".join(unicodedata.normalize("NFKC", notation).lower().split()).replace("−", "-")
    for word, edge in _EDGES:
        text = text.replace(word, edge)
    return text


def _term(match: re.Match[str], notation: str) -> Term:
    sign = -1 if match["sign"] == "-" else 1
    if match["flat"]:
        return Term(sign, _within(int(match["flat"]), 0, LARGEST_MODIFIER, notation))
    count = int(match["count"]) if match["count"] else 1
    sides = 100 if match["sides"] == "%" else int(match["sides"])
    _within(count, 1, MOST_DICE, notation)
    _within(sides, 1, MOST_SIDES, notation)
    if match["edge"]:
        return _edged(match, sign, count, sides, notation)
    return _keeping(match["keep"] or "", Term(sign, count, sides), notation)


def _edged(match: re.Match[str], sign: int, count: int, sides: int, notation: str) -> Term:
    """Advantage and disadvantage: of two dice the higher or the lower."""
    if count != 1 or match["keep"]:
        raise _bad(notation)
    return Term(sign, 2, sides, 1) if match["edge"] == "adv" else Term(sign, 2, sides, None, 1)


def _keeping(keep: str, term: Term, notation: str) -> Term:
    rule, number = keep.rstrip("0123456789"), keep.lstrip("kdhl")
    if not rule:
        return term
    many = _within(int(number) if number else 1, 0, term.count, notation)
    kept = term.count - many if rule in ("dh", "dl") else many
    if not kept:
        raise _bad(notation)
    high = rule in ("k", "kh", "dl")
    return Term(term.sign, term.count, term.sides, kept if high else None, None if high else kept)


def _chosen(thrown: Sequence[int], term: Term) -> list[int]:
    """The dice that count, in the order they fell; of equal ones the earlier."""
    many = term.keep_high or term.keep_low
    if many is None:
        return list(thrown)
    up = term.keep_high is None
    ranked = sorted(range(len(thrown)), key=lambda place: (thrown[place] if up else -thrown[place], place))
    return [thrown[place] for place in sorted(ranked[:many])]


def die(stream: Iterator[int], sides: int) -> int:
    """One to `sides`, each as likely: numbers past the last whole multiple are thrown again."""
    limit = (1 << 32) - (1 << 32) % sides
    return next(number for number in stream if number < limit) % sides + 1


def _stream(key: tuple[str, ...]) -> Iterator[int]:
    """Numbers of 32 bits without end, a function of the key."""
    seed = "".join(f"{len(part)}:{part}" for part in key).encode("utf-8", "surrogatepass")
    block = 0
    while True:
        digest = blake2b(seed, digest_size=64, salt=block.to_bytes(16, "big")).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 64, 4))
        block += 1


def _within(value: int, least: int, most: int, notation: str) -> int:
    if not least <= value <= most:
        raise _bad(notation)
    return value


def _bad(notation: str) -> EditError:
    return EditError(
        "bad_dice",
        f'"{notation[:LONGEST_NOTATION]}" is no roll of dice.',
        f"Write it like 2d6+3, d20, 4d6kh3, d20 advantage or d%; at most {MOST_DICE} dice of "
        f"{MOST_SIDES} sides.",
        notation=notation[:LONGEST_NOTATION],
    )
