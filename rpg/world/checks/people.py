"""Checks of people: their names, their day, their secrets and their pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from rpg.text.folding import fold, name_key
from rpg.world.checks.base import Finding, Subject
from rpg.world.checks.hanzi import simplified
from rpg.world.model import MINUTES_PER_DAY, Character, Location, ScheduleBlock
from rpg.world.positions import Path
from rpg.world.times import daytime_text

SHARED_WORDS = 6
"""Words in a row that a summary and a secret may not share."""

SHARED_HANZI = 8
"""Characters in a row, for text written without spaces."""

_WORD = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]|[^\W_]+")


def duplicate_name(subject: Subject) -> Iterator[Finding]:
    """Two things with one name."""
    yield from (finding for both, finding in _clashes(subject) if both)


def ambiguous_alias(subject: Subject) -> Iterator[Finding]:
    """An alias or id that is also something else's name, alias or id."""
    yield from (finding for both, finding in _clashes(subject) if not both)


def _clashes(subject: Subject) -> Iterator[tuple[bool, Finding]]:
    """Words that name two things; True when they are the names of both."""
    owners: dict[str, tuple[str, str, bool]] = {}
    told: set[tuple[str, str]] = set()
    for path, thing, word, is_name in _words(subject):
        key = simplified(_key(word))
        kind = str(path[0])
        owner = owners.setdefault(key, (kind, thing.id, is_name))
        pair = (f"{owner[0]}.{owner[1]}", f"{kind}.{thing.id}")
        if not key or pair[0] == pair[1] or pair in told:
            continue
        told.add(pair)
        yield owner[2] and is_name, Finding(path, {"word": word, "id": thing.id, "other": owner[1]})


def _key(word: str) -> str:
    key = name_key(word)
    return key[3:] if word[:4].casefold() == "the " and len(key) > 3 else key


def _words(subject: Subject) -> Iterator[tuple[Path, Location | Character, str, bool]]:
    """Every name first, then every alias and id, so that a clash is told where it can be mended."""
    things: list[tuple[str, Location | Character]] = [("locations", one) for one in subject.locations()]
    things += [("characters", one) for one in subject.characters()]
    for section, thing in things:
        yield (section, thing.id, "name"), thing, thing.name, True
    for section, thing in things:
        yield (section, thing.id), thing, thing.id, False
        for index, alias in enumerate(thing.aliases):
            yield (section, thing.id, "aliases", index), thing, alias, False


def empty_block(subject: Subject) -> Iterator[Finding]:
    """A schedule block that ends when it begins."""
    for path, block in _blocks(subject):
        if block.start % MINUTES_PER_DAY == block.end % MINUTES_PER_DAY and block.end != MINUTES_PER_DAY:
            yield Finding(path, {"time": daytime_text(block.start)})


def two_places_at_once(subject: Subject) -> Iterator[Finding]:
    """Blocks of one schedule that overlap and lead to different places."""
    for person in subject.characters():
        for (_, first), (index, second) in combinations(enumerate(person.schedule[:100]), 2):
            if first.location != second.location and _overlap(first, second):
                values = {"id": person.id, "first": _span(first), "second": _span(second)}
                yield Finding(("characters", person.id, "schedule", index), values)
                break


def schedule_without_clock(subject: Subject) -> Iterator[Finding]:
    if subject.world.clock is None:
        for person in subject.characters():
            if person.schedule:
                yield Finding(("characters", person.id, "schedule", 0), {"id": person.id})


def _blocks(subject: Subject) -> Iterator[tuple[Path, ScheduleBlock]]:
    for person in subject.characters():
        for index, block in enumerate(person.schedule):
            yield ("characters", person.id, "schedule", index), block


def _overlap(first: ScheduleBlock, second: ScheduleBlock) -> bool:
    return any(a < d and c < b for a, b in _spans(first) for c, d in _spans(second))


def _spans(block: ScheduleBlock) -> list[tuple[int, int]]:
    if block.start < block.end:
        return [(block.start, block.end)]
    return [(block.start, MINUTES_PER_DAY), (0, block.end)]


def _span(block: ScheduleBlock) -> str:
    return f"{daytime_text(block.start)}-{daytime_text(block.end)} {block.location}"


def secret_in_summary(subject: Subject) -> Iterator[Finding]:
    """What everyone may read, and it repeats the words of a secret."""
    runs: dict[str, str] = {}
    for person in subject.characters():
        for run in _runs(person.secrets):
            runs.setdefault(run, person.id)
    for path, text in _public(subject):
        owner = next((runs[run] for run in _runs(text) if run in runs), None)
        if owner is not None:
            yield Finding(path, {"id": owner})


def _public(subject: Subject) -> Iterator[tuple[Path, str]]:
    yield ("world", "summary"), subject.world.summary
    for place in subject.locations():
        yield ("locations", place.id, "summary"), place.summary
    for person in subject.characters():
        yield ("characters", person.id, "summary"), person.summary
        yield ("characters", person.id, "description"), person.description


def _runs(text: str) -> Iterator[str]:
    """Every run of words of the telling length; a text that is shorter is one run."""
    words = _WORD.findall(fold(text))
    spaced = sum(1 for word in words if len(word) > 1) * 2 > len(words)
    length = SHARED_WORDS if spaced else SHARED_HANZI
    if len(words) >= 3:
        for start in range(max(1, len(words) - length + 1)):
            yield " ".join(words[start : start + length])


def missing_file(subject: Subject) -> Iterator[Finding]:
    """A portrait that is not there, or is a link out of the world's folder."""
    if subject.root is None:
        return
    for person in subject.characters():
        file = subject.root / person.portrait
        inside = file.resolve().is_relative_to(subject.root)
        if person.portrait and not (inside and file.is_file()):
            yield Finding(("characters", person.id, "portrait"), {"file": person.portrait})


def unused_tag(subject: Subject) -> Iterator[Finding]:
    """A tag of a place that no lorebook entry, beat or topic asks for."""
    asked = {
        tag
        for book in subject.world.lorebooks.values()
        for entry in book.entries.values()
        for tag in entry.when.tag
    }
    asked |= {tag for beat in subject.world.beats.values() for tag in beat.when.tag}
    asked |= {
        tag for person in subject.characters() for topic in person.topic_rules for tag in topic.when.tag
    }
    told: set[str] = set()
    for place in subject.locations():
        for index, tag in enumerate(place.tags):
            if tag not in asked and tag not in told:
                told.add(tag)
                yield Finding(("locations", place.id, "tags", index), {"tag": tag})
