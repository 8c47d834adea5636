"""Search finds what a player would expect, in every branch, and says where."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.store.save import Save
from rpg.store.search import excerpt_of
from rpg.store.transaction import Step, Transaction
from rpg.timeline.nodes import NewNode, text_content

from .saves import NEW, furnished_save, new_save, turn

STORY = {
    2: "The Lantern swings.",
    3: 'LANTERN light on "wet" stone.\nStraße nach ИНН.',
    4: "林雨把灯笼挂在门上。",
    5: "A bare room; nothing here.",
}


def story(folder: Path) -> Save:
    save = new_save(folder)
    for text in STORY.values():
        save.commit(Transaction((NewNode(save.head, text_content("narration", text)),), Step("turn", NEW)))
    return save


@pytest.mark.parametrize(
    ("words", "nodes"),
    [
        ("lantern", [3, 2]),
        ("灯笼", [4]),
        ("灯", [4]),
        ("инн", [3]),
        ("STRASSE", [3]),
        ('"wet"', [3]),
        ("stone.\nStra", [3]),
        ("It begins", [1]),
        ("part", []),
        ("%", []),
        ("", []),
        ("   ", []),
        ("\ud800", []),
    ],
)
def test_words_are_found_whatever_their_case_and_script(tmp_path: Path, words: str, nodes: list[int]) -> None:
    with story(tmp_path) as save:
        assert [hit.node for hit in save.search(words)] == nodes


def test_a_hit_shows_the_words_in_their_line(tmp_path: Path) -> None:
    with story(tmp_path) as save:
        (hit,) = save.search("strasse")
        assert hit.excerpt[hit.start : hit.end] == "Straße"
        assert "\n" not in hit.excerpt
        (hit,) = save.search("灯笼")
        assert (hit.excerpt, hit.excerpt[hit.start : hit.end], hit.times) == (STORY[4], "灯笼", 1)


def test_other_branches_and_carried_nodes_are_searched_too(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        hash = save.link(2).content_hash
        carried = save.commit(Transaction((NewNode(1, hash, carried=True),))).ids[0]
        assert [hit.node for hit in save.search("words 0")] == [carried, 3, 2]
        assert [hit.node for hit in save.search("words 0", limit=1)] == [carried]


def test_records_edits_and_drafts_are_not_the_story(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        for words in ("set_flag", "half a sent", "cut", "digest"):
            assert save.search(words) == ()


def test_a_long_message_is_cut_around_the_words(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        turn(save, "a" * 500 + " needle " + "b" * 500)
        hit = save.search("NEEDLE")[0]
        assert len(hit.excerpt) < 150
        assert hit.excerpt.startswith("…")
        assert hit.excerpt.endswith("…")
        assert hit.excerpt[hit.start : hit.end] == "needle"


@given(st.text(alphabet="aAßẞİıſKkéÉ雨 ", max_size=30), st.text(alphabet="aAßſKké雨", min_size=1, max_size=4))
def test_what_is_shown_is_what_was_sought(text: str, words: str) -> None:
    found = excerpt_of(text, words)
    assert (found is not None) == (words.casefold() in text.casefold())
    if found is not None:
        shown = found.excerpt[found.start : found.end].casefold()
        assert words.casefold() in shown
