"""Parts of a request are called by what they are for the player."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.context.sections import Section
from rpg.session.sectionnames import section_name, section_reason
from rpg.session.session import Session
from rpg.text.messages import LANGUAGES
from tests.tui.game import begun, services


@pytest.fixture
def session(tmp_path: Path) -> Session:
    edges = services(tmp_path)
    return Session.open(begun(edges), edges)


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("tail", "Where you stand now"),
        ("message.12", "Message 12"),
        ("frame.person.mira", "Person: Mira Vale"),
        ("digest.mira", "Last seen: Mira Vale"),
        ("frame.names.quay", "Names around The Quay"),
        ("preset.plain.short_lines", "Preset: short lines"),
        ("lore.nowhere.red_door", "Lorebook: red door"),
        ("instructions.session", "Instructions, this story"),
        ("something.new", "something.new"),
    ],
)
def test_a_part_is_called_in_words(session: Session, id: str, name: str) -> None:
    assert section_name(id, session.head_state, session.books, "en") == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_a_real_request_has_a_name_and_a_reason_without_ids(
    session: Session, language: str
) -> None:
    state = session.head_state
    for part in session.plan("ledger").sections:
        name = section_name(part.id, state, session.books, language)
        assert name != part.id
        assert "{" not in name + section_reason(part, state, language)


def test_a_reason_names_people_and_presets(session: Session) -> None:
    part = Section("x", "memory", "mira", "left", "user", "", 1)
    assert section_reason(part, session.head_state, "en") == "Mira Vale left the scene"
