"""What each entry of the tavern dialect can see: the chat to its depth, extra texts, recursion texts.

Plain keys are looked up in what the matchers found per text; a text is scanned once. Patterns may span
texts and are run on the joined text. Source: docs/tavern-lorebook.md §3.2, §3.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rpg.lore.matching.matcher import holds
from rpg.lore.matching.pattern import RegexGuard
from rpg.lore.matching.script import TAVERN, js_trim, written_span
from rpg.lore.matching.units import readable, subject
from rpg.lore.tavern.entry import SCAN_FIELDS, TavernEntry
from rpg.lore.tavern.settings import TavernChat, TavernSettings
from rpg.lore.tavern.shelf import JOINER, ReadyKey, Shelf, plain_or_pattern
from rpg.lore.why import Match

DEEPEST = 1000
AROUND = 24
SEPARATOR = "\n" + JOINER

# Where keys were seen: entry → slot → place of the text.
Seen = dict[int, dict[int, int]]


@dataclass(slots=True)
class Sight:
    """skew: how much deeper than the global depth minimum activations have made the scan.
    with_blocks: whether recursion texts are part of the scanned text in the current pass.
    """

    shelf: Shelf
    chat: TavernChat
    settings: TavernSettings
    guard: RegexGuard
    skew: int = 0
    with_blocks: bool = True
    blocks: list[str] = field(default_factory=list)
    messages: tuple[str, ...] = ()
    _looked: int = 0
    _in_chat: Seen = field(default_factory=dict)
    _in_fields: dict[str, Seen] = field(default_factory=dict)
    _in_injected: Seen = field(default_factory=dict)
    _in_blocks: Seen = field(default_factory=dict)
    _joined: dict[tuple[float, frozenset[str], int], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.messages = tuple(js_trim(text) for text in self.chat.messages[:DEEPEST])
        self._look_to(int(min(max(self.shelf.deepest, self.settings.depth), DEEPEST)))
        for name, text in self.chat.fields.items():
            if text:
                self._note(text, 0, self._in_fields.setdefault(name, {}))
        for at, text in enumerate(self.chat.injected):
            self._note(text, at, self._in_injected)

    def _note(self, text: str, place: int, seen: Seen) -> None:
        for matcher, places in self.shelf.matchers:
            for number in matcher.hits(text, self.guard):
                use = matcher.uses[number]
                seen.setdefault(places[use.entry], {}).setdefault(use.slot, place)

    def _look_to(self, depth: int) -> None:
        for at in range(self._looked, min(depth, len(self.messages))):
            self._note(self.messages[at], at, self._in_chat)
        self._looked = max(self._looked, depth)

    def deepen(self) -> None:
        """One more message for entries that follow the global depth."""
        self.skew += 1
        self._look_to(self.settings.depth + self.skew)

    def add_block(self, text: str) -> None:
        """The text that the next recursion pass sees in addition."""
        self._note(text, len(self.blocks), self._in_blocks)
        self.blocks.append(text)

    def announced(self) -> set[int]:
        """Entries of which some plain key was found somewhere."""
        found = set(self._in_chat) | set(self._in_injected) | set(self._in_blocks)
        return found.union(*self._in_fields.values())

    def depth_of(self, entry: TavernEntry) -> float:
        own = entry.scan_depth
        return min(self.settings.depth + self.skew if own is None else own, DEEPEST)

    def find(self, at: int, slot: int) -> str | None:
        """Where the key is seen in this pass ("message:0", …); None when it is not."""
        key, entry = self.shelf.keys[at][slot], self.shelf.entries[at]
        match key.kind:
            case "never":
                return None
            case "always":
                return "anywhere"
            case "plain":
                return self._find_plain(at, slot, entry)
        return "text" if self.holds(entry, key) else None

    def _find_plain(self, at: int, slot: int, entry: TavernEntry) -> str | None:
        depth = self.depth_of(entry)
        if not depth > 0:
            return None
        message = self._in_chat.get(at, {}).get(slot)
        if message is not None and message < int(depth):
            return f"message:{message}"
        for name in entry.fields:
            if slot in self._in_fields.get(name, {}).get(at, ()):
                return f"field:{name}"
        if slot in self._in_injected.get(at, ()):
            return "prompt"
        block = self._in_blocks.get(at, {}).get(slot)
        return f"injected:{block + 1}" if block is not None and self.with_blocks else None

    def holds(self, entry: TavernEntry, key: ReadyKey) -> bool:
        """Whether the key is in the joined text that `entry` sees."""
        text = self.text_for(entry)
        if key.kind in ("always", "never"):
            return key.kind == "always"
        if key.pattern is not None:
            return self.guard.test(key.pattern, text)
        prepared = TAVERN.keep(text) if key.sensitive else TAVERN.fold(text)
        return holds(TAVERN, prepared, key.use(0, 0)) is not None

    def shown(self, at: int, match: Match) -> Match:
        """`match` with the text that the key stands in."""
        key, entry = self.shelf.keys[at][match.slot], self.shelf.entries[at]
        text = self._text_at(match.where, entry)
        if key.pattern is not None:
            shown, span = subject(text, key.pattern.flags), self.guard.find(key.pattern, text)
        else:
            prepare = TAVERN.keep if key.sensitive else TAVERN.fold
            shown = text
            span = holds(TAVERN, prepare(text), key.use(0, 0)) if key.needle else None
            span = None if span is None else written_span(text, prepare, span)
        if span is None:
            return match
        return replace(match, text=readable(shown[max(span[0] - AROUND, 0) : span[1] + AROUND]))

    def _text_at(self, where: str, entry: TavernEntry) -> str:
        kind, _, place = where.partition(":")
        match kind:
            case "message":
                return self.messages[int(place)]
            case "injected":
                return self.blocks[int(place) - 1]
            case "field":
                return self.chat.fields[place]
        self.with_blocks = True
        return self.text_for(entry)

    def slow_keys(self, at: int) -> tuple[str, ...]:
        """Patterns of the entry that were given up as too slow or too big."""
        return tuple(key.authored for key in self.shelf.keys[at] if self.guard.gave_up(key.pattern))

    def holds_raw(self, entry: TavernEntry, key: str) -> bool:
        """As `holds`, for a key taken as it is written: no macros, no trimming."""
        return self.holds(entry, plain_or_pattern(key, key, entry, self.settings))

    def text_for(self, entry: TavernEntry) -> str:
        """The joined text, empty at depth 0 and below."""
        depth = self.depth_of(entry)
        if not depth > 0:
            return ""
        name = (depth, entry.fields, len(self.blocks) if self.with_blocks else -1)
        if name not in self._joined:
            self._joined[name] = JOINER + SEPARATOR.join(self._parts(entry, depth))
        return self._joined[name]

    def _parts(self, entry: TavernEntry, depth: float) -> Iterator[str]:
        yield SEPARATOR.join(self.messages[: int(depth)])
        yield from (self.chat.fields[name] for _, name in SCAN_FIELDS if self._shows(entry, name))
        yield from self.chat.injected
        if self.with_blocks:
            yield from self.blocks

    def _shows(self, entry: TavernEntry, name: str) -> bool:
        return name in entry.fields and bool(self.chat.fields.get(name))
