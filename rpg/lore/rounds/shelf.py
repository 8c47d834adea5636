"""Native books compiled: keys made ready, one matcher per book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rpg.lore.matching.matcher import KeyUse, Matcher
from rpg.lore.matching.pattern import parse_pattern
from rpg.lore.matching.script import NATIVE
from rpg.lore.memory import LoreMemory
from rpg.world.lorebook import Lorebook, LoreEntry

Expand = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class RoundsBook:
    """A compiled book. ids: `book.entry`, in the author's order. levels: entries of a recursion level.
    uses_of: numbers of each entry's keys in the matcher.
    """

    book: Lorebook
    entries: tuple[LoreEntry, ...]
    ids: tuple[str, ...]
    matcher: Matcher
    uses_of: tuple[tuple[int, ...], ...]
    constants: tuple[int, ...]
    levels: tuple[int, ...]
    deepest: int


@dataclass(frozen=True, slots=True)
class RoundsShelf:
    """All entries of the books in force; an entry is named by its place. first: place of each book's first."""

    books: tuple[RoundsBook, ...]
    first: tuple[int, ...]
    entries: tuple[LoreEntry, ...]
    ids: tuple[str, ...]
    book_of: tuple[int, ...]
    place: dict[str, int]
    constants: tuple[int, ...]
    levels: tuple[int, ...]


def compile_rounds(books: Sequence[Lorebook], expand: Expand, memory: LoreMemory) -> RoundsShelf:
    """The shelf of `books`; each book is compiled once while it and its macros stay the same."""
    compiled = tuple(_compile_book(book, expand, memory) for book in books)
    return memory.recall(compiled, "rounds shelf", lambda: _arrange(compiled))


def _compile_book(book: Lorebook, expand: Expand, memory: LoreMemory) -> RoundsBook:
    dynamic = memory.recall((book,), "rounds macro keys", lambda: _macro_keys(book))
    expanded = tuple(expand(key) for key in dynamic)
    return memory.recall((book,), ("rounds book", expanded), lambda: _compile(book, expand))


def _macro_keys(book: Lorebook) -> tuple[str, ...]:
    every = (key for entry in book.entries.values() for key in entry_keys(entry))
    return tuple(key for key in every if "{{" in key)


def _compile(book: Lorebook, expand: Expand) -> RoundsBook:
    entries = tuple(book.entries.values())
    uses: list[KeyUse] = []
    uses_of: list[list[int]] = [[] for _ in entries]
    for at, entry in enumerate(entries):
        for slot, key in enumerate(entry_keys(entry)):
            use = ready_use(key, at, slot, book, entry, expand)
            if use is not None:
                uses_of[at].append(len(uses))
                uses.append(use)
    return RoundsBook(
        book=book,
        entries=entries,
        ids=tuple(f"{book.id}.{entry.id}" for entry in entries),
        matcher=Matcher.build(NATIVE, uses),
        uses_of=tuple(map(tuple, uses_of)),
        constants=tuple(at for at, entry in enumerate(entries) if entry.constant),
        levels=tuple(at for at, entry in enumerate(entries) if entry.recursion_level > 0),
        deepest=max((entry.scan_depth or 0 for entry in entries), default=0),
    )


def entry_keys(entry: LoreEntry) -> tuple[str, ...]:
    """Primary, secondary, excluding keys: the order of their slots."""
    return (*entry.keys, *entry.secondary_keys, *entry.exclude_keys)


def ready_use(
    key: str, at: int, slot: int, book: Lorebook, entry: LoreEntry, expand: Expand
) -> KeyUse | None:
    """The key as the matcher takes it; None for an empty one, which never matches."""
    text = (expand(key) if "{{" in key else key).strip()
    pattern = parse_pattern(text)
    if pattern is not None:
        return KeyUse(at, slot, "", pattern=pattern)
    sensitive = book.case_sensitive if entry.case_sensitive is None else entry.case_sensitive
    words = book.whole_words if entry.whole_words is None else entry.whole_words
    needle = (NATIVE.keep(text) if sensitive else NATIVE.fold(text)).strip()
    return KeyUse(at, slot, needle, sensitive, words) if needle else None


def natural(name: str) -> tuple[int, int, str]:
    """A sort key for ids: numbers before names, numbers by value."""
    return (0, int(name), "") if name.isascii() and name.isdigit() and len(name) < 18 else (1, 0, name)


def _arrange(compiled: Sequence[RoundsBook]) -> RoundsShelf:
    first: list[int] = []
    total = 0
    for one in compiled:
        first.append(total)
        total += len(one.entries)
    ids = tuple(name for one in compiled for name in one.ids)
    pairs = list(zip(compiled, first, strict=True))
    return RoundsShelf(
        books=tuple(compiled),
        first=tuple(first),
        entries=tuple(entry for one in compiled for entry in one.entries),
        ids=ids,
        book_of=tuple(number for number, one in enumerate(compiled) for _ in one.entries),
        place={name: at for at, name in enumerate(ids)},
        constants=tuple(start + at for one, start in pairs for at in one.constants),
        levels=tuple(start + at for one, start in pairs for at in one.levels),
    )
