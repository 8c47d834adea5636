"""Reference layouts of a prompt, for comparison of what they cost. Source: docs/context.md §4 ("for comparison").

Each gets the same instructions, tools, history, summary of what is cut and words of the player as the game, and
short results of the tool calls. They are built as strong as they can be: the lore has the whole setting cap, and
the layouts that are not the plain one cut the history in blocks and change the summary only then. After
docs/tavern-lorebook.md §11: entries stand before the history, or so many messages from its end, the player's
own message counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from rpg.bench.campaign import Campaign, Played, owners_of
from rpg.bench.keyword_lore import KeywordLore, Rule, Sheet, sheets_of
from rpg.bench.wire import Units, message_unit, units_of
from rpg.context.space import space_of
from rpg.context.values import ContextSettings
from rpg.narrator.protocol import Message, Request
from rpg.text.tokens import TokenCounter

Kind = Literal[
    "keyword lore on top",
    "keyword lore at depth",
    "keyword lore at depth, sticky",
    "whole scene after the history",
]

KINDS: tuple[Kind, ...] = (
    "keyword lore on top",
    "keyword lore at depth",
    "keyword lore at depth, sticky",
    "whole scene after the history",
)
SCANNED = 4
STICKY = 10
DEPTH = 4
SHORT_RESULT = '{"ok":true}'
_SUMMARY = re.compile(r"<rpg:summary>.*?</rpg:summary>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Fixed:
    """What a request of the game begins with: tools, system text, the word to begin, in units."""

    tools: str
    system: str


class ReferenceLayout:
    """One reference layout for one campaign."""

    def __init__(self, kind: Kind, campaign: Campaign) -> None:
        self.kind = kind
        self._sheets = sheets_of(campaign.made)
        space = space_of(ContextSettings(campaign.recipe.window), "estimated")
        self._available = space.available
        rule = Rule(kind, SCANNED, sticky=STICKY if kind.endswith("sticky") else 0)
        self._lore = KeywordLore(rule, self._sheets, space.setting_cap)
        self._known = frozenset(sheet.owner for sheet in self._sheets)
        self._count: Callable[[str], int] = TokenCounter().count
        self._start = 0
        self._summary = ""
        self.turns = 0
        self.complete = 0
        """Turns so far, and those whose first request holds every sheet of the scene."""

    def requests(self, played: Played) -> list[Units]:
        """The requests of one turn."""
        tools, system, *_ = units_of(played.requests[0])
        chat = [text for _, text in played.told]
        sheets = self._active(played, chat)
        self._judge(played, sheets)
        lore = "\n\n".join(sheet.text for sheet in sheets)
        told = [f"{role}\x1f{text}" for role, text in played.told]
        used = sum(map(self._count, (tools, system, lore, played.text)))
        kept = self._kept(told, self._available - used, summary_of(played))
        first = (*self._ordered(_Fixed(tools, system), lore, kept), f"user\x1f{played.text}")
        return [first, *((*first, *_later(request)) for request in played.requests[1:])]

    def _active(self, played: Played, chat: Sequence[str]) -> Sequence[Sheet]:
        if self.kind == "whole scene after the history":
            here = owners_of(played.state)
            return [sheet for sheet in self._sheets if sheet.owner in here]
        return self._lore.active([*chat, played.text])

    def _judge(self, played: Played, sheets: Sequence[Sheet]) -> None:
        held = {sheet.owner for sheet in sheets}
        self.turns += 1
        self.complete += held >= self._known.intersection(owners_of(played.state))

    def _ordered(self, fixed: _Fixed, lore: str, kept: Sequence[str]) -> Units:
        if self._summary:
            kept = (self._summary, *kept)
        match self.kind:
            case "keyword lore on top":
                return (fixed.tools, f"{fixed.system}\n\n{lore}", *kept)
            case "keyword lore at depth" | "keyword lore at depth, sticky":
                at = max(0, len(kept) + 1 - DEPTH)
                return (fixed.tools, fixed.system, *kept[:at], lore, *kept[at:])
            case "whole scene after the history":
                return (fixed.tools, fixed.system, *kept, lore)

    def _kept(self, told: Sequence[str], room: int, summary: str) -> Sequence[str]:
        """The newest messages that fit: all that do, or in blocks down to half of the room.

        summary: of what the game has cut; it is taken over when messages are left out.
        """
        plain = self.kind == "keyword lore on top"
        if sum(map(self._count, (self._summary, *told[self._start :]))) > room:
            self._summary = summary
            left = room - self._count(summary)
            self._start = self._first_in(told, left if plain else left // 2)
        return told[self._start :]

    def _first_in(self, told: Sequence[str], room: int) -> int:
        start = len(told)
        while start and (room := room - self._count(told[start - 1])) >= 0:
            start -= 1
        return start


def summary_of(played: Played) -> str:
    """The summary in the game's own request; "" for none."""
    found = (_SUMMARY.search(message.content) for message in played.requests[0].messages)
    return next((match[0] for match in found if match), "")


def _later(request: Request) -> Units:
    """What a follow-up request adds behind the player's words, with short results."""
    at = max(place for place, one in enumerate(request.messages) if one.role == "user")
    return tuple(
        message_unit(Message("tool", SHORT_RESULT) if one.role == "tool" else one)
        for one in request.messages[at + 1 :]
    )
