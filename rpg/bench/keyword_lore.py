"""Reference model of keyword lore: every place and person is an entry, found by its name in the latest messages.

After docs/tavern-lorebook.md: an entry is a candidate when its key stands in one of the last `depth` messages,
the newest included (§5); an active sticky entry needs no key (§8); a constant one is always a candidate;
candidates are admitted in the author's order until the budget is full, and the first that does not fit stops
all later ones (§10). The budget is the whole cap of setting content, not the 25 % that comes as default, so
that the model is judged by what it finds and not by a small budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rpg.bench.prose import NAME
from rpg.bench.worlds import BenchWorld, Owner
from rpg.runtime.index import index_world
from rpg.runtime.sheets import sheet_of
from rpg.runtime.state import initial_state
from rpg.text.tokens import encode_cl100k


@dataclass(frozen=True, slots=True)
class Sheet:
    """The entry of one place or person. tokens: of its text."""

    owner: Owner
    name: str
    text: str
    tokens: int


def sheets_of(made: BenchWorld) -> tuple[Sheet, ...]:
    """Every full sheet of a world, places first, in the author's order."""
    world, state = made.world, initial_state(index_world(made.world))
    things = [
        *((("location", id), place.name) for id, place in world.locations.items()),
        *((("character", id), person.name) for id, person in world.characters.items()),
    ]
    texts = ((owner, name, sheet_of(state, owner)) for owner, name in things)
    return tuple(Sheet(owner, name, text, encode_cl100k(text)) for owner, name, text in texts)


@dataclass(frozen=True, slots=True)
class Rule:
    """depth: messages scanned; 0 with `constant`. sticky: evaluations an entry stays after it was found."""

    name: str
    depth: int = 0
    sticky: int = 0
    constant: bool = False


RULES: tuple[Rule, ...] = (
    Rule("keyword depth 2", 2),
    Rule("keyword depth 4", 4),
    Rule("keyword depth 8", 8),
    Rule("keyword depth 4 sticky 10", 4, sticky=10),
    Rule("everything constant", constant=True),
)


class KeywordLore:
    """One rule at work on one world; remembers what is sticky. budget: tokens of all admitted entries."""

    def __init__(self, rule: Rule, sheets: Sequence[Sheet], budget: int) -> None:
        self.rule = rule
        self._sheets = sheets
        self._by_name = {sheet.name: sheet.owner for sheet in sheets}
        self._budget = budget
        self._until: dict[Owner, int] = {}
        self._turn = 0

    def active(self, messages: Sequence[str]) -> tuple[Sheet, ...]:
        """The entries of this turn. messages: the chat, the player's new message last."""
        self._turn += 1
        found = self._found(messages)
        self._until.update(dict.fromkeys(found, self._turn + self.rule.sticky))
        wanted = found | {owner for owner, until in self._until.items() if until > self._turn}
        return self._admitted([s for s in self._sheets if self.rule.constant or s.owner in wanted])

    def _found(self, messages: Sequence[str]) -> set[Owner]:
        if not self.rule.depth:
            return set()
        words = (word for text in messages[-self.rule.depth :] for word in NAME.findall(text))
        return {self._by_name[word] for word in words if word in self._by_name}

    def _admitted(self, candidates: Sequence[Sheet]) -> tuple[Sheet, ...]:
        room, kept = self._budget, list[Sheet]()
        for sheet in candidates:
            room -= sheet.tokens
            if room <= 0:
                break
            kept.append(sheet)
        return tuple(kept)
