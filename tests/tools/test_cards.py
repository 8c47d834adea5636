"""Cards: read leniently from a call, bounded, with plain lines for faces that draw nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.errors import EditError
from rpg.text.cells import cell_width
from rpg.timeline.nodes import WidgetPart
from rpg.tools.cards import Bar, card_lines, read_card
from tests.tools.kit import called, result_of


def shown(**arguments: Any) -> dict[str, Any]:
    answer = called("show_widget", {"title": "Prices", **arguments})
    assert result_of(answer) == {"ok": True}
    (part,) = answer.parts
    assert isinstance(part, WidgetPart)
    document: dict[str, Any] = json.loads(part.data)
    return document


def test_rows_bars_and_a_table_stand_in_the_part_and_as_lines() -> None:
    document = shown(
        rows=[["Lamp oil", "3 coins"], ["Rope"]],
        bars=[{"label": "Health", "value": 5, "max": 10}],
        table={"columns": ["Ship", "Tide"], "rows": [["Gull", "08:00"], ["Heron"]]},
    )
    assert document == {
        "title": "Prices",
        "rows": [["Lamp oil", "3 coins"], ["Rope", ""]],
        "bars": [{"label": "Health", "value": 5, "max": 10}],
        "table": {"columns": ["Ship", "Tide"], "rows": [["Gull", "08:00"], ["Heron", ""]]},
        "lines": [
            "Lamp oil: 3 coins",
            "Rope",
            "Health █████░░░░░ 5/10",
            "Ship   Tide",
            "Gull   08:00",
            "Heron",
        ],
    }


def test_rows_may_be_an_object_or_labelled_and_numbers_become_text() -> None:
    assert shown(rows={"Gold": 12})["rows"] == [["Gold", "12"]]
    assert shown(rows=[{"label": "Gold", "value": 12}])["rows"] == [["Gold", "12"]]


def test_wide_letters_stand_under_each_other() -> None:
    card = read_card({"title": "船", "table": {"columns": ["船", "Ship"], "rows": [["乌篷船", "x"]]}})
    assert list(card_lines(card)) == ["船      Ship", "乌篷船  x"]


def test_a_bar_never_leaves_its_frame() -> None:
    card = read_card(
        {"title": "t", "bars": [{"label": "a", "value": 99, "max": 10}, {"value": -4, "max": 2}]}
    )
    assert card.bars == (Bar("a", 10, 10), Bar("", 0, 2))


@pytest.mark.parametrize(
    "arguments",
    [
        {"title": "nothing else"},
        {"rows": [["a", "b"]]},
        {"title": "t", "rows": "text"},
        {"title": "t", "rows": [["a", "b", "c"]]},
        {"title": "t", "rows": [["a", "b"]] * 21},
        {"title": "t", "bars": [{"label": "a", "value": "many", "max": 3}]},
        {"title": "t", "bars": [{"label": "a", "value": 1, "max": 0}]},
        {"title": "t", "bars": [{"label": "a", "value": float("nan"), "max": 1}]},
        {"title": "t", "bars": [{"label": "a", "value": True, "max": 1}]},
        {"title": "t", "table": {"rows": [["x"] * 7]}},
        {"title": "t", "table": {"rows": ["x"]}},
        {"title": "t", "table": [["x"]]},
        {"title": "t", "rows": [["a", "b"]], "colour": "red"},
    ],
)
def test_a_card_that_cannot_be_shown_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(EditError):
        read_card(arguments)


def test_escape_sequences_and_long_texts_do_not_get_onto_a_card() -> None:
    card = read_card({"title": "\x1b[2J" + "x" * 500, "rows": [["a\nb", "\u202e[red]"]]})
    assert card.title == "x" * 199 + "…"
    assert card.rows == (("a b", "[red]"),)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(st.fixed_dictionaries({"title": VALUES, "rows": VALUES, "bars": VALUES, "table": VALUES}))
def test_whatever_a_model_sends_makes_a_bounded_card_or_an_error(arguments: dict[str, Any]) -> None:
    try:
        card = read_card(arguments)
    except EditError:
        return
    document = json.loads(card.part.data)
    assert all(len(line) < 1_500 for line in document["lines"])
    assert all("\x1b" not in line and "\n" not in line for line in document["lines"])
    assert all(cell_width(line) >= 0 for line in card_lines(card))
