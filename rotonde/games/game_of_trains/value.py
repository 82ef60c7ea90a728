"""How well a train stands: a guide for bots, not a rule.

A train is worth the turns it still needs. Some wagons can stay where they are: each higher than the one before, with
room between for what is missing. The others must be drawn: a gap that many numbers fit is filled soon, a narrow one
late. The best choice of wagons to keep gives the turns; whoever needs fewer is likelier to win.
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
ENDS = SLOTS + 2  # the wagons, the locomotive before them and the buffer stop behind


def _turns_to_fill(gaps: int, numbers: int) -> int:
    """Hundredths of a turn to draw what fits `gaps` places in a row, when `numbers` different cards do."""
    if numbers < gaps:
        return FAR
    if gaps == 0:
        return 0
    spare = numbers - gaps + 1
    return 40 * gaps + gaps * (60 + 40 * gaps) * 24 // (spare + 4)


# By gaps and by (number on the right - number on the left + CARDS); a wagon not higher than the one before is FAR.
TURNS_TO_FILL = np.array(
    [[_turns_to_fill(gaps, step - CARDS - 1) for step in range(2 * CARDS + 2)] for gaps in range(SLOTS + 1)],
    np.int64,
)


@rule
def turns_needed(s, seat):
    """Hundredths of a turn until this train is in order, if only drawing helped."""
    number = scratch(ENDS)
    turns = scratch(ENDS)
    for slot in range(SLOTS):
        number[slot + 1] = s.train[seat, slot]
    number[SLOTS + 1] = CARDS + 1
    for slot in range(1, SLOTS + 2):
        least = FAR
        for kept in range(slot):
            step = number[slot] - number[kept] + CARDS
            least = min(least, turns[kept] + TURNS_TO_FILL[slot - kept - 1, step])
        turns[slot] = least
    return turns[SLOTS + 1]


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
def values(box, s, worth):
    """Whoever needs fewer turns is likelier to win."""
    if s.phase == ENDED:
        for seat in range(box.players):
            worth[seat] = 0
            if s.winner < 0:
                worth[seat] = 10_000 // box.players
        if s.winner >= 0:
            worth[s.winner] = 10_000
        return
    total = 0
    for seat in range(box.players):
        turns = turns_of(s, seat)
        if turns == 0 and seat == s.active:
            # It can win now.
            turns = 2
        else:
            # Whoever acts later needs a part of a turn more.
            wait = (seat - s.active - 1 + box.players) % box.players
            turns += 20 + TURN_LENGTH * wait // box.players
        worth[seat] = 1_000_000_000_000 // (turns * turns)
        total += worth[seat]
    for seat in range(box.players):
        worth[seat] = 10_000 * worth[seat] // total


@rule
def can_stay(s, seat):
    """How many wagons can stay where they are: ascending, with room for what is missing between."""
    number = scratch(ENDS)
    stay = scratch(ENDS)
    for slot in range(SLOTS):
        number[slot + 1] = s.train[seat, slot]
    number[SLOTS + 1] = CARDS + 1
    for slot in range(1, SLOTS + 2):
        most = -SLOTS
        for kept in range(slot):
            if number[slot] - number[kept] >= slot - kept:
                most = max(most, stay[kept] + 1)
        stay[slot] = most
    return stay[SLOTS + 1] - 1


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
def turns_after(box, s, move, before):
    """The turns that the maker of a move needs after it; what a removal costs the others counts in its favour."""
    seat = s.active
    verb = verb_of(move)
    a = a_of(move)
    if verb == Verb.DRAW:
        return before - TURN_LENGTH
    if verb == Verb.PLACE:
        return with_card(s, seat, a, s.drawn)
    if verb == Verb.KEEP:
        return with_card(s, seat, b_of(move), a)
    if verb == Verb.SWAP:
        return with_exchange(s, seat, a, a + 1)
    if verb == Verb.LEAP:
        return with_exchange(s, seat, a, a + 2)
    if verb == Verb.RIGHT:
        return with_shift(s, seat, a, 1)
    if verb == Verb.LEFT:
        return with_shift(s, seat, a, -1)
    after = before
    if verb == Verb.REMOVE:
        if s.lock[seat, a // 3] == 0:
            after = with_card(s, seat, a, 0)
        for other in range(box.players):
            if other != seat and s.lock[other, a // 3] == 0:
                after -= (with_card(s, other, a, 0) - turns_needed(s, other)) // (box.players - 1)
    return after


@rule
def priors(box, s, out):
    """What each move gains, by the turns its maker needs before and after."""
    before = turns_needed(s, s.active)
    for k in range(out.count):
        gain = 5000 * (before - turns_after(box, s, out.move[k], before)) // (before + 100)
        out.prior[k] = max(-5000, min(5000, gain))
