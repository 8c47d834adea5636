"""Random edits and operations over the harbour: plausible often enough to be accepted, wild often enough to hurt."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rpg.runtime.edits import (
    AdvanceTime,
    Connect,
    CreateCharacter,
    CreateLocation,
    Disconnect,
    Edit,
    Follow,
    Happen,
    MoveCharacter,
    MovePlayer,
    RemoveLocation,
    Reveal,
    SetAnswer,
    SetClock,
    SetExit,
    SetFlag,
    SetLock,
    SetPin,
    SetPremise,
    SetSummary,
    Unfollow,
    UpdateCharacter,
    UpdateLocation,
)
from rpg.runtime.opkinds import OPERATIONS

PLACES = ("quay", "market", "lighthouse", "cellar", "castle", "tower", "yard", "后院")
PEOPLE = ("mira", "tomas", "ana", "guard", "ferrin", "bob", "小二")
FACTS = (
    "condition:mira",
    "position:mira",
    "player",
    "clock",
    "note:quay",
    "exit:quay:market",
    "flag:bell",
    "x",
)

places = st.sampled_from(PLACES)
people = st.sampled_from(PEOPLE)
groups = st.lists(people, max_size=3).map(tuple)
sources = st.sampled_from(("model", "player", "hand", "import", "world"))
words = st.sampled_from(("", "wet", "Old friend.", "雨夜"))
minutes = st.none() | st.integers(-5, 900)

edits: st.SearchStrategy[Edit] = st.one_of(
    st.builds(MovePlayer, places, sources, st.none() | places, minutes, groups, groups),
    st.builds(MovePlayer, places, st.just("model")),
    st.builds(MoveCharacter, people, st.none() | places, sources, st.none() | places),
    st.builds(MoveCharacter, people, places, sources),
    st.builds(Follow, people, sources),
    st.builds(Unfollow, people, sources),
    st.builds(
        CreateLocation, st.sampled_from(("yard", "后院", "quay")), words, words, words, sources, words, places
    ),
    st.builds(UpdateLocation, places, sources, note=st.none() | words, summary=st.none() | words),
    st.builds(RemoveLocation, places, sources),
    st.builds(Connect, places, places, sources, words, minutes),
    st.builds(Disconnect, places, places, sources),
    st.builds(SetExit, places, places, sources, st.none() | st.booleans(), st.none() | words),
    st.builds(Reveal, places, sources),
    st.builds(
        CreateCharacter, st.sampled_from(("bob", "小二", "mira")), words, words, words, places, sources
    ),
    st.builds(UpdateCharacter, people, sources, st.none() | words, st.none() | words, st.tuples(words)),
    st.builds(
        SetFlag, st.sampled_from(("bell", "")), st.none() | st.booleans() | st.integers() | words, sources
    ),
    st.builds(AdvanceTime, st.integers(-1, 2000), sources),
    st.builds(SetClock, st.integers(-1, 5000), sources),
    st.builds(SetAnswer, st.sampled_from(("origin", "x")), words, sources),
    st.builds(SetPremise, words, sources),
    st.builds(SetSummary, words, sources),
    st.builds(SetPin, st.sampled_from(("a", "b")), st.none() | words, sources),
    st.builds(Happen, st.sampled_from(("lamp", "x")), sources),
    st.builds(SetLock, st.sampled_from(FACTS), st.booleans(), sources),
)

anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | places | people,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)

_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "op": st.sampled_from((*OPERATIONS, "fly")),
    "to": places | st.none(),
    "with": st.lists(people, max_size=2),
    "without": st.lists(people, max_size=2),
    "character": people,
    "location": places,
    "from": places,
    "connect_to": places,
    "hidden": st.booleans(),
    "name": st.sampled_from(("The Yard", "后院", "Bob")),
}

operations: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"op": _VALUES["op"]},
    optional={
        name: st.one_of(_VALUES.get(name, words), anything)
        for name in (
            *(
                "to",
                "with",
                "without",
                "character",
                "location",
                "from",
                "id",
                "name",
                "summary",
                "description",
            ),
            *("rules", "note", "connect_to", "label", "hidden", "locked"),
        )
    },
)


def sensible(op: str) -> st.SearchStrategy[dict[str, Any]]:
    """An operation with all the arguments it needs, of the right kinds."""
    needed = {name: _VALUES.get(name, st.just("words")) for name in (*OPERATIONS[op].required, "to")}
    if "to" not in (*OPERATIONS[op].required, *OPERATIONS[op].optional):
        needed.pop("to")
    return st.fixed_dictionaries({"op": st.just(op), **needed})


sensible_operations = st.sampled_from(tuple(OPERATIONS)).flatmap(sensible)
