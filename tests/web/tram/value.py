"""Tram: coins are worth having."""

from rotonde.kernel.subset import rule


@rule
def progress(box, s, player):
    return min(10_000, 100 * s.coins[player])


@rule
def values(box, s, worth):
    for seat in range(box.players):
        worth[seat] = progress(box, s, seat)
