"""What an English clause says of somebody it only speaks of: "it is Mara", "no sign of Mara", "you see Mara leave"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rpg.session.prose import english_words as w
from rpg.session.prose.claims import PLAYER, Does
from rpg.session.prose.english_clauses import Clause, Reader
from rpg.session.prose.english_forms import verb_of
from rpg.session.prose.english_people import UNNAMED
from rpg.session.prose.english_text import QUOTE, is_doubtful, word_at
from rpg.session.prose.words import words

Said = tuple[Does, str]

_SEES = words("see hear watch notice spot feel catch")
_BRINGERS = words("followed accompanied flanked joined returns return back escorted trailed")
_AFAR = words("window windows below across distance far through beyond monitor afar")
_SHORT = 4
"""Words of a clause that only names who it is: "there is somebody at the door: Mara"."""
_BODY = words("head face figure silhouette voice")
_SHUTTING = words("door doors gate hatch curtain")


def mentions(reader: Reader, clause: Clause, last: str | None, *, alone: bool) -> Iterator[Said]:
    """Who comes or goes without being the subject. last: the last character who did something. alone: the clause is a
    sentence."""
    found = clause.words
    whole = alone and len(found) == 1
    named = [word for word in found if word[0] == "⟨"]
    if (
        clause.begins
        and len(named) == 1
        and all(word in w.ADVERBS or word in named for word in found[:2])
        and len(found) == 2
    ):
        yield "acts", reader.people.owner(named[0])
    if found[0][0] == "⟨" and (whole or (clause.joint in (":", "—") and len(found) <= _SHORT)):
        yield "acts", reader.people.owner(found[0])
    for at, word in enumerate(found):
        if word[0] == "⟨":
            said = _named(clause, at, past=reader.past)
            if said is not None:
                yield said, reader.people.owner(word)
        elif word in w.EMPTY and clause.real and not w.SEATS.isdisjoint(found[:at]):
            who = reader.people.owner(found[0]) if found[0][0] == "⟨" else reader.people.spoken_of(last)
            if who is not None and not {"her", "his", "'s"}.isdisjoint(found[:at]):
                yield "went", who
        elif word in ("sign", "trace") and word_at(found, at - 1) == "no" and word_at(found, at + 1) != "of":
            who = reader.people.spoken_of(last)
            if who is not None and clause.real:
                yield "went", who
        elif word_at(found, at - 1) == "of" and not {"sign", "trace", "last"}.isdisjoint(
            found[max(0, at - 5) : at]
        ):
            who = referred(reader, found, at, last)
            if who is not None:
                yield "went", who
    if clause.real and not is_doubtful(found):
        yield from _left_behind(reader, clause, last)


def referred(reader: Reader, found: Sequence[str], at: int, last: str | None) -> str | None:
    """Whom a word means as an object: a name, "him", "her"."""
    word, behind = found[at], word_at(found, at + 1)
    if word[0] == "⟨":
        return reader.people.owner(word)
    free = (
        not behind or behind in w.PREPOSITIONS or behind in w.PARTICLES or behind in ("clean", "go", "leave")
    )
    if word in ("him", "them") or (word == "her" and free):
        return reader.people.spoken_of(last)
    return None


def _named(clause: Clause, at: int, *, past: bool) -> Does | None:
    """What is said of a name from the words around it."""
    found = clause.words
    before, behind = found[max(0, at - 5) : at], found[at + 1 : at + 4]
    last, nearest = word_at(before, len(before) - 1), word_at(behind, 0)
    real = clause.real and not is_doubtful(before)
    if last == "of" and (
        ("no" in before and not {"sign", "trace"}.isdisjoint(before)) or {"last", "see"} <= set(before)
    ):
        return "went"
    if last == "where" and nearest in ("was", "had", "stood", "sat"):
        return "went"
    if last == "was" and not past:
        return None
    if last in ("is", "was") and nearest != "'s":
        introduced = word_at(before, len(before) - 2) in ("it", "get", "there")
        return "came" if introduced and not is_doubtful(before) else None
    if before[-3:] == ("face", "to", "face") or before[-4:-1] == ("face", "to", "face"):
        return "came"
    if last in ("admit", "admits", "reveal", "reveals"):
        return "came" if clause.real else None
    if real and not {"find", "finds", "spot", "notice"}.isdisjoint(before[-2:]) and _is_found(nearest):
        return "came"
    if real and last in _SEES:
        return _seen(clause, behind)
    if real and last in ("with", "by") and not _BRINGERS.isdisjoint(before):
        return "came"
    if _is_speaker(before, last, clause):
        return "acts"
    comes = not {"appears", "comes", "emerges"}.isdisjoint(found)
    return "came" if nearest == "'s" and comes and not _BODY.isdisjoint(behind) else None


def _is_found(behind: str) -> bool:
    return behind.endswith("ing") or behind in ("in", "at")


def _seen(clause: Clause, behind: Sequence[str]) -> Does | None:
    """What somebody is seen doing."""
    verb = verb_of(word_at(behind, 0))
    if verb is None or verb.form not in ("base", "ing"):
        return None
    if not w.VIEWS.isdisjoint(behind) or not _AFAR.isdisjoint(clause.words):
        return None
    leaves = verb.base in ("leave", "go", "depart", "vanish", "disappear")
    return "went" if leaves or not {"away", "off", "out"}.isdisjoint(behind) else "came"


def _is_speaker(before: Sequence[str], last: str, clause: Clause) -> bool:
    """Whether a name stands behind what is said aloud and a verb of saying."""
    if before[-2:-1] == (QUOTE,) and last.endswith("s"):
        return True
    said = QUOTE in before[-3:] and last.endswith(("s", "ed")) and last not in ("is", "was")
    return said and verb_of(last) is not None and last not in w.PREPOSITIONS and clause.real


def _left_behind(reader: Reader, clause: Clause, last: str | None) -> Iterator[Said]:
    """ "The door shuts behind her", "you are alone"."""
    found = clause.words
    if clause.subject in (None, UNNAMED) and not _SHUTTING.isdisjoint(found):
        for at in range(1, len(found)):
            who = referred(reader, found, at, last) if found[at - 1] in ("behind", "after") else None
            if who is not None and not _SHUTTING.isdisjoint(found[:at]):
                yield "went", who
    left = clause.subject == PLAYER and not {"are", "were", "left"}.isdisjoint(found)
    leaves = "you" in found and not {"leaving", "leaves", "leave"}.isdisjoint(found)
    who = reader.people.spoken_of(last)
    if "alone" in found and (left or leaves) and who is not None and who not in reader.people.owners(found):
        yield "went", who
