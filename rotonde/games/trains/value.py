"""How well a player stands: a guide for bots, not a rule."""

from rotonde.kernel.subset import rule

from .rules import rank, score


@rule
def values(box, s, worth):
    best = -1
    for seat in range(box.players):
        best = max(best, rank(box, s, seat))
    sharing = 0
    for seat in range(box.players):
        if rank(box, s, seat) == best:
            sharing += 1
    for seat in range(box.players):
        worth[seat] = 0
        if rank(box, s, seat) == best:
            worth[seat] = 10_000 // sharing


@rule
def progress(box, s, player):
    return min(10_000, 50 * score(box, s, player))
