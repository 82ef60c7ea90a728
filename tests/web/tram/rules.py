"""Tram: walk along twelve stops, a step a move; wait ends the turn, and then the next player may honk.

Stop 7 hides coins: whoever comes there finds one or two, by chance. Parcels at one's stop can be carried to the next.
Whoever is alone may ring the bell, for somebody.
"""

from enum import IntEnum

from rotonde.kernel.chance import offer, offer_die
from rotonde.kernel.layout import Layout, i1, i2
from rotonde.kernel.moves import a_of, b_of, pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, rule

VERSION = 1
MOST_MOVES = 10

SEATS = 3
STOPS = 12
PARCELS = 2
STEPS = 4
HIDDEN = 7
RUNG_FOR = 3

WALKING, FINDING, ANSWERING, ENDED = range(4)


class Box(Layout):
    players: i1
    rounds: i2


class State(Layout):
    phase: i1
    active: i1
    round: i2
    steps: i1
    place: i1[SEATS]
    coins: i2[SEATS]
    honks: i2
    parcel: i1[PARCELS]


class Verb(IntEnum):
    WALK = 1  # to stop
    CARRY = 2  # parcel, to stop
    WAIT = 3
    FIND = 4  # chance: coins
    HONK = 5
    HUSH = 6
    RING = 7  # for whom


@rule
def setup(box, s):
    s.steps = STEPS
    for parcel in range(PARCELS):
        s.parcel[parcel] = 1


@rule
def answers(box, s):
    return (s.active + 1) % box.players


@rule
def end_turn(box, s):
    s.phase = WALKING
    s.steps = STEPS
    s.active = (s.active + 1) % box.players
    if s.active == 0:
        s.round += 1
        if s.round == box.rounds:
            s.phase = ENDED


@rule
def actor(box, s):
    if s.phase == ENDED:
        return OVER
    if s.phase == FINDING:
        return CHANCE
    if s.phase == ANSWERING:
        return answers(box, s)
    return s.active


@rule
def moves(box, s, out):
    if s.phase == FINDING:
        offer_die(out, Verb.FIND, 2)
    elif s.phase == ANSWERING:
        offer(out, pack(Verb.HUSH))
        offer(out, pack(Verb.HONK))
    elif s.phase == WALKING:
        at = s.place[s.active]
        for to in (at - 1, at + 1):
            if to in range(STOPS) and s.steps > 0:
                offer(out, pack(Verb.WALK, to))
                for parcel in range(PARCELS):
                    if s.parcel[parcel] == at:
                        offer(out, pack(Verb.CARRY, parcel, to))
        offer(out, pack(Verb.WAIT))
        if box.players == 1:
            for somebody in range(RUNG_FOR):
                offer(out, pack(Verb.RING, somebody))


@rule
def play(box, s, move):
    verb = verb_of(move)
    if verb == Verb.FIND:
        s.coins[s.active] += a_of(move)
        s.phase = WALKING
    elif verb == Verb.RING:
        s.honks += 1
    elif verb == Verb.WAIT:
        if box.players == 1:
            end_turn(box, s)
        else:
            s.phase = ANSWERING
    elif verb == Verb.WALK or verb == Verb.CARRY:
        to = a_of(move)
        if verb == Verb.CARRY:
            to = b_of(move)
            s.parcel[a_of(move)] = to
        s.place[s.active] = to
        s.steps -= 1
        if to == HIDDEN:
            s.phase = FINDING
    else:
        if verb == Verb.HONK:
            s.honks += 1
        end_turn(box, s)


@rule
def hide(box, s, player):
    pass


@rule
def guess(box, s, player, rng):
    pass


@rule
def mask(box, s, player, move):
    return move


@rule
def score(box, s, player):
    return s.coins[player]
