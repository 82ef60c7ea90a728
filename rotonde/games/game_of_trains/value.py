"""How well a train stands: a guide for bots, not a rule.

A train is worth the turns it still needs. Some wagons can stay where they are: each higher than the one before, with room between
for what is missing. The others must be drawn: a gap that many numbers fit is filled soon, a narrow one late. The
best choice of wagons to keep gives the turns; whoever needs fewer is likelier to win.
"""

import numpy as np

from rotonde.kernel.moves import a_of, b_of, verb_of
from rotonde.kernel.subset import rule, scratch

from .rules import (
    CARDS,
    DRAWN,
    ENDED,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    SLOTS,
    SWAP_ADJACENT,
    SWAP_SKIP_ONE,
    TURN,
    Verb,
)

TURN_LENGTH = 100  # what a turn that draws a card gains on average
FAR = 100_000


def _turns_to_fill(gaps: int, numbers: int) -> int:
    """Hundredths of a turn to draw what fits `gaps` places in a row, when `numbers` different cards do."""
    if gaps == 0:
        return 0
    if numbers < gaps:
        return FAR
    spare = numbers - gaps + 1
    return 40 * gaps + gaps * (60 + 40 * gaps) * 24 // (spare + 4)


TURNS_TO_FILL = np.array([[_turns_to_fill(gaps, n) for n in range(CARDS + 1)] for gaps in range(SLOTS + 1)], np.int64)


@rule
def turns_needed(s, seat):
    """Hundredths of a turn until this train is in order, if only drawing helped."""
    best = scratch(9)
    number = scratch(9)
    for slot in range(SLOTS):
        number[slot + 1] = s.train[seat, slot]
    number[SLOTS + 1] = CARDS + 1
    for slot in range(1, SLOTS + 2):
        card = number[slot]
        least = FAR
        if card > 0:
            least = TURNS_TO_FILL[slot - 1, card - 1]
            for before in range(1, slot):
                left = number[before]
                if 0 < left < card:
                    least = min(least, best[before] + TURNS_TO_FILL[slot - before - 1, card - left - 1])
        best[slot] = least
    return best[SLOTS + 1]


@rule
def with_card(s, seat, slot, card):
    """The turns needed with another card (0: a gap) in one place."""
    replaced = s.train[seat, slot]
    s.train[seat, slot] = card
    needed = turns_needed(s, seat)
    s.train[seat, slot] = replaced
    return needed


@rule
def with_exchange(s, seat, slot, other):
    """The turns needed with two wagons exchanged."""
    lifted = s.train[seat, slot]
    s.train[seat, slot] = s.train[seat, other]
    needed = with_card(s, seat, other, lifted)
    s.train[seat, slot] = lifted
    return needed


@rule
def with_shift(s, seat, slot, step):
    """The turns needed with one wagon put down two places further."""
    first = s.train[seat, slot]
    second = s.train[seat, slot + step]
    s.train[seat, slot] = second
    s.train[seat, slot + step] = s.train[seat, slot + 2 * step]
    needed = with_card(s, seat, slot + 2 * step, first)
    s.train[seat, slot + step] = second
    s.train[seat, slot] = first
    return needed


@rule
def after_placing(s, seat, card):
    """The turns needed once a drawn card has replaced a wagon."""
    least = FAR
    for slot in range(SLOTS):
        least = min(least, with_card(s, seat, slot, card))
    return least


@rule
def after_turn(s, seat):
    """The turns needed after a turn: a draw helps as it does on average, an ability of the row as it does exactly."""
    least = max(turns_needed(s, seat) - TURN_LENGTH, 25)
    if s.row[SWAP_ADJACENT] > 0:
        for slot in range(SLOTS - 1):
            least = min(least, with_exchange(s, seat, slot, slot + 1))
    if s.row[SWAP_SKIP_ONE] > 0:
        for slot in range(SLOTS - 2):
            least = min(least, with_exchange(s, seat, slot, slot + 2))
    if s.row[SHIFT_RIGHT] > 0:
        for slot in range(SLOTS - 2):
            least = min(least, with_shift(s, seat, slot, 1))
    if s.row[SHIFT_LEFT] > 0:
        for slot in range(2, SLOTS):
            least = min(least, with_shift(s, seat, slot, -1))
    return least


@rule
def turns_of(s, seat):
    """What a seat needs, as if the active one had finished its turn."""
    if seat == s.active and s.phase == TURN:
        return after_turn(s, seat)
    if seat == s.active and s.phase == DRAWN and s.drawn > 0:
        return after_placing(s, seat, s.drawn)
    return turns_needed(s, seat)


@rule
def value(box, s, player):
    if s.phase == ENDED:
        if s.winner < 0:
            return 10_000 // box.players
        if s.winner == player:
            return 10_000
        return 0
    mine = 0
    total = 0
    for seat in range(box.players):
        turns = turns_of(s, seat)
        if turns == 0 and seat == s.active:
            # It wins now.
            if seat == player:
                return 9_900
            return 0
        # Whoever acts later needs a part of a turn more.
        wait = (seat - s.active - 1 + box.players) % box.players
        turns += 20 + TURN_LENGTH * wait // box.players
        weight = 1_000_000_000_000 // (turns * turns)
        total += weight
        if seat == player:
            mine = weight
    return 10_000 * mine // total


@rule
def can_stay(s, seat):
    """How many wagons can stay where they are: each higher than the one before, with room for what is missing between."""
    best = scratch(9)
    most = 0
    for slot in range(1, SLOTS + 2):
        card = CARDS + 1
        if slot <= SLOTS:
            card = s.train[seat, slot - 1]
        longest = -10
        if card >= slot:
            longest = 1
        for before in range(1, slot):
            left = s.train[seat, before - 1]
            if left > 0 and card - left >= slot - before and best[before] > 0:
                longest = max(longest, best[before] + 1)
        best[slot] = longest
    return best[SLOTS + 1] - 1


@rule
def progress(box, s, player):
    """How many wagons can stay; a card in hand counts as placed."""
    if s.phase == ENDED and s.winner == player:
        return 10_000
    most = can_stay(s, player)
    if s.phase == DRAWN and player == s.active and s.drawn > 0:
        most = 0
        for slot in range(SLOTS):
            replaced = s.train[player, slot]
            s.train[player, slot] = s.drawn
            most = max(most, can_stay(s, player))
            s.train[player, slot] = replaced
    return 1000 * most


@rule
def prior(box, s, move):
    """What a move gains by the turns its maker needs before and after."""
    seat = s.active
    verb = verb_of(move)
    a = a_of(move)
    before = turns_needed(s, seat)
    after = before
    if verb == Verb.DRAW:
        after = before - TURN_LENGTH
    elif verb == Verb.PLACE:
        after = with_card(s, seat, a, s.drawn)
    elif verb == Verb.KEEP:
        after = with_card(s, seat, b_of(move), a)
    elif verb == Verb.SWAP:
        after = with_exchange(s, seat, a, a + 1)
    elif verb == Verb.LEAP:
        after = with_exchange(s, seat, a, a + 2)
    elif verb == Verb.RIGHT:
        after = with_shift(s, seat, a, 1)
    elif verb == Verb.LEFT:
        after = with_shift(s, seat, a, -1)
    elif verb == Verb.REMOVE:
        if s.lock[seat, a // 3] == 0:
            after = with_card(s, seat, a, 0)
        for other in range(box.players):
            if other != seat and s.lock[other, a // 3] == 0:
                after -= (with_card(s, other, a, 0) - turns_needed(s, other)) // (box.players - 1)
    gain = 5000 * (before - after) // (before + 100)
    return max(-5000, min(5000, gain))
