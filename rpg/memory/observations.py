"""Observations: what a block of messages told, in a few dated lines, made before the block leaves the log.

Extractive: first sentences, sentences that matter, and what the edits changed. Source: docs/context.md §3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rpg.memory.clip import clip, first_sentence, sentences
from rpg.memory.cues import weight
from rpg.memory.mentions import Told
from rpg.runtime.edits import (
    CreateCharacter,
    CreateLocation,
    Edit,
    MoveCharacter,
    MovePlayer,
    SetFlag,
    UpdateCharacter,
)
from rpg.text.messages import catalogue_language, message

Count = Callable[[str], int]
NameOf = Callable[[str], str]
"""The name of a location or character by its id."""

MeansOf = Callable[[str], str]
"""What a flag says by its name, in the author's words; "" for one that nobody gave words."""

BLOCK = 8
"""Messages of one observation."""

LATEST = 4
"""Newest messages that are not yet observed."""

LIMIT = 120
"""Tokens of one observation."""

_SENTENCE = 30


@dataclass(frozen=True, slots=True)
class Block:
    """A run of messages to observe, by their numbers on the path."""

    since: int
    covers: int


def blocks_due(observed: int, count: int, *, block: int = BLOCK, latest: int = LATEST) -> Iterator[Block]:
    """The full blocks that are not yet observed.

    observed: the last message that an observation covers. count: messages of the story.
    """
    since = observed + 1
    while since + block - 1 <= count - latest:
        yield Block(since, since + block - 1)
        since += block


def observe(
    told: Sequence[Told],
    edits: Sequence[Edit],
    language: str,
    count: Count,
    *,
    name_of: NameOf,
    means_of: MeansOf = lambda _flag: "",
    when: str = "",
    where: str = "",
    limit: int = LIMIT,
) -> str:
    """What the messages told, as one paragraph of at most `limit` tokens; "" when they told nothing.

    edits: those of the messages. when, where: the date and place it stands under. language: of the prose.
    """
    head = _head(language, when, where)
    lines = [*(line for edit in edits if (line := edit_line(edit, language, name_of, means_of)))]
    spoken = _sentences(told)
    room = limit - count(head)
    kept = _chosen(lines, spoken, room, count)
    return f"{head}{' '.join(kept)}".strip() if kept else ""


def edit_line(edit: Edit, language: str, name_of: NameOf, means_of: MeansOf = lambda _flag: "") -> str:
    """What an edit changed, in a sentence; "" for what an observation need not tell.

    A flag is told by what its author says that it means; one without words is bookkeeping and left out.
    """
    language = catalogue_language(language)
    match edit:
        case MovePlayer():
            return message(language, "memory.went", place=name_of(edit.to))
        case MoveCharacter(to=None):
            return message(language, "memory.vanished", who=name_of(edit.character))
        case MoveCharacter(to=to) if to is not None:
            return message(language, "memory.moved", who=name_of(edit.character), place=name_of(to))
        case UpdateCharacter():
            return _updated(edit, language, name_of)
        case CreateLocation() | CreateCharacter():
            return message(language, "memory.new", what=edit.name)
        case SetFlag():
            means = means_of(edit.name).strip().rstrip(".。")
            key = "memory.flag" if edit.value else "memory.flag_off"
            return message(language, key, means=means) if means else ""
    return ""


def _updated(edit: UpdateCharacter, language: str, name_of: NameOf) -> str:
    parts = [
        message(language, f"memory.{kind}", who=name_of(edit.character), text=text)
        for kind, text in (("condition", edit.condition), ("relationship", edit.relationship))
        if text
    ]
    parts += [
        message(language, "memory.learnt", who=name_of(edit.character), text=fact) for fact in edit.knows
    ]
    return " ".join(parts)


def _head(language: str, when: str, where: str) -> str:
    parts = [part for part in (when, where) if part]
    if not parts:
        return ""
    return message(catalogue_language(language), "memory.dated", when=" · ".join(parts)) + " "


def _sentences(told: Sequence[Told]) -> list[tuple[int, int, str]]:
    """(worth, place, sentence): first sentences of every narration, and what matters from anybody."""
    found: list[tuple[int, int, str]] = []
    for one in told:
        first = first_sentence(one.text)
        for sentence in sentences(one.text):
            worth = weight(sentence) + (1 if sentence == first and one.kind != "player" else 0)
            if worth:
                found.append((worth, len(found), sentence))
    return found


def _chosen(
    lines: Sequence[str], spoken: Sequence[tuple[int, int, str]], room: int, count: Count
) -> list[str]:
    """Edit lines first, then the worthiest sentences as far as they fit, told in their order."""
    kept: list[tuple[int, str]] = []
    for line in lines:
        if (cost := count(line) + 1) <= room:
            kept.append((-1, line))
            room -= cost
    for _, place, sentence in sorted(spoken, key=lambda item: (-item[0], item[1])):
        text = clip(sentence, _SENTENCE, count)
        if (cost := count(text) + 1) <= room and all(text != other for _, other in kept):
            kept.append((place, text))
            room -= cost
    return [text for _, text in sorted(kept, key=lambda item: item[0])]


__all__ = ["BLOCK", "LATEST", "Block", "blocks_due", "edit_line", "observe"]
