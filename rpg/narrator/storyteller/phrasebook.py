"""The phrases a language is understood by, read from `phrases/<language>.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

Kind = Literal[
    "look",
    "examine",
    "handle",
    "go",
    "go_sure",
    "heading",
    "go_with",
    "go_together",
    "go_back",
    "way",
    "leave",
    "talk",
    "ask",
    "tell",
    "part_with",
    "give",
    "request",
    "take_along",
    "take_anyone",
    "dismiss",
    "stay",
    "send",
    "follow",
    "wait",
    "rest",
    "overnight",
    "sleep",
    "who",
    "everyone",
    "ways",
    "where",
    "time",
    "where_is",
    "asked_way",
    "find",
    "inventory",
    "recall",
    "roll",
    "help",
    "meta",
    "self",
    "remark",
    "question",
]
MOVING: frozenset[str] = frozenset(
    ("go", "go_sure", "heading", "go_with", "go_together", "go_back", "way", "leave", "follow")
)
"""Kinds of rules that may take the player elsewhere: they never read a question."""

ASKING: frozenset[str] = frozenset(("asked_way",))
"""Kinds of rules that read nothing but questions."""

FALLBACK: frozenset[str] = frozenset(("remark", "question"))
"""Kinds of rules that read what is said to whoever is here, when no other rule fits."""

_FRAGMENT = re.compile(r"%(\w+)%")


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern for a whole clause without its fillers; `kind` says how its groups are read."""

    kind: Kind
    pattern: str

    def compiled(self, people: str) -> re.Pattern[str]:
        """The pattern, with `people` (an alternation of names) where it asks for a name."""
        if NAMED not in self.pattern:
            return _compiled(self.pattern)
        return _compiled(self.pattern.replace(NAMED, f"(?P<who>{people})"))


NAMED = "%named%"
"""Stands in a pattern for the name of any person."""


@dataclass(frozen=True, slots=True)
class PeopleKind:
    """A common noun for people or animals: what it matches as a whole phrase, whom it fits by how they are referred
    to, and what in their sheet shows that they are meant."""

    called: re.Pattern[str]
    gender: Literal["she", "he", ""]
    sheet: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """A language's phrases. verbs: the first words that rules begin with, for mending slips. hail: what may stand
    before the name of someone who is called. together: how a wish to do something in company begins.
    addressed: how a question to someone begins that follows their name without a comma. honorific: what goes with a name. condition: how a clause
    begins on which what follows depends. purpose: what joins a going and what it is for. words, contractions: small
    words that slips are mended to, and what is typed for them. other_verbs: what is no slip of `verbs`. simplified: characters by traditional ones.
    kinds: common nouns for people."""

    language: str
    rules: tuple[Rule, ...]
    filler: re.Pattern[str]
    question: re.Pattern[str]
    strong_cuts: tuple[str, ...]
    weak_cuts: tuple[str, ...]
    trailing: re.Pattern[str]
    ending: re.Pattern[str]
    everyone: re.Pattern[str]
    anyone: re.Pattern[str]
    she: re.Pattern[str]
    he: re.Pattern[str]
    they: re.Pattern[str]
    self: re.Pattern[str]
    here: re.Pattern[str]
    it: re.Pattern[str]
    there: re.Pattern[str]
    hail: re.Pattern[str]
    together: re.Pattern[str]
    addressed: re.Pattern[str]
    along: re.Pattern[str]
    stay: re.Pattern[str]
    condition: re.Pattern[str]
    honorific: re.Pattern[str]
    purpose: tuple[str, ...]
    verbs: tuple[str, ...]
    words: frozenset[str]
    other_verbs: frozenset[str]
    contractions: Mapping[str, str]
    simplified: Mapping[int, int]
    kinds: tuple[PeopleKind, ...] = ()


@cache
def phrasebook(language: str) -> Phrasebook:
    """The phrases of a catalogue language. Raises FileNotFoundError for a language without any."""
    file = resources.files("rpg.narrator.storyteller").joinpath("phrases", f"{language}.toml")
    document = tomllib.loads(file.read_text("utf-8"))
    filled = _Fragments({**document, **document["words"]}).fill
    persons = ("everyone", "anyone", "she", "he", "they", "self")
    words = (
        *persons,
        "question",
        "here",
        "it",
        "there",
        "hail",
        "together",
        "addressed",
        "condition",
        "honorific",
    )
    return Phrasebook(
        language=language,
        rules=tuple(Rule(kind, filled(pattern)) for kind, pattern in document["rules"]),
        filler=_compiled(f"(?:{'|'.join(document['fillers'])})"),
        strong_cuts=tuple(document["strong_cuts"]),
        weak_cuts=tuple(document["weak_cuts"]),
        trailing=_compiled(f"{document['trailing']}$"),
        ending=_compiled(f"{document['ending']}$"),
        purpose=tuple(document["purpose"]),
        verbs=tuple(document.get("verbs", ())),
        words=frozenset(document.get("small_words", "").split()),
        other_verbs=frozenset(document.get("other_verbs", "").split()),
        contractions=document.get("contractions", {}),
        simplified=str.maketrans(document.get("traditional", ""), document.get("simplified", "")),
        kinds=tuple(
            PeopleKind(_compiled(f"{document['kinds_begin']}(?:{called})"), gender, _compiled(sheet))
            for called, gender, sheet in document.get("kinds", ())
        ),
        along=_compiled(filled("%along%")),
        stay=_compiled(filled("%stay%")),
        **{name: _compiled(filled(document[name])) for name in words},
    )


@dataclass(frozen=True, slots=True)
class _Fragments:
    """Word lists that patterns put in by name; a list may put in others."""

    lists: Mapping[str, Any]

    def fill(self, pattern: str) -> str:
        return _FRAGMENT.sub(self._one, pattern)

    def _one(self, match: re.Match[str]) -> str:
        return match[0] if match[0] == NAMED else self.fill(self.lists[match[1]])


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def alternation(names: Sequence[str]) -> str:
    """A pattern for any of the names, longest first; one that never matches when there are none."""
    ordered = sorted({name for name in names if name}, key=lambda name: (-len(name), name))
    return "|".join(map(re.escape, ordered)) if ordered else r"(?!)"
