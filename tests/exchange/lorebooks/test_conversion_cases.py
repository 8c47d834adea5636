"""Conversion cases, measured on the tavern program or derived from its field table, come out the same here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rpg.exchange.lorebooks.cases import UnknownConversion, run_case

CASES = [
    json.loads(path.read_text("utf-8")) for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_conversion_gives_what_was_measured(case: dict[str, Any]) -> None:
    assert run_case(case) == case["expected"]


DERIVED = json.loads((Path(__file__).parent / "derived.json").read_text("utf-8"))


@pytest.mark.parametrize("name", DERIVED)
def test_a_conversion_gives_what_the_field_table_says(name: str) -> None:
    assert run_case(DERIVED[name])["output"] == DERIVED[name]["expected"]


def test_an_evaluation_case_is_evaluated() -> None:
    turns = run_case({"entries": [{"key": ["x"], "content": "y"}], "chat": ["x"]})["turns"]
    assert turns[0]["activated"] == ["book.0"]


def test_an_unknown_conversion_names_what_there_is() -> None:
    with pytest.raises(UnknownConversion) as caught:
        run_case({"convert": "word", "input": {}})
    assert caught.value.name == "word"
    assert "risu" in caught.value.known


SPLITS = [
    ("dock, pier", ["dock", "pier"]),
    ("", []),
    (" , ,", []),
    ("/a,b/i, c", ["/a,b/i", "c"]),
    ("/a\\/b,c/, d", ["/a\\/b,c/", "d"]),
    ("/a,b/x, c", ["/a", "b/x", "c"]),
    ("/open, one", ["/open, one"]),
    ("/a/b/c, d", ["/a/b/c", "d"]),
    ("a,b/c,d/e,f", ["a", "b/c,d/e", "f"]),
    ("either/or, x", ["either/or, x"]),
    ("龙, 凤，麟", ["龙", "凤，麟"]),
]


@pytest.mark.parametrize(("text", "keys"), SPLITS)
def test_key_lists_split_at_commas_outside_patterns(text: str, keys: list[str]) -> None:
    assert run_case({"convert": "split_keys", "input": text}) == {"output": keys}


PATTERNS = [
    ("/abc/", ("abc", "")),
    ("/abc/gi", ("abc", "gi")),
    ("/abc/ig", ("abc", "gi")),
    ("/abc/ii", None),
    ("/abc/x", None),
    ("//", None),
    ("abc/", None),
    ("/a/b/", None),
    ("/a\\/b/", ("a\\/b", "")),
    ("/(/", None),
    ("/[a/]/", None),
    (" /abc/", None),
    ("/a\nb/s", ("a\\nb", "s")),
    ("/(?<=x*)y/u", ("(?<=x*)y", "u")),
    ("/(?P<n>x)/", None),
    ("/x*+/", None),
    ("/\\b+/", None),
    ("/[\\b]+/", ("[\\b]+", "")),
]


@pytest.mark.parametrize(("key", "found"), PATTERNS)
def test_a_key_is_a_pattern_only_in_the_full_form(key: str, found: tuple[str, str] | None) -> None:
    expected = None if found is None else {"source": found[0], "flags": found[1]}
    assert run_case({"convert": "parse_regex", "input": key}) == {"output": expected}


DECORATED = [
    ("plain", [], "plain"),
    ("@@activate\nx", ["@@activate"], "x"),
    ("@@activate\n\nx", ["@@activate"], "\nx"),
    ("@@activate", ["@@activate"], "@@activate"),
    ("@@depth 3\n@@role user\nx", [], "x"),
    ("@@depth 3\n@@@activate\nx", ["@@activate"], "x"),
    ("@@activate\n@@@dont_activate\nx", ["@@activate"], "x"),
    ("@@a\n@@@b\n@@@activate\nx", ["@@activate"], "x"),
    ("@@activate_only_after 3\nx", ["@@activate_only_after 3"], "x"),
    (" @@activate\nx", [], " @@activate\nx"),
    ("x\n@@activate", [], "x\n@@activate"),
]


@pytest.mark.parametrize(("content", "decorators", "rest"), DECORATED)
def test_decorator_lines_are_read_as_the_source_reads_them(
    content: str, decorators: list[str], rest: str
) -> None:
    output = run_case({"convert": "decorators", "input": content})["output"]
    assert output == {"decorators": decorators, "content": rest}


def test_an_export_writes_null_as_null_and_drops_what_the_entry_no_longer_has() -> None:
    entry = {"uid": 0, "key": None, "constant": None, "extensions": {"exclude_recursion": True, "mine": 2}}
    for entries in ({"0": entry}, [entry]):
        case = {"convert": "to_character_book", "input": {"entries": entries}}
        out = run_case(case)["output"]["entries"][0]
        assert (out["keys"], out["constant"], "content" in out) == (None, None, False)
        assert out["extensions"]["mine"] == 2
        assert "exclude_recursion" not in out["extensions"]


RISU_KEYS = [("a, b", ["a", "b"]), ("", [""]), ("\ufeffa ,/x,y/", ["a", "/x", "y/"]), (None, [])]


@pytest.mark.parametrize(("key", "keys"), RISU_KEYS)
def test_risu_keys_are_split_at_every_comma(key: str | None, keys: list[str]) -> None:
    entry = {"key": key, "secondkey": "", "alwaysActive": None}
    out = run_case({"convert": "risu", "input": {"data": [entry]}})["output"]["entries"]["0"]
    assert (out["key"], out["keysecondary"], out["constant"], "content" in out) == (keys, [], None, False)
