"""Game of Trains: the rules, in the order of the rulebook. Numbers such as S4 are those of docs/rules."""

from enum import IntEnum

from rotonde.kernel.chance import below, offer, offer_marked
from rotonde.kernel.layout import Layout, i1, i2
from rotonde.kernel.moves import a_of, b_of, pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, rule

VERSION = 1
MOST_MOVES = 96

SEATS = 4
SLOTS = 7
CARDS = 84
ABILITIES = (
    "shift2_right",
    "protect",
    "shift2_left",
    "swap_adjacent",
    "remove_middle",
    "remove_right",
    "remove_left",
    "swap_skip_one",
)
SHIFT_RIGHT, PROTECT, SHIFT_LEFT, SWAP_ADJACENT, REMOVE_MIDDLE, REMOVE_RIGHT, REMOVE_LEFT, SWAP_SKIP_ONE = (
    range(8)
)

# Where in the game we are.
FIRST, DEAL, HANDS, CHOOSE, TURN, DRAWN, REFILL, ENDED = range(8)

# Where a card is. A pile is a bag: nobody knows its order.
UNKNOWN, PILE, DISCARD, TABLE = range(4)
HAND = 4  # + seat
THROWN = 8  # + seat: thrown away face down in set-up, in the discard; only that seat knows


class Box(Layout):
    players: i1
    turn_limit: i2
    ability: i1[CARDS + 1]  # of each card number


class State(Layout):
    phase: i1
    first: i1
    active: i1
    turn: i2
    winner: i1  # -1: nobody
    train: i1[SEATS, SLOTS]  # card numbers, from the locomotive on; 0: a gap
    lock: i1[SEATS, 3]  # the Protect card under slots 1, 4 and 7
    row: i1[8]  # the card that lies face up for each ability
    drawn: i1
    removed_slot: i1
    waiting: (
        i1  # who draws next, counted clockwise from the first player (set-up) or the active one (refilling)
    )
    where: i1[CARDS + 1]
    pile_count: i1
    hand_count: i1[SEATS]
    thrown_count: i1[SEATS]


class Verb(IntEnum):
    FIRST = 1  # chance: seat
    DEAL = 2  # chance: card
    HAND = 3  # chance: card
    KEEP = 4  # card, slot
    DRAW = 5
    DRAWN = 6  # chance: card
    PLACE = 7  # slot
    SWAP = 8  # slot, with the next
    LEAP = 9  # slot, with the next but one
    RIGHT = 10  # slot
    LEFT = 11  # slot
    REMOVE = 12  # slot
    REFILL = 13  # chance: card
    PROTECT = 14  # slot


# ---------------------------------------------------------------- the cards


@rule
def seat_after(box, seat, steps):
    """S3. Clockwise."""
    return (seat + steps) % box.players


@rule
def have_a_card_to_draw(s):
    """E3. When the pile is used up, the discard is shuffled into a new one; nobody knows its order."""
    if s.pile_count > 0:
        return
    for card in range(1, CARDS + 1):
        if s.where[card] == DISCARD:
            s.where[card] = PILE
            s.pile_count += 1
        elif s.where[card] >= THROWN:
            s.where[card] = PILE
    # By their count: a player who foresees this does not know which cards the others threw away.
    for seat in range(SEATS):
        s.pile_count += s.thrown_count[seat]
        s.thrown_count[seat] = 0


@rule
def take_from_pile(s, card, place):
    s.where[card] = place
    s.pile_count -= 1


@rule
def lay_in_row(box, s, card):
    """S6. A replaced card lies face up beside the pile; two of one ability are both discarded."""
    ability = box.ability[card]
    other = s.row[ability]
    if other == 0:
        s.row[ability] = card
    else:
        s.row[ability] = 0
        s.where[other] = DISCARD
        s.where[card] = DISCARD


@rule
def in_order(s, seat):
    """E1. Seven wagons, each number higher than the one before."""
    if s.train[seat, 0] == 0:
        return False
    for slot in range(SLOTS - 1):
        if s.train[seat, slot] >= s.train[seat, slot + 1]:
            return False
    return True


@rule
def win(s, seat):
    """E1. The game ends at once."""
    s.winner = seat
    s.phase = ENDED


# ---------------------------------------------------------------- setting up


@rule
def setup(box, s):
    """S1. The table is laid: all wagons in the pile, nobody has drawn."""
    s.phase = FIRST
    s.winner = -1
    for card in range(1, CARDS + 1):
        s.where[card] = PILE
    s.pile_count = CARDS


@rule
def deal(box, s, card):
    """S1. Seven cards to each player, one player after the other; S2. sorted from the highest down, no choice."""
    seat = seat_after(box, s.first, s.waiting // SLOTS)
    take_from_pile(s, card, TABLE)
    slot = s.waiting % SLOTS
    while slot > 0 and s.train[seat, slot - 1] < card:
        s.train[seat, slot] = s.train[seat, slot - 1]
        slot -= 1
    s.train[seat, slot] = card
    s.waiting += 1
    if s.waiting == SLOTS * box.players:
        s.waiting = 0
        s.phase = HANDS


@rule
def draw_for_setup(box, s, card):
    """S4. The first player draws 1 card, the second 2, and so on; all draw before anybody chooses."""
    seat = seat_after(box, s.first, s.waiting)
    take_from_pile(s, card, HAND + seat)
    s.hand_count[seat] += 1
    if s.hand_count[seat] == s.waiting + 1:
        s.waiting += 1
    if s.waiting == box.players:
        s.waiting = 0
        s.active = s.first
        s.phase = CHOOSE


@rule
def keep(box, s, card, slot):
    """S5. One drawn card replaces a wagon at the same place; the others are thrown away face down."""
    seat = s.active
    for other in range(1, CARDS + 1):
        if s.where[other] == HAND + seat and other != card:
            s.where[other] = THROWN + seat
            s.thrown_count[seat] += 1
    s.hand_count[seat] = 0
    s.where[card] = TABLE
    replaced = s.train[seat, slot]
    s.train[seat, slot] = card
    lay_in_row(box, s, replaced)
    s.waiting += 1
    s.active = seat_after(box, seat, 1)
    if s.waiting == box.players:
        # S7. Then the first player takes the first turn.
        s.waiting = 0
        s.turn = 1
        s.phase = TURN


# ---------------------------------------------------------------- the turn: one of two actions


@rule
def end_turn(box, s):
    """T1, T2. One action, then the next player clockwise; E4. after the last turn allowed the game is a draw."""
    if s.phase == ENDED:
        return
    if s.turn == box.turn_limit:
        s.phase = ENDED
        return
    s.turn += 1
    s.active = seat_after(box, s.active, 1)
    s.phase = TURN


@rule
def draw(s):
    """T1. Take the top card of the pile; it will have to replace a wagon."""
    have_a_card_to_draw(s)
    s.phase = DRAWN
    s.drawn = 0


@rule
def place(box, s, slot):
    """T1. The drawn card replaces one wagon of your train; the replaced one goes to the row."""
    seat = s.active
    card = s.drawn
    s.drawn = 0
    s.hand_count[seat] = 0
    s.where[card] = TABLE
    replaced = s.train[seat, slot]
    lose_lock(s, seat, slot)
    s.train[seat, slot] = card
    if in_order(s, seat):
        win(s, seat)
    lay_in_row(box, s, replaced)
    end_turn(box, s)


@rule
def use_up(s, ability):
    """T2. The card of the row that is used goes to the discard; its number does not matter."""
    s.where[s.row[ability]] = DISCARD
    s.row[ability] = 0


# ---------------------------------------------------------------- the abilities


@rule
def exchange(box, s, ability, slot, distance):
    """B1. Swap two neighbours. B2. Swap two wagons with exactly one between them."""
    seat = s.active
    use_up(s, ability)
    lose_lock(s, seat, slot)
    lose_lock(s, seat, slot + distance)
    lifted = s.train[seat, slot]
    s.train[seat, slot] = s.train[seat, slot + distance]
    s.train[seat, slot + distance] = lifted
    if in_order(s, seat):
        win(s, seat)
    end_turn(box, s)


@rule
def shift(box, s, ability, slot, step):
    """B3, B4. Lift one wagon, the next two close up, put it down two places right (step 1) or left (step -1)."""
    seat = s.active
    use_up(s, ability)
    lose_lock(s, seat, slot)
    lose_lock(s, seat, slot + step)
    lose_lock(s, seat, slot + 2 * step)
    lifted = s.train[seat, slot]
    s.train[seat, slot] = s.train[seat, slot + step]
    s.train[seat, slot + step] = s.train[seat, slot + 2 * step]
    s.train[seat, slot + 2 * step] = lifted
    if in_order(s, seat):
        win(s, seat)
    end_turn(box, s)


@rule
def ability_that_removes(slot):
    """B5. Three cards remove: the wagon behind the locomotive, the middle one, the last one."""
    if slot == 0:
        return REMOVE_LEFT
    if slot == 3:
        return REMOVE_MIDDLE
    return REMOVE_RIGHT


@rule
def remove(box, s, slot):
    """B5, R1-R3. Every player, the active one too, loses that wagon to the row unless it is protected; pairs go."""
    use_up(s, ability_that_removes(slot))
    s.removed_slot = slot
    for step in range(box.players):
        seat = seat_after(box, s.active, step)
        if s.lock[seat, slot // 3] == 0:
            removed = s.train[seat, slot]
            s.train[seat, slot] = 0
            lay_in_row(box, s, removed)
    s.waiting = 0
    next_refill(box, s)


@rule
def next_refill(box, s):
    """R4. From the active player on, clockwise, each who lost a wagon draws one for the same place."""
    while s.waiting < box.players:
        if s.train[seat_after(box, s.active, s.waiting), s.removed_slot] == 0:
            have_a_card_to_draw(s)
            s.phase = REFILL
            return
        s.waiting += 1
    s.waiting = 0
    s.removed_slot = 0
    end_turn(box, s)


@rule
def refill(box, s, card):
    """R4, R5. The drawn card goes to the gap; the first train in order wins at once and nobody draws after it."""
    seat = seat_after(box, s.active, s.waiting)
    take_from_pile(s, card, TABLE)
    s.train[seat, s.removed_slot] = card
    if in_order(s, seat):
        win(s, seat)
    else:
        next_refill(box, s)


@rule
def protect(box, s, slot):
    """B6, P1. The Protect card lies under the wagon and is out of play until released."""
    s.lock[s.active, slot // 3] = s.row[PROTECT]
    s.row[PROTECT] = 0
    end_turn(box, s)


@rule
def lose_lock(s, seat, slot):
    """P3. A protected wagon that moves or is replaced by its owner loses its protection; the card is discarded."""
    if slot % 3 == 0 and s.lock[seat, slot // 3] > 0:
        s.where[s.lock[seat, slot // 3]] = DISCARD
        s.lock[seat, slot // 3] = 0


# ---------------------------------------------------------------- who acts, what they may do


@rule
def actor(box, s):
    if s.phase == ENDED:
        return OVER
    if s.phase == TURN or s.phase == CHOOSE or (s.phase == DRAWN and s.hand_count[s.active] > 0):
        return s.active
    return CHANCE


@rule
def moves(box, s, out):
    if s.phase == TURN:
        offer(out, pack(Verb.DRAW))
        offer_abilities(s, out)
    elif s.phase == DRAWN and s.hand_count[s.active] > 0:
        # T1. It must replace a wagon; it may not be thrown away.
        for slot in range(SLOTS):
            offer(out, pack(Verb.PLACE, slot))
    elif s.phase == CHOOSE:
        # S5. Any card of the hand, any wagon.
        for card in range(1, CARDS + 1):
            if s.where[card] == HAND + s.active:
                for slot in range(SLOTS):
                    offer(out, pack(Verb.KEEP, card, slot))
    elif s.phase == FIRST:
        # S3. The first player is picked at random.
        for seat in range(box.players):
            offer(out, pack(Verb.FIRST, seat))
    elif s.phase != ENDED:
        verb = Verb.DEAL
        if s.phase == HANDS:
            verb = Verb.HAND
        elif s.phase == DRAWN:
            verb = Verb.DRAWN
        elif s.phase == REFILL:
            verb = Verb.REFILL
        offer_marked(out, verb, s.where, PILE, s.pile_count)


@rule
def offer_abilities(s, out):
    """T2, T3. Any card of the row; T4. only for its ability."""
    if s.row[SWAP_ADJACENT] > 0:
        for slot in range(SLOTS - 1):
            offer(out, pack(Verb.SWAP, slot))
    if s.row[SWAP_SKIP_ONE] > 0:
        for slot in range(SLOTS - 2):
            offer(out, pack(Verb.LEAP, slot))
    if s.row[SHIFT_RIGHT] > 0:
        for slot in range(SLOTS - 2):
            offer(out, pack(Verb.RIGHT, slot))
    if s.row[SHIFT_LEFT] > 0:
        for slot in range(2, SLOTS):
            offer(out, pack(Verb.LEFT, slot))
    for slot in range(0, SLOTS, 3):
        if s.row[ability_that_removes(slot)] > 0:
            offer(out, pack(Verb.REMOVE, slot))
        # P5. A wagon that is protected already cannot be protected again.
        if s.row[PROTECT] > 0 and s.lock[s.active, slot // 3] == 0:
            offer(out, pack(Verb.PROTECT, slot))


@rule
def play(box, s, move):
    verb = verb_of(move)
    a = a_of(move)
    if verb == Verb.DRAW:
        draw(s)
    elif verb == Verb.DRAWN:
        take_from_pile(s, a, HAND + s.active)
        s.hand_count[s.active] = 1
        s.drawn = a
    elif verb == Verb.PLACE:
        place(box, s, a)
    elif verb == Verb.SWAP:
        exchange(box, s, SWAP_ADJACENT, a, 1)
    elif verb == Verb.LEAP:
        exchange(box, s, SWAP_SKIP_ONE, a, 2)
    elif verb == Verb.RIGHT:
        shift(box, s, SHIFT_RIGHT, a, 1)
    elif verb == Verb.LEFT:
        shift(box, s, SHIFT_LEFT, a, -1)
    elif verb == Verb.REMOVE:
        remove(box, s, a)
    elif verb == Verb.REFILL:
        refill(box, s, a)
    elif verb == Verb.PROTECT:
        protect(box, s, a)
    elif verb == Verb.KEEP:
        keep(box, s, a, b_of(move))
    elif verb == Verb.HAND:
        draw_for_setup(box, s, a)
    elif verb == Verb.DEAL:
        deal(box, s, a)
    elif verb == Verb.FIRST:
        s.first = a
        s.phase = DEAL


# ---------------------------------------------------------------- what a player may know


@rule
def is_own(where, player):
    """S4, S5, T1. A hand and what was thrown away in set-up is known to its owner only: nor is the pile then."""
    if where >= THROWN:
        return where == THROWN + player
    return where == HAND + player


@rule
def hide(box, s, player):
    for card in range(1, CARDS + 1):
        where = s.where[card]
        if where == PILE or (where >= HAND and not is_own(where, player)):
            s.where[card] = UNKNOWN
    if player != s.active:
        s.drawn = 0


@rule
def mask(box, s, player, move):
    verb = verb_of(move)
    if verb == Verb.HAND and seat_after(box, s.first, s.waiting) != player:
        return pack(Verb.HAND)
    if verb == Verb.DRAWN and s.active != player:
        return pack(Verb.DRAWN)
    return move


@rule
def deal_unknown(s, rng, place, count):
    """Give `count` of the unknown cards to a place, each equally likely."""
    unknown = 0
    for card in range(1, CARDS + 1):
        if s.where[card] == UNKNOWN:
            unknown += 1
    for card in range(1, CARDS + 1):
        if s.where[card] == UNKNOWN:
            if below(rng, unknown) < count:
                s.where[card] = place
                count -= 1
            unknown -= 1


@rule
def guess(box, s, player, rng):
    for seat in range(box.players):
        if seat != player:
            if s.hand_count[seat] > 0:
                deal_unknown(s, rng, HAND + seat, s.hand_count[seat])
            if s.thrown_count[seat] > 0:
                deal_unknown(s, rng, THROWN + seat, s.thrown_count[seat])
    for card in range(1, CARDS + 1):
        if s.where[card] == UNKNOWN:
            s.where[card] = PILE
    if s.phase == DRAWN and s.drawn == 0 and s.hand_count[s.active] > 0:
        for card in range(1, CARDS + 1):
            if s.where[card] == HAND + s.active:
                s.drawn = card


# ---------------------------------------------------------------- the result


@rule
def score(box, s, player):
    """E1. One point for the winner; E4. a draw gives nobody more than the others."""
    if s.winner == player:
        return 1
    return 0
