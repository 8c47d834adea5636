"""Where an English reply sets the story: "Back at the chapel, …", "The chapel closes around you", "Med Bay."."""

from __future__ import annotations

from collections.abc import Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.english_clauses import Clause, Sentence
from rpg.session.prose.english_people import People
from rpg.session.prose.english_text import SETTING, is_doubtful, word_at
from rpg.session.prose.english_way import is_view
from rpg.session.prose.words import words

_TOUCHED = words("you your yourself her him us")


class SettingReader:
    """Finds the place that a clause sets the story in."""

    def __init__(self, people: People) -> None:
        self._people = people

    def place(self, clause: Clause, sentence: Sentence, *, moved: bool) -> str | None:
        """ "Back at the chapel, …", "The chapel is quiet around you"."""
        found = clause.words
        if not {"take", "takes", "took"}.isdisjoint(found) and "long" in found:
            return self._soon_there(found)
        if found[0] == SETTING:
            return next((self._people.owner(word) for word in found if word[0] == "⟦"), None)
        if not clause.real or is_doubtful(found, besides=w.NO_DOUBT):
            return None
        return (
            self._named_here(found)
            or (self._fronted(clause, sentence, moved=moved) if clause.begins else None)
            or self._by_touch(clause)
            or self._by_sense(clause, sentence, moved=moved)
            or self._alone(clause, sentence, moved=moved)
        )

    def _alone(self, clause: Clause, sentence: Sentence, *, moved: bool) -> str | None:
        """ "Med Bay.": a sentence that is only a name tells where one is."""
        found = clause.words
        if len(sentence.clauses) > 1 or len(found) > 3 or not (moved):
            return None
        marks = [word for word in found if word[0] == "⟦"]
        bare = [word for word in found if word.isalpha() and word not in w.ADVERBS | w.DETERMINERS]
        return self._people.owner(marks[0]) if len(marks) == 1 and not bare else None

    def _soon_there(self, found: Sequence[str]) -> str | None:
        """ "It does not take long to find the market"."""
        for at in range(2, len(found)):
            if found[at][0] == "⟦" and found[at - 2] == "to" and found[at - 1] in ("find", "reach"):
                return self._people.owner(found[at])
        return None

    def _named_here(self, found: Sequence[str]) -> str | None:
        """ "So this is the chapel"."""
        for at, word in enumerate(found):
            back = found[max(0, at - 3) : at] in (
                ("it", "is", "just"),
                ("it", "is", "only"),
                ("it", "is", "still"),
            )
            if word[0] == "⟦" and (back or found[max(0, at - 2) : at] == ("this", "is")):
                return self._people.owner(word)
        return None

    def _fronted(self, clause: Clause, sentence: Sentence, *, moved: bool) -> str | None:
        found, start = clause.words, 0
        while word_at(found, start) in w.BEFORE_SETTING:
            start += 1
        if word_at(found, start) not in ("at", "in", "inside", "on"):
            return None
        at = next((n for n in range(start, min(start + 5, len(found))) if found[n][0] == "⟦"), None)
        if at is None or word_at(found, at + 1) == "'s":
            return None
        told = any(word in w.PLAYERS | {"your", "my"} for one in sentence.clauses for word in one.words)
        real = all(not is_doubtful(one.words[:8]) for one in sentence.clauses)
        sensed = found[start] == "inside" and any(
            not w.SENSED.isdisjoint(one.words) for one in sentence.clauses
        )
        known = told or sensed or start > 0 or moved
        return self._people.owner(found[at]) if real and known else None

    def _by_touch(self, clause: Clause) -> str | None:
        """ "The chapel closes around you", "the door of the chapel shuts behind you"."""
        found = clause.words
        if not w.FAR.isdisjoint(found) or clause.somebody is not None:
            return None
        if w.TOUCHES.isdisjoint(found) or _TOUCHED.isdisjoint(found):
            return None
        return next(
            (place for at in range(len(found)) if (place := self._touched(clause, at)) is not None), None
        )

    def _touched(self, clause: Clause, at: int) -> str | None:
        found = clause.words
        if found[at][0] != "⟦":
            return None
        door = word_at(found, at + 1) in ("door", "doors", "gate", "hatch")
        part = word_at(found, at - 1) == "of" and not w.SURROUNDS.isdisjoint(found[:at])
        itself = clause.place is not None and at < clause.at
        meant = door or ((part or itself) and clause.subject != PLAYER)
        return self._people.owner(found[at]) if meant else None

    def _by_sense(self, clause: Clause, sentence: Sentence, *, moved: bool) -> str | None:
        """ "The chapel is colder than the street", once the player has moved or as the reply begins."""
        found = clause.words
        if clause.place is None or not clause.begins or not w.FAR.isdisjoint(found) or "now" in found:
            return None
        told = found[clause.at : clause.at + 7]
        if w.SENSED.isdisjoint(told) and (w.SPREADS.isdisjoint(told[:3]) or not self._meets(sentence)):
            return None
        if not w.SPREADS.isdisjoint(told[:3]):
            return clause.place
        return clause.place if moved or sentence.number == 0 else None

    def _meets(self, sentence: Sentence) -> bool:
        """Whether the player does something in the sentence that a place begins."""
        return any(
            one.real and one.own and one.subject == PLAYER and not is_view(one.words)
            for one in sentence.clauses
        )
