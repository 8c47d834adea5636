"""Calls are put together right from pieces of any manner."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.narrator.calls import CallAssembler, fresh_ids, made_id

NAMES = ("move", "look", "wait", "edit_location_registry")
ARGUMENTS = st.dictionaries(
    st.sampled_from(["to", "with", "操"]),
    st.text(max_size=10) | st.integers(-99, 99) | st.lists(st.text(max_size=4), max_size=2),
    max_size=3,
)
CALLS = st.lists(st.tuples(st.sampled_from(NAMES), ARGUMENTS), min_size=1, max_size=4)
MANNERS = (
    "openai",
    "no index",
    "no id",
    "one index",
    "whole",
    "object",
    "grown",
    "names repeated",
    "interleaved",
)


def distinct(calls: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Calls of different tools only, for the manners that give nothing else to tell them apart."""
    return list(dict(calls).items())


def pieces_of(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def entry(name: str, fragment: Any, **more: Any) -> dict[str, Any]:
    function = {"arguments": fragment} | ({"name": name} if name else {})
    return {**more, "function": function}


def one_call(number: int, name: str, arguments: Any, manner: str, size: int) -> list[dict[str, Any]]:
    """The entries that send one call in this manner."""
    text = json.dumps(arguments)
    call_id = f"id{number}"
    rest = pieces_of(text, size)
    match manner:
        case "no index":
            return [entry(name, "", id=call_id), *(entry("", piece) for piece in rest)]
        case "no id":
            return [entry(name, "", index=number), *(entry("", piece, index=number) for piece in rest)]
        case "one index":
            return [entry(name, "", index=0, id=call_id), *(entry("", piece, index=0) for piece in rest)]
        case "whole":
            return [entry(name, text)]
        case "object":
            return [entry(name, arguments, id=call_id)]
        case "grown":
            grown = [text[:end] for end in range(size, len(text) + size, size)]
            return [entry(name, piece, index=number, id=call_id) for piece in grown]
        case "names repeated":
            return [entry(name, piece) for piece in rest]
        case _:
            first = entry(name, "", index=number, id=call_id)
            return [first, *(entry("", piece, index=number) for piece in rest)]


@given(CALLS, st.sampled_from(MANNERS), st.integers(1, 7))
@settings(max_examples=300)
def test_calls_come_out_as_they_were_meant(calls: list[tuple[str, Any]], manner: str, size: int) -> None:
    if manner in ("whole", "names repeated"):
        calls = distinct(calls)
    sent = [one_call(number, name, args, manner, size) for number, (name, args) in enumerate(calls)]
    assembler = CallAssembler(NAMES)
    if manner == "interleaved":
        for row in range(max(map(len, sent))):
            assembler.add([entries[row] for entries in sent if row < len(entries)])
    else:
        for one in (one for entries in sent for one in entries):
            assembler.add([one])
    made = assembler.finish()
    assert [(call.name, json.loads(call.arguments), call.problem) for call in made] == [
        (name, args, "") for name, args in calls
    ]
    assert len({call.id for call in made}) == len(made)


@given(CALLS, st.integers(1, 7))
def test_a_stream_that_is_sent_twice_piece_by_piece_is_one_stream(
    calls: list[tuple[str, Any]], size: int
) -> None:
    assembler = CallAssembler(NAMES)
    for number, (name, args) in enumerate(calls):
        for one in one_call(number, name, args, "openai", size):
            assembler.add([one])
            assembler.add([one])
    made = assembler.finish()
    assert [call.name for call in made] == [name for name, _ in calls]
    for call, (_, args) in zip(made, calls, strict=True):
        assert call.problem or json.loads(call.arguments) == args


def test_the_last_call_of_a_cut_reply_is_not_completed() -> None:
    assembler = CallAssembler(NAMES)
    assembler.add([entry("move", '{"to":"a"', index=0), entry("move", '{"to":"b"', index=1)])
    first, second = assembler.finish(complete=False)
    assert (first.arguments, first.problem) == ('{"to":"a"}', "")
    assert second.problem


def test_ids_that_the_conversation_has_are_not_given_again() -> None:
    taken = {made_id("3", 0), "call_0"}
    assembler = CallAssembler(NAMES, "3", taken)
    assembler.add([entry("move", "{}", id="call_0"), entry("look", "{}", id="call_1")])
    ids = [call.id for call in assembler.finish()]
    assert ids[1] == "call_1"
    assert not set(ids) & taken


@given(st.text(max_size=10), st.integers(0, 50))
def test_made_up_ids_are_nine_letters_and_digits_and_always_the_same(seed: str, number: int) -> None:
    assert re.fullmatch(r"[A-Za-z0-9]{9}", made_id(seed, number))
    assert made_id(seed, number) == made_id(seed, number)
    assert len(set(islice(fresh_ids(seed, ()), 50))) == 50


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["index", "id", "function", "name", "arguments"]), inner, max_size=4
            )
        ),
        max_leaves=10,
    )
)
def test_no_entry_can_break_the_assembler(entries: object) -> None:
    assembler = CallAssembler(NAMES)
    assembler.add(entries)
    for call in assembler.finish():
        assert isinstance(json.loads(call.arguments), dict)


def test_what_a_provider_attaches_is_kept_by_call() -> None:
    assembler = CallAssembler(NAMES)
    assembler.add([{**entry("move", "{}", id="a"), "extra_content": {"google": {"thought_signature": "s"}}}])
    assembler.finish()
    assert assembler.signatures == {"a": {"google": {"thought_signature": "s"}}}
