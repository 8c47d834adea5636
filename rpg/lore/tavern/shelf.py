"""Books compiled for one set of settings: keys made ready, entries in evaluation order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rpg.lore.matching.matcher import KeyUse, Matcher
from rpg.lore.matching.pattern import KeyPattern, parse_pattern
from rpg.lore.matching.script import TAVERN, has_js_space, js_trim
from rpg.lore.memory import LoreMemory
from rpg.lore.tavern.decorators import ACTIVATE
from rpg.lore.tavern.entry import TavernBook, TavernEntry
from rpg.lore.tavern.order import Ranked, evaluation_order, used_books
from rpg.lore.tavern.settings import TavernSettings

Expand = Callable[[str], str]
JOINER = "\x01"


@dataclass(frozen=True, slots=True)
class ReadyKey:
    """One key after macros. kind: `never` and `always` match by themselves, `plain` is found by the matcher,
    `joined` (it holds U+0001) and `pattern` need the whole scanned text.
    """

    kind: Literal["never", "always", "plain", "joined", "pattern"]
    authored: str
    needle: str = ""
    sensitive: bool = False
    whole_word: bool = False
    pattern: KeyPattern | None = None

    def use(self, entry: int, slot: int) -> KeyUse:
        return KeyUse(entry, slot, self.needle, self.sensitive, self.whole_word, self.pattern)


def ready_key(authored: str, entry: TavernEntry, settings: TavernSettings, expand: Expand) -> ReadyKey:
    """How a key of `entry` is matched. Source: docs/tavern-lorebook.md §3.3."""
    expanded = expand(authored) if "{{" in authored else authored
    if not expanded:
        return ReadyKey("never", authored)
    return plain_or_pattern(js_trim(expanded), authored, entry, settings)


def plain_or_pattern(text: str, authored: str, entry: TavernEntry, settings: TavernSettings) -> ReadyKey:
    if not text:
        return ReadyKey("always", authored)
    pattern = parse_pattern(text)
    if pattern is not None:
        return ReadyKey("pattern", authored, pattern=pattern)
    own = entry.case_sensitive
    sensitive = settings.case_sensitive if own is None else own
    words = settings.whole_words if entry.whole_words is None else entry.whole_words
    needle = TAVERN.keep(text) if sensitive else TAVERN.fold(text)
    kind: Literal["joined", "plain"] = "joined" if JOINER in text else "plain"
    return ReadyKey(kind, authored, needle, sensitive, words and not has_js_space(text))


@dataclass(frozen=True, slots=True)
class CompiledBook:
    """keys: primary then secondary keys of each entry."""

    book: TavernBook
    keys: tuple[tuple[ReadyKey, ...], ...]
    matcher: Matcher


@dataclass(frozen=True, slots=True)
class Shelf:
    """All entries in evaluation order; an entry is named by its place in it.

    matchers: each with the place of every entry of its book. always: entries to look at in every pass
    because no plain key announces them. levels: distinct recursion levels, ascending. deepest: the greatest
    scan depth that an entry sets itself.
    """

    entries: tuple[TavernEntry, ...]
    keys: tuple[tuple[ReadyKey, ...], ...]
    matchers: tuple[tuple[Matcher, tuple[int, ...]], ...]
    always: tuple[int, ...]
    levels: tuple[float, ...]
    deepest: float
    by_hash: dict[str, int]


def compile_shelf(
    books: Sequence[TavernBook], settings: TavernSettings, expand: Expand, memory: LoreMemory
) -> Shelf:
    """The shelf of `books`; remembered while books, settings and macros stay the same."""
    used = tuple(used_books(books))
    compiled = tuple(_compile_book(book, settings, expand, memory) for book in used)
    key = ("tavern shelf", settings.strategy)
    return memory.recall(compiled, key, lambda: _arrange(compiled, settings.strategy))


def _compile_book(
    book: TavernBook, settings: TavernSettings, expand: Expand, memory: LoreMemory
) -> CompiledBook:
    dynamic = memory.recall((book,), "macro keys", lambda: tuple(_macro_keys(book)))
    expanded = tuple(expand(key) for key in dynamic)
    name = ("tavern book", settings.case_sensitive, settings.whole_words, expanded)
    return memory.recall((book,), name, lambda: _compile(book, settings, expand))


def _macro_keys(book: TavernBook) -> Iterator[str]:
    for entry in book.entries:
        yield from (key for key in (*entry.keys, *entry.secondary) if "{{" in key)


def _compile(book: TavernBook, settings: TavernSettings, expand: Expand) -> CompiledBook:
    keys: list[tuple[ReadyKey, ...]] = []
    uses: list[KeyUse] = []
    for at, entry in enumerate(book.entries):
        ready = tuple(ready_key(key, entry, settings, expand) for key in (*entry.keys, *entry.secondary))
        uses += [key.use(at, slot) for slot, key in enumerate(ready) if key.kind == "plain"]
        keys.append(ready)
    return CompiledBook(book, tuple(keys), Matcher.build(TAVERN, uses))


def _arrange(compiled: Sequence[CompiledBook], strategy: int) -> Shelf:
    ranked: list[Ranked] = evaluation_order([one.book for one in compiled], strategy)
    place = {number: at for at, (number, _) in enumerate(ranked)}
    all_keys = [keys for one in compiled for keys in one.keys]
    matchers: list[tuple[Matcher, tuple[int, ...]]] = []
    first = 0
    for one in compiled:
        size = len(one.book.entries)
        matchers.append((one.matcher, tuple(place[first + at] for at in range(size))))
        first += size
    entries = tuple(entry for _, entry in ranked)
    keys = tuple(all_keys[number] for number, _ in ranked)
    return Shelf(
        entries=entries,
        keys=keys,
        matchers=tuple(matchers),
        always=tuple(at for at, entry in enumerate(entries) if _needs_every_pass(entry, keys[at])),
        levels=tuple(sorted({entry.recursion_level for entry in entries if entry.recursion_level})),
        deepest=max((depth for entry in entries if (depth := entry.scan_depth or 0) > 0), default=0),
        by_hash={entry.hash: at for at, entry in reversed(list(enumerate(entries)))},
    )


def _needs_every_pass(entry: TavernEntry, keys: tuple[ReadyKey, ...]) -> bool:
    if entry.constant or ACTIVATE in entry.decorators:
        return True
    return any(key.kind in ("always", "joined", "pattern") for key in keys[: len(entry.keys)])
