"""A story told by commands alone: what they print, what they leave, how they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Rpg
from tests.fakes.openai_server import FakeServer


@pytest.fixture
def story(rpg: Rpg) -> Rpg:
    """A story in Lantern Harbour, with nothing said yet."""
    assert rpg("new", "lantern-harbour", "--save", "s", "--seed", "3").code == 0
    return rpg


def test_a_new_story_tells_its_opening(rpg: Rpg) -> None:
    made = rpg("new", "lantern-harbour", "--save", "first", "--json")
    assert made.code == 0
    assert made.json["head"] == 1
    assert Path(made.json["path"]).is_file()
    assert "{{" not in made.json["text"]


def test_a_turn_moves_the_player_and_the_same_ids_are_everywhere(story: Rpg) -> None:
    events = story("say", "s", "go to the market", "--json").lines
    assert events[0]["event"] == "started"
    saved = events[-1]
    assert saved["event"] == "saved"
    assert saved["changes"]["moved_to"] == "market"
    shown = story("show", "s", "--json").json
    assert shown["head"] == saved["node"]
    assert shown["player"]["location"] == shown["location"]["id"] == "market"
    assert shown["state_hash"] == saved["state_hash"]
    logged = story("log", "s", "--json").json
    assert [node["kind"] for node in logged["nodes"]] == ["opening", "player", "narration"]
    assert logged["nodes"][-1]["id"] == saved["node"]
    assert logged["nodes"][-1]["state_hash"] == saved["state_hash"]
    assert "move_player" in [edit["edit"] for edit in logged["nodes"][-1]["edits"]]


def test_detail_levels_follow_the_scene(story: Rpg) -> None:
    story("say", "s", "go to the market")
    shown = story("show", "s", "--json").json
    full = [place["id"] for place in shown["places"] if place["detail"] == "full"]
    assert full == ["market"]
    people = {person["id"]: person["detail"] for person in shown["characters"]}
    assert {id for id, detail in people.items() if detail == "full"} == set(shown["present"])
    assert people["tomas"] == "digest"


def test_travel_by_menu_and_back_through_time(story: Rpg) -> None:
    start = story("show", "s", "--json").json["state_hash"]
    assert story("travel", "s", "Lamp Market", "--no-narration").code == 0
    there = story("show", "s", "--json").json
    assert there["location"]["id"] == "market"
    assert story("undo", "s", "--json").json["state_hash"] == start
    assert story("redo", "s", "--json").json["state_hash"] == there["state_hash"]


def test_retry_and_pick_number_the_replies(story: Rpg) -> None:
    story("say", "s", "look around")
    story("retry", "s")
    nodes = story("log", "s", "--json").json["nodes"]
    assert (nodes[-1]["reply"], nodes[-1]["replies"]) == (2, 2)
    assert nodes[-2]["replies"] == 2
    assert story("pick", "s", "1", "--json").json["head"] != nodes[-1]["id"]
    refused = story("pick", "s", "9")
    assert refused.code == 1
    assert refused.err.startswith("error: There is no reply 9")


def test_undo_puts_the_words_back(story: Rpg) -> None:
    story("say", "s", "look around")
    assert story("undo", "s", "--json").json["restored"] == "look around"


def test_the_past_can_be_changed(story: Rpg) -> None:
    story("say", "s", "go to the market")
    story("say", "s", "look around")
    changed = story("delete", "s", "2", "--json").json
    assert changed["location"] == "quay"
    assert story("edit", "s", "1", "--text", "Another morning.").code == 0
    assert story("log", "s", "--json").json["nodes"][0]["text"] == "Another morning."
    assert story("insert", "s", str(changed["head"]), "--narration", "A gull.").code in {0, 1}


def test_a_drift_is_resolved_by_command(story: Rpg) -> None:
    story("say", "s", "go to the market")
    story("say", "s", "go to the quay")
    changed = story("delete", "s", "2", "--json").json
    drifted = changed["misfits"]
    if drifted:
        done = story("resolve", "s", str(drifted[0]["node"]), "drop", "--json")
        assert done.code == 0
        assert done.json["misfits"] == []
    refused = story("resolve", "s", "1", "drop")
    assert refused.code == 1
    assert "drifted" in refused.err


def test_state_by_hand(story: Rpg) -> None:
    assert story("set", "s", "condition", "wren", "soaked").code == 0
    people = story("show", "s", "--json").json["characters"]
    assert next(one for one in people if one["id"] == "wren")["condition"] == "soaked"
    refused = story("set", "s", "condition", "nobody at all", "x")
    assert refused.code == 1
    assert "nobody" in refused.err


def test_the_context_tells_what_would_be_sent(story: Rpg) -> None:
    report = story("context", "s", "--input", "Hello there.", "--messages", "--json").json
    assert {"window", "reserve", "available", "status", "actions", "messages", "tools"} <= set(report)
    for side in ("setting", "dialogue"):
        assert {"used", "cap", "groups"} <= set(report[side])
    assert report["history"]["carried"] == report["history"]["total"] == 1
    roles = [message["role"] for message in report["messages"]]
    assert roles[:2] == ["system", "user"]
    assert roles[-1] == "user"
    assert report["messages"][-1]["content"].rstrip().endswith("Hello there.")
    assert "edit_location_registry" in [tool["function"]["name"] for tool in report["tools"]]
    assert "Context" in story("context", "s").out


def test_a_message_that_does_not_fit_is_refused_and_kept_as_a_draft(story: Rpg) -> None:
    with FakeServer() as server:
        story("config", "base_url", server.url)
        story("config", "context.window", "2000", "--save", "s")
        refused = story("say", "s", "hello", "--narrator", "openai", "--json")
        assert refused.code == 1
        assert refused.lines[-1]["event"] == "blocked"
        assert server.chats == []
    assert len(story("log", "s", "--json").json["nodes"]) == 1


def test_a_model_on_a_server_tells_the_story(story: Rpg) -> None:
    with FakeServer() as server:
        story("config", "base_url", server.url)
        move = {"operations": [{"op": "move_player", "to": "market"}]}
        server.reply(calls=[("edit_location_registry", move)])
        server.reply("The market is loud.")
        done = story("say", "s", "to the market", "--narrator", "openai", "--json")
        assert done.lines[-1]["event"] == "saved"
        assert story("show", "s", "--json").json["location"]["id"] == "market"
        server.refuse(401, {"error": {"message": "bad key"}})
        failed = story("say", "s", "hello", "--narrator", "openai")
        assert failed.code == 1
        assert "key" in failed.err
    assert story("retry", "s", "--narrator", "storyteller").code == 0


def test_verify_finds_nothing_wrong_and_then_something(story: Rpg, home: Path) -> None:
    story("say", "s", "look around")
    assert story("verify", "s", "--deep", "--json").json["ok"] is True
    path = Path(story("saves", "--json").json["saves"][0]["path"])
    data = bytearray(path.read_bytes())
    at = data.find(b"look around")
    data[at] ^= 1
    path.write_bytes(data)
    damaged = story("verify", "s", "--json")
    assert damaged.code == 1
    assert damaged.json["findings"]
    assert story("repair", "s", "--json").json["nodes"] >= 1


def test_settings_are_checked_and_kept(rpg: Rpg) -> None:
    assert rpg("config", "context.reply_reserve", "512").code == 0
    assert rpg("config", "context.reply_reserve", "--json").json["value"] == 512
    wrong = rpg("config", "context.windw", "9")
    assert wrong.code == 2
    assert "context.window" in wrong.err
    assert rpg("config", "context.window", "many").code == 2
    assert rpg("config", "context.reply_reserve", "").code == 0
    assert rpg("config", "context.reply_reserve", "--json").json["value"] == 1024


def test_settings_of_one_save_stay_with_it(story: Rpg) -> None:
    assert story("config", "context.window", "4096", "--save", "s").code == 0
    assert story("config", "context.window", "--save", "s", "--json").json["value"] == 4096
    assert story("config", "context.window", "--json").json["value"] is None
    assert story("config", "language", "zh", "--save", "s").code == 1


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["say", "nothing", "hello"], 1, "nothing"),
        (["new", "lantern-harbor", "--save", "x"], 1, "lantern-harbour"),
        (["new", "lantern-harbour", "--save", "../x"], 1, "x"),
        (["new", "lantern-harbour", "--save", "x", "--answer", "nope=1"], 1, "nope"),
        (["new", "lantern-harbour", "--save", "x", "--answer", "nope"], 2, "ID=TEXT"),
        (["new", "lantern-harbour", "--save", "x", "--opening", "40"], 1, "40"),
        (["goto", "s", "999"], 1, "999"),
        (["travel", "s", "the moon"], 1, "moon"),
        (["travel", "s", "quay"], 1, "Quay"),
        (["show", "s", "--at", "77"], 1, "77"),
        (["retry", "s"], 1, "turn"),
        (["say", "s", "   "], 1, "nothing"),
        (["say", "s", "hi", "--narrator", "parrot"], 1, "parrot"),
        (["say", "s", "hi", "--narrator", "script:/no/such/file"], 1, "/no/such/file"),
        (["lore", "eval", "/no/such/case.json"], 1, "/no/such/case.json"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(story: Rpg, words: list[str], code: int, says: str) -> None:
    refused = story(*words)
    assert refused.code == code
    assert refused.err.startswith("error: ")
    assert says in refused.err
    assert "Traceback" not in refused.err


def test_a_case_of_an_unknown_conversion_is_told_what_there_is(rpg: Rpg, home: Path) -> None:
    file = home / "case.json"
    file.write_text('{"convert": "word"}', "utf-8")
    refused = rpg("lore", "eval", str(file))
    assert refused.code == 1
    assert "risu" in refused.err


def test_an_error_is_json_where_json_was_asked_for(story: Rpg) -> None:
    refused = story("goto", "s", "999", "--json")
    assert json.loads(refused.out)["error"]["code"] == "unknown_node"


def test_a_second_writer_is_told_of_the_first(story: Rpg, home: Path) -> None:
    from rpg.store.save import Save

    path = Path(story("saves", "--json").json["saves"][0]["path"])
    with Save.open(path):
        refused = story("say", "s", "hello")
        assert refused.code == 1
        assert story("show", "s").code == 0
    assert story("say", "s", "hello").code == 0


def test_a_broken_configuration_names_the_file(rpg: Rpg, home: Path) -> None:
    file = home / "home" / "config" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("language = [", "utf-8")
    refused = rpg("worlds")
    assert refused.code == 1
    assert str(file) in refused.err


def test_foreign_text_reaches_the_terminal_without_control_sequences(story: Rpg) -> None:
    with FakeServer() as server:
        story("config", "base_url", server.url)
        server.reply("A \x1b[31mred\x1b[0m [bold]lamp[/] \x07 \u202e.")
        told = story("say", "s", "look", "--narrator", "openai")
    assert "[bold]lamp[/]" in told.out
    assert not set(told.out) & {"\x1b", "\x07", "\u202e"}
