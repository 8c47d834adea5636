"""The fields of a card under one name each, whatever version it is and whatever type they have.

Text is cleaned of control characters; nothing here fails. Source: the character card specifications V1 to V3.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from rpg.exchange.cards.container import CardFile
from rpg.exchange.lorebooks.loose import table, whole
from rpg.text.clean import clean_line, clean_text
from rpg.world.lorebook import Role

OURS = "rpg"
"""Key of a card's extensions that holds what only this game knows."""

UNDERSTOOD = frozenset(
    {
        "name",
        "nickname",
        "description",
        "personality",
        "scenario",
        "first_mes",
        "mes_example",
        "alternate_greetings",
        "system_prompt",
        "post_history_instructions",
        "tags",
        "creator",
        "character_version",
        "character_book",
        "extensions",
        "spec",
        "spec_version",
        "data",
    }
)
KEPT = frozenset(
    {
        "creator_notes",
        "creator_notes_multilingual",
        "creatorcomment",
        "group_only_greetings",
        "source",
        "creation_date",
        "modification_date",
        "create_date",
        "assets",
        "avatar",
        "chat",
        "fav",
        "talkativeness",
    }
)
"""Fields that are known and have no effect here."""

_START = re.compile(r"^[ \t]*<START>[ \t]*$", re.IGNORECASE | re.MULTILINE)
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class DepthPrompt:
    """Text that is put `depth` messages above the newest."""

    text: str
    depth: int = 4
    role: Role = "system"


@dataclass(frozen=True, slots=True)
class CardFields:
    """A card as this game reads it. book: as it stands in the card. ours: what this game wrote into it."""

    name: str
    nickname: str = ""
    description: str = ""
    personality: str = ""
    scenario: str = ""
    first_mes: str = ""
    examples: tuple[str, ...] = ()
    greetings: tuple[str, ...] = ()
    system_prompt: str = ""
    post_history: str = ""
    tags: tuple[str, ...] = ()
    creator: str = ""
    version: str = ""
    depth_prompt: DepthPrompt | None = None
    book: Mapping[str, Any] | None = None
    ours: Mapping[str, Any] | None = None


def read_fields(card: CardFile, fallback: str) -> CardFields:
    """The fields of a card. fallback: its name where it gives none."""
    data = card.data
    extensions = table(data.get("extensions"))
    book = data.get("character_book")
    ours = extensions.get(OURS)
    return CardFields(
        name=line(data.get("name")) or fallback,
        nickname=line(data.get("nickname")),
        description=prose(data.get("description")),
        personality=prose(data.get("personality")),
        scenario=prose(data.get("scenario")),
        first_mes=prose(data.get("first_mes")),
        examples=split_examples(prose(data.get("mes_example"))),
        greetings=lines(data.get("alternate_greetings")),
        system_prompt=prose(data.get("system_prompt")),
        post_history=prose(data.get("post_history_instructions")),
        tags=tuple(filter(None, (line(one) for one in _listed(data.get("tags"))))),
        creator=line(data.get("creator")),
        version=line(data.get("character_version")),
        depth_prompt=_depth_prompt(extensions.get("depth_prompt")),
        book=book if isinstance(book, Mapping) else None,
        ours=ours if isinstance(ours, Mapping) else None,
    )


def prose(value: Any) -> str:
    """Text of any value; texts of a list are put under one another."""
    match value:
        case str():
            return clean_text(value).strip()
        case bool():
            return ""
        case int() | float():
            return str(value)
        case list():
            return "\n\n".join(filter(None, (prose(one) for one in value if isinstance(one, str))))
    return ""


def line(value: Any) -> str:
    return clean_line(prose(value))[:_LONGEST_NAME].strip()


def lines(value: Any) -> tuple[str, ...]:
    """Texts of a list; a text alone counts as a list of one."""
    return tuple(
        filter(None, (prose(one) for one in ([value] if isinstance(value, str) else _listed(value))))
    )


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str):
        return value.split(",")
    return value if isinstance(value, list) else []


def split_examples(text: str) -> tuple[str, ...]:
    """Example dialogues, which cards put one after the other behind `<START>`."""
    return tuple(filter(None, (piece.strip() for piece in _START.split(text))))


def joined_examples(examples: tuple[str, ...]) -> str:
    return "".join(f"<START>\n{one}\n" for one in examples)


def _depth_prompt(value: Any) -> DepthPrompt | None:
    found = table(value)
    text = prose(found.get("prompt"))
    if not text:
        return None
    role: Role = next((one for one in get_args(Role) if one == found.get("role")), "system")
    return DepthPrompt(text, whole(found.get("depth"), 4, 0, 10_000), role)
