"""How well the convoy stands: a guide for bots, not a rule."""

from rotonde.kernel.subset import rule

from .rules import delivered_in_all


@rule
def progress(box, s, player):
    if s.won > 0:
        return 10_000
    return delivered_in_all(s) * 900


@rule
def values(box, s, worth):
    for seat in range(box.players):
        worth[seat] = progress(box, s, seat)
