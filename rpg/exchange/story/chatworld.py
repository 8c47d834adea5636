"""A small world for a chat that has none: one place, the people who speak, the chat's first words as opening."""

from __future__ import annotations

from collections import Counter

from rpg.exchange.spoken import spoken_language
from rpg.exchange.story.chatfile import Chat, as_text
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import message
from rpg.world.ids import PLAYER, id_from
from rpg.world.model import Character, Location, Player, World

MOST_PEOPLE = 40
LONGEST_NAME = 80
_NOBODY = frozenset({"", "unused", "null", "undefined"})
_PLACE = "here"


def world_of_chat(chat: Chat, title: str) -> World:
    """The world. title: its name where the chat names nobody."""
    people = speakers(chat)
    name = people[0] if people else clean_line(title) or "Chat"
    language = _language(chat)
    place = Location(_PLACE, message(language, "exchange.chat_place"))
    characters = _characters(people)
    return World(
        id_from(name, "chat"),
        name,
        _PLACE,
        language=language,
        opening=clean_text(chat.messages[0].text).strip() if not chat.messages[0].is_user else "",
        player=Player(player_name(chat) or Player().name),
        locations={place.id: place},
        characters={one.id: one for one in characters},
    )


def player_name(chat: Chat) -> str:
    """What the player is called; "" when the chat does not say."""
    return _name(chat.header.get("user_name")) or _most(chat, True)


def speakers(chat: Chat) -> list[str]:
    """Everyone who speaks but the player, the chat's own character first."""
    counted = Counter(_name(one.name) for one in chat.messages if not one.is_user and not one.hidden)
    own = _name(chat.header.get("character_name"))
    names = [own, *(name for name, _ in counted.most_common(MOST_PEOPLE))]
    return [name for name in dict.fromkeys(names) if name]


def _most(chat: Chat, is_user: bool) -> str:
    counted = Counter(_name(one.name) for one in chat.messages if one.is_user is is_user)
    counted.pop("", None)
    return counted.most_common(1)[0][0] if counted else ""


def _name(value: object) -> str:
    name = clean_line(as_text(value))[:LONGEST_NAME].strip()
    return "" if name.lower() in _NOBODY else name


def _characters(people: list[str]) -> list[Character]:
    made: dict[str, Character] = {}
    for name in people:
        base = id_from(name, "character")
        id, number = base, 2
        while id in made or id in (PLAYER, _PLACE):
            id, number = f"{base[:70]}_{number}", number + 1
        made[id] = Character(id, name, location=_PLACE)
    return list(made.values())


def _language(chat: Chat) -> str:
    return spoken_language("".join(one.text[:400] for one in chat.messages[:20]), "en")
