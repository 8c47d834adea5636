"""English prose as claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rpg.session.prose.claims import Claim
from rpg.session.prose.english_clauses import Reader
from rpg.session.prose.english_others import OthersReader
from rpg.session.prose.english_player import PlayerReader
from rpg.session.prose.names import Marked


def english_claims(
    text: Marked, pronouns: Mapping[str, str], here: str, goal: str | None = None
) -> Iterator[Claim]:
    """What an English reply claims.

    text: marked and without what is said aloud. pronouns: "he" or "she" for those of whom it is known. here: the place
    of the scene. goal: where the player said they would go.
    """
    reader = Reader(text, pronouns)
    player, others = PlayerReader(reader, here, goal), OthersReader(reader, here)
    for sentence in reader.read():
        yield from player.read(sentence)
        yield from others.read(sentence)
