"""Offering moves, and chance: dice, bags and the random numbers of playouts.

A game writes its moves with `offer`; where chance acts, each outcome goes with its weight. The numbers come from
outside: from the table's key on a server, from `random` in a notebook, from the small generator below inside the
engines. It is Chris Doty-Humphrey's sfc32: adds, shifts and xors of 32-bit words, so all engines give the same numbers.
"""

from .layout import Layout, i4, i8
from .subset import rule

WORD = 0xFFFFFFFF


def offers_layout(most: int) -> type[Layout]:
    """The layout that holds up to `most` offered moves with their weights."""

    class Offers(Layout):
        count: i4
        move: i8[most]
        weight: i4[most]
        prior: i4[most]  # this and the next are for players to write, not for rules
        node: i4[most]

    return Offers


@rule
def offer(out, move, weight=1):
    """This move may be made now; for chance: with this weight."""
    out.move[out.count] = move
    out.weight[out.count] = weight
    out.count += 1


@rule
def offer_marked(out, verb, cells, mark, count):
    """One of the `count` things whose cell holds `mark` is drawn, all alike."""
    for thing in range(len(cells)):
        if cells[thing] == mark:
            offer(out, verb | (thing << 8), 1)


# A sieve finds one of the offered moves by its place among the weights, without a list of them: two cells of scratch.
# Started below 0 it finds nothing and LEFT falls by the sum of the weights.
LEFT, FOUND = range(2)


@rule
def offer_to_find(sieve, move, weight=1):
    """In the place of `offer`: the move within whose weight the wanted place lies."""
    if 0 <= sieve[LEFT] < weight:
        sieve[FOUND] = move
    sieve[LEFT] -= weight


@rule
def find_marked(sieve, verb, cells, mark, count):
    """In the place of `offer_marked`: no need to look further than the one."""
    if 0 <= sieve[LEFT] < count:
        left = sieve[LEFT]
        thing = 0
        while left > 0 or cells[thing] != mark:
            if cells[thing] == mark:
                left -= 1
            thing += 1
        sieve[FOUND] = verb | (thing << 8)
    sieve[LEFT] -= count


@rule
def offer_die(out, verb, faces):
    """A die is thrown: one of 1..faces, all alike."""
    for face in range(1, faces + 1):
        offer(out, verb | (face << 8), 1)


@rule
def offer_bag(out, verb, bag, kinds):
    """One thing is drawn from a bag that holds bag[kind] of each kind."""
    for kind in range(kinds):
        if bag[kind] > 0:
            offer(out, verb | (kind << 8), bag[kind])


@rule
def next_word(rng):
    """The next 32 random bits."""
    result = (rng[0] + rng[1] + rng[3]) & WORD
    rng[3] = (rng[3] + 1) & WORD
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & WORD
    rng[2] = ((((rng[2] << 21) & WORD) | (rng[2] >> 11)) + result) & WORD
    return result


@rule
def seed(rng, first, second):
    """Start the generator; two different pairs of numbers give unrelated sequences."""
    rng[0] = first & WORD
    rng[1] = (first >> 32) & WORD
    rng[2] = second & WORD
    rng[3] = 1
    for _ in range(15):
        next_word(rng)


@rule
def below(rng, n):
    """A random number in 0..n-1."""
    return (next_word(rng) * n) >> 32
