from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.dice import Term, die, parse, roll
from rpg.runtime.errors import EditError

KEY = ("seed", "12", "player", "0")


@pytest.mark.parametrize(
    ("notation", "terms"),
    [
        ("d20", (Term(1, 1, 20),)),
        ("2d6+3", (Term(1, 2, 6), Term(1, 3))),
        (" 2 D 6 - 1 ", (Term(1, 2, 6), Term(-1, 1))),
        ("4d6kh3", (Term(1, 4, 6, 3),)),
        ("4d6k3", (Term(1, 4, 6, 3),)),
        ("4d6dl1", (Term(1, 4, 6, 3),)),
        ("4d6dh1", (Term(1, 4, 6, None, 3),)),
        ("2d20kl", (Term(1, 2, 20, None, 1),)),
        ("d20 advantage", (Term(1, 2, 20, 1),)),
        ("1d20 with disadvantage + 5", (Term(1, 2, 20, None, 1), Term(1, 5))),
        ("d20adv", (Term(1, 2, 20, 1),)),
        ("d20 优势", (Term(1, 2, 20, 1),)),
        ("d20劣势", (Term(1, 2, 20, None, 1),)),
        ("ｄ２０＋２", (Term(1, 1, 20), Term(1, 2))),
        ("d%", (Term(1, 1, 100),)),
        ("1d8+2d4-1", (Term(1, 1, 8), Term(1, 2, 4), Term(-1, 1))),
    ],
)
def test_the_notation_is_read(notation: str, terms: tuple[Term, ...]) -> None:
    assert parse(notation) == terms


@pytest.mark.parametrize(
    "notation",
    [
        *("", "+", "7", "d", "d0", "0d6", "2d", "d20d6", "d20+", "d20 5", "101d6", "51d6+50d6", "d1001"),
        *(
            "4d6kh5",
            "4d6dl4",
            "4d6kh0",
            "2d20adv",
            "d20kh1adv",
            "d20+1000000",
            "x" * 500,
            "d20;",
            "d-20",
            "½d6",
        ),
    ],
)
def test_what_is_no_roll_is_refused(notation: str) -> None:
    with pytest.raises(EditError) as caught:
        parse(notation)
    assert caught.value.code == "bad_dice"


def test_a_roll_adds_what_counts() -> None:
    for n in range(50):
        rolled = roll("4d6kh3-1d4+10", (*KEY, str(n)))
        assert len(rolled.dice) == 5
        assert (
            list(rolled.kept[:3]) == sorted(rolled.dice[:4], reverse=True)[:3]
            or sorted(rolled.kept[:3]) == sorted(rolled.dice[:4])[1:]
        )
        assert rolled.total == sum(rolled.kept[:3]) - rolled.kept[3] + 10


def test_advantage_takes_the_higher_and_disadvantage_the_lower() -> None:
    for n in range(50):
        high, low = roll("d20adv", (*KEY, str(n))), roll("d20dis", (*KEY, str(n)))
        assert high.dice == low.dice
        assert (high.total, low.total) == (max(high.dice), min(low.dice))


def test_equal_keys_roll_the_same_and_each_part_of_the_key_matters() -> None:
    assert roll("10d20", KEY) == roll("10d20", KEY)
    for place in range(len(KEY)):
        other = (*KEY[:place], KEY[place] + "x", *KEY[place + 1 :])
        assert roll("10d20", other).dice != roll("10d20", KEY).dice
    assert roll("10d20", ("ab", "c")).dice != roll("10d20", ("a", "bc")).dice


def test_a_roll_is_the_same_on_every_machine() -> None:
    assert roll("5d20+1", ("seed", "1", "world", "0", "2")).dice == (1, 14, 20, 20, 14)


def test_a_number_past_the_last_whole_multiple_is_thrown_again() -> None:
    assert die(iter([(1 << 32) - 1, 5]), 6) == 6
    assert die(iter([(1 << 32) - 5, 5]), 6) == ((1 << 32) - 5) % 6 + 1


def test_every_face_is_as_likely() -> None:
    faces = Counter(face for n in range(600) for face in roll("20d6", ("seed", str(n))).dice)
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    expected = 600 * 20 / 6
    assert sum((count - expected) ** 2 / expected for count in faces.values()) < 20.5


@given(st.text(max_size=12) | st.from_regex(r"[0-9d%+khladvis -]{1,12}", fullmatch=True))
def test_no_notation_raises_anything_but_a_refusal(notation: str) -> None:
    with suppress(EditError):
        rolled = roll(notation, KEY)
        assert len(rolled.kept) <= len(rolled.dice) <= 100
