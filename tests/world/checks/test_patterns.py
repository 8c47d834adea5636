from __future__ import annotations

import pytest

from rpg.world.checks.patterns import LONGEST_PATTERN, may_hang, pattern_error, regex_parts


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("/flood/", ("flood", "")),
        ("/drown(ed|ing)/i", ("drown(ed|ing)", "i")),
        (" /a\\/b/g ", ("a\\/b", "g")),
        ("flood", None),
        ("/", None),
        ("//", None),
        ("/a/b/", None),
        ("and/or", None),
        ("/a/I", None),
    ],
)
def test_what_is_a_regular_expression(key: str, parts: tuple[str, str] | None) -> None:
    assert regex_parts(key) == parts


@pytest.mark.parametrize(
    ("pattern", "flags"),
    [("(", ""), ("[", ""), ("a{2,1}", ""), ("*", ""), ("(?<n>a)(?<n>b)", ""), ("\\p{Nope}", "u"), ("a", "x")],
)
def test_invalid_patterns_are_explained(pattern: str, flags: str) -> None:
    assert pattern_error(pattern, flags)


@pytest.mark.parametrize(
    ("pattern", "flags"),
    [("a|b", "i"), ("(?<=x)y", ""), ("(?<name>a)\\k<name>", ""), ("\\u{1F98A}", "u"), ("[^]", "s")],
)
def test_valid_patterns_of_the_dialect_are_accepted(pattern: str, flags: str) -> None:
    assert pattern_error(pattern, flags) == ""


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a*)*b",
        "(.*)*x",
        "^(\\w+)*$",
        "(\\w+\\s?)+$",
        "(a|a)+b",
        "(.|\\s)*end",
        "(\\w|\\d)+!",
        "(a|aa)+$",
        "((ab)+)+c",
        "(x+x+)+y",
        "([a-z]+[a-z0-9]*)+!",
        "(?:a+){10,}b",
        "(?<n>a+)+b",
        ".*.*.*x",
        "(?=(a+)+b)c",
        "(?:水+)+火",
        "(" * 150 + "a+" + ")+" * 150,
    ],
)
def test_patterns_that_can_hang_are_seen(pattern: str) -> None:
    assert may_hang(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "flood",
        "drown(ed|ing)",
        "a+b+c+",
        "(\\w+\\s)+end",
        "(\\w+, )*\\w+",
        "(foo|bar)+",
        "([a|b]|c)+",
        "(foo|far)*",
        "great\\s+(tide|flood)s?",
        ".*flood.*",
        "(?:ab+c)+",
        "[\\u4e00-\\u9fff]+大水",
        "(a{1,3}){1,3}",
        "\\bflood(s|ed|ing)?\\b",
        "(?<year>\\d{4})年",
        "",
        "x" * (LONGEST_PATTERN + 1),
    ],
)
def test_harmless_patterns_are_let_pass(pattern: str) -> None:
    assert not may_hang(pattern)
