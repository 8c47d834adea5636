from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.facts import Facts

keys = st.tuples(st.sampled_from(("flag", "note", "值")), st.text(max_size=4))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


def facts_of(pairs: list[tuple[Any, Any]]) -> Facts:
    facts = Facts()
    for key, value in pairs:
        facts = facts.set(key, value)
    return facts


@given(st.dictionaries(keys, values, max_size=8), st.randoms(use_true_random=False))
def test_the_hash_does_not_depend_on_the_order_in_which_facts_became_true(truth: Any, random: Any) -> None:
    pairs = list(truth.items())
    shuffled = list(pairs)
    random.shuffle(shuffled)
    assert facts_of(pairs).hash == facts_of(shuffled).hash


@given(st.dictionaries(keys, values, max_size=8), keys, values)
def test_setting_and_taking_back_leaves_the_old_hash(truth: Any, key: Any, value: Any) -> None:
    truth.pop(key, None)
    facts = facts_of(list(truth.items()))
    changed = facts.set(key, value)
    assert changed.hash != facts.hash
    assert changed.drop(key).hash == facts.hash


@given(st.dictionaries(keys, values, max_size=8))
def test_a_document_gives_the_same_facts_back_through_json(truth: Any) -> None:
    facts = facts_of(list(truth.items()))
    again = Facts.from_document(json.loads(json.dumps(facts.document())))
    assert again.hash == facts.hash
    assert dict(again.items()) == dict(facts.items())


def test_setting_what_is_true_gives_the_same_object() -> None:
    facts = Facts().set(("flag", "a"), [1, 2])
    assert facts.set(("flag", "a"), (1, 2)) is facts
    assert facts.drop(("flag", "b")) is facts


@pytest.mark.parametrize(
    ("one", "other"), list(pairwise([0, False, "", None, 0.0, "0", "False", (), ("",), (0,)]))
)
def test_values_that_python_takes_for_equal_or_empty_are_told_apart(one: Any, other: Any) -> None:
    facts = Facts().set(("flag", "a"), one)
    assert facts.set(("flag", "a"), other).hash != facts.hash


def test_the_hash_of_a_fact_is_the_same_on_every_machine() -> None:
    assert Facts().set(("flag", "钟"), True).hash == "e652d109c4b5b158a3d4ed7fe26f5a12"
