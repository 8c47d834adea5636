"""Entries as lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.cells import cell_width
from rpg.tui.chatlog.entry import Card, ChatEntry, Choices, Dice, EntryKind, Note, Tone
from rpg.tui.chatlog.lines import Look, chat_text, lay_entry

FOOTERS = (
    Note("saved", Tone.GOOD),
    Dice("d20 + 2 → 17"),
    Card("A torn notice", ("Lost: one lantern.",)),
    Choices("Where to?", ("the market", "the lighthouse")),
)


def shown(entry: ChatEntry, width: int = 30) -> list[str]:
    return [chat_text(line).rstrip() for line in lay_entry(entry, width)]


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        (ChatEntry(EntryKind.PLAYER, "look [b]up[/b]"), ["❯ look [b]up[/b]", ""]),
        (ChatEntry(EntryKind.TRAVEL, "to the Market"), ["→ to the Market", ""]),
        (ChatEntry(EntryKind.NARRATION, "*Rain*."), ["Rain.", ""]),
        (ChatEntry(EntryKind.NOTICE, "Not sent."), ["· Not sent.", ""]),
        (ChatEntry(EntryKind.NARRATION, "Rain.", reply=2, replies=3), [" " * 25 + "‹2/3›", "Rain.", ""]),
    ],
)
def test_kinds_of_entries(entry: ChatEntry, lines: list[str]) -> None:
    assert shown(entry) == lines


def test_footers_stand_under_the_text() -> None:
    assert shown(ChatEntry(EntryKind.NARRATION, "Rain.", footers=FOOTERS))[1:] == [
        "· saved",
        "⚄ d20 + 2 → 17",
        "╭─ A torn notice ────────────╮",
        "│ Lost: one lantern.         │",
        "╰────────────────────────────╯",
        "? Where to?",
        "  1  the market",
        "  2  the lighthouse",
        "",
    ]


def test_words_of_the_player_are_never_read_as_marks() -> None:
    (line, _blank) = lay_entry(ChatEntry(EntryKind.PLAYER, "*really* _so_"), 40)
    assert {run.look for run in line} == {Look.PLAYER}
    assert chat_text(line) == "❯ *really* _so_"


@given(
    st.text(st.sampled_from("ab 港口，。[]*\n"), max_size=80), st.sampled_from(EntryKind), st.integers(20, 60)
)
def test_no_line_is_wider_than_the_pane(text: str, kind: EntryKind, width: int) -> None:
    entry = ChatEntry(kind, text, replies=2, footers=FOOTERS)
    assert all(cell_width(chat_text(line)) <= width for line in lay_entry(entry, width))
