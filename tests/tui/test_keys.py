"""Every key of the game arrives from a terminal that knows no other protocol than that of its grandparents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.events import Key

from rpg.tui.actions import ACTIONS
from rpg.tui.application import in_small_letters
from rpg.tui.keys import ALT_ENTER, DIGITS, mend_key_table
from rpg.tui.play.prompt import NEW_LINE_KEYS

FUNCTION = ("OP", "OQ", "OR", "OS", "[15~", "[17~", "[18~", "[19~", "[20~", "[21~", "[23~", "[24~")
ARROWS = {"up": "A", "down": "B", "right": "C", "left": "D"}
KEYS = sorted({key for action in ACTIONS for key in action.keys} | {f"alt+{digit}" for digit in DIGITS})


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's table as the game leaves it, for one test."""
    for sequence in (f"\x1b{digit}" for digit in DIGITS):
        monkeypatch.setitem(ANSI_SEQUENCES_KEYS, sequence, ANSI_SEQUENCES_KEYS.get(sequence, "¡"))
    monkeypatch.setitem(ANSI_SEQUENCES_KEYS, ALT_ENTER, ())
    mend_key_table()


def bytes_of(key: str) -> str:
    """What xterm, the Linux console, tmux and screen send for a key."""
    *modifiers, last = key.split("+")
    if last in ARROWS:
        return f"\x1b[1;3{ARROWS[last]}" if modifiers else f"\x1b[{ARROWS[last]}"
    if last[0] == "f" and last[1:].isdigit():
        return "\x1b" + FUNCTION[int(last[1:]) - 1]
    plain = {"escape": "\x1b", "enter": "\r"}.get(last, last)
    if "ctrl" in modifiers:
        return chr(ord(plain) & 0x1F)
    return f"\x1b{plain}" if "alt" in modifiers else plain


def arrived(sent: str) -> Iterator[str]:
    parser = XTermParser(False)
    for event in (*parser.feed(sent), *parser.feed("")):
        if isinstance(event, Key):
            yield event.key


@pytest.mark.parametrize("key", KEYS)
def test_a_key_arrives_as_what_it_is(key: str) -> None:
    assert list(arrived(bytes_of(key))) == [key]


def test_a_new_line_can_be_typed_on_every_terminal() -> None:
    assert NEW_LINE_KEYS.intersection(arrived("\n"))
    assert NEW_LINE_KEYS.intersection(arrived(ALT_ENTER))


def test_no_two_acts_have_one_key() -> None:
    for scope in ("play", "title"):
        keys = [key for action in ACTIONS if action.scope in (scope, "everywhere") for key in action.keys]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("N", "n"),
        ("alt+T", "alt+t"),
        ("alt+shift+t", "alt+t"),
        ("Ä", "ä"),
        ("n", "n"),
        ("shift+tab", "shift+tab"),
        ("ctrl+shift+c", "ctrl+shift+c"),
        ("f1", "f1"),
        ("+", "+"),
    ],
)
def test_a_capital_is_the_key_that_the_bar_shows(typed: str, read: str) -> None:
    assert in_small_letters(typed) == read
