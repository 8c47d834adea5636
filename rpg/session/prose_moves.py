"""Whether a reply moved somebody in words alone: narrated, but not recorded. Source: docs/design.md §6.

A guess, for a notice with a way to record it; nothing is ever applied from here. The last place that the prose
puts the player in is compared with where the state has them; who comes and goes, with who is there. What is
said aloud, wished, remembered, denied or asked does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rpg.memory.clip import sentences
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.session.prose.chinese import chinese_claims
from rpg.session.prose.chinese_clauses import plain_chinese
from rpg.session.prose.claims import Claim, last_place, last_words
from rpg.session.prose.english import english_claims
from rpg.session.prose.english_text import QUOTE, SETTING, plain
from rpg.session.prose.names import marked, names_in, pronouns_of

Kind = Literal["player_moved", "arrived", "left"]

MOST_TEXT = 8_000
"""Characters of a reply that are looked at, from its end."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Something the prose says and the state does not. id: the place the player went to, or who came or left.
    sentence: where it stands in the reply."""

    kind: Kind
    id: str
    sentence: str


def moved_in_prose(
    text: str, before: State, after: State, language: str, said: str = ""
) -> tuple[Suspicion, ...]:
    """What `text` seems to say of comings and goings that `after` does not hold.

    before, after: the state as the turn began and as it ended. language: of the prose. said: the player's words that
    the reply answers; the place they name is where "you arrive" leads to.
    """
    claims, parts = _claims(text[-MOST_TEXT:], after, language, _goal(said, after))
    return tuple(_suspicions(claims, parts, before, after))


def _goal(said: str, state: State) -> str | None:
    """The only place that the player's words name besides where they are."""
    names = names_in(said, state) if said else ()
    owners = set(marked(said, names, "").owners) - {state.player_location}
    places = [id for id in owners if state.location(id) is not None]
    return places[0] if len(places) == 1 else None


def _claims(
    text: str, state: State, language: str, goal: str | None
) -> tuple[tuple[Claim, ...], Sequence[str]]:
    """What the prose claims, and its sentences as they were written."""
    chinese = language.lower().startswith("zh")
    told = plain_chinese(text) if chinese else plain(text)
    names = marked(told, names_in(told, state), state.world.player.name)
    if not names.owners and goal is None:
        return (), ()
    here = state.player_location
    if chinese:
        claims = tuple(chinese_claims(names, here, goal))
    else:
        known = frozenset(present(state))
        claims = tuple(english_claims(names, pronouns_of(state, names.owners), here, goal, known))
    return claims, [
        names.unmarked(part).replace(QUOTE, "…").strip(f"{SETTING} ") for part in sentences(names.text)
    ]


def _suspicions(
    claims: Sequence[Claim], parts: Sequence[str], before: State, after: State
) -> Iterator[Suspicion]:
    gone = last_place(claims)
    if gone is not None and gone.place not in (None, after.player_location, before.player_location):
        yield Suspicion("player_moved", str(gone.place), parts[gone.sentence])
        return
    here = frozenset(present(after))
    known = here | frozenset(present(before))
    for who, claim in last_words(claims, here).items():
        match claim.does:
            case "came" if who not in here:
                yield Suspicion("arrived", who, parts[claim.sentence])
            case "acts" if who not in known:
                yield Suspicion("arrived", who, parts[claim.sentence])
            case "went" if who in here:
                yield Suspicion("left", who, parts[claim.sentence])
            case _:
                pass
