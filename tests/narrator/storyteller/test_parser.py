"""The parser understands what players type, and never takes for a move what is none."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import MOVES, Act
from rpg.narrator.storyteller.building import BUILDERS
from rpg.narrator.storyteller.parser import LONGEST_LINE, clauses, understand, understand_line
from rpg.narrator.storyteller.phrasebook import FALLBACK, Kind, phrasebook
from rpg.narrator.storyteller.scope import Name, Scope
from tests.narrator.storyteller import lines_en, lines_zh, more_en, more_zh

LINES = [
    *((lines_en.HARBOUR, *row) for row in lines_en.LINES),
    *((lines_zh.HARBOUR, *row) for row in lines_zh.LINES),
    *((more_en.LATER, *row) for row in more_en.LINES),
    *((more_zh.LATER, *row) for row in more_zh.LINES),
]


@pytest.mark.parametrize(("scope", "line", "meant"), LINES, ids=[row[1] for row in LINES])
def test_a_line_is_understood_as_it_is_meant(scope: Scope, line: str, meant: tuple[Act, ...]) -> None:
    assert understand_line(line, scope) == meant


def test_the_tables_are_long_enough_to_mean_something() -> None:
    assert len(lines_en.LINES) + len(more_en.LINES) >= 200
    assert len(lines_zh.LINES) + len(more_zh.LINES) >= 200
    assert len({row[1] for row in LINES}) == len(LINES)


WORDS_EN = [
    "go",
    "walk",
    "to",
    "the",
    "market",
    "lighthouse",
    "not",
    "I",
    "if",
    "tell",
    "Mira",
    "that",
    "and",
    "then",
    "should",
    "yesterday",
    "ask",
    "about",
    "?",
    "why",
]
WORDS_ZH = [
    "去",
    "走到",
    "集市",
    "灯塔",
    "不",
    "我",
    "如果",
    "告诉",
    "米拉",
    "然后",
    "要不要",
    "昨天",
    "问",
    "吗",
    "？",
    "为什么",
    "说",
]


@given(st.lists(st.sampled_from(WORDS_EN), min_size=1, max_size=9))
@settings(max_examples=150, deadline=None)
def test_an_english_line_moves_only_with_a_verb_of_going_and_without_a_question(words: list[str]) -> None:
    line = " ".join(words)
    for clause in clauses(line, lines_en.HARBOUR):
        act = understand(clause, lines_en.HARBOUR)
        if isinstance(act, MOVES):
            assert "?" not in clause
            assert {"go", "walk"} & set(clause.split())
            assert not {"not", "if", "tell", "should"} & set(clause.split()[:2])


@given(st.lists(st.sampled_from(WORDS_ZH), min_size=1, max_size=7))
@settings(max_examples=150, deadline=None)
def test_a_chinese_line_moves_only_with_a_verb_of_going_and_without_a_question(words: list[str]) -> None:
    for clause in clauses("".join(words), lines_zh.HARBOUR):
        act = understand(clause, lines_zh.HARBOUR)
        if isinstance(act, MOVES):
            assert not any(mark in clause for mark in ("吗", "？", "要不要", "为什么"))
            assert "去" in clause or "走到" in clause
            assert not clause.startswith(("不", "我不", "如果", "告诉"))


@given(st.text(max_size=200), st.sampled_from([lines_en.HARBOUR, lines_zh.HARBOUR]))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_without_failing_and_without_inventing_people(text: str, scope: Scope) -> None:
    known = {name.id for name in (*scope.people, *scope.absent, *scope.places, scope.here)}
    for act in understand_line(text, scope):
        for field in ("person", "place"):
            value = getattr(act, field, None)
            assert value is None or value in known


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_hostile_line_takes_no_time_to_speak_of(language: str) -> None:
    scope = lines_en.HARBOUR if language == "en" else lines_zh.HARBOUR
    for piece in ("go to ", "ask mira about ", "和米拉", "and then ", "看看", "问问她", "“", "to to to "):
        line = piece * 400
        assert understand_line(line, scope)
        assert sum(map(len, clauses(line, scope))) <= LONGEST_LINE


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_kind_of_rule_is_built_and_used(language: str) -> None:
    kinds = {rule.kind for rule in phrasebook(language).rules}
    assert kinds - FALLBACK <= set(BUILDERS)
    assert set(BUILDERS) | FALLBACK == set(get_args(Kind))


def test_a_pronoun_means_whom_the_story_spoke_of_last() -> None:
    scope = lines_en.HARBOUR
    assert understand("ask them about gold", scope) == acts.Ask("mira", "gold")
    other = Scope("en", scope.here, scope.people, scope.absent, spoken=("tomas", "mira"))
    assert understand("ask them about gold", other) == acts.Ask("tomas", "gold")


def test_a_pronoun_may_mean_someone_who_is_not_here_so_that_it_is_said() -> None:
    mira, tomas = (Name("mira", ("Mira",)), Name("tomas", ("Tomas",)))
    scope = Scope("en", Name("quay", ("Quay",)), people=(tomas,), absent=(mira,), spoken=("mira",))
    assert understand("talk to them", scope) == acts.Talk("mira")
    assert scope.person_here() == "tomas"


def test_a_place_is_not_mistaken_for_who_is_called_after_it() -> None:
    keeper = Name("edda", ("Edda Fenn", "lighthouse keeper"))
    scope = Scope("en", Name("quay", ("Quay",)), people=(keeper,))
    assert understand("go to the lighthouse", scope) == acts.NoSuchPlace("the lighthouse")
    assert understand("talk to the keeper", scope) == acts.Talk("edda")


def test_two_people_of_one_name_are_asked_back() -> None:
    twins = (Name("a", ("Ann Reed",)), Name("b", ("Ben Reed",)))
    scope = Scope("en", Name("quay", ("Quay",)), people=twins)
    assert understand("talk to Reed", scope) == acts.Unclear("", ("a", "b"), people=True)


def test_stay_sends_followers_to_wait_and_lets_time_pass_without_any() -> None:
    scope = lines_en.HARBOUR
    assert understand("stay here", scope) == acts.Wait()
    led = Scope("en", scope.here, scope.people, followers=("mira",))
    assert understand("stay here", led) == acts.Dismiss(None)


def test_a_way_out_called_by_its_whole_label_is_taken_whatever_else_the_words_might_mean() -> None:
    labels = (Name("hall", ("推门进去",)), Name("lane", ("走到巷子右边",)))
    door = Scope("zh", Name("gate", ("巷口",)), places=(Name("hall", ("前厅",)),), labels=labels)
    assert understand("推门进去", door) == acts.Go("hall")
    assert understand("进去", door) == acts.Go("hall")


def test_going_in_is_leaving_where_only_one_way_can_be_meant() -> None:
    scope = Scope("en", Name("door", ("Door",)), places=(Name("hall", ("Hall",)),))
    assert [understand(line, scope) for line in ("go in", "enter", "step inside")] == [acts.Leave()] * 3


def test_wanting_is_not_a_slip_of_waiting() -> None:
    assert not isinstance(understand("I want the job", lines_en.HARBOUR), acts.Wait)
