"""The note made when somebody leaves: what must not be forgotten, from the story's own words."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rpg.memory.digests import NOTE_TOKENS, departure_digest
from rpg.memory.mentions import names_of, sentences_about
from rpg.text.folding import fold
from rpg.world.model import Character

MIRA = Character("mira", "Mira Vale", ("the harbourmaster",))
TOMAS = Character("tomas", "Tomas Reed")
YUN = Character("yun", "云娘", ("茶馆老板娘",))


@dataclass(frozen=True)
class Line:
    kind: str
    text: str


def letters(text):
    return (len(text) + 3) // 4


def told(*texts):
    return [Line("narration", text) for text in texts]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Mira promises to bring the ledger at dawn.", "Promised:"),
        ("Mira still owes the smith three silver.", "Owed:"),
        ("Mira confesses that the lamp was her doing.", "Secret:"),
        ("Mira is limping, her ankle wounded.", "Suffered:"),
        ("Mira takes the brass key.", "Gave or took:"),
        ("Mira wants the boat back.", "Wants:"),
        ("Mira is afraid of the tide.", "Feels:"),
        ("Mira knows who rang the bell.", "Knows:"),
    ],
)
def test_each_kind_of_thing_is_remembered_under_its_label(text, label):
    note = departure_digest(MIRA, told("Rain falls.", text), "en", letters)
    assert note == f"{label} {text}"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("云娘答应天亮前把账本送来。", "许诺："),
        ("云娘还欠铁匠三两银子。", "亏欠："),
        ("云娘把铜钥匙交给你。", "交接之物："),
        ("云娘受伤了，走得很慢。", "伤病："),
    ],
)
def test_it_works_the_same_in_chinese(text, label):
    assert departure_digest(YUN, told("雨停了。", text), "zh", letters) == f"{label}{text}"


def test_the_latest_word_counts():
    note = departure_digest(
        MIRA, told("Mira promises the ledger.", "Mira promises the map instead."), "en", letters
    )
    assert note == "Promised: Mira promises the map instead."


def test_what_is_said_of_others_is_not_taken_for_hers():
    lines = told("Mira nods. Tomas swears he will return the boat.", "Mira looks away.")
    assert "boat" not in departure_digest(MIRA, lines, "en", letters, others=[TOMAS])
    assert "boat" in departure_digest(TOMAS, lines, "en", letters, others=[MIRA])


def test_a_sentence_behind_her_name_is_still_about_her():
    note = departure_digest(
        MIRA, told('Mira leans in. "I will meet you at the pier," she says.'), "en", letters
    )
    assert "meet you at the pier" in note


def test_without_anything_to_keep_her_last_sentence_stands():
    assert departure_digest(MIRA, told("Mira hums.", "The harbourmaster shrugs."), "en", letters) == (
        "The harbourmaster shrugs."
    )
    assert departure_digest(MIRA, told("Nobody is here."), "en", letters) == ""


def test_a_note_never_grows_beyond_its_limit():
    long = "Mira promises " + "very " * 200 + "much. Mira owes " + "more " * 200 + "."
    assert 0 < letters(departure_digest(MIRA, told(long), "en", letters)) <= NOTE_TOKENS


def test_names_match_as_words_in_latin_and_anywhere_in_chinese():
    assert list(sentences_about("Miranda laughs. Old Mira waits.", names_of(MIRA))) == ["Old Mira waits."]
    assert list(sentences_about("那位云娘笑了。", names_of(YUN))) == ["那位云娘笑了。"]
    assert fold("Vale") in names_of(MIRA)
