"""Commands that are there with and without an open story."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from rpg.plain.narrator import choose_narrator
from rpg.plain.table import Game
from rpg.text.messages import LANGUAGES

Aside = Callable[[Game, str], Awaitable[None]]


async def narrator(game: Game, rest: str) -> None:
    """Who tells the stories: found, tried and remembered."""
    await choose_narrator(game)


async def language(game: Game, rest: str) -> None:
    """The next language, or the one that is named, at once and for good."""
    known = list(LANGUAGES)
    after = known[(known.index(game.console.language) + 1) % len(known)]
    await game.outside(f"config language {rest or after}")


ASIDES: Mapping[str, Aside] = {"narrator": narrator, "language": language}
