"""What a sentence is about."""

import pytest

from rpg.memory.cues import CUES, cues_of, weight


def test_what_matters_more_weighs_more():
    assert weight("I promise.") > weight("You owe me.") > weight("A secret.") > weight("He knows.") > 0
    assert weight("The sea is calm.") == weight("海很平静。") == 0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("She hands you the key.", True),
        ("He took it.", True),
        ("They left the boat behind.", True),
        ("That would put things right.", False),
        ("She takes three steps left.", False),
    ],
)
def test_a_thing_changes_hands_only_where_one_is_named(text, found):
    assert ("thing" in tuple(cues_of(text))) is found


@pytest.mark.parametrize(
    "text",
    ["unpromising weather", "a towed boat", "the secretary", "forgiven", "the unknown", "Well.", "I am ill."],
)
def test_words_are_matched_whole(text):
    assert not {"promise", "debt", "thing", "knowledge"} & set(cues_of(text))


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("他答应了。", "promise"),
        ("我欠你一次。", "debt"),
        ("这是秘密。", "secret"),
        ("他害怕了。", "feeling"),
    ],
)
def test_chinese_words_are_found_inside_a_sentence(text, cue):
    assert cue in tuple(cues_of(text))


def test_cues_come_in_the_order_of_what_matters():
    found = list(cues_of("I promise: I know the secret debt, I am afraid, take this."))
    assert found == sorted(found, key=CUES.index)
    assert len(found) >= 5


def test_long_text_is_scanned_in_one_pass():
    """No pattern backtracks: each is an alternation of words and bounded classes."""
    assert not list(cues_of("a" * 200_000))
