"""Marbles: the more points, the better; no priors of its own."""

from rotonde.kernel.subset import rule

from .rules import ENDED, score, sum_of_points


@rule
def progress(box, s, player):
    if s.phase == ENDED:
        return 10_000 * score(box, s, player)
    return max(0, min(10_000, 5_000 + 100 * (sum_of_points(s) - box.target) + s.hand_count[player]))


@rule
def values(box, s, worth):
    for seat in range(box.players):
        worth[seat] = progress(box, s, seat)
