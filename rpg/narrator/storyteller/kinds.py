"""Whom a common noun or a short name means: "the gentleman", "the dog", 那个孩子, 小豆."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rpg.narrator.storyteller.matching import is_cjk
from rpg.narrator.storyteller.phrasebook import PeopleKind, Phrasebook
from rpg.narrator.storyteller.scope import Scope

_SHORT = re.compile(r"[小老阿大](?P<name>[\u4e00-\u9fff])")


@dataclass(frozen=True, slots=True)
class Kinds:
    """Looks common nouns for people and animals up in one scope."""

    scope: Scope
    book: Phrasebook

    def named(self, phrase: str) -> PeopleKind | None:
        """The kind that a phrase is the name of."""
        return next((kind for kind in self.book.kinds if kind.called.fullmatch(phrase)), None)

    def fitting(self, phrase: str) -> tuple[str, ...]:
        """Who here is of the kind that a phrase names. What they are called and are at a glance tells more than how
        they look, and that more than how they are referred to."""
        kind = self.named(phrase)
        if kind is None:
            return ()
        sheets = self.scope.sheets
        people = [name.id for name in self.scope.people if not self.is_beast(name.id)]
        groups = (
            [id for id, summary, _ in sheets if kind.sheet.search(summary)],
            [id for id, _, looks in sheets if kind.sheet.search(looks)],
            [id for id in people if kind.gender and self.scope.gender(id) == kind.gender],
            [id for id in people if kind.gender and not self.scope.gender(id)],
        )
        found = (tuple(id for id in group if self._is_of(kind, id)) for group in groups)
        return next((ids for ids in found if ids), ())

    def _is_of(self, kind: PeopleKind, person: str) -> bool:
        """Whether nobody refers to someone in the other way."""
        return not kind.gender or self.scope.gender(person) in ("", kind.gender)

    def is_beast(self, person: str) -> bool:
        """Whether someone here is an animal by what they are at a glance. The last kind of a language is of all
        animals."""
        beasts = self.book.kinds[-1].sheet if self.book.kinds else None
        return beasts is not None and any(
            id == person and beasts.search(summary) for id, summary, _ in self.scope.sheets
        )

    def is_human(self, person: str) -> bool:
        """Whether someone is here and no animal."""
        return any(id == person for id, _, _ in self.scope.sheets) and not self.is_beast(person)

    def short_name(self, phrase: str) -> str | None:
        """Whom one character of a name means, as one is called in speech: 小豆, 老韩."""
        match = _SHORT.fullmatch(phrase)
        if match is None:
            return None
        named = [
            name.id
            for name in (*self.scope.people, *self.scope.absent)
            if is_cjk(name.called[0]) and match["name"] in (name.called[0][0], name.called[0][-1])
        ]
        meant = [id for id in named if self.scope.is_present(id)] or named
        return meant[0] if len(meant) == 1 else None
