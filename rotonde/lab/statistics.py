"""How sure a count of games makes us."""

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist


def wilson(successes: float, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for a share. Parts of a success (a shared win) make it a little wider than it need be."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    middle = share + z * z / (2 * trials)
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (middle - spread) / scale
    high = 1.0 if successes == trials else (middle + spread) / scale
    return low, high


def mean(counts: Mapping[int, int]) -> float:
    """The mean of numbers given as {number: how often}."""
    return sum(number * times for number, times in counts.items()) / sum(counts.values())


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The smallest number that at least this share of them does not exceed."""
    wanted = share * sum(counts.values())
    passed = 0
    for number in sorted(counts):
        passed += counts[number]
        if passed >= wanted:
            return number
    raise ValueError("there are no numbers")
