"""With `--json`: every document has the keys that docs/commands.md tells, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Rpg

MANUAL = (Path(__file__).resolve().parents[2] / "docs" / "commands.md").read_text("utf-8")

MOVED = {"act", "head", "state_hash", "restored", "location", "turn"}
CHANGED = {"act", "head", "node", "state_hash", "location", "turn", "misfits"}
BY_HAND = {"act", "node", "head", "state_hash", "location", "turn"}

DOCUMENTS: list[tuple[str, set[str]]] = [
    ("worlds", {"worlds"}),
    ("saves", {"folder", "saves"}),
    ("new lantern-harbour --save other", {"save", "path", "head", "state_hash", "text"}),
    ("version", {"version"}),
    ("help", {"topics"}),
    ("help settings", {"topic", "text"}),
    ("undo s", MOVED),
    ("pick s 1", MOVED),
    ("goto s 1", MOVED),
    ("edit s 2 --text Hm", CHANGED),
    ("delete s 2", CHANGED),
    ("insert s 1 --narration Gulls.", CHANGED),
    ("set s condition wren wet", BY_HAND),
    ("label s 3 market", {"node", "label"}),
    (
        "show s",
        {"world", "head", "turn", "state_hash", "player", "location", "exits", "present", "followers"}
        | {"clock", "places", "characters", "flags", "answers", "premise", "pins"},
    ),
    ("log s", {"head", "nodes"}),
    ("log s --tree", {"head", "nodes"}),
    ("search s market", {"text", "hits"}),
    (
        "context s",
        {"status", "refused", "window", "reserve", "available", "used", "share", "quality", "setting"}
        | {"dialogue", "history", "actions", "sections", "omitted", "prefix"},
    ),
    ("context s --history", {"turns", "total", "background"}),
    ("lore why s", {"entries"}),
    ("lore list s", {"books", "problems"}),
    ("tools s", {"isolated", "tools", "problems"}),
    (
        "pulse s",
        {"world", "place", "clock", "here", "last", "unresolved", "moved", "abilities", "isolated"},
    ),
    ("preset s list", {"presets", "warning", "problems"}),
    ("memory story s", {"style", "summary", "observations", "pins", "conditions", "cut", "recap"}),
    ("verify s", {"ok", "nodes", "deep", "findings"}),
    ("repair s", {"save", "path", "nodes", "known", "lost", "rows", "altered", "placed", "empty"}),
    ("config", {"file", "settings", "problems"}),
    ("config language", {"key", "value"}),
    ("config background off", {"key", "value", "save"}),
    ("world check lantern-harbour", {"id", "name", "path", "errors", "warnings", "problems"}),
]

ROWS: list[tuple[str, str, set[str]]] = [
    ("worlds", "worlds", {"id", "name", "path", "summary", "language", "readable", "playable", "problem"}),
    ("saves", "saves", {"name", "path", "world", "place", "line", "turn", "changed", "error"}),
    ("show s", "exits", {"to", "name", "label", "minutes", "hidden", "locked"}),
    ("show s", "places", {"id", "name", "location", "detail", "temporary", "known", "visits"}),
    (
        "show s",
        "characters",
        {"id", "name", "location", "detail", "temporary", "follows", "condition", "relationship", "knows"},
    ),
    (
        "log s --tree",
        "nodes",
        {"id", "parent", "kind", "text", "edits", "replies", "reply", "turn", "location", "state_hash"}
        | {"made", "label"},
    ),
    ("search s market", "hits", {"node", "excerpt", "times"}),
    ("config", "settings", {"key", "value", "default", "allowed", "scope"}),
]


@pytest.fixture
def story(rpg: Rpg) -> Rpg:
    """A story with one turn, told by the storyteller."""
    assert rpg("new", "lantern-harbour", "--save", "s", "--seed", "3").code == 0
    assert rpg("say", "s", "go to the market").code == 0
    return rpg


@pytest.mark.parametrize(("line", "keys"), DOCUMENTS, ids=[line for line, _ in DOCUMENTS])
def test_a_document_has_the_documented_keys(story: Rpg, line: str, keys: set[str]) -> None:
    done = story(*line.split(), "--json")
    assert (done.code, done.err) == (0, "")
    assert set(done.json) == keys


@pytest.mark.parametrize(("line", "list_", "keys"), ROWS, ids=[f"{line}: {name}" for line, name, _ in ROWS])
def test_a_row_has_the_documented_keys(story: Rpg, line: str, list_: str, keys: set[str]) -> None:
    rows = story(*line.split(), "--json").json[list_]
    assert rows
    assert {frozenset(row) for row in rows} == {frozenset(keys)}


def test_the_manual_tells_every_key() -> None:
    told = set(re.findall(r"`\"?(\w+)(?:\[\])?\"?`", MANUAL)) | set(re.findall(r'"(\w+)"', MANUAL))
    wanted = set().union(*(keys for _, keys in DOCUMENTS), *(keys for _, _, keys in ROWS))
    assert wanted - told == set()


def test_wrong_usage_is_one_error_too(rpg: Rpg) -> None:
    wrong = rpg("goto", "s", "x", "--json")
    assert wrong.code == 2
    assert wrong.err.startswith("error: NODE has to be a number, not “x”. `rpg goto --help` tells more.")
    assert wrong.json["error"]["code"] == "usage"
    assert "\x1b" not in rpg("goto", "s", "\x1b[31m").err
    assert rpg("say", "s").err.startswith("error: ")
