"""Marbles: throw the die; take a marble out of the bag in secret, or lay one for as many points as the die shows.

The next player may tease whoever laid one: that costs both a point. After the last round the points are added up.
"""

from enum import IntEnum

from rotonde.kernel.chance import below, offer, offer_bag, offer_die
from rotonde.kernel.layout import Layout, i1, i2, i4
from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, rule, scratch

VERSION = 3
MOST_MOVES = 6

SEATS = 3
COLOURS = 4  # 1..3; 0 is no colour, so that a hidden one can be told from all others

THROWING, CHOOSING, DRAWING, ANSWERING, ENDED = range(5)


class Box(Layout):
    players: i1
    rounds: i2
    target: i4
    marbles: i1[COLOURS]


class State(Layout):
    phase: i1
    active: i1
    round: i2
    die: i1
    bag: i1[COLOURS]
    bag_count: i2
    hand: i1[SEATS, COLOURS]
    hand_count: i1[SEATS]
    laid: i1[COLOURS]
    points: i4[SEATS]


class Verb(IntEnum):
    THROW = 1  # chance: face
    TAKE = 2
    TAKEN = 3  # chance: colour
    LAY = 4  # colour
    PASS = 5
    TEASE = 6
    ALLOW = 7


@rule
def setup(box, s):
    for colour in range(COLOURS):
        s.bag[colour] = box.marbles[colour]
        s.bag_count += box.marbles[colour]


@rule
def end_turn(box, s):
    s.die = 0
    s.phase = THROWING
    s.active = (s.active + 1) % box.players
    if s.active == 0:
        s.round += 1
        if s.round == box.rounds:
            s.phase = ENDED


@rule
def lay(box, s, colour):
    s.hand[s.active, colour] -= 1
    s.hand_count[s.active] -= 1
    s.laid[colour] += 1
    s.points[s.active] += s.die
    if box.players == 1:
        end_turn(box, s)
    else:
        s.phase = ANSWERING


@rule
def answers(box, s):
    return (s.active + 1) % box.players


@rule
def actor(box, s):
    if s.phase == ENDED:
        return OVER
    if s.phase == CHOOSING:
        return s.active
    if s.phase == ANSWERING:
        return answers(box, s)
    return CHANCE


@rule
def moves(box, s, out):
    if s.phase == THROWING:
        offer_die(out, Verb.THROW, 6)
    elif s.phase == DRAWING:
        offer_bag(out, Verb.TAKEN, s.bag, COLOURS)
    elif s.phase == CHOOSING:
        offer(out, pack(Verb.PASS))
        if s.bag_count > 0:
            offer(out, pack(Verb.TAKE))
        for colour in range(COLOURS):
            if s.hand[s.active, colour] > 0:
                offer(out, pack(Verb.LAY, colour))
    elif s.phase == ANSWERING:
        offer(out, pack(Verb.ALLOW))
        offer(out, pack(Verb.TEASE))


@rule
def play(box, s, move):
    verb = verb_of(move)
    a = a_of(move)
    if verb == Verb.THROW:
        s.die = a
        s.phase = CHOOSING
    elif verb == Verb.TAKE:
        s.phase = DRAWING
    elif verb == Verb.TAKEN:
        s.bag[a] -= 1
        s.bag_count -= 1
        s.hand[s.active, a] += 1
        s.hand_count[s.active] += 1
        end_turn(box, s)
    elif verb == Verb.LAY:
        lay(box, s, a)
    else:
        if verb == Verb.TEASE:
            s.points[s.active] -= 1
            s.points[answers(box, s)] -= 1
        end_turn(box, s)


@rule
def hide(box, s, player):
    for colour in range(COLOURS):
        s.bag[colour] = 0
        for seat in range(box.players):
            if seat != player:
                s.hand[seat, colour] = 0


@rule
def guess(box, s, player, rng):
    unknown = scratch(4)
    left = 0
    for colour in range(COLOURS):
        unknown[colour] = box.marbles[colour] - s.laid[colour]
        if player >= 0:
            unknown[colour] -= s.hand[player, colour]
        left += unknown[colour]
    for seat in range(box.players):
        if seat != player:
            for _ in range(s.hand_count[seat]):
                drawn = below(rng, left)
                colour = 0
                while drawn >= unknown[colour]:
                    drawn -= unknown[colour]
                    colour += 1
                unknown[colour] -= 1
                left -= 1
                s.hand[seat, colour] += 1
    for colour in range(COLOURS):
        s.bag[colour] = unknown[colour]


@rule
def mask(box, s, player, move):
    if verb_of(move) == Verb.TAKEN and s.active != player:
        return pack(Verb.TAKEN)
    return move


@rule
def sum_of_points(s):
    points = 0
    for seat in range(SEATS):
        points += s.points[seat]
    return points


@rule
def score(box, s, player):
    if s.phase == ENDED and sum_of_points(s) >= box.target:
        return 1
    return 0
