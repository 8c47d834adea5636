"""Presets: where they come from, which one is active, and what a save changes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.scripted import Turn
from rpg.session import presets
from rpg.session.errors import SessionError
from rpg.session.session import Session
from rpg.session.shelf import changed, shipped
from rpg.text.presets import SHIPPED
from rpg.world.model import Preset, PresetEntry, World
from tests.runtime.worlds import harbour
from tests.session.stories import new_session, played, reopened, telling

OWN = """
[presets.mine]
name = "Mine"

[[presets.mine.entries]]
id = "voice"
text = "Whisper OWNMARK."
"""


def worldly() -> World:
    """A world with two presets of its own, one of them the default and with the id of a shipped one."""
    entries = (PresetEntry("voice", "Speak WORLDMARK."), PresetEntry("end", "Stop.", True, "before_input"))
    own = (
        Preset("plain", "The world's", True, entries),
        Preset("odd", "Odd", entries=(PresetEntry("a", "ODD"),)),
    )
    return replace(harbour(), presets={preset.id: preset for preset in own})


def library(session: Session, text: str = OWN, name: str = "mine.toml") -> Path:
    session.shelf.folder.mkdir(parents=True, exist_ok=True)
    file = session.shelf.folder / name
    file.write_text(text, "utf-8")
    return file


def sent(session: Session) -> str:
    return "\n".join(message.content for message in session.plan("hello").messages)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_three_presets_come_with_the_game_in_both_languages(language: str) -> None:
    found = shipped(language)
    assert tuple(one.preset.id for one in found) == SHIPPED
    assert all(len(one.preset.entries) >= 4 for one in found)
    other = shipped("zh" if language == "en" else "en")
    for one, two in zip(found, other, strict=True):
        assert [(e.id, e.enabled, e.position) for e in one.preset.entries] == [
            (e.id, e.enabled, e.position) for e in two.preset.entries
        ]
        assert not {e.text for e in one.preset.entries} & {e.text for e in two.preset.entries}


def test_the_prose_of_the_world_decides_the_language_of_a_shipped_preset(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), replace(harbour(), language="zh"))
    shelved = presets.active(session)
    assert shelved is not None
    assert shelved.preset == shipped("zh")[0].preset


def test_without_a_choice_the_worlds_default_is_active_and_without_one_the_games_plain_prose(
    tmp_path: Path,
) -> None:
    assert "WORLDMARK" in sent(new_session(tmp_path / "a", telling(), worldly()))
    plain = new_session(tmp_path / "b", telling())
    assert shipped("en")[0].preset.entries[0].text in sent(plain)


def test_the_world_comes_before_the_library_and_the_library_before_the_game(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), worldly())
    library(session, OWN.replace("mine", "plain").replace("Mine", "Mine too"))
    library(session, OWN.replace("mine", "brisk"), "brisk.toml")
    sources = {row["id"]: row["source"] for row in presets.preset_rows(session)}
    assert sources == {"plain": "world", "odd": "world", "brisk": "own", "slow": "game"}


def test_one_preset_is_active_and_it_alone_is_sent(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), worldly())
    library(session)
    presets.use_preset(session, "mine")
    assert "OWNMARK" in sent(session)
    assert "WORLDMARK" not in sent(session)
    assert [row["id"] for row in presets.preset_rows(session) if row["active"]] == ["mine"]
    presets.use_preset(session, "none")
    assert "OWNMARK" not in sent(session)
    assert session.plan("hello").inputs.presets == ()


async def test_choices_are_kept_with_the_save(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), worldly())
    presets.switch_entry(session, "voice", False)
    presets.place_entry(session, "end", "system")
    again = reopened(session)
    assert [(text.id, text.position) for text in again.plan("x").inputs.presets] == [("end", "system")]
    await again.close()


def test_entries_are_switched_placed_ordered_and_rewritten_for_one_save_only(tmp_path: Path) -> None:
    session = new_session(tmp_path / "one", telling(), worldly())
    presets.order_entry(session, "end", 1)
    presets.place_entry(session, "voice", "before_input")
    presets.rewrite_entry(session, "voice", "Sing.")
    texts = session.plan("x").inputs.presets
    assert [(text.id, text.text, text.position) for text in texts] == [
        ("end", "Stop.", "before_input"),
        ("voice", "Sing.", "before_input"),
    ]
    presets.rewrite_entry(session, "voice", "")
    assert session.plan("x").inputs.presets[1].text == "Speak WORLDMARK."
    other = new_session(tmp_path / "two", telling(), worldly())
    assert [text.id for text in other.plan("x").inputs.presets] == ["voice", "end"]


async def test_a_change_goes_into_the_next_turn_and_never_into_saved_text(tmp_path: Path) -> None:
    narrator = telling(Turn(text="One."), Turn(text="Two."))
    session = new_session(tmp_path, narrator, worldly())
    await played(session.play("first"))
    before = [entry.text for entry in session.log(0, 9)]
    presets.use_preset(session, "odd")
    assert [entry.text for entry in session.log(0, 9)] == before
    await played(session.play("second"))
    texts = ["\n".join(message.content for message in request.messages) for request in narrator.requests]
    assert ["ODD" in text for text in texts] == [False, True]


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda s: presets.use_preset(s, "nothing"), "unknown_preset"),
        (lambda s: presets.switch_entry(s, "nothing", True), "unknown_preset_entry"),
        (lambda s: presets.copy_preset(s, "Odd"), "preset_exists"),
    ],
)
def test_what_is_not_there_is_refused_with_what_there_is(tmp_path: Path, act: object, code: str) -> None:
    session = new_session(tmp_path, telling(), worldly())
    with pytest.raises(SessionError) as refused:
        act(session)  # type: ignore[operator]
    assert refused.value.code == code


def test_a_copy_goes_into_the_library_with_the_changes_of_the_save(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), worldly())
    presets.rewrite_entry(session, "voice", "Sing.")
    file = presets.copy_preset(session, "My Way")
    assert file == session.shelf.folder / "my_way.toml"
    shelved = presets.active(session)
    assert shelved is not None
    assert (shelved.source, shelved.preset.name, shelved.preset.default) == ("own", "My Way", False)
    assert shelved.preset.entries[0].text == "Sing."


def test_a_changed_library_is_read_again_and_a_broken_file_hurts_nothing_else(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    library(session)
    presets.use_preset(session, "mine")
    assert "OWNMARK" in sent(session)
    library(session, OWN.replace("Whisper OWNMARK.", "Shout NEWMARK, and at length."))
    assert "NEWMARK" in sent(session)
    library(session, "[presets.bad\n", "bad.toml")
    assert "NEWMARK" in sent(session)
    problem = session.shelf.own().problems[0]
    assert (Path(problem.file).name, problem.line) == ("bad.toml", 1)


def test_a_preset_that_is_gone_leaves_the_default_in_its_place(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), worldly())
    file = library(session)
    presets.use_preset(session, "mine")
    file.unlink()
    assert "WORLDMARK" in sent(session)


@pytest.mark.parametrize(("words", "warned"), [(9_000, False), (11_000, True)])
def test_a_long_preset_is_warned_of_with_what_it_costs(tmp_path: Path, words: int, warned: bool) -> None:
    long = Preset("long", "Long", True, (PresetEntry("all", "word " * words),))
    session = new_session(tmp_path, telling(), replace(harbour(), presets={"long": long}))
    cost = presets.preset_cost(session)
    assert cost.long is warned
    assert cost.turns == 100 * cost.tokens
    warning = presets.preset_warning(session)
    assert (str(cost.tokens) in warning) is warned
    assert bool(warning) is warned


ENTRIES = tuple(PresetEntry(id, id) for id in "abcde")
IDS = st.sampled_from("abcdexyz")


@given(st.dictionaries(IDS, st.booleans()), st.lists(IDS, unique=True))
def test_changes_never_lose_or_invent_an_entry(on: dict[str, bool], order: list[str]) -> None:
    after = changed(Preset("p", "P", entries=ENTRIES), {"on": on, "order": order})
    assert sorted(entry.id for entry in after.entries) == list("abcde")
    assert all(entry.enabled == on.get(entry.id, True) for entry in after.entries)
    told = [id for id in order if id in "abcde"]
    assert [entry.id for entry in after.entries][: len(told)] == told


def test_settings_of_any_form_are_survived() -> None:
    preset = Preset("p", "P", entries=ENTRIES)
    for odd in ({"on": 3}, {"order": "abc"}, {"order": [1, None]}, {"position": [], "text": "x"}):
        assert changed(preset, odd).entries == ENTRIES
