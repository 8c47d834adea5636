"""`rpg lore list|add|bind|unbind|edit`: books of the world, of one story, of a character, of the player."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Rpg

WORLD = """
[world]
name = "Harbour"
rules = "Salt and rope."
[locations.quay]
description = "Wet stone."
[characters.mira]
name = "Mira Vale"
description = "Grey coat."
location = "quay"
[lorebooks.tides]
name = "Tides"
[lorebooks.tides.entries.flood]   # the old one
keys = ["flood"]
content = "The flood took nine boats."
"""

OWN: dict[str, Any] = {
    "name": "Sea beasts",
    "entries": {
        "0": {"uid": 0, "key": ["kraken"], "content": "A kraken sleeps below.", "position": 0, "odd": 7}
    },
}


@pytest.fixture
def save(home: Path, rpg: Rpg) -> str:
    """A story of the harbour, and a World Info file beside it."""
    Path("worlds").mkdir()
    Path("worlds/harbour.toml").write_text(WORLD, "utf-8")
    Path("beasts.json").write_text(json.dumps(OWN), "utf-8")
    for name in ("one", "two"):
        assert rpg("new", "harbour", "--save", name, "--narrator", "storyteller").code == 0
    return "one"


def books(rpg: Rpg, *words: str) -> dict[str, Any]:
    return {row["id"]: row for row in rpg("lore", "list", *words, "--json").json["books"]}


def active(rpg: Rpg, save: str, text: str) -> list[str]:
    """The entries that a message brings in."""
    rows = rpg("lore", "why", save, "--input", text, "--json").json["entries"]
    return [row["id"] for row in rows if row["active"]]


def sent(rpg: Rpg, save: str, text: str) -> str:
    """The request for a message."""
    document = rpg("context", save, "--input", text, "--messages", "--json").json
    return json.dumps(document["messages"], ensure_ascii=False)


def test_a_book_of_any_kind_comes_into_the_library_and_takes_no_part_yet(rpg: Rpg, save: str) -> None:
    added = rpg("lore", "add", "beasts.json", "--json").json["added"]
    assert [(one["id"], one["entries"]) for one in added] == [("beasts", 1)]
    assert "odd" in json.dumps(added[0]["report"])
    assert books(rpg)["beasts"]["name"] == "Sea beasts"
    row = books(rpg, save)["beasts"]
    assert (row["source"], row["takes_part"]) == ("own", False)
    assert active(rpg, save, "a kraken") == []


def test_nothing_in_the_library_is_overwritten(rpg: Rpg, save: str) -> None:
    for _ in range(2):
        assert rpg("lore", "add", "beasts.json").code == 0
    assert set(books(rpg)) == {"beasts", "beasts_2"}


def test_a_native_file_comes_in_with_all_its_books_and_rubbish_is_refused(rpg: Rpg, save: str) -> None:
    Path("two.toml").write_text("[lorebooks.a.entries.x]\nkeys = ['a']\n[lorebooks.b.entries.y]\n", "utf-8")
    Path("rubbish.json").write_text('{"no": "book"}', "utf-8")
    outcome = rpg("lore", "add", "two.toml", "rubbish.json")
    assert outcome.code == 1
    assert "rubbish.json" in outcome.err
    assert set(books(rpg)) == {"a", "b"}


def test_bound_to_the_player_it_takes_part_in_every_story(rpg: Rpg, save: str) -> None:
    rpg("lore", "add", "beasts.json")
    assert rpg("lore", "bind", "beasts").code == 0
    for name in ("one", "two"):
        assert active(rpg, name, "a kraken") == ["beasts.0"]
        assert "A kraken sleeps below." in sent(rpg, name, "a kraken")
    assert rpg("lore", "unbind", "beasts", "--save", "two").code == 0
    assert (active(rpg, "one", "a kraken"), active(rpg, "two", "a kraken")) == (["beasts.0"], [])
    rpg("lore", "unbind", "beasts")
    assert active(rpg, "one", "a kraken") == []


def test_bound_to_one_story_it_takes_part_in_no_other(rpg: Rpg, save: str) -> None:
    rpg("lore", "add", "beasts.json")
    assert rpg("lore", "bind", "beasts", "--save", "one").code == 0
    assert (active(rpg, "one", "a kraken"), active(rpg, "two", "a kraken")) == (["beasts.0"], [])


@pytest.mark.parametrize("book", ["beasts", "tides"])
def test_bound_to_a_character_it_takes_part_while_they_are_there(rpg: Rpg, save: str, book: str) -> None:
    rpg("lore", "add", "beasts.json")
    assert rpg("lore", "bind", book, "--save", save, "--character", "mira vale").code == 0
    assert books(rpg, save)[book]["bind"] == ["mira"]
    found = {"beasts": "beasts.0", "tides": "tides.flood"}[book]
    assert found in active(rpg, save, "kraken flood")
    assert rpg("set", save, "position", "mira", "").code == 0
    assert found not in active(rpg, save, "kraken flood")
    rpg("lore", "bind", book, "--save", save, "--character", "*")
    assert found in active(rpg, save, "kraken flood")


def test_entries_of_the_library_are_switched_for_one_story(rpg: Rpg, save: str) -> None:
    rpg("lore", "add", "beasts.json")
    rpg("lore", "bind", "beasts")
    assert rpg("lore", "off", "one", "beasts.0").code == 0
    assert (active(rpg, "one", "a kraken"), active(rpg, "two", "a kraken")) == ([], ["beasts.0"])


def test_a_book_with_the_id_of_one_of_the_worlds_takes_part_beside_it(rpg: Rpg, save: str) -> None:
    Path("tides.toml").write_text(
        "[lorebooks.tides.entries.ebb]\nkeys = ['ebb']\ncontent = 'Mud.'\n", "utf-8"
    )
    rpg("lore", "add", "tides.toml")
    rpg("lore", "bind", "tides")
    assert active(rpg, save, "flood and ebb") == ["tides.flood", "tides-own.ebb"]


def test_a_book_that_is_not_there_is_named_with_those_that_are(rpg: Rpg, save: str) -> None:
    for words in (("bind", "krakens"), ("bind", "krakens", "--save", save), ("unbind", "krakens")):
        outcome = rpg("lore", *words)
        assert outcome.code == 1
        assert "krakens" in outcome.err
        assert "Traceback" not in outcome.err


@pytest.mark.parametrize(
    ("id", "keys", "text"), [("beasts.0", ["kraken", "squid"], "Ink."), ("tides.flood", ["flood"], "Ten.")]
)
def test_an_entry_is_changed_in_its_file(rpg: Rpg, save: str, id: str, keys: list[str], text: str) -> None:
    rpg("lore", "add", "beasts.json")
    rpg("lore", "bind", "beasts")
    outcome = rpg("lore", "edit", save, id, "--content", text, "--keys", *keys, "--json")
    file = Path(outcome.json["file"])
    assert text in file.read_text("utf-8")
    assert "# the old one" in file.read_text("utf-8") or id == "beasts.0"
    rpg("say", save, "hello", "--world", "adopt", "--narrator", "storyteller")
    assert text in sent(rpg, save, " ".join(keys))


def test_an_entry_that_is_nowhere_is_not_changed(rpg: Rpg, save: str) -> None:
    outcome = rpg("lore", "edit", save, "tides.nothing", "--content", "x")
    assert outcome.code == 1
    assert "tides.nothing" in outcome.err


def test_what_is_wrong_with_a_file_of_the_library_is_told(rpg: Rpg, save: str, home: Path) -> None:
    rpg("lore", "add", "beasts.json")
    (home / "home" / "data" / "lorebooks" / "bad.toml").write_text("[lorebooks.x\n", "utf-8")
    document = rpg("lore", "list", "--json").json
    assert "bad.toml" in document["problems"][0]
    assert [row["id"] for row in document["books"]] == ["beasts"]


def test_what_a_budget_cuts_and_what_has_no_place_is_listed(rpg: Rpg, save: str) -> None:
    arm: dict[str, Any] = {"key": ["kraken"], "position": 0}
    entries = {str(n): {**arm, "uid": n, "content": f"Arm {n}.", "order": 10 - n} for n in range(3)}
    entries["3"] = {"uid": 3, "key": ["kraken"], "content": "It has no place.", "order": 20}
    Path("arms.json").write_text(json.dumps({"entries": entries}), "utf-8")
    report = rpg("lore", "add", "arms.json", "--json").json["added"][0]["report"]
    assert [item["code"] for item in report if item["kind"] == "unused"] == ["lore_placed_nowhere"]
    rpg("lore", "bind", "arms")
    rpg("config", "lore.max_entries", "3")
    omitted = rpg("context", save, "--input", "a kraken", "--json").json["omitted"]
    reasons = {item["id"]: item["reason"] for item in omitted}
    assert reasons == {"lore.arms.3": "lore_nowhere", "lore.arms.2": "lore_budget_entries"}
    printed = rpg("context", save, "--input", "a kraken").out
    assert "limit of lorebook entries" in printed


def test_lore_whose_outlet_stands_nowhere_says_so(rpg: Rpg, save: str) -> None:
    native = "[lorebooks.news.entries.tide]\nkeys = ['tide']\ncontent = 'High.'\nposition = 'outlet'\noutlet = 'board'\n"
    Path("news.toml").write_text(native, "utf-8")
    rpg("lore", "add", "news.toml")
    rpg("lore", "bind", "news")
    assert "stands in no text" in rpg("context", save, "--input", "the tide").out
    assert "High." in sent(rpg, save, "the tide")


def test_a_book_whose_entries_have_no_order_plays(rpg: Rpg, save: str) -> None:
    rpg("lore", "add", "beasts.json")
    rpg("lore", "bind", "beasts")
    assert rpg("say", save, "a kraken", "--narrator", "storyteller").code == 0
    assert "A kraken sleeps below." in sent(rpg, save, "a kraken")
