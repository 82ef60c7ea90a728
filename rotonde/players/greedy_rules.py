"""Greedy: the move that brings oneself forward most, chance tried a few times, the others not looked at.

Runs inside an engine, for every game alike.
"""

from rotonde.kernel.chance import below
from rotonde.kernel.contract import actor, moves, play, progress
from rotonde.kernel.loops import random_move
from rotonde.kernel.subset import CHANCE, copy, rule


@rule
def let_chance_decide(box, s, rng):
    """Dice and draws until somebody must decide or the game is over."""
    while actor(box, s) == CHANCE:
        play(box, s, random_move(box, s, rng))


@rule
def greedy_move(box, s, work, choices, rng, tries):
    """The move after which the actor has come furthest; equal ones by lot."""
    who = actor(box, s)
    choices.count = 0
    moves(box, s, choices)
    best = -1
    best_worth = -1
    alike = 0
    for k in range(choices.count):
        worth = 0
        for _ in range(tries):
            copy(work, s)
            play(box, work, choices.move[k])
            certain = actor(box, work) != CHANCE
            let_chance_decide(box, work, rng)
            worth += progress(box, work, who)
            if certain:
                worth = worth * tries
                break
        if worth > best_worth:
            best = choices.move[k]
            best_worth = worth
            alike = 1
        elif worth == best_worth:
            alike += 1
            if below(rng, alike) == 0:
                best = choices.move[k]
    return best
