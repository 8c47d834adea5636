"""Lines of players who have read no manual: nearly all are understood, none is taken for a move that is none."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

import pytest

from rpg.narrator.storyteller.acts import MOVES, Act, NotUnderstood
from rpg.narrator.storyteller.parser import understand_line
from rpg.narrator.storyteller.scope import Scope
from tests.narrator.storyteller import fresh_en, fresh_zh

Row = tuple[str, tuple[Act, ...]]
TABLES = {"en": (fresh_en.SCOPE, fresh_en.LINES), "zh": (fresh_zh.SCOPE, fresh_zh.LINES)}

UNDERSTOOD = 0.95
"""Share of the lines that must be understood as they are meant."""


def fits(got: Act, meant: Act) -> bool:
    """Whether an act is the one meant; of words only a part is given."""
    if type(got) is not type(meant):
        return False
    pairs = [(field.name, getattr(got, field.name), getattr(meant, field.name)) for field in fields(meant)]
    return all(
        wanted.lower() in found.lower() if name == "words" else found == wanted
        for name, found, wanted in pairs
    )


@cache
def read(line: str, scope: Scope) -> tuple[Act, ...]:
    return understand_line(line, scope)


def is_understood(scope: Scope, row: Row) -> bool:
    got = read(row[0], scope)
    return len(got) == len(row[1]) and all(map(fits, got, row[1]))


def moves(acts: tuple[Act, ...]) -> int:
    return sum(isinstance(act, MOVES) for act in acts)


@pytest.mark.parametrize("language", list(TABLES))
def test_nearly_all_lines_are_understood_as_they_are_meant(language: str) -> None:
    scope, lines = TABLES[language]
    puzzling = [row[0] for row in lines if not is_understood(scope, row)]
    assert len(lines) >= 150
    assert len(puzzling) <= (1 - UNDERSTOOD) * len(lines), puzzling


@pytest.mark.parametrize("language", list(TABLES))
def test_no_line_is_taken_for_a_move_that_it_is_not(language: str) -> None:
    scope, lines = TABLES[language]
    for line, meant in lines:
        assert moves(read(line, scope)) <= moves(meant), line


@pytest.mark.parametrize("language", list(TABLES))
def test_what_no_rule_can_do_is_owned_up_to(language: str) -> None:
    scope, lines = TABLES[language]
    for line, meant in lines:
        if any(isinstance(act, NotUnderstood) for act in meant):
            assert any(isinstance(act, NotUnderstood) for act in read(line, scope)), line
