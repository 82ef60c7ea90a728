"""Whole loops that run inside an engine, for every game alike: stepping from Python would cost thirty times as much."""

from .chance import below, pick, seed
from .contract import actor, moves, play
from .subset import CHANCE, OVER, copy, rule


@rule
def random_step(box, s, out, rng):
    """Whoever must act does something at random; the move, or -1 when the game is over."""
    who = actor(box, s)
    if who == OVER:
        return -1
    out.count = 0
    moves(box, s, out)
    if who == CHANCE:
        move = pick(out, rng)
    else:
        move = out.move[below(rng, out.count)]
    play(box, s, move)
    return move


@rule
def random_games(box, laid, s, out, rng, games, most, first):
    """Games of random moves from one position, each from its own seed; the number of moves made, chance included."""
    made = 0
    for number in range(games):
        seed(rng, first, number)
        copy(s, laid)
        for _ in range(most):
            if random_step(box, s, out, rng) < 0:
                break
            made += 1
    return made


@rule
def copies(s, other, times):
    """Copy a state there and back: what a copy costs."""
    for _ in range(times):
        s_phase = other
        copy(s, s_phase)
        copy(other, s)
    return 2 * times
