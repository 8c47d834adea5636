"""Cards into a world and out of it again."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.exchange.archive import read_zip
from rpg.exchange.cards.container import card_of_png
from rpg.exchange.world.exporting import Container, export_world
from rpg.exchange.world.importing import Taken, import_into
from rpg.exchange.world.toml import world_to_toml
from rpg.world.load import load_world
from rpg.world.model import Character, Location, ScheduleBlock, World
from tests.exchange.files import CARD_V1, animated, card_v2, card_v3, charx, encoded, png_card, zip_of
from tests.store.saves import small_world


def take(data: bytes, folder: Path, name: str = "card.png", into: str = "world") -> Taken:
    file = folder / name
    file.write_bytes(data)
    return import_into(file, folder / into, "en")


def back(folder: Path, to: str, id: str = "", container: Container = ".json") -> Any:
    out = export_world(load_world(folder).world, folder, to, id, container)
    return json.loads(out.data) if container == ".json" else out.data


CONTAINERS: dict[str, Callable[[Any], bytes]] = {
    "json": encoded,
    "png": png_card,
    "png ccv3": lambda card: png_card(card, word="ccv3"),
    "apng": animated,
    "charx": lambda card: zip_of([("card.json", encoded(card))]),
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize(("card", "to"), [(card_v2(), "card-v2"), (card_v3(), "card-v3")])
def test_a_card_goes_back_as_it_came(card: Any, to: str, container: str, tmp_path: Path) -> None:
    take(CONTAINERS[container](card), tmp_path)

    assert back(tmp_path / "world", to) == card


@pytest.mark.parametrize("to", ["card-v2", "card-v3"])
def test_a_card_goes_through_a_picture_unchanged(to: str, tmp_path: Path) -> None:
    take(encoded(card_v3() if to == "card-v3" else card_v2()), tmp_path)
    picture = back(tmp_path / "world", to, container=".png")

    take(picture, tmp_path, into="again")

    assert back(tmp_path / "again", to) == back(tmp_path / "world", to)


def test_a_v3_picture_serves_programs_that_know_only_v2(tmp_path: Path) -> None:
    take(encoded(card_v3()), tmp_path)

    picture = back(tmp_path / "world", "card-v3", container=".png")

    assert card_of_png(picture, "x").spec == "v3"
    assert picture.count(b"chara\0") == 1


def test_charx_keeps_its_other_files(tmp_path: Path) -> None:
    take(charx(card_v3()), tmp_path)

    archive = read_zip(back(tmp_path / "world", "card-v3", container=".charx"), "x")

    assert json.loads(archive.entries["card.json"]) == card_v3()
    assert archive.entries["assets/song.ogg"] == b"OggS"


def test_a_v1_card_comes_back_as_v2_with_every_field(tmp_path: Path) -> None:
    take(encoded(CARD_V1), tmp_path)

    card = back(tmp_path / "world", "card-v2")

    assert card["spec"] == "chara_card_v2"
    assert card["data"].items() >= CARD_V1.items()


def test_the_character_says_what_the_card_says(tmp_path: Path) -> None:
    taken = take(png_card(card_v2()), tmp_path)

    world = load_world(tmp_path / "world").world
    mira = world.characters["mira"]
    assert taken.id == "mira"
    assert mira.description == "{{char}} keeps the light.\n\nTall."
    assert mira.examples == ("{{user}}: hi\n{{char}}: hm", "{{char}}: bye")
    assert mira.tags == ("keeper", "harbour")
    assert (tmp_path / "world" / mira.portrait).read_bytes().startswith(b"\x89PNG")
    assert world.opening == "Mira looks up at {{user}}."
    assert world.alternate_openings == ("It rains on Mira.", "Later.")
    assert world.rules == "Mira meets {{user}} on the quay."
    assert (world.author, world.version) == ("somebody", "1.1")
    book = world.lorebooks["mira"]
    assert (book.bind, [entry.content for entry in book.entries.values()]) == (
        ("mira",),
        ["The sea is cold."],
    )
    depth = world.lorebooks["mira_card"].entries["depth_prompt"]
    assert (depth.position, depth.depth, depth.role, depth.constant) == ("at_depth", 2, "user", True)
    entries = world.presets["mira"].entries
    assert [(one.text, one.position) for one in entries] == [
        ("Be brief.", "system"),
        ("Stay in role.", "before_input"),
    ]


def test_the_report_names_everything_that_has_no_effect(tmp_path: Path) -> None:
    report = take(encoded(card_v3(strange=1)), tmp_path, "c.json").report

    unused = {item.what for item in report.of("unused")}
    assert {"creator_notes", "assets", "source", "extensions.talkativeness"} <= unused
    assert {item.what for item in report.of("unknown")} == {"strange"}
    for item in report.items:
        for language in ("en", "zh"):
            assert "exchange." not in item.sentence(language)


def test_the_same_name_twice_overwrites_nothing(tmp_path: Path) -> None:
    take(png_card(card_v2()), tmp_path)
    before = {path: path.read_bytes() for path in (tmp_path / "world").rglob("*") if path.is_file()}

    second = take(png_card(card_v2(description="Another Mira.")), tmp_path)

    assert second.id == "mira_2"
    assert {path: path.read_bytes() for path in before} == before
    world = load_world(tmp_path / "world").world
    assert world.characters["mira_2"].description == "Another Mira."
    assert "same_name" in {item.code for item in second.report.items}


def test_a_world_with_its_own_opening_keeps_it(tmp_path: Path) -> None:
    own = replace(small_world(), opening="Mine.", rules="My rules.")
    (tmp_path / "world").mkdir()
    (tmp_path / "world" / "world.toml").write_text(world_to_toml(own))

    taken = take(png_card(card_v2()), tmp_path)

    world = load_world(tmp_path / "world").world
    assert (world.opening, world.alternate_openings, world.rules) == ("Mine.", (), "My rules.")
    assert world.characters["mira"].location == "inn"
    assert world.lorebooks["mira_card"].entries["scenario"].content == "Mira meets {{user}} on the quay."
    assert "greetings_unused" in {item.code for item in taken.report.of("unused")}
    assert back(tmp_path / "world", "card-v2", "mira") == card_v2()


def test_a_world_without_an_opening_takes_the_greetings(tmp_path: Path) -> None:
    (tmp_path / "world").mkdir()
    (tmp_path / "world" / "world.toml").write_text(world_to_toml(small_world()))

    take(png_card(card_v2()), tmp_path)

    assert load_world(tmp_path / "world").world.opening == "Mira looks up at {{user}}."
    assert back(tmp_path / "world", "card-v2", "mira") == card_v2()


def test_what_was_changed_since_is_written_over_the_card(tmp_path: Path) -> None:
    take(png_card(card_v2()), tmp_path)
    folder = tmp_path / "world"
    loaded = load_world(folder).world
    mira = replace(loaded.characters["mira"], description="Older now.", speech="Softly.", examples=("a",))
    world = replace(loaded, characters={"mira": mira}, opening="Night.", rules="New rules.", author="me")

    card = json.loads(export_world(world, folder, "card-v2").data)

    expected = copy.deepcopy(card_v2())
    expected["data"].update(
        description="Older now.",
        mes_example="<START>\na\n",
        first_mes="Night.",
        alternate_greetings=["It rains on Mira.", "Later."],
        scenario="New rules.",
        creator="me",
    )
    expected["data"]["extensions"]["rpg"] = {"character": {"speech": "Softly."}}
    assert card == expected


def test_what_only_this_game_knows_travels_in_the_extensions(tmp_path: Path) -> None:
    person = Character(
        "ana",
        "Ana",
        ("the cook",),
        "inn",
        "Cooks.",
        "Big.",
        speech="Loud.",
        goals="Rest.",
        secrets="She sings.",
        boundaries="Never burns.",
        relations=(("player", "a guest"),),
        topics=(("soup", "Hot."),),
        schedule=(ScheduleBlock(60, 120, "here"), ScheduleBlock(120, 180, "mill")),
    )
    places = {id: Location(id, id) for id in ("inn", "mill", "here")}
    world = World("w", "W", "inn", locations=places, characters={"ana": person})

    card = export_world(world, tmp_path / "none", "card-v3").data
    take(card, tmp_path, "ana.json", into="new")

    found = load_world(tmp_path / "new").world.characters["ana"]
    kept = replace(person, location="here", schedule=(ScheduleBlock(60, 120, "here"),))
    assert found == kept


VALUES = st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=8) | st.floats(allow_nan=False)
ANYTHING = st.recursive(
    VALUES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = sorted(card_v3()["data"])


@settings(max_examples=60, deadline=None)
@given(changes=st.dictionaries(st.sampled_from([f for f in FIELDS if f != "name"]), ANYTHING, max_size=4))
def test_a_card_with_fields_of_any_type_is_taken_and_goes_back(
    changes: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("cards")
    card = card_v3(**changes)

    take(encoded(card), folder, "c.json")

    assert load_world(folder / "world").world.characters["mira"].name == "Mira"
    found = back(folder / "world", "card-v3")["data"]
    untouched = {name: value for name, value in card["data"].items() if name not in changes}
    assert {name: found[name] for name in untouched} == untouched


WRONG: list[dict[str, Any]] = [
    {"depth_prompt": {"prompt": "x", "depth": ""}},
    {"depth_prompt": {"prompt": "x", "depth": "3", "role": 7}},
    {"depth_prompt": []},
    {"rpg": {"character": {"schedule": "no", "relations": [], "speech": 5}}},
    {"rpg": {"character": []}},
    {"rpg": 5},
]


@pytest.mark.parametrize("extensions", WRONG)
def test_extensions_of_wrong_types_do_no_harm(extensions: Any, tmp_path: Path) -> None:
    take(encoded(card_v2(extensions=extensions)), tmp_path, "c.json")

    assert back(tmp_path / "world", "card-v2")["data"]["extensions"] == extensions


@pytest.mark.parametrize(
    "name", ["", "  ", None, "player", "../../etc", "\x1b[31mRed\x1b[0m", "灯塔", "x" * 500, "CON", "a\nb"]
)
def test_any_name_becomes_a_legal_id_in_the_folder(name: Any, tmp_path: Path) -> None:
    taken = take(encoded(card_v2(name=name, description="d")), tmp_path, "from file.json")

    world = load_world(tmp_path / "world").world
    assert taken.id in world.characters
    assert taken.id != "player"
    assert "\x1b" not in world.characters[taken.id].name
    assert all(path.is_relative_to(tmp_path / "world") for path in taken.files)


def test_files_of_a_card_never_become_part_of_the_world(tmp_path: Path) -> None:
    evil = ("assets/evil.toml", b"[tools.x]\ncommand = 'rm'\n")
    take(zip_of([("card.json", encoded(card_v3())), evil]), tmp_path)

    assert not list((tmp_path / "world").rglob("evil*"))
    assert load_world(tmp_path / "world").world.name == "Mira"


@pytest.mark.parametrize(
    "uri",
    [
        "http://example.com/x.png",
        "file:///etc/passwd",
        "embeded://../../etc/passwd",
        "embeded://assets/none.png",
        "data:image/png;base64,AAAA",
        "data:text/html;base64,PGI+",
        "",
        5,
    ],
)
def test_only_a_picture_inside_the_file_becomes_a_portrait(uri: Any, tmp_path: Path) -> None:
    card = card_v3(assets=[{"type": "icon", "name": "main", "uri": uri, "ext": "png"}])

    take(zip_of([("card.json", encoded(card)), ("assets/x.html", b"<b>")]), tmp_path)

    assert load_world(tmp_path / "world").world.characters["mira"].portrait == ""


def test_a_broken_world_takes_nothing_in(tmp_path: Path) -> None:
    from rpg.exchange.errors import ExchangeError

    (tmp_path / "world").mkdir()
    (tmp_path / "world" / "world.toml").write_text("[world\n")

    with pytest.raises(ExchangeError) as caught:
        take(png_card(card_v2()), tmp_path)

    assert caught.value.code == "bad_world"
    assert [path.name for path in (tmp_path / "world").rglob("*")] == ["world.toml"]
