"""Pattern keys behave as ECMAScript says, and none can hang the game."""

from __future__ import annotations

import pytest

from rpg.lore.matching.pattern import KeyPattern, RegexGuard, parse_pattern

SEARCHES = [
    (r"/a\d/", "a٣", False),
    (r"/a\d/", "a3", True),
    (r"/\w/", "é", False),
    (r"/\W龙/", " 龙", True),
    (r"/\b龙/", "x 龙", False),
    (r"/\bA\b/", "中A中", True),
    (r"/\B龙\B/", "飞龙在", True),
    (r"/龙\s门/", "龙\u3000门", True),
    (r"/\s/", "\x85", False),
    (r"/\s/", "\ufeff", True),
    (r"/[^\s]/", "\ufeff", False),
    (r"/[\D]/", "5", False),
    (r"/[\S\s]/", "\n", True),
    ("/moss[^]fern/", "moss\nfern", True),
    ("/[]/", "x", False),
    ("/a.b/", "a\nb", False),
    ("/a.b/", "a\u2028b", False),
    ("/a.b/s", "a\nb", True),
    ("/fern$/", "fern\n", False),
    ("/fern$/m", "fern\nx", True),
    ("/fern$/m", "fern\u2028x", True),
    ("/^b/m", "a\rb", True),
    ("/^b/", "a\nb", False),
    (r"/fern\Z/", "fernZ", True),
    (r"/\A/", "A", True),
    ("/a{,3}b/", "a{,3}b", True),
    ("/a{2}/", "aa", True),
    ("/x{/", "x{", True),
    ("/^.$/", "😀", False),
    ("/^..$/", "😀", True),
    ("/^.$/u", "😀", True),
    ("/[😀]/", "\U0001f601", True),
    ("/[😀]/u", "\U0001f601", False),
    (r"/\u{61}/u", "a", True),
    (r"/\u{61}/", "u" * 61, True),
    (r"/\ud83d\ude00/u", "😀", True),
    (r"/\ud83d\ude00/", "😀", True),
    (r"/\x41\u0042\103/", "ABC", True),
    (r"/\cA/", "\x01", True),
    (r"/\0/", "\x00", True),
    (r"/[\b]/", "\x08", True),
    (r"/(a)|\1b/", "b", True),
    (r"/(a)\1/", "aa", True),
    (r"/\1(a)/", "a", True),
    (r"/(?<n>x)\k<n>/", "xx", True),
    (r"/\k<n>/", "k<n>", True),
    (r"/(?<=red|scarlet) fox/", "a scarlet fox", True),
    (r"/(?<!not\s+a\s) wolf/", "not  a wolf", True),
    (r"/(?<=(a))\1/", "aa", True),
    (r"/s/i", "\u017f", False),
    (r"/k/i", "\u212a", False),
    (r"/\w/i", "\u212a", False),
    (r"/rose\W/i", "roses", False),
    (r"/rose\W/i", "rose!", True),
    (r"/rose[\W\d]/i", "rosek", False),
    (r"/rose[\W\d]/i", "rose7", True),
    (r"/rose[^\W]/i", "rosek", True),
    (r"/rose[^\W\d]/i", "rose7", False),
    (r"/\W/iu", "\u017f", False),
    (r"/\W/iu", "\u0131", True),
    (r"/i/iu", "\u0130", False),
    (r"/\u{130}\p{L}/iu", "\u0130\u0130", True),
    (r"/[\u0100-\uffff]/i", "skis", False),
    (r"/[\u0100-\u0180]/i", "\u017f", True),
    (r"/[^\u0100-\uffff]/i", "s", True),
    (r"/é/i", "É", True),
    (r"/я/i", "Я", True),
    (r"/\p{L}/", "p{L}", True),
    (r"/\p{Script=Han}/u", "龙", True),
    (r"/\P{L}/u", "龙", False),
    (r"/[\p{Lu}]/u", "a", False),
    (r"/[\w-]+/", "-", True),
    (r"/[a\-z]/", "m", False),
    (r"/[a-]/", "-", True),
    (r"/[+--]/", ",", True),
    (r"/[a-z&&[b]]/", "b]", True),
    (r"/[[]/", "[", True),
    (r"/\//", "/", True),
    (r"/\./", "x", False),
    (r"/a|b/", "b", True),
    (r"/(?:ab)+?c/", "ababc", True),
    ("/ember/y", "\x01ember", False),
    ("/\x01ember/y", "\x01ember", True),
    ("/龙|蛟.{0,3}渊/", "蛟在深渊", True),
    ("/#x y/", "#x y", True),
    ("/(?=a)*b/", "b", True),
]


@pytest.mark.parametrize(("key", "text", "found"), SEARCHES)
def test_a_pattern_finds_what_ecmascript_finds(key: str, text: str, found: bool) -> None:
    pattern = parse_pattern(key)
    assert pattern is not None
    assert RegexGuard().test(pattern, text) is found


@pytest.mark.parametrize("key", [
    "/(?i)x/", "/(?P<a>x)/", "/x*+/", "/x++/", "/(/", "/)/", "/[z-a]/", "/a**/", "/(?<=a)*/", "/\\/", "/a{2,1}/",
    "/a/v", "/a/d", "/]/u", "/\\Z/u", "/(?#c)/", "/(?>a)/", "/\\p{Foo}/u",
])  # fmt: skip
def test_what_ecmascript_refuses_is_no_pattern(key: str) -> None:
    assert parse_pattern(key) is None


CATASTROPHES = [
    ("/(a+)+$/", "a" * 40 + "b"),
    ("/(a|a)*$/", "a" * 40 + "b"),
    ("/(a|aa)+$/", "a" * 80 + "b"),
    ("/^(([a-z])+.)+[A-Z]([a-z])+$/", "a" * 5_000),
    ("/(x+x+)+y/", "x" * 200),
    ("/((a{1000}){1000}){1000}/", "a"),
    ("/a{99999999}/", "a"),
    ("/" + "a?" * 3_000 + "a" * 3_000 + "/", "a" * 3_000),
    ("/((((a{9}){9}){9}){9}){9}/", "a"),
]


@pytest.mark.timeout(20)
@pytest.mark.parametrize(("key", "text"), CATASTROPHES, ids=range(len(CATASTROPHES)))
def test_a_catastrophic_pattern_is_given_up_and_never_matches(key: str, text: str) -> None:
    pattern = parse_pattern(key)
    assert pattern is not None
    guard = RegexGuard()
    if not guard.test(pattern, text):
        assert guard.find(pattern, text) is None


@pytest.mark.timeout(20)
def test_patience_shrinks_with_every_slow_pattern_and_a_slow_one_is_not_run_again() -> None:
    guard = RegexGuard()
    for number in range(40):
        guard.test(KeyPattern(f"^(([a-z])+.)+[A-Z]{{{number + 1}}}$", ""), "a" * 2_000)
    slow = set(guard.slow)
    assert slow
    for pattern in slow:
        assert guard.gave_up(pattern)
        assert guard.find(pattern, "abA") is None


def test_a_pattern_longer_than_the_limit_is_plain_text() -> None:
    assert parse_pattern("/" + "a" * 20_000 + "/") is None
