"""Whom "he", "she" and "the boy" mean in an English reply: the last of whom it may be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.english_text import word_at
from rpg.session.prose.names import Marked

UNNAMED = ""
"""Somebody without a name, or a thing."""

_MOST = 6


class People:
    """Who was spoken of, the last first. pronouns: "he" or "she" for those of whom it is known. outside: the player
    is told of by name. known: who is there; of others only those who do something are spoken of as "he" and "she"."""

    def __init__(
        self, text: Marked, pronouns: Mapping[str, str], *, outside: bool, known: frozenset[str] | None = None
    ) -> None:
        self._owners = text.owners
        self._pronouns = dict(pronouns)
        self._outside = outside
        self._known_here = known
        self._recent: list[str] = []
        self._stranger = ""

    def owner(self, mark: str) -> str:
        """Whose a mark is."""
        return self._owners[int(mark[1:-1])]

    def owners(self, words: Sequence[str]) -> list[str]:
        """Whose the marks of people among the words are."""
        return [self.owner(word) for word in words if word[0] == "⟨"]

    def mention(self, who: str, pronoun: str = "") -> None:
        """Somebody does something; `UNNAMED` for a stranger, who may be known to be "he" or "she"."""
        self._stranger = pronoun if who == UNNAMED else self._stranger
        self._recent = [who, *(one for one in self._recent if one != who)][:_MOST]

    def mention_all(self, words: Sequence[str]) -> None:
        """Those who are spoken of come behind the one who does something."""
        for at, word in enumerate(words):
            if word[0] != "⟨" or self.is_kin(words, at):
                continue
            who = self.owner(word)
            if self._known_here is not None and who not in self._known_here:
                continue
            if self._recent[:1] != [who]:
                rest = [other for other in self._recent[1:] if other != who]
                self._recent = [*self._recent[:1], who, *rest][:_MOST]

    def is_kin(self, words: Sequence[str], at: int) -> bool:
        """Whether a name tells whose brother or servant is spoken of."""
        return word_at(words, at + 1) == "'s" and not w.KIN.isdisjoint(words[at + 2 : at + 5])

    def pronoun(self, word: str) -> str | None:
        """Whom a pronoun means."""
        if word == "who":
            return self._recent[0] if self._recent else None
        if word == "they":
            return UNNAMED
        for who in self._recent:
            known = self._stranger or word if who == UNNAMED else self._pronouns.get(who, word)
            if (who != PLAYER or self._outside) and known == word:
                if who != UNNAMED:
                    self._pronouns.setdefault(who, word)
                return who
        return UNNAMED

    def definite(self) -> str | None:
        """Whom "the boy" means: the last who has a name, unless a stranger was spoken of since."""
        if self._recent[:1] == [UNNAMED]:
            return None
        known = [who for who in self._recent if who not in (PLAYER, UNNAMED)]
        return known[0] if len(known) == 1 else None

    def spoken_of(self, last: str | None) -> str | None:
        """Whom "him" or "her" means: `last` if somebody, else whoever was spoken of last."""
        return last if last is not None else self._known()

    def _known(self) -> str | None:
        return next((who for who in self._recent if who not in (PLAYER, UNNAMED)), None)
