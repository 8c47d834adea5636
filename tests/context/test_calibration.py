"""A model's own count is learned from its reports and survives odd ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.context.calibration import (
    HIGHEST,
    LOWEST,
    Calibration,
    calibration_document,
    calibration_from_document,
    learned,
    uncalibrated,
)


def after(*pairs):
    known = Calibration()
    for counted, reported in pairs:
        known = learned(known, counted, reported)
    return known


def test_nothing_is_known_before_the_first_report():
    assert Calibration().factor is None
    assert after((1000, None), (1000, 0), (50, 70)).factor is None


def test_five_reports_bring_the_count_within_two_percent():
    reports = [(1000 + n * 230, round((1000 + n * 230) * 1.18) + 12 + n * 8) for n in range(5)]
    factor = after(*reports).factor
    counted, reported = 2400, round(2400 * 1.18) + 55
    assert abs(counted * factor - reported) / reported < 0.02


def test_an_odd_report_changes_nothing_until_it_repeats():
    steady = after(*[(1000, 1200)] * 5)
    once = learned(steady, 1000, 600)
    assert once.factor == steady.factor
    assert learned(learned(once, 1000, 610), 1000, 605).factor == 0.605


@pytest.mark.parametrize("reported", [10, 100_000])
def test_what_no_tokenizer_would_report_is_ignored(reported):
    assert after((1000, reported)) == Calibration()


@given(st.lists(st.tuples(st.integers(0, 5000), st.one_of(st.none(), st.integers(0, 20_000))), max_size=30))
def test_the_factor_always_is_a_sane_one_and_survives_its_document(pairs):
    known = after(*pairs)
    assert known.factor is None or LOWEST <= known.factor <= HIGHEST
    again = calibration_from_document(calibration_document(known))
    assert again.factor == pytest.approx(known.factor, rel=1e-3) if known.factor else again.factor is None


def test_a_broken_document_is_an_empty_calibration():
    assert calibration_from_document({"ratios": "x", "odd": [None, True, 99]}) == Calibration()


def test_a_count_is_freed_of_its_factor():
    assert uncalibrated(1180, 1.18) == 1000
    assert uncalibrated(1180, None) == 1180
