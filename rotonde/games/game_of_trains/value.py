"""How well a train stands: a guide for bots, not a rule."""

from rotonde.kernel.subset import rule


@rule
def value(box, s, player):
    return 5000
