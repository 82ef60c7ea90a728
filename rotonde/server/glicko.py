"""Glicko-2: how strong somebody plays, and how sure that is (Mark Glickman, "Example of the Glicko-2 system").

Each game is a period of its own. A game of several players is taken as each against each. These comparisons are not
independent: among equals, a player's result against one and against another correlate by 1/3 (of three, each is first
with chance 1/3, so the covariance is 1/3 - 1/4, a third of the variance 1/4). n - 1 comparisons that correlate by 1/3
tell as much as 3 (n - 1) / (n + 1) independent ones; so each counts 3 / (n + 1): two players 1, three 3/4, six 3/7.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

_SCALE = 173.7178
_TAU = 0.5
"""How much a volatility may change; the paper recommends 0.3 to 1.2."""
_PRECISION = 1e-6
_UNKNOWN = 350.0
PERIOD = 7 * 24 * 3600.0
"""After so many seconds without a game a rating is less sure by one step."""


@dataclass(frozen=True)
class Rating:
    rating: float = 1500.0
    deviation: float = _UNKNOWN
    """The true strength lies within two of these, 19 times out of 20."""
    volatility: float = 0.06


@dataclass(frozen=True)
class Comparison:
    """With one other player: 1 better, 0 worse, 0.5 equal; and how much it counts."""

    other: Rating
    result: float
    weight: float = 1.0


def weight(players: int) -> float:
    """How much one comparison counts in a game of so many."""
    return 3 / (players + 1)


def rest(rating: Rating, seconds: float) -> Rating:
    """What was known is less sure after a while without games."""
    phi = rating.deviation / _SCALE
    phi = math.sqrt(phi * phi + rating.volatility**2 * max(0.0, seconds) / PERIOD)
    return Rating(rating.rating, min(_UNKNOWN, phi * _SCALE), rating.volatility)


def after(rating: Rating, comparisons: Sequence[Comparison]) -> Rating:
    """The rating after one game."""
    mu, phi, sigma = (rating.rating - 1500) / _SCALE, rating.deviation / _SCALE, rating.volatility
    information = surprise = 0.0
    for comparison in comparisons:
        other_phi = comparison.other.deviation / _SCALE
        g = 1 / math.sqrt(1 + 3 * other_phi * other_phi / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (comparison.other.rating - 1500) / _SCALE)))
        information += comparison.weight * g * g * expected * (1 - expected)
        surprise += comparison.weight * g * (comparison.result - expected)
    if not information:
        return rating
    variance = 1 / information
    sigma = _volatility(sigma, phi, variance, variance * surprise)
    before = phi * phi + sigma * sigma
    phi = 1 / math.sqrt(1 / before + information)
    mu += phi * phi * surprise
    return Rating(1500 + mu * _SCALE, min(_UNKNOWN, phi * _SCALE), sigma)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: where f is zero, found by the Illinois method."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        spread = phi * phi + variance + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - a) / _TAU**2

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(a - steps * _TAU) < 0:
            steps += 1
        high = a - steps * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        x = low + (low - high) * f_low / (f_high - f_low)
        f_x = f(x)
        if f_x * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = x, f_x
    return math.exp(low / 2)
