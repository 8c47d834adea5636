"""The card a character came from, kept beside the world so that it can go back as it came.

`cards/<id>.json` is no part of the world: the game reads it only to write a card again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.exchange.cards.container import CardFile, card_of, is_card
from rpg.exchange.errors import ExchangeError
from rpg.exchange.lorebooks.loose import table
from rpg.exchange.reading import read_file, read_json
from rpg.exchange.writing import json_text

FORMAT = "rpg-kept-card"
FOLDER = "cards"


@dataclass(frozen=True, slots=True)
class Kept:
    """took: what of the world was made from the card: "openings", "rules", "author", "book:<id>",
    "notes:<id>" (a book of scenario and depth prompt), "preset:<id>"."""

    card: CardFile
    source: str
    took: tuple[str, ...] = ()

    def taken(self, what: str) -> str:
        """The id behind "what:<id>"; "" when nothing of that kind was made."""
        return next((one.partition(":")[2] for one in self.took if one.startswith(f"{what}:")), "")


def kept_name(id: str) -> str:
    """The name of the file below the world's folder."""
    return f"{FOLDER}/{id}.json"


def kept_archive(folder: Path, id: str) -> Path:
    """Where the archive stands that a card came in, with its other files."""
    return folder / FOLDER / f"{id}.charx"


def kept_bytes(card: CardFile, source: str, took: tuple[str, ...]) -> bytes:
    document = {"format": FORMAT, "source": source, "took": list(took), "card": dict(card.raw)}
    return (json_text(document, 1) + "\n").encode()


def read_kept(folder: Path, id: str) -> Kept | None:
    """The card kept for a character; None when there is none that can be read."""
    path = folder / FOLDER / f"{id}.json"
    try:
        document: Mapping[str, Any] = table(read_json(read_file(path), str(path)))
    except ExchangeError:
        return None
    if document.get("format") != FORMAT or not is_card(document.get("card")):
        return None
    took = document.get("took")
    words = tuple(one for one in took if isinstance(one, str)) if isinstance(took, list) else ()
    return Kept(card_of(document["card"], str(path)), str(document.get("source", "")), words)
