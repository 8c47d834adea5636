"""English prose as claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rpg.session.prose.claims import Claim
from rpg.session.prose.english_clauses import Reader
from rpg.session.prose.english_others import OthersReader
from rpg.session.prose.english_player import PlayerReader
from rpg.session.prose.names import Marked

_UNSAID = re.compile(
    r"\b(?:that|this) is (?:what|how) (?:you|he|she|they|i)\b|^or so (?:you|he|she|they|⟨)|^so (?:you|he|she|they) (?:say|tell|claim)"
)


def english_claims(
    text: Marked,
    pronouns: Mapping[str, str],
    here: str,
    goal: str | None = None,
    known: frozenset[str] | None = None,
) -> Iterator[Claim]:
    """What an English reply claims.

    text: marked and without what is said aloud. pronouns: "he" or "she" for those of whom it is known. here: the place
    of the scene. goal: where the player said they would go. known: who is there.
    """
    reader = Reader(text, pronouns, known)
    player, others = PlayerReader(reader, here, goal), OthersReader(reader, here)
    claims: list[Claim] = []
    for sentence in reader.read():
        if any(_is_unsaid(clause.words) for clause in sentence.clauses):
            claims.clear()
        claims += (*player.read(sentence), *others.read(sentence))
    yield from claims


def _is_unsaid(found: Sequence[str]) -> bool:
    """Whether all that was told before is only what somebody says: "that is what you tell them"."""
    told = " ".join(found)
    return _UNSAID.search(told) is not None
