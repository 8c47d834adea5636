"""Plain mode can do what the screen can, and what the command line can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg.cli.commands import COMMANDS as COMMAND_LINE
from rpg.cli.inside import ELSEWHERE, CommandLine
from rpg.narrator.scripted import Turn
from rpg.plain.commands import BY_NAME, COMMANDS
from rpg.text.messages import LANGUAGES, message
from rpg.tui.actions import ACTIONS
from tests.plain.piping import piped
from tests.session.stories import moves, telling

ON_SCREEN = {
    "commands": "help",
    "people": "who",
    "lore": "lore",
    "go_on": "continue",
    "previous_reply": "previous",
    "next_reply": "next",
    "timeline": "tree",
    "change": "set",
    "search_all": "search",
    "story_settings": "settings",
    "stop_notes": "stop",
    "new_story": "new",
    "settings": "config",
}
"""Actions of the screen whose command has another name."""

DRAWN_ONLY = {
    "cancel": "Ctrl-C stops a reply",
    "panes": "there are no panes",
    "next_pane": "there are no panes",
    "zoom": "there is no map; /places and /look tell the ways",
    "theme": "nothing is drawn",
}
"""Actions of the screen that plain mode has no command for, and why."""

AT_THE_LIST = {"new"}
"""Commands of the list of stories; /leave leads there."""

DRAWN = re.compile("[\u2500-\u25ff]")


@pytest.mark.parametrize("action", [action.name for action in ACTIONS])
def test_every_action_of_the_screen_has_a_command_or_a_reason(action: str) -> None:
    if action in DRAWN_ONLY:
        assert action not in BY_NAME
        return
    assert ON_SCREEN.get(action, action) in {*BY_NAME, *CommandLine().names, *AT_THE_LIST}


def test_the_lists_name_nothing_that_is_gone() -> None:
    assert {*ON_SCREEN, *DRAWN_ONLY} <= {action.name for action in ACTIONS}
    assert set(ELSEWHERE) <= set(COMMAND_LINE)


@pytest.mark.parametrize("name", list(COMMAND_LINE))
def test_every_command_of_the_command_line_is_there_or_has_a_reason(name: str) -> None:
    assert (name in {*BY_NAME, *CommandLine().names}) != (name in ELSEWHERE and name not in BY_NAME)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_explained(language: str) -> None:
    for name in {*BY_NAME, *CommandLine().names, *AT_THE_LIST}:
        assert not message(language, f"plain.do_{name}").startswith("plain.")
    assert all(command.usage.split()[0] == command.name for command in COMMANDS)


def test_the_manual_tells_every_command() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
    for command in COMMANDS:
        assert f"`/{command.name}" in manual, command.name


TRIED = {
    "person": "person Mira Vale",
    "pick": "pick 1",
    "goto": "goto 1",
    "search": "search Noise",
    "edit": "edit 3 keep More noise.",
    "delete": "delete 2",
    "insert": "insert 1 story A gull cries.",
    "label": "label 1 start",
    "set": 'set condition "Mira Vale" wet',
    "resolve": "resolve 3 drop",
    "mcp": "mcp list",
    "preset": "preset list",
    "lore": "lore why",
    "memory": "memory story",
    "export": "export --to markdown",
    "import": "import nothing.zip",
    "world": "world check nowhere",
    "repair": "repair --into rescued",
    "settings": "settings context.window 9000",
    "config": "config memory.enabled on",
    "context": "context --history",
    "help": "help lore",
}
"""How commands that need words are tried out."""

ALONE = {"narrator", "models"}
"""Tried elsewhere: they look for servers."""


@pytest.mark.parametrize("name", sorted({*BY_NAME, *CommandLine().names} - ALONE))
def test_a_command_is_told_in_words_alone(name: str, tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[moves("market")]), Turn(text="Noise."), Turn(text="Again."))
    said = piped(tmp_path, narrator, "to the market", f"/{TRIED.get(name, name)}")
    after = said.partition("Noise.")[2]
    assert len(after.splitlines()) > 3
    assert not DRAWN.search(said)
    assert "unexpected" not in said
    assert "no command" not in said
    assert "usage:" not in said or name == "help"
    assert "Traceback" not in said


def test_lists_say_on_and_off_in_words(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(), "/tools", "/preset list")
    assert "[on] edit_location_registry" in said
    assert "[off]" in said


def test_a_command_about_the_save_uses_the_open_story(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(), "/settings session.note Rain falls.", "/settings session.note", "/show")
    assert "Rain" in said
    assert "Turn 0" in said


def test_settings_act_at_once(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(), "/language zh", "/who", "/config language en", "/who")
    assert "在场：Mira Vale" in said
    assert said.rstrip().endswith("Saved as story.")


def test_words_in_quotation_marks_are_one_and_loose_ones_are_explained(tmp_path: Path) -> None:
    said = piped(
        tmp_path, telling(), "/memory add The gull's mine", '/memory add "The gull\'s mine"', "/memory list"
    )
    assert "belongs in quotation marks" in said
    assert "1  The gull's mine" in said


def test_what_is_kept_back_is_shown_to_the_author_only(tmp_path: Path) -> None:
    assert "Secrets" not in piped(tmp_path, telling(), "/person Mira Vale")
    assert "Secrets" in piped(tmp_path, telling(), "/person Mira Vale", author=True)


def test_replies_are_gone_through(tmp_path: Path) -> None:
    narrator = telling(Turn(text="First."), Turn(text="Second."))
    said = piped(
        tmp_path,
        narrator,
        "/replies",
        "hello",
        "/retry",
        "/replies",
        "/previous",
        "/previous",
        "/next",
        "/next",
    )
    assert "The last turn has no reply yet." in said
    assert "  2. (this one) Second." in said
    assert said.count("There is no further reply; this turn has had 2.") == 2


def test_travel_by_menu_asks_who_comes_along(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(text="You walk.")), "/travel", "9", "1", "Mira Vale", "/who")
    assert "Type a number from 1 to" in said
    assert "Who comes along? Here are: Mira Vale, Tomas Vale." in said
    assert "You are now at The Market." in said
    assert "Here: Mira Vale." in said


def test_undone_words_are_sent_again(tmp_path: Path) -> None:
    said = piped(
        tmp_path, telling(Turn(text="First."), Turn(text="Second.")), "hello", "/undo", "/send", "/log"
    )
    assert "Second." in said
    assert said.count("> hello") == 1


def test_a_long_message_goes_over_several_lines(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(text="Yes.")), "one\\", "two", "/log")
    assert "> one\ntwo" in said


def test_a_watched_world_comes_into_the_story_by_itself(tmp_path: Path) -> None:
    from tests.plain.piping import scripted

    file = tmp_path / "worlds" / "lantern-harbour.toml"
    file.parent.mkdir()
    text = '[world]\nname = "Harbour"\nstart = "quay"\n[locations.quay]\nname = "{}"\n'
    file.write_text(text.format("Old Quay"), "utf-8")

    def lines() -> Iterator[str]:
        yield "/watch"
        file.write_text(text.format("New Quay"), "utf-8")
        yield "/look"
        file.write_text("[world", "utf-8")
        yield "/look"
        yield "/watch"

    said = scripted(tmp_path, telling(), lines())
    assert "Watching" in said
    assert "You are at New Quay" in said
    assert "The world's files cannot be played" in said
    assert "No longer watching" in said


@pytest.mark.parametrize(("answer", "rolled"), [("1", True), ("4", False), ("", False)])
def test_a_tool_that_asks_is_answered_by_number(answer: str, rolled: bool, tmp_path: Path) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [("roll_dice", {"dice": "1d6"})]
    config: dict[str, Any] = {"tools.roll_dice.approval": "ask"}
    narrator = telling(Turn(calls=calls), Turn(text="So be it."))
    said = piped(tmp_path, narrator, "roll", answer, **config)
    assert "The tool roll_dice wants to run" in said
    assert "  1. Yes, once" in said
    assert "So be it." in said
    assert ("1d6" in said.partition("So be it.")[2]) == rolled


@pytest.mark.parametrize("words", ["market with Mira Vale", "market 带上 Mira Vale", "1 带 Mira Vale"])
def test_company_is_named_in_either_language(words: str, tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(text="You walk.")), f"/travel {words}", "/who")
    assert "You are now at The Market." in said
    assert "Here: Mira Vale" in said


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/exit", "Saved as"),
        ("/?", "/look: where you are"),
        ("/places", "1. The Market"),
        ("/退出", "Saved as"),
        ("/去 market", "You are now at The Market."),
    ],
)
def test_what_else_people_type_is_understood(typed: str, meant: str, tmp_path: Path) -> None:
    assert meant in piped(tmp_path, telling(Turn(text="You walk.")), typed)


def test_a_command_that_is_nearly_right_is_named(tmp_path: Path) -> None:
    assert "There is no command /serch. Did you mean /search?" in piped(tmp_path, telling(), "/serch gull")


def test_a_sheet_is_found_in_the_files_of_the_world(tmp_path: Path) -> None:
    file = tmp_path / "worlds" / "lantern-harbour.toml"
    file.parent.mkdir()
    head = '[world]\nname = "Harbour"\nstart = "quay"\n[locations.quay]\nname = "The Quay"\n'
    file.write_text(f'{head}[characters.mira]\nname = "Mira Vale"\nlocation = "quay"\n', "utf-8")
    said = piped(tmp_path, telling(), "/file", "/file Mira", "/file moon")
    assert f"{file}:4" in said
    assert f"{file}:6" in said
    assert "moon" in said


def test_a_command_of_the_command_line_is_told_as_one_behind_a_slash(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(), "/resolve", "/help resolve", "/lore edit --nonsense")
    assert "something is missing: NODE, how. /help resolve tells more.\nusage: /resolve" in said
    assert "there is no option --nonsense. /help lore edit tells more." in said
    assert "SAVE" not in said
    assert "--json" not in said
    assert "rpg resolve" not in said


def test_in_a_menu_a_command_says_how_to_leave_it(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(), "/travel", "/look", "", "/who")
    assert "Type a number from 1 to 2; an empty line leaves it." in said
    assert "Here: " in said.rpartition("leaves it.")[2]


def test_the_map_is_told_in_sentences(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(), "/map")
    assert "From The Quay: to The Market, 5 min; to The Lighthouse, 20 min." in said


def test_help_tells_a_command_and_the_page_of_the_same_name(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(), "/help settings", "/help q")
    assert "/settings [KEY [VALUE]]: " in said
    assert "# Settings" in said
    assert "/quit: leave" in said


def test_words_without_marks_where_text_is_quoted(tmp_path: Path) -> None:
    turns = telling(Turn(text="**The Quay.** Wet stone, *very* wet."))
    said = piped(tmp_path, turns, "I look", "/search stone", "/tree", "/replies")
    assert "#3 The Quay. Wet stone, very wet." in said
    assert "*" not in said.replace("*#", "#").replace("*  #", "#")


def test_a_deleted_turn_is_told_in_words(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(text="Rain.")), "I wait", "/delete 2")
    assert "Deleted; the story stands at node" in said


def test_what_is_continued_is_set_apart_and_nothing_is_announced_that_does_not_come(tmp_path: Path) -> None:
    said = piped(tmp_path, telling(Turn(text="It rains."), Turn(text="And rains.")), "I wait", "/continue")
    assert "— It goes on: —\nAnd rains." in said
    assert "It goes on" not in piped(tmp_path / "other", telling(), "/continue")
