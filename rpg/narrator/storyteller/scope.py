"""What a player's words can refer to at one moment, as plain names: the parser needs nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Gender = Literal["she", "he", ""]


@dataclass(frozen=True, slots=True)
class Name:
    """Something with an id and everything it may be called, its proper name first."""

    id: str
    called: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """people: who is present. absent: everyone else. places: known ones and the ends of visible ways.

    labels: how visible ways are labelled, with the place they lead to. details: things to look at here.
    spoken: people the story spoke of, latest first, for pronouns. genders: how authors refer to people.
    followers: who travels with the player. seen: the detail last looked at, for "it". there: the place last
    spoken of, for "there". sheets: of everybody present what they are called and what they are at a glance, and how
    they look.
    """

    language: str
    here: Name
    people: tuple[Name, ...] = ()
    absent: tuple[Name, ...] = ()
    places: tuple[Name, ...] = ()
    labels: tuple[Name, ...] = ()
    details: tuple[Name, ...] = ()
    spoken: tuple[str, ...] = ()
    genders: tuple[tuple[str, Gender], ...] = ()
    followers: tuple[str, ...] = ()
    seen: str = ""
    there: str = ""
    sheets: tuple[tuple[str, str, str], ...] = ()

    def is_present(self, person: str) -> bool:
        return any(name.id == person for name in self.people)

    def gender(self, person: str) -> Gender:
        return dict(self.genders).get(person, "")

    def person_meant(self, gender: Gender = "") -> str | None:
        """Whom a pronoun means: the latest spoken of who fits, here or not, else the only one here who fits.

        Those of whom the author's texts tell that they fit come before those of whom they tell nothing.
        """
        known = {name.id for name in (*self.people, *self.absent)}
        for fits in (self._fits_surely, self._fits):
            spoken = [person for person in self.spoken if person in known and fits(person, gender)]
            here = self._only([name.id for name in self.people if fits(name.id, gender)])
            if spoken or here:
                return spoken[0] if spoken else here
        return None

    def meant_here(self, gender: Gender = "") -> str | None:
        """Whom a pronoun means for what can only be done to someone who is here."""
        here = replace(self, absent=(), spoken=tuple(filter(self.is_present, self.spoken)))
        return here.person_meant(gender) or self.person_meant(gender)

    def person_here(self) -> str | None:
        """Whom the player means without a word: the latest spoken of who is here, else the only one here."""
        here = [name.id for name in self.people]
        return next((person for person in self.spoken if person in here), None) or self._only(here)

    @staticmethod
    def _only(people: list[str]) -> str | None:
        return people[0] if len(people) == 1 else None

    def _fits_surely(self, person: str, gender: Gender) -> bool:
        return not gender or self.gender(person) == gender

    def _fits(self, person: str, gender: Gender) -> bool:
        return not gender or self.gender(person) in ("", gender)
