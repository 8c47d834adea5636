"""Where the history is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.context.history import Log, cut_anew, kept


def log_of(sizes, opening=0, first=1, turns=None):
    """Messages `first`…; odd ones behind the opening begin a turn unless said otherwise."""
    begins = turns or (lambda n: (n - first) % 2 == 0)
    asked = []

    def measure(n):
        asked.append(n)
        return sizes[n - first]

    return Log(first, first + len(sizes) - 1, opening, measure, begins), asked


@pytest.mark.parametrize(
    ("room", "start"),
    [(100, 1), (99, None), (0, None)],
)
def test_the_run_is_kept_while_it_fits_to_the_token(room, start):
    log, _ = log_of([10] * 10)
    cut = kept(log, 1, False, room)
    assert (cut.start if cut else None) == start


def test_the_opening_counts_when_it_is_carried():
    log, _ = log_of([10] * 4, opening=60, first=2)
    assert kept(log, 2, True, 100).tokens == 100
    assert kept(log, 2, True, 99) is None
    assert kept(log, 2, False, 40).tokens == 40


@pytest.mark.parametrize(
    ("room", "start", "opening", "tokens", "fits"),
    [
        (100, 7, True, 50, True),  # opening 10, half of the room 50: four messages
        (60, 9, True, 30, True),  # half 30 leaves 20: the last two
        (44, 10, True, 20, True),  # half leaves 12: the newest alone, though it begins no turn
        (20, 10, True, 20, True),  # the newest and the opening just fit
        (19, 10, False, 10, True),  # the opening gives way
        (10, 10, False, 10, True),
        (9, 10, False, 10, False),  # not even the newest
    ],
)
def test_a_new_cut_leaves_half_of_the_room_and_begins_with_a_turn(room, start, opening, tokens, fits):
    log, _ = log_of([10] * 10, opening=10, turns=lambda n: n % 2 == 1)
    cut = cut_anew(log, room)
    assert (cut.start, cut.opening, cut.tokens, cut.fits) == (start, opening, tokens, fits)
    assert cut.moved


@pytest.mark.parametrize(("room", "opening"), [(50, True), (49, False), (-1, False)])
def test_a_log_of_the_opening_alone_never_refuses(room, opening):
    log, _ = log_of([], opening=50, first=2)
    cut = cut_anew(log, room)
    assert cut.fits
    assert cut.opening is opening


sizes = st.lists(st.integers(0, 60), min_size=1, max_size=40)


@given(sizes, st.integers(0, 80), st.integers(-10, 900))
def test_what_is_carried_is_always_a_suffix_that_fits(sizes, opening, room):
    log, _ = log_of(sizes, opening=opening, first=2)
    cut = cut_anew(log, room)
    run = sum(sizes[cut.start - 2 :])
    assert 2 <= cut.start <= log.count
    assert cut.tokens == run + (opening if cut.opening else 0)
    assert cut.fits == (sizes[-1] <= room)
    if cut.fits:
        assert cut.tokens <= room
        assert cut.opening == (opening + sizes[-1] <= room)
        alone = cut.start == log.count
        assert alone or cut.tokens <= room // 2


@given(sizes, st.integers(0, 900))
def test_only_what_is_carried_and_one_more_is_measured(sizes, room):
    log, asked = log_of(sizes)
    cut = cut_anew(log, room)
    assert min(asked) >= min(cut.start, log.count) - 3
    log, asked = log_of(sizes)
    kept(log, 1, False, room)
    seen = sum(sizes[n - 1] for n in set(asked))
    assert seen <= room + 60
