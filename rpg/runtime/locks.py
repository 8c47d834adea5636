"""Facts that the player has locked against the model, and which facts an edit touches.

A fact's name is its kind and what it is about, joined by ":": "condition:mira", "position:mira", "note:quay",
"exit:quay:market"; "player" (where the player is), "clock", "premise" and "summary" stand alone.
"""

from __future__ import annotations

from typing import assert_never

from rpg.runtime import edits
from rpg.runtime.edits import Edit
from rpg.runtime.errors import EditError, one_of
from rpg.runtime.state import State
from rpg.world.beats import beat_flag

ALONE = ("player", "clock", "premise", "summary")
"""Facts of which there is one."""

OF_CHARACTERS = ("condition", "relationship", "knows", "position", "follows")
OF_LOCATIONS = ("note", "location", "known")
OF_NAMES = ("flag", "pin", "answer")
WAY = "exit"
KINDS = (*ALONE, *OF_CHARACTERS, *OF_LOCATIONS, *OF_NAMES, WAY)


def is_locked(state: State, fact: str) -> bool:
    """Whether the player has locked `fact`. A way is locked by either direction."""
    return any(("lock", name) in state.facts for name in (fact, _back(fact)))


def locked_facts(state: State) -> tuple[str, ...]:
    """All locked facts, sorted."""
    return state.members("lock")


def check_locks(state: State, edit: Edit) -> None:
    """Raises EditError "locked_fact" when the model changes what the player has locked."""
    if edit.source != "model" or not state.members("lock"):
        return
    for fact in touched(state, edit):
        if is_locked(state, fact):
            raise EditError(
                "locked_fact",
                f'The player has locked "{fact}" against changes by the story.',
                "Leave it as it is and tell the story around it.",
                fact=fact,
            )


def check_fact(state: State, fact: str) -> None:
    """Raises EditError "unknown_fact" when nothing can be called `fact`."""
    if not _exists(state, fact):
        raise EditError(
            "unknown_fact",
            f'"{fact}" is not the name of a fact.',
            f"A fact is one of {one_of(KINDS)}, and what it is about, such as condition:mira.",
            fact=fact,
        )


def touched(state: State, edit: Edit) -> tuple[str, ...]:
    """The names of the facts that `edit` sets by itself."""
    match edit:
        case edits.MovePlayer():
            return _touched_by_travel(state, edit)
        case edits.MoveCharacter(character=who):
            return (f"position:{who}", *((f"follows:{who}",) if state.follows(who) else ()))
        case edits.Follow(character=who):
            return (f"follows:{who}", f"position:{who}")
        case edits.Unfollow(character=who):
            return (f"follows:{who}",)
        case edits.UpdateLocation():
            return _touched_texts(edit)
        case edits.RemoveLocation(location=place):
            return (f"location:{place}", f"note:{place}")
        case (
            edits.Connect(start=start, end=end)
            | edits.Disconnect(start=start, end=end)
            | edits.SetExit(start=start, end=end)
        ):
            return (f"exit:{start}:{end}",)
        case edits.Reveal(location=place):
            return (f"known:{place}",)
        case edits.UpdateCharacter():
            return _touched_person(edit)
        case edits.SetFlag(name=name):
            return (f"flag:{name}",)
        case edits.Happen(beat=beat):
            return (f"flag:{beat_flag(beat)}",)
        case edits.SetAnswer(question=question):
            return (f"answer:{question}",)
        case edits.SetPin(id=id):
            return (f"pin:{id}",)
        case edits.AdvanceTime() | edits.SetClock():
            return ("clock",)
        case edits.SetPremise():
            return ("premise",)
        case edits.SetSummary():
            return ("summary",)
        case edits.CreateLocation() | edits.CreateCharacter() | edits.SetLock():
            return ()
        case _:
            assert_never(edit)


def _touched_by_travel(state: State, edit: edits.MovePlayer) -> tuple[str, ...]:
    parted = [who for who in edit.left_behind if state.follows(who)]
    return (
        "player",
        *(("clock",) if edit.minutes and state.clock is not None else ()),
        *(f"position:{who}" for who in (*edit.companions, *parted)),
        *(f"follows:{who}" for who in parted),
    )


def _touched_texts(edit: edits.UpdateLocation) -> tuple[str, ...]:
    texts = (edit.summary, edit.description, edit.rules)
    own = (f"location:{edit.location}",) if any(text is not None for text in texts) else ()
    return own if edit.note is None else (*own, f"note:{edit.location}")


def _touched_person(edit: edits.UpdateCharacter) -> tuple[str, ...]:
    who = edit.character
    return (
        *((f"condition:{who}",) if edit.condition is not None else ()),
        *((f"relationship:{who}",) if edit.relationship is not None else ()),
        *((f"knows:{who}",) if edit.knows or edit.forgets else ()),
    )


def _back(fact: str) -> str:
    match fact.split(":"):
        case ["exit", start, end]:
            return f"exit:{end}:{start}"
    return fact


def _exists(state: State, fact: str) -> bool:
    if fact in ALONE:
        return True
    match fact.split(":", 1):
        case [kind, id] if kind in OF_CHARACTERS:
            return state.character(id) is not None
        case [kind, id] if kind in OF_LOCATIONS:
            return state.location(id) is not None
        case [kind, id] if kind in OF_NAMES:
            return bool(id.strip())
        case ["exit", way]:
            start, _, end = way.partition(":")
            return state.location(start) is not None and state.location(end) is not None
    return False
