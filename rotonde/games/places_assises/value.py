"""How well everybody stands: a guide for bots, not a rule.

A player is as far as the seats taken, plus what the pawns on their way and the cards in hand promise, all in hundredths
of a seat. Whoever needs least is likeliest to win.
"""

import numpy as np

from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.subset import rule, scratch

from .rules import (
    ACTION,
    ADVANCED_1,
    ADVANCED_2,
    ADVANCED_3,
    ECCENTRIC,
    ENDED,
    ENTER_1,
    ENTER_2,
    ENTERING,
    EXCUSE_ME,
    EXIT_1,
    EXIT_2,
    EXPRESS,
    FOUND,
    GO,
    KINDS,
    MOST_STEPS,
    NUMBER,
    NUMBER_KINDS,
    PANHANDLER,
    PASS_NOBODY,
    PASS_WITH_EXCUSE_ME,
    PICK,
    PLUS_TOKEN,
    REACT,
    REBEL,
    REVERSE,
    SEAT_BOTH,
    STEAL,
    TAKE_A_SEAT,
    TURN,
    U_PASS,
    Verb,
    can_pass,
    everybody,
    has_outside_pawn,
    reached,
    seated_count,
    totals,
    walk,
)

SEAT_WORTH = 100
AISLE = 45
NEAR_A_SEAT = 30
QUAY = 15
MISSED = 30
TO_MOVE = 25
SKIPPED = 55
TOKEN = 4
FRESH = 6  # an unknown card to come

# What a card in hand promises, by kind: to somebody who weighs all players, and to one who looks at oneself only, for
# whom a card that merely annoys others is in the way of a better one.
TO_ALL, TO_ONESELF = range(2)
CARD_WORTH = np.zeros((2, KINDS), np.int64)
CARD_WORTH[:, 1 : NUMBER_KINDS + 1] = 6
for _kind, _worth in (
    (ENTER_1, 42),
    (ENTER_2, 78),
    (EXCUSE_ME, 14),
    (U_PASS, 16),
    (ADVANCED_1, 10),
    (ADVANCED_2, 10),
    (ADVANCED_3, 10),
    (TAKE_A_SEAT, 60),
    (REBEL, 18),
    (PLUS_TOKEN, 5),
):
    CARD_WORTH[:, _kind] = _worth
for _kind, _worth in (
    (EXIT_1, 28),
    (EXIT_2, 50),
    (EXPRESS, 30),
    (REVERSE, 3),
    (ECCENTRIC, 16),
    (PANHANDLER, 10),
):
    CARD_WORTH[TO_ALL, _kind] = _worth

# What a card played against somebody takes from the target and gives to its owner.
TAKES_SEAT = 85
DRIVES_AWAY = 55


@rule
def sees_a_seat(box, s, seat, bits):
    """Whether the aisle pawn can reach a seat in one of these numbers of steps: 2 plainly, 1 by passing somebody."""
    found = scratch(FOUND)
    walk(box, s, seat, bits, everybody(box), can_pass(s, seat), True, found)
    best = 0
    for total in range(1, MOST_STEPS + 1):
        if bits >> total & 1 == 1:
            for car in range(2):
                seats = box.seats[s.board, car]
                if reached(found, PASS_NOBODY, total, car) & seats != 0:
                    best = 2
                elif best == 0 and reached(found, PASS_WITH_EXCUSE_ME, total, car) & seats != 0:
                    best = 1
    return best


@rule
def walks_to_a_seat(box, s):
    """Whether the cards laid lead to one."""
    return s.reach[0] & box.seats[s.board, 0] != 0 or s.reach[1] & box.seats[s.board, 1] != 0


@rule
def promise_of_hand(box, s, seat, to):
    points = TOKEN * min(s.tokens[seat], 5)
    for kind in range(1, KINDS):
        if s.hand[seat, kind] > 0:
            points += CARD_WORTH[to, kind] * s.hand[seat, kind]
    # What will be drawn.
    points += FRESH * max(0, box.hand_size[NUMBER] - s.hand_count[seat, NUMBER])
    points += 2 * FRESH * max(0, box.hand_size[ACTION] - s.hand_count[seat, ACTION])
    return points


@rule
def promise_of_pawns(box, s, seat):
    """The pawn in the aisle and the one at a door."""
    points = 0
    if s.phase == GO and seat == s.active:
        points = AISLE
        if walks_to_a_seat(box, s):
            points = SEAT_WORTH
    elif s.aisle[seat] >= 0:
        points = AISLE
        bits = totals(s, seat)
        if bits > 0:
            near = sees_a_seat(box, s, seat, bits)
            if near > 0:
                points += NEAR_A_SEAT - 10 + 5 * near
    if s.quay[seat] >= 0:
        points += QUAY
        if s.missed[seat] == 1:
            points += MISSED - QUAY
    return points


@rule
def promise_of_attack(box, s, seat):
    """A card being played counts as if it came through."""
    points = 0
    if s.phase == ENTERING and seat == s.active:
        points += SEAT_WORTH * s.left
    elif s.phase == SEAT_BOTH and seat == s.target:
        # They count as seated already.
        points = 0
    elif s.phase == PICK or s.phase == REACT or s.phase == STEAL:
        count = s.left
        if s.picked[0] > 0:
            count += 1
        if s.picked[1] > 0:
            count += 1
        known = s.phase != PICK or s.card == EXIT_1 or s.card == EXIT_2
        if s.card == EXIT_1 or s.card == EXIT_2:
            if seat == s.target:
                points -= TAKES_SEAT * count
        elif s.card == PANHANDLER:
            if seat == s.active:
                points += 10
        else:
            if seat == s.active:
                if s.card == TAKE_A_SEAT:
                    points += SEAT_WORTH - 10
                if not known:
                    points += DRIVES_AWAY // 2
                elif s.aisle[s.target] >= 0:
                    # The penalty that this would bring.
                    points -= 2 * SEAT_WORTH
            elif known and seat == s.target:
                points -= DRIVES_AWAY
                if s.aisle[seat] >= 0:
                    points += 2 * SEAT_WORTH
    return points


@rule
def points_of(box, s, seat, to):
    """Hundredths of a seat."""
    points = SEAT_WORTH * seated_count(box, s, seat)
    points += (
        promise_of_pawns(box, s, seat) + promise_of_hand(box, s, seat, to) + promise_of_attack(box, s, seat)
    )
    return points - SKIPPED * s.skip[seat]


@rule
def values(box, s, worth):
    """Whoever needs least is likeliest to win."""
    if s.phase == ENDED:
        best = 0
        for seat in range(box.players):
            best = max(best, seated_count(box, s, seat))
        sharing = 0
        for seat in range(box.players):
            if seated_count(box, s, seat) == best:
                sharing += 1
        for seat in range(box.players):
            worth[seat] = 0
            if seated_count(box, s, seat) == best:
                worth[seat] = 10_000 // sharing
        return
    total = 0
    for seat in range(box.players):
        points = points_of(box, s, seat, TO_ALL)
        if seat == s.active and s.phase == TURN:
            points += TO_MOVE
        need = max(SEAT_WORTH * box.pawns - points, 0) + 60
        # Cards alone do not seat everybody: what is not seated yet keeps counting a little.
        need += 12 * (box.pawns - seated_count(box, s, seat))
        worth[seat] = 1_000_000_000_000_000 // (need * need * need)
        total += worth[seat]
    for seat in range(box.players):
        worth[seat] = 10_000 * worth[seat] // total


@rule
def progress(box, s, player):
    """Seats, and what is on its way to one."""
    if s.phase == ENDED:
        return 10_000 * seated_count(box, s, player) // box.pawns
    points = points_of(box, s, player, TO_ONESELF)
    if s.phase == TURN and player == s.active:
        points += TO_MOVE
    most = SEAT_WORTH * (box.pawns + 4)
    return max(0, min(9_999, 10_000 * points // most))


@rule
def prior_of(box, s, move):
    verb = verb_of(move)
    a = a_of(move)
    if verb == Verb.GO:
        if box.seats[s.board, a // 45] >> (a % 45) & 1 == 1:
            return 900
        return 0
    if verb == Verb.MOVE:
        return 300
    if verb == Verb.BOARD:
        return 400
    if verb == Verb.PASS:
        return -500
    if verb == Verb.TOKEN:
        return -250
    if verb == Verb.REBEL:
        return 300
    if verb == Verb.PLAY:
        if a == U_PASS and s.aisle[s.active] >= 0:
            return -1500
        if (a == ENTER_1 or a == ENTER_2 or a == TAKE_A_SEAT) and has_outside_pawn(s, s.active):
            return 4 * CARD_WORTH[TO_ALL, a] + 200
        return 4 * CARD_WORTH[TO_ALL, a]
    if verb == Verb.PICK and (s.card == ECCENTRIC or s.card == TAKE_A_SEAT):
        owner = s.pawn[a] - 1
        if s.aisle[owner] >= 0:
            return -2000
        return 30 * seated_count(box, s, owner)
    return 0


@rule
def priors(box, s, out):
    """What each kind of move gains as a rule."""
    for k in range(out.count):
        out.prior[k] = prior_of(box, s, out.move[k])
