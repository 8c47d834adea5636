"""A repair takes the only possible reading or none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.repair import compact, join_surrogates, repair_object

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=6), VALUES, max_size=4)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("", "{}"),
        ("  \n", "{}"),
        ("null", "{}"),
        ('{"to": "market"}', '{"to":"market"}'),
        ('{"to":"market",}', '{"to":"market"}'),
        ('{"to":["a","b",],}', '{"to":["a","b"]}'),
        ('```json\n{"to":"market"}\n```', '{"to":"market"}'),
        ('```\n{"to":"market"}```', '{"to":"market"}'),
        ('{"to":"market"}</tool_call>', '{"to":"market"}'),
        ('{"to":"market"};', '{"to":"market"}'),
        ("{'to': 'market'}", '{"to":"market"}'),
        ("{'to': 'Mira\\'s'}", '{"to":"Mira\'s"}'),
        ("{'say': 'a \"word\"'}", '{"say":"a \\"word\\""}'),
        ("{to: 'market'}", '{"to":"market"}'),
        ("{“to”：“market”，}", '{"to":"market"}'),
        ('{"a":True,"b":False,"c":None}', '{"a":true,"b":false,"c":null}'),
        ('{"to":"market"', '{"to":"market"}'),
        ('{"a":{"b":["x"', '{"a":{"b":["x"]}}'),
        ('{"a":[{"op":"x"}', '{"a":[{"op":"x"}]}'),
        ('{"a":"x" "b":"y"}', '{"a":"x","b":"y"}'),
        ('{"a":[{"b":1} {"b":2}]}', '{"a":[{"b":1},{"b":2}]}'),
        ('{"a":"two\nlines"}', '{"a":"two\\nlines"}'),
        ('{"a":1, // why\n "b":2}', '{"a":1,"b":2}'),
        ('{"a":/* why */1,}', '{"a":1}'),
        ('"{\\"to\\":\\"market\\"}"', '{"to":"market"}'),
        ('{"a":1,"a":1}', '{"a":1}'),
        ('{"a":"\\u00e9"}', '{"a":"é"}'),
    ],
)
def test_what_can_be_read_in_one_way_is_read(text: str, arguments: str) -> None:
    repaired = repair_object(text)
    assert (repaired.arguments, repaired.problem) == (arguments, "")


@pytest.mark.parametrize(
    "text",
    [
        '{"to":"mark',
        '{"minutes":1',
        '{"quick":tru',
        '{"to":',
        '{"to"',
        '{"to":"market",',
        '{"a":[',
        "{",
        "{'to': 'Mira's house'}",
        '{"say":"she said "no" to him"}',
        "{to: market}",
        '{"a":1,"a":2}',
        '{"a":NaN}',
        '{"a":01}',
        '{"a":.5}',
        '{"a":1}{"a":2}',
        '{"a":1} and then some',
        "[1]",
        '["a"]',
        "3",
        "true",
        '"market"',
        '{"a":"\\q"}',
        "{,}",
        '{"a":1}}',
        '{"a":[1}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "{'a':" * 100_000,
        "/*",
    ],
)
def test_what_has_two_readings_is_refused_with_its_reason(text: str) -> None:
    repaired = repair_object(text)
    assert repaired.arguments == "{}"
    assert repaired.problem


@given(OBJECTS)
def test_valid_json_stays_what_it_is(value: dict[str, Any]) -> None:
    repaired = repair_object(json.dumps(value))
    assert json.loads(repaired.arguments) == value
    assert not repaired.problem


@given(OBJECTS, st.sampled_from(["```json\n%s\n```", "%s</tool_call>", "\n\n%s  ", "```%s```", "%s;"]))
def test_wrappings_do_not_change_the_value(value: dict[str, Any], wrapping: str) -> None:
    assert json.loads(repair_object(wrapping % json.dumps(value)).arguments) == value


def sloppy(value: Any, choose: Any) -> str:
    """The value as a careless model might write it, without a second meaning."""
    comma = "," if choose(st.booleans()) else ""
    match value:
        case None:
            return str(choose(st.sampled_from(["null", "None"])))
        case bool():
            return str(choose(st.sampled_from([str(value), str(value).lower()])))
        case str():
            plain = not set(value) & set("'\\\n") and value.isprintable()
            return f"'{value}'" if plain and choose(st.booleans()) else json.dumps(value)
        case list():
            inner = ", ".join(sloppy(entry, choose) for entry in value)
            return f"[{inner}{comma if value else ''}]"
        case dict():
            inner = ", ".join(
                f"{sloppy(key, choose)}: {sloppy(entry, choose)}" for key, entry in value.items()
            )
            return f"{{{inner}{comma if value else ''}}}"
        case _:
            return json.dumps(value)


@given(OBJECTS, st.data())
def test_careless_spelling_does_not_change_the_value(value: dict[str, Any], data: st.DataObject) -> None:
    text = sloppy(value, data.draw)
    repaired = repair_object(text)
    assert not repaired.problem
    assert json.loads(repaired.arguments) == value


@given(OBJECTS, st.data())
def test_a_text_cut_from_outside_is_never_taken_for_whole(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    assert repair_object(text[:cut], complete=False).problem


@given(OBJECTS, st.data())
def test_missing_brackets_never_change_a_value_that_is_kept(
    value: dict[str, Any], data: st.DataObject
) -> None:
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    repaired = repair_object(text[:cut])
    kept = json.loads(repaired.arguments)
    assert repaired.problem or all(_part_of(kept[key], value[key]) for key in kept)


def _part_of(kept: Any, whole: Any) -> bool:
    match kept, whole:
        case dict(), dict():
            return all(_part_of(kept[key], whole[key]) for key in kept)
        case list(), list():
            return all(_part_of(one, two) for one, two in zip(kept, whole, strict=False))
        case _:
            return bool(kept == whole)


@given(st.text(alphabet="{}[]\"':,\\ au1n/*`“”，\n", max_size=40))
def test_no_text_can_break_the_reader(text: str) -> None:
    repaired = repair_object(text)
    assert isinstance(json.loads(repaired.arguments), dict)


@given(st.text(alphabet=st.characters(), max_size=20))
def test_compact_text_can_always_be_stored(text: str) -> None:
    compact({"a": text}).encode("utf-8")


def test_halves_of_a_character_are_joined() -> None:
    assert join_surrogates("a\ud83d\ude00b") == "a😀b"
    assert join_surrogates("a\ud83db") == "a\ufffdb"


@pytest.mark.parametrize("text", ['{"a":' + "9" * 5000 + "}", '{"a":' + "9" * 5000 + ",}", "9" * 5000])
def test_a_number_without_end_is_no_number(text: str) -> None:
    assert repair_object(text).problem != ""
