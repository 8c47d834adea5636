"""What prose claims of comings and goings, sentence by sentence, and what its last words come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

PLAYER = "you"
"""Stands for the player where a character's id stands for anybody else. A mark, never an id."""

Does = Literal["at", "came", "went", "acts"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a sentence says.

    does: "at", the player is in `place`; "came" and "went", somebody comes into the scene or goes; "acts", somebody
    does or says something in it. who: a character's id, or `PLAYER`. sentence: its number in the reply.
    """

    does: Does
    who: str
    sentence: int
    place: str | None = None


def last_place(claims: Iterable[Claim]) -> Claim | None:
    """The last place that the player is put in."""
    found = [claim for claim in claims if claim.does == "at"]
    return found[-1] if found else None


def _in_going(before: Claim, claim: Claim) -> bool:
    """Whether somebody does something as they go."""
    return before.does == "went" and before.sentence == claim.sentence


def last_words(claims: Iterable[Claim], here: frozenset[str]) -> dict[str, Claim]:
    """For each character the claim that holds in the end.

    Who acts after having gone is still there; who acts without having come must have come.
    """
    last: dict[str, Claim] = {}
    for claim in claims:
        if claim.does == "at":
            continue
        before = last.get(claim.who)
        if (
            claim.does == "acts"
            and before is not None
            and (before.does == "came" or _in_going(before, claim))
        ):
            continue
        if claim.does == "acts" and claim.who in here:
            last.pop(claim.who, None)
            continue
        last[claim.who] = claim
    return last
