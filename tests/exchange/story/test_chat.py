"""Tavern chats in and out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.exchange.story.chatfile import is_chat, read_chat
from rpg.exchange.story.chatin import story_of_chat
from rpg.exchange.story.chatout import ChatExport
from rpg.narrator.scripted import Turn
from rpg.runtime.edits import SetFlag
from rpg.session.session import Session
from rpg.store.save import Save
from rpg.store.transaction import Step, Transaction
from rpg.store.verify import verify_file
from rpg.timeline.nodes import Content, NewNode, RollPart, TextPart, new_ref
from rpg.timeline.tree import alternatives
from tests.exchange.files import lines_of, saved_chat
from tests.session.stories import played, services, telling
from tests.store.saves import answer, ask, new_save, small_world

HEADER = {"user_name": "Ann", "character_name": "Bob", "create_date": "x", "chat_metadata": {"note": "n"}}


def said(name: str, text: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "is_user": name == "Ann", "is_system": False, "send_date": "", "mes": text, **more}


def out(path: Path) -> list[dict[str, Any]]:
    with Save.open(path, write=False) as save:
        return [json.loads(line) for line in ChatExport(save, save.head).lines()]


TEXTS = st.text(max_size=20) | st.sampled_from(["两行\n文字", "\x1b[31m", "\ud800", "Bob: hi", ""])
EXTRAS = st.dictionaries(st.sampled_from(["a", "reasoning", "image"]), TEXTS | st.integers(), max_size=2)
INFO = st.fixed_dictionaries(
    {}, optional={"send_date": st.sampled_from(["", "June 19, 2023 4:13pm"]), "extra": EXTRAS}
)


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    swipes = draw(st.lists(TEXTS, max_size=3))
    user = draw(st.booleans())
    message: dict[str, Any] = {
        "name": "Ann" if user else draw(st.sampled_from(["Bob", "Cid"])),
        "is_user": user,
        "is_system": draw(st.sampled_from([False, False, True])),
        "send_date": draw(st.sampled_from(["", "2024-05-01T12:00:00.000Z", 1687191260000, "whenever"])),
        "mes": draw(TEXTS),
        "extra": draw(EXTRAS),
    }
    if swipes:
        message["swipe_id"] = draw(st.integers(0, len(swipes) - 1))
        swipes[message["swipe_id"]] = message["mes"]
        message["swipes"] = swipes
        if draw(st.booleans()):
            message["swipe_info"] = draw(st.lists(INFO, min_size=len(swipes), max_size=len(swipes)))
    return message


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(messages(), min_size=1, max_size=6), headed=st.booleans())
def test_a_chat_goes_back_as_it_came(
    rows: list[dict[str, Any]], headed: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    visible = [row for row in rows if not row["is_system"]]
    for row in rows:
        if row["is_system"]:  # what is hidden has one text
            for name in ("swipes", "swipe_id", "swipe_info"):
                row.pop(name, None)
    path = tmp_path_factory.mktemp("chats") / "chat.rpg"

    back = saved_chat(lines_of(*([HEADER] if headed else []), *rows), path)

    lines = out(path)
    assert lines[1:] == rows
    assert not headed or lines[0] == HEADER
    assert back.nodes == len(rows) - len(visible) + sum(len(row.get("swipes", [1])) for row in visible)
    assert verify_file(path, deep=True).ok


def test_swipes_become_other_replies_and_the_told_one_is_on_the_path(tmp_path: Path) -> None:
    rows = [
        said("Bob", "Hello."),
        said("Ann", "Hi."),
        said("Bob", "Two.", swipes=["One.", "Two.", "Three."], swipe_id=1),
        said("Ann", "Well."),
    ]
    saved_chat(lines_of(HEADER, *rows), tmp_path / "chat.rpg")

    with Save.open(tmp_path / "chat.rpg") as save:
        path = [link.id for link in save.lineage(save.head or 0, 9)][::-1]
        reply = path[2]
        beside = alternatives(save, reply)
        assert [save.node(id).text for id in beside] == ["One.", "Two.", "Three."]
        assert save.node(reply).text == "Two."
        assert [save.node(id).kind for id in path] == ["opening", "player", "narration", "player"]


def test_undo_after_an_import_goes_back_turn_by_turn(tmp_path: Path) -> None:
    rows = [
        said("Bob", "Hello."),
        said("Ann", "Hi."),
        said("Bob", "Ho."),
        said("Ann", "Bye."),
        said("Bob", "!"),
    ]
    saved_chat(lines_of(*rows), tmp_path / "chat.rpg")

    with Save.open(tmp_path / "chat.rpg") as save:
        assert [(entry.act, entry.after) for entry in save.acts(9)] == [
            ("begin", 1),
            ("turn", 3),
            ("turn", 5),
        ]


def test_names_and_times_are_kept_and_people_stand_in_the_small_world(tmp_path: Path) -> None:
    rows = [said("Bob", "Hello.", send_date="June 19, 2023 4:13pm"), said("Ann", "Hi."), said("Cid", "Ho.")]
    saved_chat(lines_of({**HEADER, "user_name": "unused"}, *rows), tmp_path / "chat.rpg")

    with Save.open(tmp_path / "chat.rpg") as save:
        world = save.world()
        assert (world.name, world.player.name) == ("Bob", "Ann")
        assert [one.name for one in world.characters.values()] == ["Bob", "Cid"]
        assert save.link(1).made == 1687191180
        assert save.node(3).text == "Cid: Ho."
        assert save.card.world == "Bob"
        assert save.card.line == "Ho."


@pytest.mark.parametrize(
    ("text", "language"), [("海风很冷，灯塔没有亮。", "zh"), ("とても寒いですね。", "ja"), ("Cold.", "en")]
)
def test_the_small_world_speaks_the_language_of_the_chat(text: str, language: str) -> None:
    chat = read_chat(lines_of(said("Bob", text)), "c")

    document = story_of_chat(chat, "c").document

    assert next(iter(document.worlds.values())).language == language


def test_a_chat_joins_a_world_that_is_named(tmp_path: Path) -> None:
    saved_chat(lines_of(HEADER, said("Bob", "Hello.")), tmp_path / "chat.rpg", world=small_world())

    with Save.open(tmp_path / "chat.rpg") as save:
        assert save.world() == small_world()


ODD = [
    ({"mes": None}, "", False, None),
    ({"mes": 5}, "5", False, None),
    ({"mes": "x", "is_user": "true"}, "x", True, None),
    ({"mes": "x", "is_user": 0, "send_date": {}}, "x", False, None),
    ({"mes": "x", "send_date": 1e300}, "x", False, None),
    ({"mes": "x", "send_date": "2023-6-19 @16h 13m 20s 123ms"}, "x", False, 1687191200),
    ({"mes": "x", "send_date": "2023-06-19@16h13m20s"}, "x", False, 1687191200),
    ({"mes": "x", "send_date": "1687191200000"}, "x", False, 1687191200),
    ({"mes": "x", "send_date": "June 31, 2023 4:13pm"}, "x", False, None),
    ({"mes": "x", "name": ["A"]}, "x", False, None),
    ({"mes": "x", "swipes": "none", "swipe_id": "1"}, "x", False, None),
    ({"mes": "x", "swipes": ["a", 7], "swipe_id": "1"}, "x", False, None),
    ({"mes": "x", "swipes": ["a", "x"], "swipe_id": 99}, "x", False, None),
    ({"mes": "x", "swipes": ["a", None], "swipe_id": -1, "swipe_info": {}}, "x", False, None),
    ({"mes": "x", "swipes": ["x"], "swipe_id": True, "swipe_info": [5]}, "x", False, None),
    ({"mes": "x", "extra": "no object"}, "x", False, None),
    ({"mes": "x", "extra": {"rpg": []}}, "x", False, None),
]


@pytest.mark.parametrize(("row", "text", "user", "made"), ODD)
def test_no_field_of_a_wrong_type_makes_a_chat_fail(
    row: dict[str, Any], text: str, user: bool, made: int | None, tmp_path: Path
) -> None:
    data = lines_of(row)
    assert is_chat(data)

    saved_chat(data, tmp_path / "chat.rpg")

    with Save.open(tmp_path / "chat.rpg") as save:
        node = save.node(save.head or 0)
        assert (node.text, node.kind == "player", node.link.made) == (text, user, made)


@pytest.mark.parametrize(
    "ours",
    [
        {"kind": "shell"},
        {"kind": ["x"]},
        {"edits": [{"edit": "set_flag", "name": 5, "value": 1, "source": "hand"}]},
        {"edits": "x"},
        {"parts": [{"part": "text", "text": 5}]},
        {"detail": []},
    ],
)
def test_broken_events_are_left_out_and_told(ours: dict[str, Any]) -> None:
    chat = read_chat(lines_of(said("Bob", "Hello.", extra={"rpg": ours})), "c")

    story = story_of_chat(chat, "c")

    assert [item.code for item in story.report.of("left_out")] == ["chat_state_lost"]
    content = next(iter(story.document.contents.values()))
    assert (content.text, content.edits) == ("Hello.", ())


def test_what_happened_comes_back_into_the_same_world_through_a_chat(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        ask(save, "I look around.")
        answer(save, "You see Ana.")
        roll = RollPart("1d6", (4,), 4, "player", "luck")
        content = Content("narration", (TextPart("Rain."), roll), (SetFlag("rain", True, "model"),))
        parent = save.link(save.head or 0).parent
        save.commit(Transaction((NewNode(parent, content),), Step("retry", new_ref(0))))
        save.commit(
            Transaction(
                (NewNode(save.head, Content("edit", (), (SetFlag("by hand", 1, "hand"),))),),
                Step("edit", new_ref(0)),
            )
        )
        before = save.fold().state_at(save.head)
        rows = [json.loads(line) for line in ChatExport(save, save.head).lines()]

    saved_chat(lines_of(*rows), tmp_path / "back.rpg", world=small_world())

    with Save.open(tmp_path / "back.rpg") as back:
        assert back.fold().state_at(back.head).hash == before.hash
        reply = back.node(back.link(back.head or 0).parent or 0)
        assert reply.content.parts == content.parts
        assert len(alternatives(back, reply.id)) == 2


def test_edited_text_wins_over_the_parts_beside_it(tmp_path: Path) -> None:
    ours = {"parts": [{"part": "text", "text": "Old."}], "edits": []}
    saved_chat(lines_of(said("Bob", "New.", extra={"rpg": ours})), tmp_path / "chat.rpg")

    with Save.open(tmp_path / "chat.rpg") as save:
        assert save.node(1).text == "New."


def test_branches_that_a_chat_cannot_hold_are_told(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        ask(save, "one")
        answer(save, "First.")
        save.commit(Transaction(head=Step("goto", 1)))
        ask(save, "two")
        export = ChatExport(save, save.head)
        texts = [json.loads(line).get("mes") for line in export.lines()]

    assert texts[1:] == ["It begins.", "two"]
    assert [(item.code, item.detail) for item in export.report.items] == [("chat_branches", "2")]


@pytest.mark.parametrize("first", ["Ann", "Bob"])
def test_an_imported_chat_can_be_played_on(first: str, tmp_path: Path) -> None:
    rows = [said(first, "Good morning."), said("Bob", "Is it?")]
    (tmp_path / "saves").mkdir()
    saved_chat(lines_of(HEADER, *rows), tmp_path / "saves" / "chat.rpg")

    async def play() -> str:
        narrator = telling(Turn("It is."))
        session = Session.open(tmp_path / "saves" / "chat.rpg", services(tmp_path, narrator))
        async with session:
            await played(session.play("Yes."))
            return session.log(0, 9)[-1].text

    assert asyncio.run(play()) == "It is."
