"""Places assises: the rules in the rulebook's order. Numbers such as T3 are those of docs/rules/places-assises.*.md."""

from enum import IntEnum

from rotonde.kernel.chance import below, offer
from rotonde.kernel.layout import Layout, i1, i2, i8
from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, rule, scratch

VERSION = 1
MOST_MOVES = 160

SEATS = 4
CAR = 45  # squares of a car: 5 rows of 9
SQUARES = 2 * CAR
DOORS = 8
BENCHES = 3  # that one square gives access to
BOARDS = 112  # 28 pairs of cars, each car either way round

# What a square is.
FLOOR, SEAT, PASSENGER = range(3)

# The cards: red 1 to 5, blue 1 to 5, then the actions. 0 is no card, or one that the viewer may not know.
KINDS = 27
COLOURS = 5  # numbers of one colour
NUMBER_KINDS = 10
EXIT_1, EXIT_2, EXPRESS, REVERSE, ECCENTRIC, PANHANDLER, PLUS_TOKEN, ENTER_1, ENTER_2, EXCUSE_ME = range(
    11, 21
)
U_PASS, ADVANCED_1, ADVANCED_2, ADVANCED_3, TAKE_A_SEAT, REBEL = range(21, 27)
ADVANCED = 21  # + its number
ACTIONS = (
    "exit_1",
    "exit_2",
    "express",
    "reverse",
    "eccentric",
    "panhandler",
    "plus_token",
    "enter_1",
    "enter_2",
    "excuse_me",
    "u_pass",
    "advanced_1",
    "advanced_2",
    "advanced_3",
    "take_a_seat",
    "rebel",
)

# The two decks.
NUMBER, ACTION = range(2)

# Where in the game we are.
CARS, FIRST, DRAW, START, TURN, DOOR, GO, ENTERING, PICK, PICK_HAND, REACT, STEAL = range(12)
SEAT_BOTH, SHED, PAY, NEXT_PAWN, ENDED = range(12, 17)
CARD_PLAYED, TURN_OVER = range(17, 19)  # `play` goes on from these at once

# What goes on after a draw, besides a phase that was interrupted.
DEALING, ENDING, ROBBED = range(20, 23)

# How a move passes those in the way.
PASS_NOBODY, PASS_WITH_EXCUSE_ME, PASS_WITH_REBEL = range(3)

BLOCKED_TURNS = 2  # that cost the blockers nothing
NOBODY = -1


class Box(Layout):
    players: i1
    pawns: i1  # of each player
    turn_limit: i2
    hand_size: i1[2]  # numbers, actions
    open_weight: i1  # the odds of the doors
    closed_weight: i1
    copies: i1[KINDS]
    keeps_turn: i1[KINDS]  # 1: a green star
    joined_long: i1  # 1: long side to long side
    boards: i1
    car: i1[BOARDS, 2]  # which car lies left (or above) and which right (or below)
    turned: i1[BOARDS, 2]  # 1: turned round
    doors: i1[BOARDS]
    door: i1[BOARDS, DOORS]  # the square inside each door that has a start space
    kind: i1[BOARDS, SQUARES]
    seats: i8[BOARDS, 2]  # the seats of each car without a passenger, a bit for each
    link: i1[BOARDS, SQUARES, 4]  # north, east, south, west; -1: no way
    near: i8[
        BOARDS, SQUARES, 2
    ]  # the floor squares linked to a square, a bit for each, a number for each car
    bench: i1[BOARDS, SQUARES, BENCHES]  # the seats entered from a floor square; -1: no more
    mate: i1[BOARDS, SQUARES]  # the other seat of the bench, -1: none
    way_out: i1[BOARDS, SQUARES]  # the floor from which a seat's bench is entered


class State(Layout):
    phase: i1
    board: i1
    active: i1
    direction: i1  # 1: clockwise, -1: the other way
    turn: i2
    winner: i1  # -1: nobody

    pawn: i1[SQUARES]  # who sits on a seat: seat at the table + 1
    supply: i1[SEATS]
    quay: i1[SEATS]  # the door outside which a pawn waits, -1: none
    missed: i1[SEATS]  # 1: it waits on the missed-train space
    aisle: i1[SEATS]  # the floor square of the pawn in the aisle, -1: none
    skip: i1[SEATS]  # 1: loses its next turn
    tokens: i2[SEATS]
    blocked: i1[SEATS]  # blocked turns in a row

    hand: i1[SEATS, KINDS]
    hand_count: i1[SEATS, 2]
    known: i1[
        SEATS, KINDS
    ]  # bit by bit, who saw this card being taken from them: they know that it is in this hand
    pile: i1[KINDS]
    pile_count: i1[2]
    discard: i1[KINDS]

    # this turn
    looked: i1  # 1: whether the turn is a blocked one has been looked at
    acted: i1  # 1: a card was played
    u_pass_used: i1
    fresh: i8[
        2
    ]  # the seats taken by the active player in this turn, a bit for each square, a number for each car
    blockers: i1  # bit by bit, who has to pay for blocking

    # a card being played, a move being made, a card being drawn
    card: i1
    target: i1
    left: i1  # pawns still to be chosen or seated
    picked: i1[2]  # the seats of the pawns that are attacked
    from_quay: i1  # 1: the pawn to be seated comes from a start or missed-train space
    wanted: i1  # the deck that is drawn or stolen from
    total: i1
    passing: i1
    reach: i8[2]  # where the pawn may go, a bit for each square, a number for each car
    drawer: i1
    then: i1


class Verb(IntEnum):
    CARS = 1  # chance: board
    FIRST = 2  # chance: seat
    DRAW = 3  # chance: card
    PLACE = 4  # door
    BOARD = 5
    DOORS = 6  # chance: 1 open, 2 closed
    MOVE = 7  # number card, second number card, the other cards (see other_cards)
    GO = 8  # square
    PLAY = 9  # action card
    SEAT = 10  # square, 1: with the pawn from the quay
    PICK = 11  # square, 1: to be replaced by the pawn from the quay
    ROB = 12  # seat, deck
    ACCEPT = 13
    REBEL = 14
    STEAL = 15  # chance: card
    TOKEN = 16  # card
    PASS = 17
    SHED = 18  # card
    DONE = 19
    RETURN = 20  # square


# ---------------------------------------------------------------- the cards


@rule
def deck_of(kind):
    """C3. Two decks: numbers and actions."""
    if kind <= NUMBER_KINDS:
        return NUMBER
    return ACTION


@rule
def first_of(deck):
    if deck == NUMBER:
        return 1
    return NUMBER_KINDS + 1


@rule
def last_of(deck):
    if deck == NUMBER:
        return NUMBER_KINDS
    return KINDS - 1


@rule
def worth_of(kind):
    """C3. The steps on a number card."""
    return (kind - 1) % COLOURS + 1


@rule
def same_colour(kind, other):
    return (kind - 1) // COLOURS == (other - 1) // COLOURS


@rule
def take_from_hand(s, seat, kind):
    """A card leaves a hand; what others knew about it is used up."""
    s.hand[seat, kind] -= 1
    s.hand_count[seat, deck_of(kind)] -= 1
    s.known[seat, kind] = 0


@rule
def give(s, seat, kind):
    s.hand[seat, kind] += 1
    s.hand_count[seat, deck_of(kind)] += 1


@rule
def discard(s, seat, kind):
    take_from_hand(s, seat, kind)
    s.discard[kind] += 1


@rule
def have_a_card_to_draw(s, deck):
    """C5. When a pile is used up, its discard is shuffled into a new one."""
    if s.pile_count[deck] > 0:
        return
    for kind in range(first_of(deck), last_of(deck) + 1):
        s.pile[kind] += s.discard[kind]
        s.pile_count[deck] += s.discard[kind]
        s.discard[kind] = 0


@rule
def draw_next(s, seat, deck, then):
    """That seat draws a card; False when there is none left anywhere."""
    have_a_card_to_draw(s, deck)
    if s.pile_count[deck] == 0:
        return False
    s.phase = DRAW
    s.drawer = seat
    s.wanted = deck
    s.then = then
    return True


@rule
def draw(box, s, kind):
    s.pile[kind] -= 1
    s.pile_count[s.wanted] -= 1
    give(s, s.drawer, kind)
    then = s.then
    s.drawer = 0
    s.wanted = 0
    s.then = 0
    if then == DEALING:
        deal(box, s)
    elif then == ENDING:
        s.phase = TURN_OVER
    elif then == ROBBED:
        s.phase = CARD_PLAYED
    else:
        s.phase = then


# ---------------------------------------------------------------- pawns


@rule
def seated_count(box, s, seat):
    """Every pawn is in the supply, outside a door, in the aisle or on a seat."""
    count = box.pawns - s.supply[seat]
    if s.quay[seat] >= 0:
        count -= 1
    if s.aisle[seat] >= 0:
        count -= 1
    return count


@rule
def has_outside_pawn(s, seat):
    return s.supply[seat] > 0 or s.quay[seat] >= 0


@rule
def needs_pawn(s, seat):
    """T1. Nobody of that colour is in the aisle, on a start space or on a missed-train space."""
    return s.aisle[seat] < 0 and s.quay[seat] < 0 and s.supply[seat] > 0


@rule
def is_free_seat(box, s, square):
    return box.kind[s.board, square] == SEAT and s.pawn[square] == 0


@rule
def leave_quay(s, seat):
    s.quay[seat] = NOBODY
    s.missed[seat] = 0


@rule
def stand_in_aisle(s, seat, square):
    """Somebody else stands in the aisle now, or elsewhere: nobody has blocked that pawn yet."""
    s.aisle[seat] = square
    s.blocked[seat] = 0


@rule
def seat_outside_pawn(s, seat, square, from_quay):
    """A pawn from the supply or from the quay sits down without walking."""
    if from_quay == 1:
        leave_quay(s, seat)
    else:
        s.supply[seat] -= 1
    s.pawn[square] = seat + 1
    s.fresh[square // CAR] |= 1 << (square % CAR)


@rule
def back_to_supply(s, square):
    seat = s.pawn[square] - 1
    s.pawn[square] = 0
    s.supply[seat] += 1


@rule
def look_for_winner(s, seat):
    """W1. All pawns on seats: the game ends at once."""
    if s.supply[seat] == 0 and s.quay[seat] < 0 and s.aisle[seat] < 0:
        s.winner = seat
        s.phase = ENDED


# ---------------------------------------------------------------- setting up


@rule
def setup(box, s):
    """S1, S2. Nothing drawn yet: all pawns in the supplies, all cards in the piles, three tokens each."""
    s.phase = CARS
    s.direction = 1
    s.winner = NOBODY
    for seat in range(SEATS):
        s.quay[seat] = NOBODY
        s.aisle[seat] = NOBODY
    for seat in range(box.players):
        s.supply[seat] = box.pawns
        s.tokens[seat] = 3
    for kind in range(1, KINDS):
        s.pile[kind] = box.copies[kind]
        s.pile_count[deck_of(kind)] += box.copies[kind]


@rule
def deal(box, s):
    """S2. Each player gets a hand of numbers and actions; then the first turn begins."""
    for seat in range(box.players):
        for deck in range(2):
            if s.hand_count[seat, deck] < box.hand_size[deck] and draw_next(s, seat, deck, DEALING):
                return
    begin_turn(box, s)


# ---------------------------------------------------------------- the turn


@rule
def begin_turn(box, s):
    """T1. Without a pawn in the aisle or at a door one must be put on a start space first."""
    s.turn += 1
    s.phase = TURN
    if needs_pawn(s, s.active):
        s.phase = START


@rule
def place(s, door):
    """T1, T5. A pawn from the supply goes to a start space; where, is settled until it has boarded."""
    seat = s.active
    s.supply[seat] -= 1
    s.quay[seat] = door
    if s.phase == START:
        s.phase = TURN
    else:
        s.phase = TURN_OVER


@rule
def board(box, s):
    """T3. The doors decide, except for a pawn that has missed a train: it just gets in."""
    if s.missed[s.active] == 1:
        get_in(box, s)
    else:
        s.phase = DOOR


@rule
def get_in(box, s):
    """T3. The pawn stands inside its door."""
    seat = s.active
    stand_in_aisle(s, seat, box.door[s.board, s.quay[seat]])
    leave_quay(s, seat)


@rule
def turn_doors(box, s, result):
    """T3. Open: the pawn gets in and the turn goes on. Closed: it has missed the train, and the turn ends."""
    if result == 1:
        get_in(box, s)
        s.phase = TURN
    else:
        s.missed[s.active] = 1
        s.phase = TURN_OVER


@rule
def end_turn(box, s):
    """T5. First whoever blocked pays (B3), then the next pawn goes to a start space, then the hand is refilled."""
    payer = next_payer(box, s)
    if payer >= 0:
        s.target = payer
        s.phase = PAY
        return
    s.target = 0
    if needs_pawn(s, s.active):
        s.phase = NEXT_PAWN
        return
    for deck in range(2):
        if s.hand_count[s.active, deck] < box.hand_size[deck] and draw_next(s, s.active, deck, ENDING):
            return
    next_turn(box, s)


@rule
def next_turn(box, s):
    """T6. The next in the direction of play; A3. a skip marker is used up; if all others have one, it is you again."""
    s.looked = 0
    s.acted = 0
    s.u_pass_used = 0
    s.fresh[0] = 0
    s.fresh[1] = 0
    s.blockers = 0
    if s.turn == box.turn_limit:
        # W2. So that no game goes on for ever.
        s.phase = ENDED
        return
    seat = seat_after(box, s, s.active, 1)
    while s.skip[seat] > 0:
        s.skip[seat] = 0
        seat = seat_after(box, s, seat, 1)
    s.active = seat
    begin_turn(box, s)


@rule
def seat_after(box, s, seat, steps):
    """S3. Clockwise, until somebody plays Reverse."""
    return (seat + s.direction * steps + box.players) % box.players


@rule
def pass_turn(s):
    """B5. Who passes without having played a card may throw away numbers first."""
    if s.acted == 0 and s.hand_count[s.active, NUMBER] > 0:
        s.phase = SHED
    else:
        s.phase = TURN_OVER


@rule
def shed(s, kind):
    discard(s, s.active, kind)
    if s.hand_count[s.active, NUMBER] == 0:
        s.phase = TURN_OVER


@rule
def use_token(s, seat, kind):
    """K1. A token changes a card for the top one of the same deck."""
    s.tokens[seat] -= 1
    discard(s, seat, kind)
    draw_next(s, seat, deck_of(kind), s.phase)


# ---------------------------------------------------------------- moving

MOST_STEPS = 13  # 5 + 5 and an Advanced Movement of 3
DEEPEST = 20  # squares of a way with those passed
PLAIN = 0  # where `walk` writes what is reached without passing anybody
EXCUSED = 2 * (MOST_STEPS + 1)  # ... and with a card that passes those in the way
SOMEWHERE = 2 * EXCUSED  # ... which numbers of steps lead anywhere, bit by bit
BEYOND = SOMEWHERE + 1  # ... which lead to a seat that nobody reaches without such a card
FOUND = SOMEWHERE + 2


@rule
def walk(box, s, seat, wanted, standing, may_pass, everywhere, found):
    """M2-M8. Where the aisle pawn can be after each `wanted` number of steps: a bit for each square.

    `standing` are the opponents, bit by bit, whose aisle pawns count. Unless we want to know `everywhere` one can go, a
    number of steps is settled once it leads somewhere, and with such a card further than without. Benches are dead ends
    with one way in and two seats, so a way meets at most one seated person: one card is always enough to pass (A10).
    """
    way = scratch(DEEPEST)
    turned = scratch(DEEPEST)
    steps = scratch(DEEPEST)
    excused = scratch(DEEPEST)
    on_way = scratch(2)
    people = scratch(2)
    for other in range(box.players):
        if other != seat and standing >> other & 1 == 1 and s.aisle[other] >= 0:
            people[s.aisle[other] // CAR] |= 1 << (s.aisle[other] % CAR)
    most = highest(wanted)
    # The last step is seen from the square before it. Only whoever passes somebody there has a step left.
    last = 1
    if may_pass and (people[0] | people[1]) != 0:
        last = 0
    depth = 0
    way[0] = s.aisle[seat]
    on_way[way[0] // CAR] |= 1 << (way[0] % CAR)
    look_round(box, s, seat, way[0], 0, 0, most, may_pass, on_way, found)
    while depth >= 0 and most > 0:
        side = turned[depth]
        if side == 4 or steps[depth] + last >= most:
            # All tried from here: go back.
            on_way[way[depth] // CAR] ^= 1 << (way[depth] % CAR)
            turned[depth] = 0
            depth -= 1
        else:
            turned[depth] += 1
            square = box.link[s.board, way[depth], side]
            car = square // CAR
            bit = 1 << (square % CAR)
            # M3. No square twice.
            if square >= 0 and box.kind[s.board, square] == FLOOR and on_way[car] & bit == 0:
                in_the_way = people[car] & bit != 0
                count = steps[depth] + 1
                if in_the_way:
                    # A10. Whoever is passed is not counted.
                    count -= 1
                if count < most and (may_pass or not in_the_way):
                    depth += 1
                    way[depth] = square
                    steps[depth] = count
                    excused[depth] = excused[depth - 1]
                    if in_the_way:
                        excused[depth] = 1
                    on_way[car] |= bit
                    look_round(box, s, seat, square, count, excused[depth], most, may_pass, on_way, found)
                    if not everywhere and wanted & settled(found, may_pass) != 0:
                        wanted &= ~settled(found, may_pass)
                        most = highest(wanted)


@rule
def settled(found, may_pass):
    """The numbers of steps that lead somewhere; with a card to pass, also to where one comes only with that card."""
    if may_pass:
        return found[SOMEWHERE] & found[BEYOND]
    return found[SOMEWHERE]


@rule
def look_round(box, s, seat, floor, count, excuse, most, may_pass, on_way, found):
    """What is one step (or two, on a bench) further than a floor square, which is `count` steps away."""
    for car in range(2):
        # M4, M5. Any floor square, also a shared one.
        near = box.near[s.board, floor, car] & ~on_way[car]
        if near != 0:
            found[excuse * EXCUSED + 2 * (count + 1) + car] |= near
            if excuse == 0:
                found[SOMEWHERE] |= 1 << (count + 1)
    for bench in range(BENCHES):
        seat_near = box.bench[s.board, floor, bench]
        if seat_near >= 0:
            look_at_bench(box, s, seat, seat_near, count, excuse, most, may_pass, found)


@rule
def look_at_bench(box, s, seat, near, count, excuse, most, may_pass, found):
    """M4, M6, M7, A10. The one or two seats of a bench, seen from the floor before it."""
    far = box.mate[s.board, near]
    if is_free_seat(box, s, near):
        reach_seat(found, excuse, count + 1, near)
        if far >= 0 and count + 2 <= most:
            if is_free_seat(box, s, far):
                reach_seat(found, excuse, count + 2, far)
            elif may_pass and can_slide(box, s, seat, far):
                reach_beyond(found, count + 2, far)
    elif may_pass:
        if can_slide(box, s, seat, near):
            reach_beyond(found, count + 1, near)
        if far >= 0 and is_free_seat(box, s, far):
            reach_beyond(found, count + 1, far)


@rule
def reach_seat(found, excuse, count, square):
    found[excuse * EXCUSED + 2 * count + square // CAR] |= 1 << (square % CAR)
    if excuse == 0:
        found[SOMEWHERE] |= 1 << count


@rule
def reach_beyond(found, count, square):
    reach_seat(found, 1, count, square)
    found[BEYOND] |= 1 << count


@rule
def can_slide(box, s, seat, square):
    """A10. An opponent slides to the other seat of the bench if that one is empty."""
    owner = s.pawn[square]
    mate = box.mate[s.board, square]
    return owner > 0 and owner != seat + 1 and mate >= 0 and is_free_seat(box, s, mate)


@rule
def everybody(box):
    return (1 << box.players) - 1


@rule
def totals(s, seat):
    """M1, A12. Every number of steps that the hand gives, a bit for each."""
    plain = 0
    mixed = 1
    for kind in range(1, NUMBER_KINDS + 1):
        if s.hand[seat, kind] > 0:
            plain |= 1 << worth_of(kind)
            for other in range(kind, NUMBER_KINDS + 1):
                if has_both(s, seat, kind, other):
                    both = 1 << (worth_of(kind) + worth_of(other))
                    mixed |= both
                    if same_colour(kind, other):
                        plain |= both
    mixed |= plain
    for plus in range(1, 4):
        if s.hand[seat, ADVANCED + plus] > 0:
            plain |= mixed << plus
    return plain


@rule
def has_both(s, seat, kind, other):
    if kind == other:
        return s.hand[seat, kind] > 1
    return s.hand[seat, kind] > 0 and s.hand[seat, other] > 0


@rule
def highest(bits):
    place = 0
    while bits > 1:
        bits >>= 1
        place += 1
    return place


@rule
def lowest(bits):
    place = 0
    while bits >> place & 1 == 0:
        place += 1
    return place


@rule
def can_pass(s, seat):
    return s.hand[seat, EXCUSE_ME] > 0 or s.hand[seat, REBEL] > 0


@rule
def reached(found, how, total, car):
    """M2. The squares of a car at exactly this many steps; D3. a card to pass only where somebody must be passed."""
    plain = found[PLAIN + 2 * total + car]
    if how == PASS_NOBODY:
        return plain
    return found[EXCUSED + 2 * total + car] & ~plain


@rule
def reaches_any(found, how, total):
    if how == PASS_NOBODY:
        return found[SOMEWHERE] >> total & 1 == 1
    if found[BEYOND] >> total & 1 == 1:
        return True
    return reached(found, how, total, 0) != 0 or reached(found, how, total, 1) != 0


@rule
def other_cards(plus, passing):
    """The third operand of a MOVE: the number of an Advanced Movement, and the card that passes those in the way."""
    return 3 * plus + passing


@rule
def plus_in(others):
    return others // 3


@rule
def passing_in(others):
    return others % 3


@rule
def total_of(first, second, plus):
    total = plus
    if first > 0:
        total += worth_of(first)
    if second > 0:
        total += worth_of(second)
    return total


@rule
def offer_ways(s, out, found):
    """M1, M2, A12. The cards that move the aisle pawn: none, one or two numbers, perhaps an Advanced Movement."""
    seat = s.active
    for first in range(NUMBER_KINDS + 1):
        if first == 0 or s.hand[seat, first] > 0:
            for second in range(NUMBER_KINDS + 1):
                if second == 0 or (0 < first <= second and has_both(s, seat, first, second)):
                    for plus in range(4):
                        if plus == 0:
                            fits = first > 0 and (second == 0 or same_colour(first, second))
                        else:
                            fits = s.hand[seat, ADVANCED + plus] > 0
                        if fits:
                            offer_ways_with(s, out, found, first, second, plus)


@rule
def offer_ways_with(s, out, found, first, second, plus):
    total = total_of(first, second, plus)
    if reaches_any(found, PASS_NOBODY, total):
        offer(out, pack(Verb.MOVE, first, second, other_cards(plus, PASS_NOBODY)))
    if reaches_any(found, PASS_WITH_EXCUSE_ME, total):
        if s.hand[s.active, EXCUSE_ME] > 0:
            offer(out, pack(Verb.MOVE, first, second, other_cards(plus, PASS_WITH_EXCUSE_ME)))
        if s.hand[s.active, REBEL] > 0:
            offer(out, pack(Verb.MOVE, first, second, other_cards(plus, PASS_WITH_REBEL)))


@rule
def start_move(box, s, first, second, others):
    """T4. The cards are laid; the pawn must go as far as they say."""
    seat = s.active
    plus = plus_in(others)
    s.total = total_of(first, second, plus)
    s.passing = passing_in(others)
    s.acted = 1
    if first > 0:
        discard(s, seat, first)
    if second > 0:
        discard(s, seat, second)
    if plus > 0:
        discard(s, seat, ADVANCED + plus)
    if s.passing == PASS_WITH_EXCUSE_ME:
        discard(s, seat, EXCUSE_ME)
    elif s.passing == PASS_WITH_REBEL:
        discard(s, seat, REBEL)
    found = scratch(FOUND)
    walk(box, s, seat, 1 << s.total, everybody(box), s.passing != PASS_NOBODY, True, found)
    s.reach[0] = reached(found, s.passing, s.total, 0)
    s.reach[1] = reached(found, s.passing, s.total, 1)
    s.phase = GO


@rule
def offer_squares(s, out):
    """M4. Every square at exactly that distance."""
    for car in range(2):
        squares = s.reach[car]
        square = car * CAR
        while squares != 0:
            if squares & 1 == 1:
                offer(out, pack(Verb.GO, square))
            squares >>= 1
            square += 1


@rule
def offer_walks(box, s, out):
    """T4. The cards to walk with."""
    seat = s.active
    bits = totals(s, seat)
    if s.aisle[seat] >= 0 and bits > 0:
        found = scratch(FOUND)
        walk(box, s, seat, bits, everybody(box), can_pass(s, seat), False, found)
        offer_ways(s, out, found)


@rule
def go(box, s, square):
    """M4. On a seat the pawn is seated for good; A10. an opponent who sat there slides. T4. The turn ends."""
    seat = s.active
    if box.kind[s.board, square] == FLOOR:
        stand_in_aisle(s, seat, square)
    else:
        if s.pawn[square] > 0:
            s.pawn[box.mate[s.board, square]] = s.pawn[square]
        s.pawn[square] = seat + 1
        stand_in_aisle(s, seat, NOBODY)
    s.blockers = 0
    s.total = 0
    s.passing = 0
    s.reach[0] = 0
    s.reach[1] = 0
    s.phase = TURN_OVER
    look_for_winner(s, seat)


# ---------------------------------------------------------------- the action cards


@rule
def next_target(box, s):
    """D2. The next player in the direction of play who carries no skip marker."""
    for step in range(1, box.players):
        seat = seat_after(box, s, s.active, step)
        if s.skip[seat] == 0:
            return seat
    return NOBODY


@rule
def can_play(box, s, kind):
    """D3. A card without any effect cannot be played. Excuse-me, Advanced Movement and Rebel go with a move."""
    seat = s.active
    if kind == EXIT_1 or kind == EXIT_2:
        target = next_target(box, s)
        return target >= 0 and seated_count(box, s, target) > 0
    if kind == EXPRESS:
        return next_target(box, s) >= 0
    if kind == ECCENTRIC or kind == TAKE_A_SEAT:
        if kind == TAKE_A_SEAT and not has_outside_pawn(s, seat):
            return False
        for other in range(box.players):
            if other != seat and seated_count(box, s, other) > 0:
                return True
        return False
    if kind == PANHANDLER:
        for other in range(box.players):
            if other != seat and s.hand_count[other, NUMBER] + s.hand_count[other, ACTION] > 0:
                return True
        return False
    if kind == ENTER_1 or kind == ENTER_2:
        return has_outside_pawn(s, seat)
    if kind == U_PASS:
        return s.u_pass_used == 0 and s.quay[seat] >= 0
    return kind == REVERSE or kind == PLUS_TOKEN


@rule
def play_card(box, s, kind):
    """T2. The card is laid; some must now be given a target."""
    seat = s.active
    discard(s, seat, kind)
    s.acted = 1
    s.card = kind
    if kind == EXIT_1 or kind == EXIT_2:
        # A1, A2. One or two seated pawns of the next player.
        s.target = next_target(box, s)
        s.left = min(kind - EXIT_1 + 1, seated_count(box, s, s.target))
        s.phase = PICK
    elif kind == ECCENTRIC or kind == TAKE_A_SEAT:
        s.left = 1
        s.phase = PICK
    elif kind == PANHANDLER:
        s.phase = PICK_HAND
    elif kind == ENTER_1 or kind == ENTER_2:
        # A8, A9. One or two pawns from outside, as far as there are any.
        outside = s.supply[seat]
        if s.quay[seat] >= 0:
            outside += 1
        s.left = min(kind - ENTER_1 + 1, outside)
        s.phase = ENTERING
    else:
        if kind == EXPRESS:
            # A3. The next player loses a turn.
            s.skip[next_target(box, s)] = 1
        elif kind == REVERSE:
            # A4. The other way round, for turns and for targets.
            s.direction = -s.direction
        elif kind == PLUS_TOKEN:
            # A7. One token more.
            s.tokens[seat] += 1
        elif kind == U_PASS:
            use_u_pass(box, s)
        s.phase = CARD_PLAYED


@rule
def use_u_pass(box, s):
    """A11. On board without asking the doors; P1. with a pawn in the aisle already, both are lost to the supply."""
    seat = s.active
    s.u_pass_used = 1
    if s.aisle[seat] >= 0:
        stand_in_aisle(s, seat, NOBODY)
        leave_quay(s, seat)
        s.supply[seat] += 2
    else:
        get_in(box, s)


@rule
def finish_card(box, s):
    """D1. After a green star the turn goes on, a red one ends it."""
    kind = s.card
    s.card = 0
    s.target = 0
    s.left = 0
    s.picked[0] = 0
    s.picked[1] = 0
    s.from_quay = 0
    s.wanted = 0
    s.phase = TURN_OVER
    if box.keeps_turn[kind] == 1:
        s.phase = TURN


@rule
def enter(s, square, from_quay):
    """A8, A9. A pawn that is not in the train takes any empty seat."""
    seat_outside_pawn(s, s.active, square, from_quay)
    s.left -= 1
    if s.left == 0:
        s.phase = CARD_PLAYED
    look_for_winner(s, s.active)


@rule
def can_be_picked(s, square):
    """A1, A2: a pawn of the target. A5, A13: of any opponent."""
    owner = s.pawn[square] - 1
    if owner < 0 or owner == s.active:
        return False
    if s.card == EXIT_1 or s.card == EXIT_2:
        return owner == s.target and s.picked[0] != square + 1
    return True


@rule
def pick(s, square, from_quay):
    """X1. The attack is announced with all that it does; then the target may answer."""
    if s.picked[0] == 0:
        s.picked[0] = square + 1
    else:
        s.picked[1] = square + 1
    s.from_quay = from_quay
    s.target = s.pawn[square] - 1
    s.left -= 1
    if s.left == 0:
        s.phase = REACT


@rule
def rob(s, seat, deck):
    """A6. Of whom, and from which deck: the backs differ."""
    s.target = seat
    s.wanted = deck
    s.phase = REACT


@rule
def rebel(s):
    """A14, X1. Both cards are discarded and nothing happens."""
    discard(s, s.target, REBEL)
    s.phase = CARD_PLAYED


@rule
def accept(box, s):
    kind = s.card
    if kind == PANHANDLER:
        s.phase = STEAL
    elif kind == EXIT_1 or kind == EXIT_2:
        back_to_supply(s, s.picked[0] - 1)
        if s.picked[1] > 0:
            back_to_supply(s, s.picked[1] - 1)
        s.phase = CARD_PLAYED
    else:
        push_into_aisle(box, s)


@rule
def push_into_aisle(box, s):
    """A5. A seated pawn must stand in the aisle before its bench; A13. and one of yours takes the seat."""
    square = s.picked[0] - 1
    target = s.target
    s.pawn[square] = 0
    if s.card == TAKE_A_SEAT:
        seat_outside_pawn(s, s.active, square, s.from_quay)
    if s.aisle[target] < 0:
        stand_in_aisle(s, target, box.way_out[s.board, square])
        s.phase = CARD_PLAYED
        look_for_winner(s, s.active)
    else:
        # P2. A second pawn in the aisle: you lose what you seated in this turn, the other seats both.
        give_back_fresh(s)
        stand_in_aisle(s, target, NOBODY)
        s.left = 2
        s.phase = SEAT_BOTH


@rule
def give_back_fresh(s):
    """P2. Every pawn seated in this turn goes back to the supply."""
    for car in range(2):
        for place in range(CAR):
            if s.fresh[car] >> place & 1 == 1:
                back_to_supply(s, car * CAR + place)
        s.fresh[car] = 0


@rule
def seat_one_of_both(s, square):
    """P2. On empty seats of their owner's choice; that may be the last ones."""
    s.pawn[square] = s.target + 1
    s.left -= 1
    if s.left == 0:
        s.phase = CARD_PLAYED
        look_for_winner(s, s.target)


@rule
def steal(box, s, kind):
    """A6. The card is taken unseen by all others; the victim draws another at once if the hand is not full."""
    target = s.target
    deck = s.wanted
    # Nobody can tell any more whether what they once lost is still there.
    for other in range(first_of(deck), last_of(deck) + 1):
        s.known[target, other] = 0
    take_from_hand(s, target, kind)
    give(s, s.active, kind)
    s.known[s.active, kind] |= 1 << target
    s.wanted = 0
    short = s.hand_count[target, deck] < box.hand_size[deck]
    if not (short and draw_next(s, target, deck, ROBBED)):
        s.phase = CARD_PLAYED


# ---------------------------------------------------------------- blocking


ALL_STAND, NOBODY_STANDS, ALL_BUT = range(3)  # ALL_BUT + seat


@rule
def standing_in(box, case):
    """B2, B4. Whose aisle pawns count, bit by bit: as it is, in an empty aisle, or without one of the opponents."""
    if case == ALL_STAND:
        return everybody(box)
    if case == NOBODY_STANDS:
        return 0
    return everybody(box) ^ (1 << (case - ALL_BUT))


@rule
def look_whether_blocked(box, s):
    """B2. At the first thing done in a turn, with the hand it began with; Excuse-me and Rebel do not count."""
    s.looked = 1
    seat = s.active
    if s.aisle[seat] < 0:
        return
    bits = totals(s, seat)
    could_move = 0
    next_on_the_ways = 0
    if bits > 0:
        # Whoever can walk at all can walk as far as the lowest number says.
        steps = lowest(bits)
        for case in range(ALL_BUT + box.players):
            found = scratch(FOUND)
            walk(box, s, seat, 1 << steps, standing_in(box, case), False, False, found)
            could_move |= (found[SOMEWHERE] >> steps & 1) << case
            if case == ALL_STAND:
                next_on_the_ways = met(box, s, seat, steps, found)
                if could_move != 0 or next_on_the_ways == 0:
                    s.blocked[seat] = 0
                    return
    if could_move >> NOBODY_STANDS & 1 == 0:
        s.blocked[seat] = 0
        return
    s.blocked[seat] = min(s.blocked[seat] + 1, 100)
    if s.blocked[seat] > BLOCKED_TURNS:
        # B4. Each without whom there would be a move; if it takes several, all who stand next on the ways out.
        s.blockers = could_move >> ALL_BUT
        if s.blockers == 0:
            s.blockers = next_on_the_ways


@rule
def met(box, s, seat, most, found):
    """B4. Who stands where one could just get to, bit by bit."""
    seats = 0
    for other in range(box.players):
        square = s.aisle[other]
        if other != seat and square >= 0:
            for count in range(1, most + 1):
                if found[PLAIN + 2 * count + square // CAR] >> (square % CAR) & 1 == 1:
                    seats |= 1 << other
    return seats


@rule
def next_payer(box, s):
    """B3. Every blocker who has a seated pawn."""
    for step in range(1, box.players):
        seat = seat_after(box, s, s.active, step)
        if s.blockers >> seat & 1 == 1 and seated_count(box, s, seat) > 0:
            return seat
    return NOBODY


@rule
def pay(s, square):
    """B3. A seated pawn of the blocker's choice goes back to its supply."""
    s.blockers &= ~(1 << s.target)
    back_to_supply(s, square)
    s.phase = TURN_OVER


# ---------------------------------------------------------------- who acts, what they may do


@rule
def actor(box, s):
    phase = s.phase
    if phase == ENDED:
        return OVER
    if phase == CARS or phase == FIRST or phase == DRAW or phase == DOOR or phase == STEAL:
        return CHANCE
    if phase == REACT or phase == SEAT_BOTH or phase == PAY:
        return s.target
    return s.active


@rule
def moves(box, s, out):
    phase = s.phase
    if phase == TURN:
        offer_turn(box, s, out)
        offer_walks(box, s, out)
    elif phase == GO:
        offer_squares(s, out)
    elif phase == DRAW:
        # C5. A pile is a bag: each card in it is as likely.
        for kind in range(first_of(s.wanted), last_of(s.wanted) + 1):
            if s.pile[kind] > 0:
                offer(out, pack(Verb.DRAW, kind), s.pile[kind])
    elif phase == DOOR:
        if box.open_weight > 0:
            offer(out, pack(Verb.DOORS, 1), box.open_weight)
        if box.closed_weight > 0:
            offer(out, pack(Verb.DOORS, 2), box.closed_weight)
    elif phase == START or phase == NEXT_PAWN:
        for door in range(box.doors[s.board]):
            offer(out, pack(Verb.PLACE, door))
    elif phase == REACT:
        # X1. Every target is asked, whatever it holds.
        offer(out, pack(Verb.ACCEPT))
        if s.hand[s.target, REBEL] > 0:
            offer(out, pack(Verb.REBEL))
        offer_tokens(s, out, s.target)
    elif phase == PICK or phase == ENTERING or phase == SEAT_BOTH or phase == PAY:
        offer_seats(box, s, out)
    elif phase == PICK_HAND:
        for seat in range(box.players):
            for deck in range(2):
                if seat != s.active and s.hand_count[seat, deck] > 0:
                    offer(out, pack(Verb.ROB, seat, deck))
    elif phase == STEAL:
        for kind in range(first_of(s.wanted), last_of(s.wanted) + 1):
            if s.hand[s.target, kind] > 0:
                offer(out, pack(Verb.STEAL, kind), s.hand[s.target, kind])
    elif phase == SHED:
        for kind in range(1, NUMBER_KINDS + 1):
            if s.hand[s.active, kind] > 0:
                offer(out, pack(Verb.SHED, kind))
        offer(out, pack(Verb.DONE))
    elif phase == FIRST:
        # S3. Drawn by lot: nobody has to show their ears.
        for seat in range(box.players):
            offer(out, pack(Verb.FIRST, seat))
    elif phase == CARS:
        # S1. The cars that the table chose, or any two.
        for cars in range(box.boards):
            offer(out, pack(Verb.CARS, cars))


@rule
def offer_turn(box, s, out):
    """T2-T4. Cards, tokens, boarding, a move; or pass."""
    seat = s.active
    offer(out, pack(Verb.PASS))
    if s.aisle[seat] < 0 and s.quay[seat] >= 0:
        offer(out, pack(Verb.BOARD))
    for kind in range(NUMBER_KINDS + 1, KINDS):
        if s.hand[seat, kind] > 0 and can_play(box, s, kind):
            offer(out, pack(Verb.PLAY, kind))
    offer_tokens(s, out, seat)


@rule
def offer_tokens(s, out, seat):
    """K1. Any card of the hand may be changed."""
    if s.tokens[seat] > 0:
        for kind in range(1, KINDS):
            if s.hand[seat, kind] > 0:
                offer(out, pack(Verb.TOKEN, kind))


@rule
def offer_seats(box, s, out):
    """A seat to take, or a seated pawn to choose; where a pawn from outside sits down, which one."""
    verb = Verb.SEAT
    if s.phase == PICK:
        verb = Verb.PICK
    elif s.phase == PAY:
        verb = Verb.RETURN
    enters = s.phase == ENTERING or (s.phase == PICK and s.card == TAKE_A_SEAT)
    for square in range(SQUARES):
        if may_be_chosen(box, s, square):
            if not enters or s.supply[s.active] > 0:
                offer(out, pack(verb, square))
            if enters and s.quay[s.active] >= 0:
                offer(out, pack(verb, square, 1))


@rule
def may_be_chosen(box, s, square):
    if s.phase == PICK:
        return can_be_picked(s, square)
    if s.phase == PAY:
        return s.pawn[square] == s.target + 1
    return is_free_seat(box, s, square)


@rule
def play(box, s, move):
    verb = verb_of(move)
    a = a_of(move)
    if s.phase == TURN and s.looked == 0:
        look_whether_blocked(box, s)
    if verb == Verb.DRAW:
        draw(box, s, a)
    elif verb == Verb.MOVE:
        start_move(box, s, a, b_of(move), c_of(move))
    elif verb == Verb.GO:
        go(box, s, a)
    elif verb == Verb.PLAY:
        play_card(box, s, a)
    elif verb == Verb.BOARD:
        board(box, s)
    elif verb == Verb.DOORS:
        turn_doors(box, s, a)
    elif verb == Verb.PLACE:
        place(s, a)
    elif verb == Verb.PASS:
        pass_turn(s)
    elif verb == Verb.TOKEN:
        use_token(s, actor(box, s), a)
    elif verb == Verb.SHED:
        shed(s, a)
    elif verb == Verb.DONE:
        s.phase = TURN_OVER
    elif verb == Verb.PICK:
        pick(s, a, b_of(move))
    elif verb == Verb.ROB:
        rob(s, a, b_of(move))
    elif verb == Verb.ACCEPT:
        accept(box, s)
    elif verb == Verb.REBEL:
        rebel(s)
    elif verb == Verb.STEAL:
        steal(box, s, a)
    elif verb == Verb.SEAT:
        if s.phase == ENTERING:
            enter(s, a, b_of(move))
        else:
            seat_one_of_both(s, a)
    elif verb == Verb.RETURN:
        pay(s, a)
    elif verb == Verb.FIRST:
        s.active = a
        deal(box, s)
    elif verb == Verb.CARS:
        s.board = a
        s.phase = FIRST
    if s.phase == CARD_PLAYED:
        finish_card(box, s)
    if s.phase == TURN_OVER:
        end_turn(box, s)


# ---------------------------------------------------------------- what a player may know


@rule
def hide(box, s, player):
    """S2. Hands are secret, and so is what the piles hold; A6. a stolen card is known to the two it concerns."""
    for kind in range(1, KINDS):
        s.pile[kind] = 0
        for seat in range(box.players):
            if seat != player:
                s.hand[seat, kind] = 0
                if player >= 0:
                    s.known[seat, kind] &= 1 << player
                else:
                    s.known[seat, kind] = 0


@rule
def mask(box, s, player, move):
    verb = verb_of(move)
    if verb == Verb.DRAW and s.drawer != player:
        return pack(Verb.DRAW)
    if verb == Verb.STEAL and s.active != player and s.target != player:
        return pack(Verb.STEAL)
    return move


@rule
def guess(box, s, player, rng):
    """All that is not in the discard or in one's own hand lies in the piles and in the other hands, each as likely."""
    for kind in range(1, KINDS):
        s.pile[kind] = box.copies[kind] - s.discard[kind]
        for seat in range(box.players):
            if seat != player and s.known[seat, kind] != 0:
                s.hand[seat, kind] = 1
            s.pile[kind] -= s.hand[seat, kind]
    for seat in range(box.players):
        if seat != player:
            for deck in range(2):
                guess_hand(s, seat, deck, rng)


@rule
def guess_hand(s, seat, deck, rng):
    unknown = 0
    missing = s.hand_count[seat, deck]
    for kind in range(first_of(deck), last_of(deck) + 1):
        unknown += s.pile[kind]
        missing -= s.hand[seat, kind]
    while missing > 0:
        place = below(rng, unknown)
        kind = first_of(deck)
        while place >= s.pile[kind]:
            place -= s.pile[kind]
            kind += 1
        s.pile[kind] -= 1
        s.hand[seat, kind] += 1
        unknown -= 1
        missing -= 1


# ---------------------------------------------------------------- the result


@rule
def score(box, s, player):
    """W1, W2. The pawns on seats: all of them for the winner; at the turn limit whoever has most."""
    return seated_count(box, s, player)
