"""Broken worlds: one clear message each, with place and remedy, in both languages, never a traceback."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rpg.world.load import read_text_world
from rpg.world.problem import Problem, problem_line

HEAD = '[world]\nname = "W"\n'
PLACE = "[locations.a]\n"
GOOD = HEAD + PLACE


@dataclass(frozen=True)
class Broken:
    """A broken world and the one problem it has: code, line, column, and a word its remedy must hold."""

    text: str
    code: str
    line: int
    column: int = 1
    remedy: str = ""


BROKEN = {
    # Syntax.
    "a value is missing": Broken("[world]\nname =\n[locations.a]\n", "syntax", 2, 7),
    "text without quotes": Broken("[world]\nname = Lantern\n", "syntax", 2, 8, "quotes"),
    "a quote never closed": Broken('[world]\nname = "W\n[locations.a]\n', "syntax", 2, 8, '"""'),
    "long text never closed": Broken('[world]\nname = "W"\nrules = """one\ntwo\n', "syntax", 3, 9, '"""'),
    "long literal never closed": Broken("[world]\nrules = '''one\ntwo\n", "syntax", 2, 9),
    "a header never closed": Broken("[world\nname = 'W'\n", "syntax", 1, 7, "[table]"),
    "no equals sign": Broken('[world]\nname "W"\n', "syntax", 2, 6, "key = value"),
    "two values on a line": Broken('[world]\nname = "W" "X"\n', "syntax", 2, 12, "one value a line"),
    "a bad escape": Broken('[world]\nname = "C:\\q"\n', "syntax", 2, 13, "\\\\"),
    "a bare Chinese key": Broken("[locations.码头]\n", "syntax", 1, 12, "quotes"),
    "a list never closed": Broken('[world]\nname = "W"\nalternate_openings = ["a",\n', "syntax", 3, 22),
    "only prose": Broken("Once upon a time\n", "syntax", 1, 6),
    "a number without end": Broken(f"{GOOD}map = [{'9' * 5000}, 1]\n", "syntax", 4, 8),
    # Given twice.
    "a key twice": Broken(f'{HEAD}name = "X"\n{PLACE}', "duplicate_key", 3, 1, "once"),
    "a table twice": Broken(f"{GOOD}[characters.b]\n{PLACE}", "duplicate_key", 5, 1, "once"),
    "a question's id twice": Broken(
        f'{GOOD}[[questions]]\nid = "q"\nask = "A?"\n[[questions]]\nid = "q"\nask = "B?"\n', "duplicate_id", 8
    ),
    # Nesting.
    "lists in lists in lists": Broken(f"{GOOD}tags = {'[' * 5000}{']' * 5000}\n", "too_deep", 4, 48),
    "tables in tables": Broken(f"{GOOD}details = {'{a=' * 5000}1{'}' * 5000}\n", "too_deep", 4, 131),
    "a key of a thousand parts": Broken(f"{GOOD}{'a.' * 5000}a = 1\n", "too_deep", 4, 81),
    "a header of a thousand parts": Broken(f"{GOOD}[{'a.' * 5000}a]\n", "too_deep", 4, 82),
    # Wrong types.
    "a number for a name": Broken(f"{HEAD}[locations.a]\nname = 5\n", "wrong_type", 4, 1, "quotes"),
    "text for a switch": Broken(
        f'{GOOD}[[locations.a.exits]]\nto = "a"\nhidden = "yes"\n', "wrong_type", 6, 1, "true or false"
    ),
    "text for a number": Broken(f'{GOOD}[[locations.a.exits]]\nto = "a"\nminutes = "5"\n', "wrong_type", 6),
    "a fraction for a whole number": Broken(f"{GOOD}[clock]\nminutes_per_turn = 1.5\n", "wrong_type", 5),
    "a switch for a number": Broken(f"{GOOD}[clock]\nminutes_per_turn = true\n", "wrong_type", 5),
    "text for a list": Broken(f'{GOOD}aliases = "docks"\n', "wrong_type", 4, 1, "["),
    "a number in a list": Broken(f'{GOOD}aliases = ["docks", 5]\n', "wrong_type", 4, 21),
    "three numbers for a map place": Broken(f"{GOOD}map = [1, 2, 3]\n", "wrong_type", 4, 1, "[4, 2]"),
    "a list for a table": Broken(f"{GOOD}details = [1]\n", "wrong_type", 4),
    "a number as a detail": Broken(f"{GOOD}[locations.a.details]\nboard = 3\n", "wrong_type", 5),
    "a table for an array of tables": Broken(
        f'{GOOD}[locations.a.exits]\nto = "a"\n', "wrong_type", 4, 1, "[[name]]"
    ),
    "text for a location": Broken(f'{HEAD}[locations]\na = "The Quay"\n', "wrong_type", 4),
    "locations as a list": Broken(f"{HEAD}[[locations]]\nid = 'a'\n", "wrong_type", 3),
    "text for the world": Broken(f'world = "W"\n{PLACE}', "wrong_type", 1),
    "a date for a name": Broken("[world]\nname = 2024-01-01\n[locations.a]\n", "wrong_type", 2),
    # Out of bounds.
    "minutes below zero": Broken(f'{GOOD}[[locations.a.exits]]\nto = "a"\nminutes = -1\n', "out_of_range", 6),
    "a probability above 100": Broken(
        f"{GOOD}[lorebooks.b.entries.c]\nkeys = ['k']\nprobability = 101\n", "out_of_range", 6, 1, "between"
    ),
    "no number at all": Broken(f"{GOOD}[lorebooks.b.entries.c]\nprobability = nan\n", "out_of_range", 5),
    "an endless number": Broken(f"{GOOD}[lorebooks.b.entries.c]\ngroup_weight = inf\n", "out_of_range", 5),
    "a place that is none": Broken(
        f'{GOOD}[lorebooks.b.entries.c]\nposition = "system_befor"\n', "bad_choice", 5, 1, "`system_before`"
    ),
    "a logic that is none": Broken(
        f'{GOOD}[lorebooks.b.entries.c]\nlogic = "xor"\n', "bad_choice", 5, 1, "and_any"
    ),
    "a clock that is none": Broken(
        f'{GOOD}[clock]\nstart = "Tag 1, 8 Uhr"\n', "bad_moment", 5, 1, "Day 1 08:00"
    ),
    "day zero": Broken(f'{GOOD}[clock]\nstart = "Day 0 08:00"\n', "bad_moment", 5),
    "an hour that is none": Broken(
        f'{GOOD}[characters.b]\nschedule = [{{from = "25:00", to = "06:00", location = "a"}}]\n',
        "bad_daytime",
        5,
        14,
    ),
    # Keys and tables.
    "a misspelt key": Broken(f'{GOOD}sumary = "x"\n', "unknown_key", 4, 1, "`summary`"),
    "a key that does not exist": Broken(f"{GOOD}xyzzy = 1\n", "unknown_key", 4),
    "a misspelt required key": Broken(f'[world]\nnaem = "W"\n{PLACE}', "unknown_key", 2, 1, "`name`"),
    "a misspelt key of an exit": Broken(
        f'{GOOD}[[locations.a.exits]]\not = "a"\n', "unknown_key", 5, 1, "`to`"
    ),
    "a misspelt table": Broken(f"{GOOD}[charakters.b]\n", "unknown_table", 4, 1, "`characters`"),
    "misspelt locations": Broken(f"{HEAD}[location.a]\n", "unknown_table", 3, 1, "`locations`"),
    "a table that does not exist": Broken(f"{GOOD}[zzz]\n", "unknown_table", 4, 1, "locations"),
    "programs in a world": Broken(f"{GOOD}[tools.rm]\ncommand = ['rm']\n", "forbidden_table", 4),
    "servers in a world": Broken(f"{GOOD}[mcp.servers.x]\n", "forbidden_table", 4),
    "no name": Broken(f"[world]\n{PLACE}", "missing_key", 1, 1, "`name`"),
    "a blank name": Broken(f'[world]\nname = "  "\n{PLACE}', "missing_key", 2),
    "no location": Broken(HEAD, "no_location", 0, 0),
    "an exit to nowhere": Broken(f"{GOOD}[[locations.a.exits]]\nlabel = 'up'\n", "missing_key", 4, 1, "`to`"),
    "a question without a question": Broken(f"{GOOD}[[questions]]\nid = 'q'\n", "missing_key", 4, 1, "`ask`"),
    "a block without a place": Broken(
        f"{GOOD}[characters.b]\n[[characters.b.schedule]]\nfrom = '08:00'\nto = '09:00'\n", "missing_key", 5
    ),
    # Ids.
    "a space in an id": Broken(f'{GOOD}[locations."old quay"]\n', "bad_id", 4, 1, "`old_quay`"),
    "a path as an id": Broken(f'{GOOD}[locations."../etc"]\n', "bad_id", 4),
    "an empty id": Broken(f'{GOOD}[locations.""]\n', "bad_id", 4),
    "a picture as an id": Broken(f'{GOOD}[characters."🦊"]\n', "bad_id", 4),
    "an id without end": Broken(f"{GOOD}[characters.{'x' * 200}]\n", "bad_id", 4),
    "a character called player": Broken(f"{GOOD}[characters.player]\n", "reserved_id", 4),
    # References.
    "an exit to an unknown place": Broken(f"{GOOD}[[locations.a.exits]]\nto = 'b'\n", "dangling_exit", 5),
    "a misspelt end of an exit": Broken(
        f"{GOOD}[locations.market]\n[[locations.a.exits]]\nto = 'markt'\n", "dangling_exit", 6, 1, "`market`"
    ),
    "an unknown start": Broken(f"{HEAD}start = 'b'\n{PLACE}", "dangling_start", 3),
    "a person nowhere": Broken(f"{GOOD}[characters.b]\nlocation = 'c'\n", "dangling_location", 5),
    "a schedule to nowhere": Broken(
        f"{GOOD}[characters.b]\n[[characters.b.schedule]]\nfrom = '08:00'\nto = '09:00'\nlocation = 'c'\n",
        "dangling_schedule",
        8,
    ),
    "a relation to nobody": Broken(f"{GOOD}[characters.b.relations]\nc = 'friend'\n", "dangling_relation", 5),
    "a book bound to nobody": Broken(f"{GOOD}[lorebooks.b]\nbind = ['c']\n", "dangling_bind", 5, 9),
    "a condition on nobody": Broken(
        f"{GOOD}[lorebooks.b.entries.c]\nwhen = {{ present = ['d'] }}\n", "dangling_condition", 5, 21
    ),
    "a picture outside": Broken(f"{GOOD}[characters.b]\nportrait = '../../etc/passwd'\n", "path_escape", 5),
    "a picture anywhere": Broken(f"{GOOD}[characters.b]\nportrait = 'C:\\\\x.png'\n", "path_escape", 5),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_world_gets_one_clear_message(broken: Broken) -> None:
    reading = read_text_world(broken.text, strict=True)

    assert [problem.code for problem in reading.problems] == [broken.code]
    problem = reading.problems[0]
    assert problem.severity == "error"
    assert (problem.line, problem.column) == (broken.line, broken.column)
    assert broken.remedy in problem.remedy("en")
    for language in ("en", "zh"):
        line = problem_line(problem, language)
        assert problem.sentence(language) not in ("", f"world.{problem.code}")
        assert problem.remedy(language) not in ("", f"world.{problem.fix}")
        assert "world.type_" not in line
        assert "world.shape_" not in line
        assert "{" not in line.replace("{a=", "")


def test_what_cannot_be_played_has_no_world_but_is_read_as_far_as_it_goes() -> None:
    reading = read_text_world(f"{GOOD}[[locations.a.exits]]\nto = 'b'\n")

    assert reading.world is None
    assert reading.partial is not None
    assert list(reading.partial.locations) == ["a"]


@pytest.mark.parametrize(
    "name", ["a misspelt key", "a misspelt table", "a relation to nobody", "a book bound to nobody"]
)
def test_play_forgives_what_the_check_does_not(name: str) -> None:
    reading = read_text_world(BROKEN[name].text)

    assert reading.world is not None
    assert [problem.severity for problem in reading.problems] == ["warning"]


def test_every_fault_of_a_world_is_told_not_only_the_first() -> None:
    text = f"{GOOD}sumary = 'x'\nmap = 1\n[[locations.a.exits]]\nto = 'b'\n[clock]\nstart = 'x'\n"
    reading = read_text_world(text, strict=True)

    assert [problem.line for problem in reading.problems] == [4, 5, 7, 9]


def test_a_hopeless_file_is_told_in_few_lines() -> None:
    exits = "".join(f"[[locations.a.exits]]\nto = 'nowhere{number}'\n" for number in range(3000))
    problems = read_text_world(GOOD + exits).problems

    assert len(problems) == 51
    assert problems[-1].code == "more"
    assert "2950" in problems[-1].sentence("en")


def test_escape_sequences_and_markup_in_a_world_stay_data() -> None:
    foreign = "\\u001b[31m[bold]red[/] \\u202e{0} {name} {{user}}"
    reading = read_text_world(f'[world]\nname = "{foreign}"\n[locations.a]\ndescription = "{foreign}"\n')

    assert reading.problems == ()
    assert reading.world is not None
    assert reading.world.name == "\x1b[31m[bold]red[/] \u202e{0} {name} {{user}}"
    assert reading.world.locations["a"].description == reading.world.name


def test_a_message_about_foreign_text_can_be_made_safe_to_show() -> None:
    from rpg.text.clean import clean_line

    reading = read_text_world(f'{GOOD}"\\u001b[2J{{x}}\\n[red]" = 1\n')
    line = clean_line(problem_line(reading.problems[0], "en"))

    assert "\x1b" not in line
    assert "\n" not in line
    assert "{x}" in line
    assert "[red]" in line


def test_values_of_a_message_are_never_read_as_a_template() -> None:
    problem = Problem("bad_id", "error", values={"id": "{legal}", "legal": "{id}"}, fix="bad_id_fix")

    assert "{legal}" in problem.sentence("en")
    assert "{id}" in problem.remedy("en")
