"""Acts on a story by commands alone: travel's refusals, broken replies, changed worlds, branches, every kind of hand edit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Rpg
from tests.fakes.openai_server import Answer, Drop, FakeServer, text_chunks

WORLD = """
[world]
name = "Weir"
start = "bank"
opening = "Water."
[clock]
start = "Day 1 08:00"
minutes_per_turn = 10
[[questions]]
id = "why"
ask = "Why have you come?"
default = "work"
[locations.bank]
name = "The Bank"
[[locations.bank.exits]]
to = "mill"
minutes = 5
[[locations.bank.exits]]
to = "cellar"
locked = "the door is barred"
[[locations.bank.exits]]
to = "cave"
hidden = true
[locations.mill]
name = "The Mill"
[locations.cellar]
name = "The Cellar"
[locations.cave]
name = "The Cave"
[locations.island]
name = "The Island"
[characters.ada]
name = "Ada"
location = "bank"
"""


@pytest.fixture
def story(rpg: Rpg, home: Path) -> Rpg:
    """A story at the weir; its world lies in ./worlds."""
    (home / "work" / "worlds").mkdir()
    world_file(home).write_text(WORLD, "utf-8")
    assert rpg("new", "weir", "--save", "s", "--seed", "3").code == 0
    return rpg


def world_file(home: Path) -> Path:
    return home / "work" / "worlds" / "weir.toml"


def shown(rpg: Rpg) -> dict[str, object]:
    document: dict[str, object] = rpg("show", "s", "--json").json
    return document


@pytest.mark.parametrize(
    ("place", "code", "says"),
    [
        ("cellar", "locked", "the door is barred"),
        ("cave", "unknown", "The Cave"),
        ("island", "unknown", "The Island"),
        ("moon", "unknown_location", "moon"),
        ("bank", "here", "The Bank"),
    ],
)
def test_travel_is_refused_with_its_reason_and_nothing_happens(
    story: Rpg, place: str, code: str, says: str
) -> None:
    before = shown(story)
    refused = story("travel", "s", place, "--json")
    assert refused.code == 1
    assert json.loads(refused.out.splitlines()[-1])["error"]["code"] == code
    assert says in refused.err
    assert shown(story) == before


def test_a_known_place_without_a_way_is_no_way(story: Rpg) -> None:
    story("travel", "s", "mill", "--no-narration")
    story("set", "s", "player", "island")
    refused = story("travel", "s", "mill", "--json")
    assert json.loads(refused.out.splitlines()[-1])["error"]["code"] == "no_way"


def test_a_reply_that_broke_off_is_kept_or_continued(story: Rpg) -> None:
    with FakeServer() as server:
        story("config", "base_url", server.url)
        server.add(Answer([*text_chunks("The water rises and then"), Drop()]))
        broken = story("say", "s", "look", "--narrator", "openai", "--json")
        assert broken.code == 1
        assert broken.lines[-1]["event"] == "failed"
        assert isinstance(broken.lines[-1]["attempt"], int)
        server.reply(" it falls.")
        assert story("continue", "s", "--narrator", "openai").code == 0
    assert story("log", "s", "--json").json["nodes"][-1]["text"] == "The water rises and then it falls."
    with FakeServer() as server:
        story("config", "base_url", server.url)
        server.add(Answer([*text_chunks("Ada says"), Drop()]))
        assert story("say", "s", "ask Ada", "--narrator", "openai").code == 1
    kept = story("keep", "s", "--json")
    assert kept.json["act"] == "keep"
    assert story("log", "s", "--json").json["nodes"][-1]["text"] == "Ada says"
    assert story("keep", "s", "--json").code == 1


def test_an_edited_reply_is_read_again_by_a_model_only(story: Rpg) -> None:
    story("say", "s", "look around")
    refused = story("edit", "s", "3", "--text", "You cross to the mill.", "--events", "reread")
    assert refused.code == 1
    assert "--events keep or drop" in refused.err
    with FakeServer() as server:
        story("config", "base_url", server.url)
        server.reply(
            calls=[("edit_location_registry", {"operations": [{"op": "move_player", "to": "mill"}]})]
        )
        server.reply("Recorded.")
        words = ("edit", "s", "3", "--text", "You cross to the mill.", "--events", "reread")
        done = story(*words, "--narrator", "openai", "--json")
    assert done.code == 0
    assert done.lines[-1]["event"] == "saved"
    last = story("log", "s", "--json").json["nodes"][-1]
    assert (last["text"], last["location"]) == ("You cross to the mill.", "mill")


def test_a_changed_world_is_kept_unless_it_is_adopted(story: Rpg, home: Path) -> None:
    story("set", "s", "condition", "ada", "wet")
    story("travel", "s", "mill", "--no-narration")
    changed = WORLD.replace('name = "The Mill"', 'name = "The Old Mill"').replace(
        '[characters.ada]\nname = "Ada"\nlocation = "bank"\n', ""
    )
    world_file(home).write_text(changed, "utf-8")
    assert "--world adopt" in story("say", "s", "look around").err
    assert story("retry", "s").err == ""
    assert shown(story)["location"]["name"] == "The Mill"  # type: ignore[index]
    before = shown(story)["state_hash"]
    events = story("say", "s", "look around", "--world", "adopt", "--json").lines
    notice = next(event for event in events if event["event"] == "notice")
    assert notice["code"] == "adopted"
    assert notice["values"]["lost"] == ["ada"]
    assert shown(story)["location"]["name"] == "The Old Mill"  # type: ignore[index]
    kinds = [node["kind"] for node in story("log", "s", "--json").json["nodes"]]
    assert kinds.count("adopt") == 1
    again = story("say", "s", "look around", "--world", "adopt", "--json").lines
    assert "notice" not in [event["event"] for event in again]
    for _ in range(3):
        story("undo", "s")
    assert shown(story)["state_hash"] == before
    assert shown(story)["location"]["name"] == "The Mill"  # type: ignore[index]


@pytest.mark.parametrize(
    ("words", "key", "value"),
    [
        (("player", "mill"), "player", {"name": "Traveller", "location": "mill"}),
        (("clock", "Day 2 09:00"), "clock", {"minutes": 1980, "text": "Day 2 09:00"}),
        (("flag", "flooded", "true"), "flags", {"flooded": True}),
        (("answer", "why", "love"), "answers", {"why": "love"}),
        (("premise", "You were here before."), "premise", "You were here before."),
        (("pin", "moment", "It rained."), "pins", {"moment": "It rained."}),
        (("position", "ada", "mill"), "present", []),
    ],
)
def test_every_fact_can_be_set_by_hand_and_undone(
    story: Rpg, words: tuple[str, ...], key: str, value: object
) -> None:
    before = shown(story)
    assert story("set", "s", *words).code == 0
    assert shown(story)[key] == value
    assert story("undo", "s", "--json").json["act"] == "set"
    assert shown(story) == before


@pytest.mark.parametrize(
    ("words", "key", "value"),
    [
        (("condition", "ada", "wet"), "condition", "wet"),
        (("relationship", "Ada", "trusts you"), "relationship", "trusts you"),
        (("knows", "ada", "the weir leaks"), "knows", ["the weir leaks"]),
        (("position", "ada"), "location", None),
    ],
)
def test_every_fact_about_a_person_can_be_set_by_hand(
    story: Rpg, words: tuple[str, ...], key: str, value: object
) -> None:
    assert story("set", "s", *words).code == 0
    people = story("show", "s", "--json").json["characters"]
    assert next(person for person in people if person["id"] == "ada")[key] == value


def test_ways_and_notes_are_set_by_hand(story: Rpg) -> None:
    story("set", "s", "exit", "bank:cellar", "open")
    story("set", "s", "exit", "bank:mill", "the bridge is down")
    story("set", "s", "note", "bank", "Somebody was here.")
    state = story("show", "s", "--json").json
    locked = {exit["to"]: exit["locked"] for exit in state["exits"]}
    assert (locked["cellar"], locked["mill"]) == ("", "the bridge is down")
    assert state["location"]["note"] == "Somebody was here."


@pytest.mark.parametrize("kind", ["condition", "position", "flag", "pin", "lock", "exit", "player", "answer"])
def test_a_hand_edit_without_its_object_says_what_is_missing(story: Rpg, kind: str) -> None:
    refused = story("set", "s", kind, "--json")
    assert refused.code == 1
    assert refused.json["error"]["code"] == "hand_edit_about"


def test_each_version_of_changed_files_is_told_once(story: Rpg, home: Path) -> None:
    assert story("say", "s", "look around").err == ""
    for name in ("The Old Mill", "The New Mill"):
        world_file(home).write_text(WORLD.replace("The Mill", name), "utf-8")
        told = [event["event"] for event in story("say", "s", "look around", "--json").lines]
        again = [event["event"] for event in story("travel", "s", "mill", "--json").lines]
        assert (told[0], "notice" in again) == ("notice", False)
        story("undo", "s")
    world_file(home).write_text(WORLD, "utf-8")
    assert "notice" not in [event["event"] for event in story("say", "s", "wait", "--json").lines]


def test_a_reply_that_does_not_fit_any_more_is_narrated_anew(story: Rpg, tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    told_by = ("--narrator", f"script:{script}")
    for place in ("mill", "island"):
        move = {"operations": [{"op": "move_player", "to": place}]}
        call = {"name": "edit_location_registry", "arguments": move}
        script.write_text(json.dumps({"turns": [{"calls": [call]}, {"text": "You go."}]}), "utf-8")
        story("say", "s", "on", *told_by)
    story("say", "s", "I wait")
    [drifted] = story("delete", "s", "2", "--json").json["misfits"]
    before = shown(story)
    script.write_text(json.dumps({"turns": [{"text": "You stay."}]}), "utf-8")
    done = story("resolve", "s", str(drifted["node"]), "renarrate", *told_by, "--json")
    assert done.lines[-1]["event"] == "saved"
    nodes = story("log", "s", "--json").json["nodes"]
    assert [node["text"] for node in nodes] == ["Water.", "on", "You stay."]
    assert nodes[-1]["location"] == "bank"
    assert story("undo", "s", "--json").json["state_hash"] == before["state_hash"]
    assert story("resolve", "s", "1", "renarrate", "--json").json["error"]["code"] == "not_a_reply"


def test_branches_are_labelled_listed_and_found_again(story: Rpg) -> None:
    story("say", "s", "look around")
    first = shown(story)
    story("retry", "s")
    story("label", "s", "3", "first  try")
    tree = story("log", "s", "--tree", "--json").json
    assert len(tree["nodes"]) == 4
    assert {node["id"]: node["label"] for node in tree["nodes"] if node["label"]} == {3: "first try"}
    printed = story("log", "s", "--tree").out
    assert "«first try»" in printed
    assert story("goto", "s", "3", "--json").json["state_hash"] == first["state_hash"]
    assert story("undo", "s", "--json").json["act"] == "goto"
    assert story("undo", "s", "--json").json["act"] == "label"
    assert "«" not in story("log", "s", "--tree").out
    story("redo", "s")
    assert "«first try»" in story("log", "s", "--tree").out
    assert story("label", "s", "3", "").code == 0
    assert "«" not in story("log", "s", "--tree").out


def test_text_is_found_on_every_branch(story: Rpg) -> None:
    story("say", "s", "I hum a tune")
    story("undo", "s")
    hits = story("search", "s", "HUM A", "--json").json["hits"]
    assert 2 in [hit["node"] for hit in hits]
    assert "#2 " in story("search", "s", "hum a").out
    assert story("search", "s", "zebra").out.strip() == "Nothing found."


def test_a_message_is_inserted_and_the_rest_goes_on(story: Rpg) -> None:
    story("say", "s", "look around")
    done = story("insert", "s", "1", "--narration", "A gull cries.", "--json")
    assert done.code == 0
    texts = [node["text"] for node in story("log", "s", "--json").json["nodes"]]
    assert texts[:3] == ["Water.", "A gull cries.", "look around"]
    assert len(texts) == 4
