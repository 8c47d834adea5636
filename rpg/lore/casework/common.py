"""Parts of a case that both dialects share: chat, tokenizer, dice, names."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from rpg.lore.budget import CountTokens
from rpg.lore.rolls import Rolls, fixed, scripted, seeded, sequence

_NAMES = re.compile(r"\{\{\s*(user|char)\s*\}\}", re.IGNORECASE)
_GUESS_BYTES = 3.35


def table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def items(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def named(value: object, default: str) -> str:
    """A name given as text or as {name}."""
    name = table(value).get("name", value)
    return name if isinstance(name, str) else default


def tokenizer(name: object) -> CountTokens:
    """The counter a case asks for; Unicode code points by default."""
    match name:
        case "utf16":
            return lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2
        case "words":
            return lambda text: len(text.split())
        case "st_guess":
            return lambda text: math.ceil(len(text.encode("utf-8", "surrogatepass")) / _GUESS_BYTES)
    return len


def dice(random: object, fallback: Rolls) -> Rolls:
    """Numbers in order, one number always, or `fallback` where the case gives none; dice are dice already."""
    if callable(random):
        return cast(Rolls, random)
    if isinstance(random, int | float) and not isinstance(random, bool):
        return fixed(float(random))
    if isinstance(random, list):
        return scripted((float(value) for value in random if isinstance(value, int | float)), fallback)
    if isinstance(random, Mapping):
        seed = random.get("seed")
        return sequence(seed) if isinstance(seed, int) else seeded(str(seed))
    return fallback


def name_macros(user: str, character: str) -> Callable[[str], str]:
    """Replaces {{user}} and {{char}}; other macros stay as they are."""
    names = {"user": user, "char": character}
    return lambda text: _NAMES.sub(lambda found: names[found.group(1).lower()], text)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """name: empty when the case gives none. player: a message of the player. hidden: it counts for nothing."""

    text: str
    name: str = ""
    player: bool = True
    hidden: bool = False


@dataclass(slots=True)
class CaseChat:
    """The messages of a case, oldest first, and what a turn does to them. user: the player's name."""

    user: str
    messages: list[ChatMessage] = field(default_factory=list)

    @property
    def scanned(self) -> list[ChatMessage]:
        return [message for message in self.messages if not message.hidden]

    def change(self, turn: Mapping[str, Any]) -> None:
        if isinstance(turn.get("chat"), list):
            self.messages = self._read(turn["chat"])
        count = turn.get("pop")
        if isinstance(count, int) and count > 0:
            del self.messages[max(len(self.messages) - count, 0) :]
        if "replace_last" in turn:
            self.messages[-1:] = self._read([turn["replace_last"]])
        added = turn.get("push")
        self.messages += self._read([added] if isinstance(added, str | Mapping) else items(added))

    def _read(self, raw: Iterable[Any]) -> list[ChatMessage]:
        return [self._message(item) for item in raw]

    def _message(self, raw: Any) -> ChatMessage:
        if not isinstance(raw, Mapping):
            return ChatMessage(raw if isinstance(raw, str) else "")
        text = raw.get("mes", raw.get("text", raw.get("content", "")))
        name = raw.get("name")
        name = name if isinstance(name, str) else ""
        player = raw.get("is_user")
        if not isinstance(player, bool):
            player = name in ("", self.user)
        hidden = raw.get("is_system") is True or raw.get("hidden") is True
        return ChatMessage(text if isinstance(text, str) else "", name, player, hidden)


def fresh_dice(seed: str, turn: int) -> Rolls:
    """Seeded dice of one turn."""
    return seeded(f"{seed}\0{turn}")
