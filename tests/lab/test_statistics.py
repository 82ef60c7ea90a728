"""Intervals and quantiles against values that others published or that can be done in the head."""

import pytest

from rotonde.lab.statistics import mean, quantile, wilson


# R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), method 3.
@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_published(successes: int, trials: int, low: float, high: float):
    assert wilson(successes, trials) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_wilson_is_the_same_from_either_side():
    low, high = wilson(13, 40)
    assert wilson(27, 40) == (pytest.approx(1 - high), pytest.approx(1 - low))


def test_wilson_keeps_to_what_is_possible():
    assert wilson(0, 5)[0] == 0
    assert wilson(5, 5)[1] == 1
    assert wilson(0, 0) == (0, 1)
    for wins, games in [(6, 5), (-1, 5)]:
        with pytest.raises(ValueError, match="successes"):
            wilson(wins, games)


def test_wilson_takes_shared_wins_and_other_confidences():
    low, high = wilson(10.5, 21)
    assert low < 0.5 < high
    wider = wilson(10.5, 21, confidence=0.99)
    assert wider[0] < low
    assert high < wider[1]


def test_mean_and_quantiles_of_counted_numbers():
    counts = {7: 1, 3: 2, 10: 1}  # 3 3 7 10
    assert mean(counts) == 5.75
    assert [quantile(counts, share) for share in (0, 0.5, 0.51, 0.75, 1)] == [3, 3, 7, 7, 10]
    with pytest.raises(ValueError, match="no numbers"):
        quantile({}, 0.5)
