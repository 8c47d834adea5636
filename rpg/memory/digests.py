"""The note made at once when somebody leaves the scene: what they promised, owe, hide, suffered, want, feel.

Made from the story's own sentences, without a model, the same on every run. What the state knows of them
(condition, relationship, what they learnt, where they went) is told from the state beside it and is not
repeated here. Source: docs/context.md §3, docs/design.md §2 (digest).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rpg.memory.clip import clip
from rpg.memory.cues import CUES, Cue, cues_of
from rpg.memory.mentions import Told, names_of, sentences_about
from rpg.text.messages import catalogue_language, message
from rpg.world.model import Character

Count = Callable[[str], int]

NOTE_TOKENS = 48
"""Tokens of a note, so that a whole digest stays at about 80."""

SENTENCE_TOKENS = 28


def departure_digest(
    person: Character,
    told: Sequence[Told],
    language: str,
    count: Count,
    *,
    others: Iterable[Character] = (),
    limit: int = NOTE_TOKENS,
) -> str:
    """What to remember of `person`, at most `limit` tokens; "" when the story said nothing of them.

    told: the messages while they were there, oldest first. others: who else was there, so that a sentence
    about them is not taken for one about `person`. language: of the prose.
    """
    found = _by_cue(person, told, [name for other in others for name in names_of(other)])
    kept: list[str] = []
    used: set[str] = set()
    for cue in CUES:
        sentence = found.get(cue)
        if sentence is not None and sentence not in used:
            used.add(sentence)
            kept.append(_line(cue, sentence, language, count))
    if not kept:
        kept = _last_words(person, told, count)
    return _fitting(kept, limit, count)


def _by_cue(person: Character, told: Sequence[Told], others: Sequence[str]) -> dict[Cue, str]:
    """The latest sentence about the person for each kind of thing to remember."""
    names = names_of(person)
    others = [name for name in others if name not in names]
    found: dict[Cue, str] = {}
    for one in told:
        for sentence in sentences_about(one.text, names, others):
            cue = next(iter(cues_of(sentence)), None)
            if cue is not None:
                found[cue] = sentence
    return found


def _line(cue: Cue, sentence: str, language: str, count: Count) -> str:
    text = clip(sentence, SENTENCE_TOKENS, count)
    return message(catalogue_language(language), f"memory.{cue}", text=text)


def _last_words(person: Character, told: Sequence[Told], count: Count) -> list[str]:
    names = names_of(person)
    for one in reversed(told):
        if one.kind != "player" and (about := list(sentences_about(one.text, names))):
            return [clip(about[-1], SENTENCE_TOKENS, count)]
    return []


def _fitting(lines: Sequence[str], limit: int, count: Count) -> str:
    """As many of the lines as fit, what matters most first; the first one is shortened when it alone is too long."""
    kept = ""
    for line in lines:
        longer = f"{kept} {line}" if kept else line
        if count(longer) <= limit:
            kept = longer
        elif not kept:
            kept = clip(line, limit, count)
    return kept
