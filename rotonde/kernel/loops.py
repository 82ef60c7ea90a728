"""Whole loops that run inside an engine, for every game alike: stepping from Python would cost thirty times as much."""

from .chance import FOUND, LEFT, below, seed
from .contract import actor, find, play
from .subset import OVER, copy, rule, scratch


@rule
def random_move(box, s, rng):
    """One of the moves of whoever must act: for chance by the weights, for a player any."""
    sieve = scratch(2)
    sieve[LEFT] = -1
    find(box, s, sieve)
    total = -1 - sieve[LEFT]
    sieve[LEFT] = below(rng, total)
    find(box, s, sieve)
    return sieve[FOUND]


@rule
def random_step(box, s, rng):
    """Whoever must act does something at random; whether the game goes on."""
    if actor(box, s) == OVER:
        return False
    play(box, s, random_move(box, s, rng))
    return True


@rule
def random_game(box, laid, s, rng, most, first, number):
    """One game of random moves from a position, by its own seed; the number of moves made, chance included."""
    seed(rng, first, number)
    copy(s, laid)
    made = 0
    while made < most and random_step(box, s, rng):
        made += 1
    return made


@rule
def random_games(box, laid, s, rng, games, most, first):
    """Many of them; the number of moves made in all."""
    made = 0
    for number in range(games):
        made += random_game(box, laid, s, rng, most, first, number)
    return made


@rule
def copies(s, other, times):
    """Copy a state there and back: what a copy costs."""
    for _ in range(times):
        copy(s, other)
        copy(other, s)
    return 2 * times
