"""A new story knows nothing of an old one: facts marked in every place a story keeps things never come back."""

from __future__ import annotations

import json
from pathlib import Path

from rpg.narrator.scripted import Turn
from rpg.session import presets
from rpg.session.begin import Opening
from rpg.session.session import Session
from tests.runtime.worlds import harbour
from tests.session.stories import moves, new_session, played, telling

MARK = "Zyx"


async def marked_story(folder: Path) -> Session:
    """A story in which everything that can be said, known, set or pinned carries the mark."""
    know = (
        "update_character",
        {"character": "mira", "condition": f"{MARK}1", "knows": [f"{MARK}2 promised"]},
    )
    place = {"op": "create_location", "name": f"{MARK}3", "summary": f"{MARK}4", "connect_to": "quay"}
    narrator = telling(
        Turn(
            calls=[
                know,
                ("edit_location_registry", {"operations": [place]}),
                ("set_flag", {"name": f"{MARK}5"}),
            ]
        ),
        Turn(text=f"{MARK}6. Mira promises to pay the {MARK}7."),
        Turn(calls=[moves("market")]),
        Turn(text=f"{MARK}8 falls."),
        *[Turn(text=f"{MARK}9 again.")] * 20,
    )
    session = new_session(folder, narrator)
    for n in range(12):
        await played(session.play(f"{MARK}10 {n}"))
    await session.set("pin", f"{MARK}11", f"{MARK}12")
    await session.set("summary", f"{MARK}13")
    await session.set("premise", f"{MARK}14")
    session.set_setting("session.instructions", f"{MARK}15")
    session.set_setting("session.note", f"{MARK}16")
    presets.rewrite_entry(session, "voice", f"{MARK}17")
    session.draft = f"{MARK}18"
    return session


async def test_no_request_of_a_new_story_holds_anything_of_the_old_one(tmp_path: Path) -> None:
    old = await marked_story(tmp_path)
    told = "\n".join(message.content for message in old.plan("x").messages)
    assert all(f"{MARK}{n}" in told for n in (2, 8, 10, 12, 13, 14, 15, 16, 17)), (
        "the marks are not in the old story"
    )
    narrator = telling(*[Turn(text="New.")] * 3)
    new = Session.create(tmp_path / "saves" / "other.rpg", harbour(), Opening(seed=7), old.services)
    new._narrator = narrator
    for _ in range(3):
        await played(new.play("hello"))
    await played(new.travel("market"))
    texts = [message.content for request in narrator.requests for message in request.messages]
    tools = [json.dumps(dict(tool.parameters), default=dict) for r in narrator.requests for tool in r.tools]
    assert MARK not in "\n".join((*texts, *tools))
    assert MARK not in json.dumps(dict(old.services.learned))
    assert MARK not in new.draft
    assert new.head_state.pins() == {}
    await old.close()
    await new.close()


async def test_what_is_between_two_sessions_is_calibration_alone(tmp_path: Path) -> None:
    old = await marked_story(tmp_path)
    before = dict(old.services.learned)
    await played(old.play("one more"))
    keys = {key.split()[0] for key in (before | dict(old.services.learned))}
    assert keys <= {"calibration", "limit"}
    await old.close()
