"""Checks of lorebooks: keys that can never fire or always do, and entries that no budget lets in."""

from __future__ import annotations

from collections.abc import Iterator

from rpg.text.folding import fold
from rpg.world.checks.base import Finding, Subject
from rpg.world.checks.patterns import may_hang, pattern_error, regex_parts
from rpg.world.checks.texts import outlets_used, prose
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.positions import Path
from rpg.world.problem import Word

MOST_SAMPLES = 60
FEWEST_SAMPLES = 12
BROAD_SHARE = 0.5
"""Share of the world's own passages from which a key counts as firing on almost everything."""

COMMON = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "but",
        "by",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "i",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "no",
        "not",
        "of",
        "on",
        "or",
        "she",
        "so",
        "that",
        "the",
        "their",
        "there",
        "they",
        "this",
        "to",
        "was",
        "we",
        "were",
        "will",
        "with",
        "you",
        "your",
        "的",
        "了",
        "是",
        "在",
        "我",
        "你",
        "他",
        "她",
        "它",
        "们",
        "不",
        "有",
        "人",
        "这",
        "那",
        "也",
        "就",
        "都",
        "和",
        "与",
        "说",
        "着",
        "过",
        "去",
        "来",
        "上",
        "下",
        "一",
        "个",
        "我们",
        "你们",
        "他们",
        "什么",
        "没有",
        "一个",
    ]
)

LORE_CHARACTERS = 12_000
"""Characters of lore that one turn may carry by default (docs/context.md §1)."""


def never_fires(subject: Subject) -> Iterator[Finding]:
    """Entries that nothing can trigger."""
    for path, book, entry in subject.entries():
        reason = _why_never(entry, book, subject)
        if reason:
            yield Finding(path, {"id": entry.id, "reason": Word(f"never_{reason}")})


def _why_never(entry: LoreEntry, book: Lorebook, subject: Subject) -> str:
    """The reason as the end of a catalogue key; "" when the entry can fire."""
    decorated = any(line.lstrip().startswith("@@") for line in entry.content.splitlines()[:20])
    if entry.probability == 0:
        return "probability"
    if not entry.constant and not entry.keys and not decorated:
        return "keys"
    if not entry.constant and (book.scan_depth if entry.scan_depth is None else entry.scan_depth) == 0:
        return "depth"
    if entry.recursion_level > 0 and (not entry.recursive or book.recursion_steps == 0):
        return "recursion"
    return _why_condition(entry, subject)


def _why_condition(entry: LoreEntry, subject: Subject) -> str:
    when = entry.when
    if set(when.present) & set(when.absent) or set(entry.characters) & set(entry.not_characters):
        return "contradiction"
    if when.after is not None and subject.world.clock is None:
        return "clock"
    if set(when.tag) - {tag for place in subject.locations() for tag in place.tags}:
        return "tag"
    return ""


def fires_always(subject: Subject) -> Iterator[Finding]:
    """Keys so common that their entry is in nearly every prompt without being meant to be."""
    samples = [fold(text) for text in _samples(subject)]
    for path, _, entry in subject.entries():
        if entry.constant or entry.secondary_keys or entry.when != type(entry.when)():
            continue
        for index, key in enumerate(entry.keys):
            if regex_parts(key) is None and _is_broad(fold(key).strip(), samples):
                yield Finding((*path, "keys", index), {"id": entry.id, "key": key})


def _samples(subject: Subject) -> list[str]:
    """Passages of the world's own prose, spread evenly over it."""
    passages = [part for _, text in prose(subject.world) for part in text.split("\n") if len(part) >= 40]
    step = max(1, len(passages) // MOST_SAMPLES)
    return passages[::step][:MOST_SAMPLES]


def _is_broad(key: str, samples: list[str]) -> bool:
    if key in COMMON or (len(key) == 1 and key.isascii()):
        return True
    if len(samples) < FEWEST_SAMPLES:
        return False
    return sum(key in sample for sample in samples) >= BROAD_SHARE * len(samples)


def _patterns(subject: Subject) -> Iterator[tuple[Path, str, str, str]]:
    """Every key that is a regular expression: its path, the key, its pattern and flags."""
    for path, _, entry in subject.entries():
        for name, keys in _key_lists(entry):
            for index, key in enumerate(keys):
                parts = regex_parts(key)
                if parts is not None:
                    yield (*path, name, index), key, *parts


def _key_lists(entry: LoreEntry) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        ("keys", entry.keys),
        ("secondary_keys", entry.secondary_keys),
        ("exclude_keys", entry.exclude_keys),
    )


def bad_pattern(subject: Subject) -> Iterator[Finding]:
    for path, key, pattern, flags in _patterns(subject):
        reason = pattern_error(pattern, flags)
        if reason:
            yield Finding(path, {"key": key[:80], "reason": reason[:120]})


def slow_pattern(subject: Subject) -> Iterator[Finding]:
    for path, key, pattern, flags in _patterns(subject):
        if not pattern_error(pattern, flags) and may_hang(pattern):
            yield Finding(path, {"key": key[:80]})


def crowded_out(subject: Subject) -> Iterator[Finding]:
    """Entries that their book's budget, or that of a turn, can never let in."""
    for book in subject.world.lorebooks.values():
        constant_tokens = constant_count = 0
        for entry in sorted(book.entries.values(), key=lambda one: -one.order):
            if not (book.enabled and entry.enabled) or entry.ignore_budget:
                continue
            tokens = subject.count(entry.content)
            spent, count = (constant_tokens, constant_count) if entry.constant else (0, 0)
            reason = _why_out(entry, book, tokens + spent, count + 1)
            if reason:
                path = ("lorebooks", book.id, "entries", entry.id)
                yield Finding(path, {"id": entry.id, "tokens": tokens, "reason": Word(f"out_{reason}")})
            elif entry.constant:
                constant_tokens, constant_count = constant_tokens + tokens, constant_count + 1


def _why_out(entry: LoreEntry, book: Lorebook, tokens: int, count: int) -> str:
    if book.max_entries is not None and count > book.max_entries:
        return "entries"
    if book.max_tokens is not None and tokens > book.max_tokens:
        return "tokens"
    limit = LORE_CHARACTERS if book.max_characters is None else min(LORE_CHARACTERS, book.max_characters)
    return "characters" if len(entry.content) > limit else ""


def outlet_unplaced(subject: Subject) -> Iterator[Finding]:
    """Entries for an outlet that stands nowhere."""
    used = {name for _, name in outlets_used(subject.world)}
    for path, _, entry in subject.entries():
        if entry.position == "outlet" and fold(entry.outlet) not in used:
            yield Finding((*path, "outlet"), {"id": entry.id, "outlet": entry.outlet or "-"})


def outlet_empty(subject: Subject) -> Iterator[Finding]:
    """Outlets that no entry fills."""
    books = subject.world.lorebooks.values()
    filled = {fold(one.outlet) for book in books for one in book.entries.values() if one.position == "outlet"}
    for path, name in outlets_used(subject.world):
        if name not in filled:
            yield Finding(path, {"outlet": name})


def outlet_cycle(subject: Subject) -> Iterator[Finding]:
    """Outlets whose entries contain each other."""
    leads: dict[str, set[str]] = {}
    paths: dict[str, Path] = {}
    entries = {path: entry for path, _, entry in subject.entries() if entry.position == "outlet"}
    for path, name in outlets_used(subject.world):
        entry = entries.get(path[:4])
        if entry is not None:
            leads.setdefault(fold(entry.outlet), set()).add(name)
            paths.setdefault(fold(entry.outlet), path)
    for name in leads:
        if name in _followed(leads, name):
            yield Finding(paths[name], {"outlet": name})


def _followed(leads: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for name in leads.get(waiting.pop(), set()) - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def breaks_prefix(subject: Subject) -> Iterator[Finding]:
    """Triggered entries at the very start of the prompt: each change there makes the model read all anew."""
    for path, _, entry in subject.entries():
        if entry.position == "system_before" and not entry.constant:
            yield Finding((*path, "position"), {"id": entry.id})
