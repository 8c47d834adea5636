from __future__ import annotations

import tomllib

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.world.positions import MAX_DEPTH, Path, TooDeep, locate

TEXT = '''
# a comment with [brackets] and "quotes"
[world]
name = "W" # another
 rules = """
[not.a.table]
key = "not a key" \\""" still
"""
dotted.key."with space" = 1
[ locations . "码头" ]
tags = ["a", [1, 2],
  # comment, with a comma
  "b"]
[[locations."码头".exits]]
to = 'x[0]'
[[locations."码头".exits]]
to = \'\'\'[[fake]]\'\'\'
[locations."码头".exits.inner]
deep = { a = 1, "b\\u0063" = { c = [ { d = 1 } ] } }
'''

PLACES: dict[Path, tuple[int, int]] = {
    ("world",): (3, 1),
    ("world", "name"): (4, 1),
    ("world", "rules"): (5, 2),
    ("world", "dotted"): (9, 1),
    ("world", "dotted", "key"): (9, 8),
    ("world", "dotted", "key", "with space"): (9, 12),
    ("locations", "码头"): (10, 1),
    ("locations", "码头", "tags", 0): (11, 9),
    ("locations", "码头", "tags", 1, 1): (11, 18),
    ("locations", "码头", "tags", 2): (13, 3),
    ("locations", "码头", "exits", 0): (14, 1),
    ("locations", "码头", "exits", 0, "to"): (15, 1),
    ("locations", "码头", "exits", 1): (16, 1),
    ("locations", "码头", "exits", 1, "to"): (17, 1),
    ("locations", "码头", "exits", 1, "inner", "deep"): (19, 1),
    ("locations", "码头", "exits", 1, "inner", "deep", "a"): (19, 10),
    ("locations", "码头", "exits", 1, "inner", "deep", "bc", "c", 0, "d"): (19, 39),
}


@pytest.mark.parametrize(("path", "place"), PLACES.items())
def test_every_kind_of_key_is_found(path: Path, place: tuple[int, int]) -> None:
    tomllib.loads(TEXT)

    assert locate(TEXT).at(path) == place


def test_what_is_not_written_is_found_at_its_nearest_parent() -> None:
    positions = locate(TEXT)

    assert positions.at(("world", "tone")) == (3, 1)
    assert positions.at(("locations", "码头", "exits", 1, "hidden")) == (16, 1)
    assert positions.at(("nothing",)) == (1, 1)


VALUES = st.recursive(
    st.booleans() | st.integers(-5, 5) | st.text(max_size=6) | st.text("\"'\\\n[]{}#=,.", max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


def paths_of(value: object, path: Path = ()) -> list[Path]:
    match value:
        case dict():
            return [
                one for key, item in value.items() for one in [(*path, key), *paths_of(item, (*path, key))]
            ]
        case list():
            return [one for key, item in enumerate(value) for one in paths_of(item, (*path, key))]
        case _:
            return []


@settings(max_examples=150)
@given(st.dictionaries(st.text(min_size=1, max_size=3), VALUES, max_size=4), st.booleans())
def test_every_key_of_any_document_is_found(document: dict[str, object], multiline: bool) -> None:
    text = tomli_w.dumps(document, multiline_strings=multiline)
    positions = locate(text)

    assert set(paths_of(tomllib.loads(text))) <= positions.offsets.keys()
    assert positions.twice is None
    assert positions.unclosed is None


@settings(max_examples=150)
@given(st.text("[]{}\"'=.,#\n abc\\", max_size=60))
def test_any_text_is_walked_to_an_end(text: str) -> None:
    positions = locate(text)

    assert all(0 <= offset <= len(text) for offset in positions.offsets.values())


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 99, "a = " + "{a=" * 99, "a." * 99 + "a = 1", "[" + "a." * 99 + "a]"]
)
def test_deep_nesting_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(TooDeep) as caught:
        locate(text)

    assert MAX_DEPTH <= caught.value.offset < len(text)
