from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from rpg.world.document import world_document, world_from_document
from rpg.world.load import load_world, read_text_world, read_world
from rpg.world.lorebook import Lorebook, LoreEntry, When
from rpg.world.model import Character, Clock, Exit, Location, Player, Preset, PresetEntry, Question, World
from rpg.world.problem import WorldError
from tests.world.worlds import FULL

HEAD = '[world]\nname = "W"\n'


def world_of(text: str) -> World:
    reading = read_text_world(text, id="w")
    assert reading.world is not None, reading.problems
    return reading.world


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        file = folder / f"{name.replace('__', '/')}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def test_every_key_is_read_and_differs_from_its_default() -> None:
    world = world_of(FULL)
    quay, mira = world.locations["quay"], world.characters["mira"]
    book = world.lorebooks["history"]
    values: list[tuple[Any, set[str]]] = [
        (world, {"language"}),
        (quay, {"temporary"}),
        (quay.exits[0], {"two_way"}),
        (mira, {"temporary"}),
        (book, {"rules", "enabled"}),
        (book.entries["flood"], set()),
        (book.entries["flood"].when, set()),
        (world.presets["plain"], set()),
        (world.presets["plain"].entries[0], set()),
        (world.questions[0], set()),
        (world.clock, set()),
    ]
    for value, same in values:
        assert is_dataclass(value)
        unset = {one.name for one in fields(value) if getattr(value, one.name) == one.default}
        assert unset <= same, (type(value), unset)


def test_values_mean_what_the_author_wrote() -> None:
    world = world_of(FULL)
    entry = world.lorebooks["history"].entries["flood"]

    assert world.clock == Clock(480, 5)
    assert world.rules == "Always true."
    assert world.locations["quay"].exits == (Exit("market", "up the steps", 5, True, True, "barred"),)
    assert world.locations["quay"].details == (("notice board", "Three notices."),)
    assert world.characters["mira"].schedule[0].start == 1200
    assert world.characters["mira"].schedule[0].end == 1440
    assert entry.when == When(("quay",), ("outdoors",), ("mira",), ("mira",), ("market",), 1440, ("flooded",))
    assert entry.probability == 12.5
    assert world.lorebooks["history"].extra == {"made": "1979-05-27", "x": [1, {"y": "inf"}]}
    assert world_from_document(world_document(world)) == world


def test_everything_but_a_name_and_a_place_has_a_default() -> None:
    world = world_of(f"{HEAD}[locations.quay]\n")

    assert world == World("w", "W", "quay", locations={"quay": Location("quay", "quay")})


def test_sections_have_defaults_of_their_own() -> None:
    text = (
        f"{HEAD}[player]\n[clock]\n[locations.a]\n[characters.b]\n[lorebooks.c.entries.d]\n"
        "[[questions]]\nask = 'Who?'\n[presets.e]\n[[presets.e.entries]]\ntext = 'x'\n"
    )
    world = world_of(text)

    assert world.player == Player()
    assert world.clock == Clock(480, 10)
    assert world.characters["b"] == Character("b", "b")
    assert world.lorebooks["c"] == Lorebook("c", "c", entries={"d": LoreEntry("d")})
    assert world.questions == (Question("question1", "Who?"),)
    assert world.presets["e"] == Preset("e", "e", entries=(PresetEntry("preset_entry1", "x"),))


@pytest.mark.parametrize(
    ("written", "minutes"),
    [
        ('"Day 1 08:00"', 480),
        ('"第2天 08:30"', 1950),
        ('"第十二天"', 15840),
        ('"08:00"', 480),
        ("08:00:00", 480),
        ('"Day 3"', 2880),
    ],
)
def test_clock_times_are_read_in_both_languages(written: str, minutes: int) -> None:
    assert world_of(f"{HEAD}[locations.a]\n[clock]\nstart = {written}\n").clock == Clock(minutes)


def test_a_person_without_a_place_is_not_in_the_story_yet() -> None:
    assert world_of(f"{HEAD}[locations.a]\n[characters.b]\nlocation = ''\n").characters["b"].location is None


def test_ids_may_be_chinese() -> None:
    world = world_of(
        f'{HEAD}[locations."渡口"]\n[[locations."渡口".exits]]\nto = "鱼市"\n[locations."鱼市"]\n'
    )

    assert world.start == "渡口"
    assert world.locations["渡口"].exits == (Exit("鱼市"),)


def test_a_folder_is_merged_from_all_its_files(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "harbour",
        world=f"{HEAD}",
        a_places="[locations.quay]\n[world]\nrules = 'No magic.'\n",
        z_people="[characters.mira]\nlocation = 'quay'\n[[questions]]\nid = 'z'\nask = 'Z?'\n",
        b_more="[[questions]]\nid = 'b'\nask = 'B?'\n",
        lorebooks__history="[lorebooks.history]\nname = 'History'\n",
    )
    loaded = load_world(folder)

    assert loaded.problems == ()
    assert loaded.world.id == "harbour"
    assert loaded.world.rules == "No magic."
    assert [question.id for question in loaded.world.questions] == ["b", "z"]
    assert loaded.world.lorebooks["history"].name == "History"


def test_a_single_file_is_a_world_too(tmp_path: Path) -> None:
    write(tmp_path, small=f"{HEAD}[locations.a]\n", other="not toml")

    assert load_world(tmp_path / "small.toml").world.id == "small"


def test_the_world_file_comes_first_so_that_its_places_do(tmp_path: Path) -> None:
    folder = write(tmp_path / "w", a="[locations.a]\n", world=f"{HEAD}[locations.z]\n")

    assert load_world(folder).world.start == "z"


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        ("[locations.quay]\n", "# two\n[locations.quay]\n", 2),
        ("[characters.m]\n[locations.a]\n", "[characters.m]\n", 1),
        ("[lorebooks.l]\n[locations.a]\n", "[lorebooks.l.entries.e]\n", 1),
        ("[locations.a]\n", "[world]\n\nname = 'V'\n", 3),
        ("[[questions]]\nid = 'q'\nask = 'A'\n[locations.a]\n", "[[questions]]\nid = 'q'\nask = 'A'\n", 2),
        ("locations = 5\n", "[locations.a]\n", 1),
    ],
)
def test_the_same_id_in_two_files_names_both(tmp_path: Path, first: str, second: str, line: int) -> None:
    head = "" if first.startswith("locations =") else HEAD
    folder = write(tmp_path / "w", a=(first + HEAD) if not head else HEAD + first, b=second)
    reading = read_world(folder)
    problem = next(one for one in reading.problems if one.code == "duplicate_id")

    assert reading.world is None
    assert problem.file.endswith("b.toml")
    assert problem.line == line
    assert "a.toml:" in problem.sentence("en")


def test_problems_of_merged_files_keep_their_own_places(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "w", a=f"{HEAD}[[questions]]\nask = 'A?'\n[locations.a]\n", b="\n[[questions]]\nask = 5\n"
    )
    problem = read_world(folder).problems[0]

    assert (Path(problem.file).name, problem.line) == ("b.toml", 3)


def test_a_file_that_cannot_be_read_stops_everything_else(tmp_path: Path) -> None:
    folder = write(tmp_path / "w", a=f"{HEAD}start = 'b'\n[locations.a]\n", b="[locations.b\n")
    reading = read_world(folder, strict=True)

    assert [problem.code for problem in reading.problems] == ["syntax"]
    assert reading.partial is None


def test_what_cannot_be_played_raises_with_every_problem(tmp_path: Path) -> None:
    folder = write(tmp_path / "w", a=f"{HEAD}sumary = 'x'\n")
    with pytest.raises(WorldError, match="no location") as caught:
        load_world(folder)

    assert [problem.code for problem in caught.value.problems] == ["no_location", "unknown_key"]
    assert len(caught.value.lines("zh")) == 1


def test_a_world_loads_with_warnings(tmp_path: Path) -> None:
    loaded = load_world(write(tmp_path / "w", a=f"{HEAD}sumary = 'x'\n[locations.a]\n"))

    assert [(problem.code, problem.severity) for problem in loaded.problems] == [("unknown_key", "warning")]
