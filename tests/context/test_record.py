"""The record: JSON that survives storing, small, and safe to read when it is broken."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.context.record import Memory, Record, Stood, record_document, record_from_document
from tests.context.campaign import run

words = st.text("abc-", max_size=4)
pins = st.dictionaries(
    st.sampled_from(["to", "note", "knows"]), st.one_of(words, st.integers(0, 9)), max_size=3
)
stood = st.builds(
    Stood,
    st.sampled_from(["place", "names", "person", "left", "went"]),
    words,
    st.integers(0, 99),
    words,
    pins,
)
records = st.builds(
    Record,
    st.integers(1, 99),
    st.integers(1, 99_999),
    st.integers(1, 99),
    st.booleans(),
    st.integers(0, 9),
    st.lists(stood, max_size=4).map(tuple),
    st.builds(Memory, words, words, st.integers(0, 9), st.lists(words, max_size=3).map(tuple)),
    st.dictionaries(words, words, max_size=3),
    st.dictionaries(words, words, max_size=3),
    st.integers(0, 9999),
    words,
    st.dictionaries(words, st.integers(0, 9), max_size=2),
)


@given(records)
def test_a_record_survives_its_json(record):
    stored = record_from_document(json.loads(json.dumps(record_document(record), sort_keys=True)))
    assert stored == record
    assert stored is not None
    assert list(stored.head.items()) == list(record.head.items())
    assert list(stored.rest.items()) == list(record.rest.items())


@pytest.mark.parametrize(
    "document",
    [
        None,
        {},
        {"v": 2},
        {"v": 1},
        {"v": 1, "message": 1, "window": 2, "start": 1, "departures": 0, "stood": [["?"]]},
    ],
)
def test_what_cannot_be_read_is_no_record(document):
    assert record_from_document(document) is None


def test_a_record_stays_small():
    sizes = []
    for _, played in run(2, 60):
        sizes.append(len(json.dumps(played.record, separators=(",", ":"))))
    assert sorted(sizes)[len(sizes) // 2] < 1500
