"""How well a company stands: a guide for bots, not a rule."""

from rotonde.kernel.subset import rule

from .rules import ENDED, SEATS


@rule
def progress(box, s, player):
    """The game points on the way to those that end the game."""
    return max(0, min(10_000, 2000 + 8000 * s.account[player] // box.target))


@rule
def values(box, s, worth):
    """Whoever has more points is likelier to win."""
    for seat in range(box.players):
        worth[seat] = progress(box, s, seat)
        if s.phase == ENDED:
            best = True
            for other in range(SEATS):
                if (
                    other < box.players
                    and s.account[other] * 128 + s.wins[other] > s.account[seat] * 128 + s.wins[seat]
                ):
                    best = False
            worth[seat] = 0
            if best:
                worth[seat] = 10_000
