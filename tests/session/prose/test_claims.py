"""What the claims of a reply come to in the end."""

from __future__ import annotations

import pytest

from rpg.session.prose.claims import PLAYER, Claim, Does, last_place, last_words


def words(*does: Does, sentence: int | None = None) -> list[Claim]:
    return [Claim(one, "mara", at if sentence is None else sentence) for at, one in enumerate(does)]


@pytest.mark.parametrize(
    ("does", "here", "left"),
    [
        (["came"], False, "came"),
        (["went"], True, "went"),
        (["came", "went"], False, "went"),
        (["went", "came"], True, "came"),
        (["went", "acts"], True, None),
        (["acts"], False, "acts"),
        (["came", "acts"], False, "came"),
        (["acts", "went"], True, "went"),
    ],
)
def test_the_last_word_counts_and_who_acts_is_there(does: list[Does], here: bool, left: str | None) -> None:
    last = last_words(words(*does), frozenset(["mara"] if here else []))
    assert (last["mara"].does if "mara" in last else None) == left


def test_what_somebody_does_as_they_go_does_not_bring_them_back() -> None:
    last = last_words(words("went", "acts", sentence=0), frozenset(["mara"]))
    assert last["mara"].does == "went"


def test_the_last_place_counts() -> None:
    claims = [Claim("at", PLAYER, 0, "pier"), Claim("came", "mara", 1), Claim("at", PLAYER, 2, "quay")]
    assert last_place(claims) == claims[2]
    assert last_place([]) is None
