"""Trains: the rules, in the order of the rulebook. Numbers such as T4 are those of docs/rules/trains.*.md.

K12 is the rule of card 12: cards have the numbers of their rules.
"""

from enum import IntEnum

from rotonde.kernel.chance import below, offer
from rotonde.kernel.layout import Layout, i1, i2
from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, rule, scratch

VERSION = 1
MOST_MOVES = 160

SEATS = 4
HEXES = 76
RAILS = 20
FAR = 99  # more rails than anybody has
HAND = 5
PILES_THAT_END = 4

# Cards are numbers 1..39, in the order of data/cards.json; 0 is no card, or one that the viewer may not know.
CARDS = 40
NORMAL_TRAIN = 1
WASTE = 9
OFFICE = 12
BASIC = 9  # the cards of every game: 1..9
CHOSEN = 8  # and eight more
KINDS = BASIC + CHOSEN
LANDFILL = 17

# How many cards on top of a deck can be known; more than any real turn puts there.
TOP = 24

TERRAINS = ("plain", "river", "mountain", "city", "remote", "sea")
PLAIN, RIVER, MOUNTAIN, CITY, REMOTE, SEA = range(6)

# What no longer costs money until the end of the turn.
FREE = ("rivers", "mountains", "cities", "rivals", "everything")
FREE_RIVERS, FREE_MOUNTAINS, FREE_CITIES, FREE_RIVALS, FREE_EVERYTHING = (1, 2, 4, 8, 16)

EFFECTS = (
    "none",
    "rail",
    "station",
    "draw",
    "show_train",
    "copy",
    "exchange",
    "name",
    "inform",
    "clear_waste",
    "sort",
    "no_waste",
    "send_back",
    "ironworks",
    "look",
    "trash_this",
    "find_trains",
    "train_value",
    "crew",
    "fetch_train",
    "with_normal_train",
    "sell_waste",
    "score",
    "early",
    "sell_cards",
    "rebuild_train",
)
(
    NO_EFFECT,
    RAIL,
    STATION,
    DRAW_CARDS,
    SHOW_TRAIN,
    COPY,
    EXCHANGE,
    NAME_CARD,
    INFORM,
    CLEAR_WASTE,
    SORT,
    NO_WASTE,
    SEND_BACK,
    IRONWORKS,
    LOOK_AT_TOP,
    TRASH_THIS,
    FIND_TRAINS,
    TRAIN_VALUE,
    CREW,
    FETCH_TRAIN,
    WITH_NORMAL_TRAIN,
    SELL_WASTE,
    SCORE,
    EARLY,
    SELL_CARDS,
    REBUILD_TRAIN,
) = range(26)

CREW_DRAWS, CREW_EARNS, CREW_RETURNS = range(1, 4)

# Where in the game we are.
FIRST, PILES, DEAL, START, TURN, CHOICE, DRAW, LOOK, REVEAL, REFILL, ENDED = range(11)

# Why the game ended.
NOT_YET, EMPTY_PILES, LAST_RAIL, LAST_STATION, TOO_LONG = range(5)

# Who knows a card on top of a deck: its owner; everybody; everybody, but not in which order with its neighbours.
OWNER, EVERYBODY, ANY_ORDER, ANY_ORDER_TOO = range(4)


class Box(Layout):
    players: i1
    first: i1  # who begins; -1: drawn by lot
    turn_limit: i2
    station_tokens: i1
    pile: i1[CHOSEN]  # the eight chosen cards; 0: drawn by lot
    cost: i1[CARDS]
    value: i1[CARDS]
    points: i1[CARDS]
    copies: i1[CARDS]
    start: i1[CARDS]  # how many of it are in a starting deck
    for_sale: i1[CARDS]
    train: i1[CARDS]
    action: i1[CARDS]
    green: i1[CARDS]
    victory: i1[CARDS]
    effect: i1[CARDS]
    amount: i1[CARDS]
    free: i1[CARDS]
    terrain: i1[HEXES]
    number: i1[HEXES]  # of a city: places for stations; of a remote location: what it costs and scores
    distance: i1[HEXES, HEXES]  # how many rails it takes from one to the other; FAR: no way over land
    city_points: i1[4]  # of a rail in a city with so many stations


class State(Layout):
    phase: i1
    first: i1
    active: i1
    waiting: i1  # who is next in set-up, counted clockwise from the first player
    turn: i2
    ended: i1

    kind: i1[KINDS]  # the cards of this game; 0: not drawn yet
    supply: i1[CARDS]
    trash: i1[CARDS]
    stations: i1  # on the board
    station: i1[HEXES]
    rail: i1[HEXES]  # bit 1 << seat: that player has a rail here
    away: i1[SEATS, HEXES]  # how many rails a player needs to get here: 0 one's own rail, 1 next to one
    rails: i1[SEATS]  # on the board
    track: i2[SEATS]  # points on the score track; a long game with many Tourist Trains passes 127

    # A deck is a bag; only the cards known to lie on top of it have an order, top[seat, 0] first.
    deck: i1[SEATS, CARDS]
    top: i1[SEATS, TOP]
    top_known: i1[SEATS, TOP]
    hand: i1[SEATS, CARDS]
    shown: i1[SEATS, CARDS]  # those in hand that everybody knows of
    discard: i1[SEATS, CARDS]
    deck_count: i2[SEATS]  # without the known top
    top_count: i1[SEATS]
    hand_count: i2[SEATS]
    discard_count: i2[SEATS]

    # The turn of the active player.
    play: i1[CARDS]
    received: i1[CARDS]
    aside: i1[CARDS]  # revealed from the deck, not put anywhere yet
    money: i2
    rail_points: i1
    free: i1  # FREE_… that apply
    ironworks: i1
    no_waste: i1
    early: i1
    acted: i1  # something was played or bought

    # The effect being applied.
    effect: i1
    source: i1  # the card in play that has it
    amount: i1
    step: i1
    left: i1  # cards still to draw, to reveal or to discard
    chain: i1  # how many Offices the Office has copied
    named: i1  # the card that was named, or trashed for another
    group: i1  # ANY_ORDER or ANY_ORDER_TOO, for cards that are being put back


class Verb(IntEnum):
    FIRST = 1  # chance: seat
    PILE = 2  # chance: card
    DRAW = 3  # chance: card
    LOOK = 4  # chance: card
    REVEAL = 5  # chance: card
    START = 6  # hex
    PLAY = 7  # card, with its effect
    PLAY_PLAIN = 8  # card, for its value only
    BUY = 9  # card
    BUY_ON_TOP = 10  # card
    LAY = 11  # hex
    END = 12
    PASS = 13
    STATION = 14  # hex
    SHOW = 15  # card
    COPY = 16  # card
    DISCARD = 17  # card
    DONE = 18
    NAME = 19  # card
    TAKE = 20  # card
    PUT = 21  # card
    SEND_BACK = 22  # card
    KEEP = 23
    DROP = 24
    CREW = 25  # one of CREW_…
    SELL = 26  # how many
    FETCH = 27  # card
    TRASH = 28  # card
    RECEIVE = 29  # card


# ---------------------------------------------------------------- cards from one place to another


@rule
def seat_after(box, seat, steps):
    """S6. Clockwise."""
    return (seat + steps) % box.players


@rule
def to_hand(s, seat, card, everybody):
    """D3. A card that everybody saw going to a hand is known there."""
    s.hand[seat, card] += 1
    s.hand_count[seat] += 1
    if everybody:
        s.shown[seat, card] += 1


@rule
def from_hand(s, seat, card):
    s.hand[seat, card] -= 1
    s.hand_count[seat] -= 1
    if s.shown[seat, card] > 0:
        s.shown[seat, card] -= 1


@rule
def to_discard(s, seat, card):
    s.discard[seat, card] += 1
    s.discard_count[seat] += 1


@rule
def put_on_top(s, seat, card, known):
    for place in range(s.top_count[seat], 0, -1):
        s.top[seat, place] = s.top[seat, place - 1]
        s.top_known[seat, place] = s.top_known[seat, place - 1]
    s.top[seat, 0] = card
    s.top_known[seat, 0] = known
    s.top_count[seat] += 1


@rule
def take_from_top(s, seat):
    """The known card on top of a deck."""
    card = s.top[seat, 0]
    s.top_count[seat] -= 1
    count = s.top_count[seat]
    for place in range(count):
        s.top[seat, place] = s.top[seat, place + 1]
        s.top_known[seat, place] = s.top_known[seat, place + 1]
    s.top[seat, count] = 0
    s.top_known[seat, count] = OWNER
    return card


@rule
def take_from_deck(s, seat, card):
    s.deck[seat, card] -= 1
    s.deck_count[seat] -= 1


@rule
def can_be_drawn(s, seat):
    """D1. How many cards the deck and the discard pile hold."""
    return s.top_count[seat] + s.deck_count[seat] + s.discard_count[seat]


@rule
def reshuffle(s, seat):
    """T9. The discard pile becomes the deck; the deck is empty, so all can tell what is in hand (D3)."""
    for k in range(KINDS):
        card = s.kind[k]
        s.shown[seat, card] = s.hand[seat, card]
        s.deck[seat, card] = s.discard[seat, card]
        s.discard[seat, card] = 0
    s.deck_count[seat] = s.discard_count[seat]
    s.discard_count[seat] = 0


@rule
def receive_waste(s):
    """W1. A Waste goes to the received cards; W2. if there is one; K19. not with a Dump Site."""
    if s.no_waste == 0 and s.supply[WASTE] > 0:
        s.supply[WASTE] -= 1
        s.received[WASTE] += 1


@rule
def return_waste(s, seat, count):
    """K17. Waste goes from a hand back to its pile."""
    for _ in range(count):
        from_hand(s, seat, WASTE)
    s.supply[WASTE] += count


# ---------------------------------------------------------------- setting up


@rule
def setup(box, s):
    """S1, S4. The table is laid: the basic cards in piles, nobody has drawn."""
    for card in range(1, BASIC + 1):
        add_kind(box, s, card - 1, card)
    for k in range(CHOSEN):
        if box.pile[k] > 0:
            add_kind(box, s, BASIC + k, box.pile[k])
    for seat in range(SEATS):
        for hex in range(HEXES):
            s.away[seat, hex] = FAR
    for seat in range(box.players):
        # S3. Ten cards a player.
        for card in range(1, BASIC + 1):
            s.deck[seat, card] = box.start[card]
            s.deck_count[seat] += box.start[card]
            if box.for_sale[card]:
                s.supply[card] -= box.start[card]
    s.first = max(box.first, 0)
    s.active = s.first
    s.phase = DEAL
    if box.pile[CHOSEN - 1] == 0:
        s.phase = PILES
    elif box.first < 0:
        s.phase = FIRST


@rule
def add_kind(box, s, k, card):
    """S4. A pile of the supply; S3. the Normal Trains that nobody starts with stay in the box."""
    s.kind[k] = card
    if card != NORMAL_TRAIN:
        s.supply[card] = box.copies[card]


@rule
def piles_missing(s):
    missing = 0
    for k in range(BASIC, KINDS):
        if s.kind[k] == 0:
            missing += 1
    return missing


@rule
def draw_pile(box, s, card):
    """S5. Eight of the thirty other cards are in this game."""
    add_kind(box, s, KINDS - piles_missing(s), card)
    if piles_missing(s) == 0:
        s.phase = DEAL
        if box.first < 0:
            s.phase = FIRST


@rule
def is_in_game(s, card):
    for k in range(KINDS):
        if s.kind[k] == card:
            return True
    return False


@rule
def deal(box, s, card):
    """S7. Each player draws five cards."""
    seat = seat_after(box, s.first, s.waiting)
    take_from_deck(s, seat, card)
    to_hand(s, seat, card, False)
    if s.hand_count[seat] == HAND:
        s.waiting += 1
    if s.waiting == box.players:
        s.waiting = 0
        s.active = s.first
        s.phase = START


@rule
def place_first_rail(box, s, hex):
    """S8. Then each, from the first player on, places a rail; no cost, no Waste."""
    add_rail(box, s, s.active, hex)
    s.active = seat_after(box, s.active, 1)
    s.waiting += 1
    if s.waiting == box.players:
        s.waiting = 0
        s.turn = 1
        s.phase = TURN


# ---------------------------------------------------------------- the turn: playing a card


@rule
def play_card(box, s, card):
    """T2. A card of the hand goes to the play area and gives its value; K21. with Ironworks a green card gives more."""
    from_hand(s, s.active, card)
    s.play[card] += 1
    s.money += box.value[card]
    if box.green[card]:
        s.money += s.ironworks
    s.acted = 1


@rule
def may_become(box, s, card, other, more):
    """K37. A Train for a Train that costs at most so much more."""
    return box.train[other] == 1 and s.supply[other] > 0 and box.cost[other] <= box.cost[card] + more


@rule
def can_rebuild(box, s, card, more):
    for k in range(KINDS):
        if may_become(box, s, card, s.kind[k], more):
            return True
    return False


# What effects need, as far as it is worth finding out once for all cards.
TRAINS_IN_HAND, TRAINS_IN_PLAY, TRAINS_IN_DISCARD, DEAREST_TRAIN, CHEAPEST_TO_GET, TO_DRAW, NEEDS = range(7)


@rule
def look_around(box, s, needs):
    """How many Trains there are here and there, and how many cards to draw."""
    seat = s.active
    needs[CHEAPEST_TO_GET] = 99
    needs[TO_DRAW] = can_be_drawn(s, seat)
    for k in range(KINDS):
        card = s.kind[k]
        if box.train[card]:
            needs[TRAINS_IN_HAND] += s.hand[seat, card]
            needs[TRAINS_IN_PLAY] += s.play[card]
            needs[TRAINS_IN_DISCARD] += s.discard[seat, card]
            if s.hand[seat, card] > 0:
                needs[DEAREST_TRAIN] = max(needs[DEAREST_TRAIN], box.cost[card])
            if s.supply[card] > 0:
                needs[CHEAPEST_TO_GET] = min(needs[CHEAPEST_TO_GET], box.cost[card])


@rule
def can_apply(box, s, card, needs, leaves):
    """T5. Whether an effect can be carried out in full; `leaves`: 1 if the card itself has still to leave the hand."""
    seat = s.active
    effect = box.effect[card]
    if effect == NO_EFFECT or effect == COPY:
        return False
    if (
        effect == DRAW_CARDS
        or effect == NAME_CARD
        or effect == INFORM
        or effect == LOOK_AT_TOP
        or effect == FIND_TRAINS
    ):
        return needs[TO_DRAW] > 0
    if effect == SORT:
        return needs[TO_DRAW] + s.hand_count[seat] > leaves
    if effect == EXCHANGE or effect == SELL_CARDS:
        return s.hand_count[seat] > leaves
    if effect == CLEAR_WASTE or effect == SELL_WASTE:
        return s.hand[seat, WASTE] > 0
    if effect == STATION:
        return s.stations < box.station_tokens
    if effect == SHOW_TRAIN:
        return needs[TRAINS_IN_HAND] > 0
    if effect == SEND_BACK:
        return s.top_count[seat] < TOP and needs[TRAINS_IN_PLAY] > 0
    if effect == TRAIN_VALUE:
        return needs[TRAINS_IN_PLAY] > 0
    if effect == WITH_NORMAL_TRAIN:
        return s.play[NORMAL_TRAIN] > 0
    if effect == FETCH_TRAIN:
        return needs[TRAINS_IN_DISCARD] > 0
    if effect == REBUILD_TRAIN:
        return needs[TRAINS_IN_HAND] > 0 and needs[CHEAPEST_TO_GET] <= needs[DEAREST_TRAIN] + box.amount[card]
    return True


@rule
def mark_possible(box, s, can, leaves):
    """T5. For each kind of this game whether its effect can be applied; K12. an Office needs another Action to copy."""
    needs = scratch(NEEDS)
    look_around(box, s, needs)
    office = -1
    copies = 0
    for k in range(KINDS):
        card = s.kind[k]
        if card == OFFICE:
            office = k
        elif s.hand[s.active, card] > 0 and can_apply(box, s, card, needs, leaves):
            can[k] = 1
            copies += box.action[card]
    if office >= 0 and copies > 0:
        can[office] = 1


@rule
def apply(box, s, card):
    """T4. The effect, at once and from top to bottom; what must be decided or drawn first comes in further moves."""
    effect = box.effect[card]
    s.effect = effect
    s.amount = box.amount[card]
    s.phase = TURN
    if effect == RAIL:
        # L1. A rail point to use this turn, then a Waste, then what the card makes free.
        s.rail_points += 1
        receive_waste(s)
        s.free = s.free | box.free[card]
    elif effect == CLEAR_WASTE:
        # K17. All of it, never a part.
        return_waste(s, s.active, s.hand[s.active, WASTE])
    elif effect == NO_WASTE:
        # K19. What was received before stays.
        s.no_waste = 1
    elif effect == IRONWORKS:
        # K21. Several add up; green cards played before do not count.
        s.ironworks += s.amount
    elif effect == TRASH_THIS:
        # K23. This card: the one in play that has the effect, an Office that copies it too.
        s.play[s.source] -= 1
        s.trash[s.source] += 1
        s.money += s.amount
    elif effect == TRAIN_VALUE:
        # K25. The printed value of one of your Trains in play: the best, since more money never harms.
        s.money += best_train_in_play(box, s)
    elif effect == WITH_NORMAL_TRAIN:
        s.money += s.amount
    elif effect == SCORE:
        s.track[s.active] += s.amount
    elif effect == EARLY:
        s.early = 1
    elif effect == DRAW_CARDS or effect == NAME_CARD or effect == LOOK_AT_TOP or effect == SORT:
        s.phase = DRAW
        s.left = s.amount
    elif effect == INFORM or effect == FIND_TRAINS:
        s.phase = REVEAL
        s.left = s.amount
    else:
        s.phase = CHOICE
    if s.phase == TURN:
        finish_effect(s)


@rule
def best_train_in_play(box, s):
    best = 0
    for k in range(KINDS):
        card = s.kind[k]
        if box.train[card] and s.play[card] > 0:
            best = max(best, box.value[card])
    return best


@rule
def finish_effect(s):
    s.phase = TURN
    s.effect = NO_EFFECT
    s.source = 0
    s.amount = 0
    s.step = 0
    s.left = 0
    s.chain = 0
    s.named = 0
    s.group = 0


# ---------------------------------------------------------------- drawing, looking, revealing


@rule
def go_on(box, s):
    """All that needs neither a decision nor chance: known cards, a reshuffle, what comes after the last card."""
    while s.phase == DRAW or s.phase == LOOK or s.phase == REVEAL or s.phase == REFILL:
        if s.left == 0:
            after_the_cards(box, s)
        elif s.top_count[s.active] > 0:
            use_known_cards(box, s)
        elif s.deck_count[s.active] > 0:
            return
        elif s.discard_count[s.active] > 0:
            # T9. Only when a card is needed.
            reshuffle(s, s.active)
        else:
            # D1. One draws what there is.
            s.left = 0


@rule
def use_known_cards(box, s):
    """Cards whose place is known need no chance."""
    seat = s.active
    if s.phase == LOOK:
        s.left = 0
    elif s.phase == REVEAL and s.effect == NAME_CARD:
        compare_with_name(s)
    elif s.phase == REVEAL:
        reveal(box, s, take_from_top(s, seat))
    else:
        draw_known_cards(s)


@rule
def draw_known_cards(s):
    """D3. What everybody knew on top, everybody knows in hand; of cards in an unknown order only if all were drawn."""
    seat = s.active
    count = min(s.left, s.top_count[seat])
    last = s.top_known[seat, count - 1]
    if last >= ANY_ORDER and count < s.top_count[seat] and s.top_known[seat, count] == last:
        place = count
        while place < s.top_count[seat] and s.top_known[seat, place] == last:
            s.top_known[seat, place] = OWNER
            place += 1
        place = count - 1
        while place >= 0 and s.top_known[seat, place] == last:
            s.top_known[seat, place] = OWNER
            place -= 1
    for _ in range(count):
        everybody = s.top_known[seat, 0] != OWNER
        to_hand(s, seat, take_from_top(s, seat), everybody)
    s.left -= count


@rule
def reveal(box, s, card):
    """K15, K24. A revealed card lies aside; K24. until there are two Trains."""
    s.aside[card] += 1
    if s.effect == INFORM:
        s.left -= 1
    elif box.train[card]:
        s.left -= 1


@rule
def compare_with_name(s):
    """K14. To hand if it is the named card, else it stays on top; either way everybody has seen it."""
    seat = s.active
    s.left = 0
    s.top_known[seat, 0] = EVERYBODY
    if s.top[seat, 0] == s.named:
        to_hand(s, seat, take_from_top(s, seat), True)


@rule
def chance_gives(box, s, card):
    """A card from the bag: to hand, or turned up."""
    seat = s.active
    take_from_deck(s, seat, card)
    if s.phase == DRAW or s.phase == REFILL:
        to_hand(s, seat, card, False)
        s.left -= 1
    elif s.phase == LOOK:
        # D2. A look is private.
        put_on_top(s, seat, card, OWNER)
    elif s.effect == NAME_CARD:
        put_on_top(s, seat, card, EVERYBODY)
    else:
        reveal(box, s, card)


@rule
def after_the_cards(box, s):
    """What comes when all cards are drawn, looked at or revealed."""
    seat = s.active
    if s.phase == REFILL:
        end_turn(box, s)
    elif s.effect == SORT:
        # K18. Then discard two, or as many as there are.
        s.left = min(s.amount, s.hand_count[seat])
        s.phase = CHOICE
        if s.left == 0:
            finish_effect(s)
    elif s.effect == NAME_CARD and s.phase == DRAW and can_be_drawn(s, seat) > 0:
        s.phase = CHOICE
    elif s.effect == LOOK_AT_TOP and s.phase == DRAW and can_be_drawn(s, seat) > 0:
        s.phase = LOOK
        s.left = 1
    elif s.effect == LOOK_AT_TOP and s.phase == LOOK:
        s.phase = CHOICE
    elif s.effect == INFORM:
        s.phase = CHOICE
    elif s.effect == FIND_TRAINS:
        found_trains(box, s)
    else:
        finish_effect(s)


@rule
def found_trains(box, s):
    """K24. The Trains to hand, the rest to the discard pile."""
    seat = s.active
    for k in range(KINDS):
        card = s.kind[k]
        while s.aside[card] > 0:
            s.aside[card] -= 1
            if box.train[card]:
                to_hand(s, seat, card, True)
            else:
                to_discard(s, seat, card)
    finish_effect(s)


# ---------------------------------------------------------------- choices inside an effect


@rule
def build_station(s, hex):
    """K5, L7. A station in a city, then a Waste."""
    s.station[hex] += 1
    s.stations += 1
    receive_waste(s)
    finish_effect(s)


@rule
def show_train(box, s, card):
    """K11. A copy of the Train shown is received, if one is left."""
    show(s, card)
    if s.supply[card] > 0:
        s.supply[card] -= 1
        s.received[card] += 1
    finish_effect(s)


@rule
def show(s, card):
    """D3. Everybody has seen that this card is in the hand of the active player."""
    if s.shown[s.active, card] == 0:
        s.shown[s.active, card] = 1


@rule
def discard_one(box, s, card):
    """K13, K18, K35. One card after the other, any card."""
    from_hand(s, s.active, card)
    to_discard(s, s.active, card)
    if s.effect == SELL_CARDS:
        s.money += s.amount
    elif s.effect == EXCHANGE:
        s.step += 1
    else:
        s.left -= 1
        if s.left == 0:
            finish_effect(s)


@rule
def enough(s):
    """K13. Having discarded, draw as many. K15. None is taken. K35. Enough sold."""
    if s.effect == EXCHANGE and s.step > 0:
        s.phase = DRAW
        s.left = s.step
    elif s.effect == INFORM:
        put_the_others_back(s)
    else:
        finish_effect(s)


@rule
def count_aside(s):
    count = 0
    for k in range(KINDS):
        count += s.aside[s.kind[k]]
    return count


@rule
def put_the_others_back(s):
    """K15. In any order, which nobody else sees; the last card goes by itself."""
    s.step += 1
    if s.step == 1:
        # Their neighbours below may be such a group too.
        s.group = ANY_ORDER
        if s.top_count[s.active] > 0 and s.top_known[s.active, 0] == ANY_ORDER:
            s.group = ANY_ORDER_TOO
    if count_aside(s) == 1:
        for k in range(KINDS):
            if s.aside[s.kind[k]] > 0:
                s.aside[s.kind[k]] = 0
                put_on_top(s, s.active, s.kind[k], s.group)
    if count_aside(s) == 0:
        finish_effect(s)


@rule
def put(s, card):
    s.aside[card] -= 1
    put_on_top(s, s.active, card, s.group)
    put_the_others_back(s)


@rule
def take_revealed(s, card):
    """K15. One of the revealed cards to hand."""
    s.aside[card] -= 1
    to_hand(s, s.active, card, True)
    put_the_others_back(s)


@rule
def send_train_back(s, card):
    """K20. From the play area to the top of the deck; the money it gave stays."""
    s.play[card] -= 1
    put_on_top(s, s.active, card, EVERYBODY)
    finish_effect(s)


@rule
def drop_top(s):
    """K22. The card looked at is discarded."""
    to_discard(s, s.active, take_from_top(s, s.active))
    finish_effect(s)


@rule
def work_as_crew(s, choice):
    """K27. One of three."""
    if choice == CREW_DRAWS:
        s.phase = DRAW
        s.left = 1
        return
    if choice == CREW_EARNS:
        s.money += s.amount
    else:
        return_waste(s, s.active, 1)
    finish_effect(s)


@rule
def sell_waste(s, count):
    """K32. Any number of Waste from hand, 1 each."""
    return_waste(s, s.active, count)
    s.money += count * s.amount
    finish_effect(s)


@rule
def fetch_train(s, card):
    """K29. From the discard pile, where what was received this turn is not."""
    s.discard[s.active, card] -= 1
    s.discard_count[s.active] -= 1
    to_hand(s, s.active, card, True)
    finish_effect(s)


@rule
def trash_train(s, card):
    from_hand(s, s.active, card)
    s.trash[card] += 1
    s.named = card
    s.step = 1


@rule
def receive_in_hand(s, card):
    """K37. Not bought; it can be played this turn."""
    s.supply[card] -= 1
    to_hand(s, s.active, card, True)
    finish_effect(s)


# ---------------------------------------------------------------- buying, passing, clean-up


@rule
def buy(box, s, card):
    """T6. Pay the cost, take one from its pile; K6-K8. a victory card brings a Waste."""
    s.money -= box.cost[card]
    s.supply[card] -= 1
    s.acted = 1
    if box.victory[card]:
        receive_waste(s)


@rule
def pass_turn(s):
    """T7. Nothing played, nothing bought: all Waste in hand goes back."""
    return_waste(s, s.active, s.hand[s.active, WASTE])


@rule
def clean_up(s):
    """T8. Play area, received cards and hand to the discard pile, then draw five."""
    seat = s.active
    for k in range(KINDS):
        card = s.kind[k]
        count = s.play[card] + s.received[card] + s.hand[seat, card]
        s.play[card] = 0
        s.received[card] = 0
        s.hand[seat, card] = 0
        s.shown[seat, card] = 0
        s.discard[seat, card] += count
        s.discard_count[seat] += count
    s.hand_count[seat] = 0
    s.money = 0
    s.rail_points = 0
    s.free = 0
    s.ironworks = 0
    s.no_waste = 0
    s.early = 0
    s.acted = 0
    s.phase = REFILL
    s.left = HAND


@rule
def end_turn(box, s):
    """E1-E5. The ends are looked for after each turn; else the next player clockwise."""
    s.left = 0
    s.ended = reason_to_end(box, s)
    if s.ended != NOT_YET:
        s.phase = ENDED
    else:
        s.turn += 1
        s.active = seat_after(box, s.active, 1)
        s.phase = TURN


# ---------------------------------------------------------------- laying rails


@rule
def add_rail(box, s, seat, hex):
    s.rail[hex] = s.rail[hex] | (1 << seat)
    s.rails[seat] += 1
    for other in range(HEXES):
        s.away[seat, other] = min(s.away[seat, other], box.distance[hex, other])


@rule
def has_rail(s, seat, hex):
    return (s.rail[hex] >> seat) & 1 == 1


@rule
def rivals(s, seat, hex):
    """L5. How many others have a rail there."""
    count = 0
    others = s.rail[hex] & ~(1 << seat)
    while others > 0:
        count += others & 1
        others = others >> 1
    return count


@rule
def terrain_cost(box, s, hex):
    """L4. What the hex itself costs; L6. some cards make it free."""
    terrain = box.terrain[hex]
    if terrain == RIVER and s.free & FREE_RIVERS == 0:
        return 1
    if terrain == MOUNTAIN and s.free & FREE_MOUNTAINS == 0:
        return 2
    if terrain == CITY and s.free & FREE_CITIES == 0:
        return 1 + s.station[hex]
    if terrain == REMOTE:
        return box.number[hex] + 0
    return 0


@rule
def surcharge(box, s, hex):
    """L4, L5. Terrain, plus one for each rival there; L6. unless cards make it free."""
    if s.free & FREE_EVERYTHING:
        return 0
    cost = terrain_cost(box, s, hex)
    if s.free & FREE_RIVALS == 0:
        cost += rivals(s, s.active, hex)
    return cost


@rule
def may_lay(box, s, hex):
    """L2, L3. Next to one of one's rails, not across a blocked border or on the sea; L4. only if one can pay."""
    return s.away[s.active, hex] == 1 and surcharge(box, s, hex) <= s.money


@rule
def brings_waste(s, hex):
    """L5. Rivals there mean a Waste; K16. not after a Collaboration."""
    return rivals(s, s.active, hex) > 0 and s.free & FREE_RIVALS == 0


@rule
def lay(box, s, hex):
    """L1, L5. It uses a rail point, costs its surcharge, and one Waste where rivals are."""
    s.rail_points -= 1
    s.money -= surcharge(box, s, hex)
    if brings_waste(s, hex):
        receive_waste(s)
    add_rail(box, s, s.active, hex)


# ---------------------------------------------------------------- the end and the points


@rule
def empty_piles(box, s):
    """E1. Waste does not count, and Normal Trains have no pile."""
    count = 0
    for k in range(KINDS):
        if box.for_sale[s.kind[k]] and s.supply[s.kind[k]] == 0:
            count += 1
    return count


@rule
def reason_to_end(box, s):
    """E1. Four empty piles. E2. Somebody's last rail. E3. The last station. E5. Too many turns."""
    if empty_piles(box, s) >= PILES_THAT_END:
        return EMPTY_PILES
    if s.rails[s.active] == RAILS:
        return LAST_RAIL
    if s.stations == box.station_tokens:
        return LAST_STATION
    if s.turn == box.turn_limit:
        return TOO_LONG
    return NOT_YET


@rule
def rail_score(box, s, hex):
    """P1. A rail in a city scores by its stations, whoever built them. P2. In a remote location: its number."""
    if box.terrain[hex] == CITY:
        return box.city_points[s.station[hex]] + 0
    if box.terrain[hex] == REMOTE:
        return box.number[hex] + 0
    return 0


@rule
def board_score(box, s, seat):
    points = 0
    for hex in range(HEXES):
        if has_rail(s, seat, hex):
            points += rail_score(box, s, hex)
    return points


@rule
def card_score(box, s, seat):
    """P3. Points on all cards of a player, wherever they are."""
    points = 0
    for k in range(KINDS):
        card = s.kind[k]
        if box.points[card] > 0:
            count = s.deck[seat, card] + s.hand[seat, card] + s.discard[seat, card]
            if seat == s.active:
                count += s.play[card] + s.received[card] + s.aside[card]
            for place in range(s.top_count[seat]):
                if s.top[seat, place] == card:
                    count += 1
            points += count * box.points[card]
    return points


@rule
def score(box, s, player):
    """P1-P4. Rails, cards, and the points of the track."""
    return board_score(box, s, player) + card_score(box, s, player) + s.track[player]


@rule
def rank(box, s, player):
    """P5. Of equal scores the one with more rails; then it is shared."""
    return 64 * score(box, s, player) + s.rails[player]


# ---------------------------------------------------------------- who acts, what they may do


@rule
def actor(box, s):
    if s.phase == ENDED:
        return OVER
    if s.phase == START or s.phase == TURN or s.phase == CHOICE:
        return s.active
    return CHANCE


@rule
def moves(box, s, out):
    if s.phase == TURN:
        offer_turn(box, s, out)
    elif s.phase == CHOICE:
        offer_choice(box, s, out)
    elif s.phase == START:
        # S8. Not on the sea, not on a remote location, not where a rail is.
        for hex in range(HEXES):
            if box.terrain[hex] < REMOTE and s.rail[hex] == 0:
                offer(out, pack(Verb.START, hex))
    elif s.phase == FIRST:
        # S6. By lot.
        for seat in range(box.players):
            offer(out, pack(Verb.FIRST, seat))
    elif s.phase == PILES:
        # S5. Any of the other thirty cards.
        for card in range(BASIC + 1, CARDS):
            if not is_in_game(s, card):
                offer(out, pack(Verb.PILE, card))
    elif s.phase != ENDED:
        verb = Verb.DRAW
        seat = s.active
        if s.phase == LOOK:
            verb = Verb.LOOK
        elif s.phase == REVEAL:
            verb = Verb.REVEAL
        elif s.phase == DEAL:
            seat = seat_after(box, s.first, s.waiting)
        for k in range(KINDS):
            if s.deck[seat, s.kind[k]] > 0:
                offer(out, pack(verb, s.kind[k]), s.deck[seat, s.kind[k]])


@rule
def offer_turn(box, s, out):
    """T1. Play and buy in any order, as often as one likes."""
    seat = s.active
    can = scratch(KINDS)
    mark_possible(box, s, can, 1)
    offer(out, pack(Verb.END))
    if s.acted == 0 and s.hand[seat, WASTE] > 0:
        offer(out, pack(Verb.PASS))
    for k in range(KINDS):
        card = s.kind[k]
        if s.hand[seat, card] > 0 and box.victory[card] == 0 and card != WASTE:
            if can[k] == 1 or box.effect[card] == NO_EFFECT:
                offer(out, pack(Verb.PLAY, card))
            if box.effect[card] != NO_EFFECT:
                # T4. No effect is compulsory.
                offer(out, pack(Verb.PLAY_PLAIN, card))
        if s.supply[card] > 0 and box.for_sale[card] and box.cost[card] <= s.money:
            offer(out, pack(Verb.BUY, card))
            if s.early == 1 and s.top_count[seat] < TOP:
                offer(out, pack(Verb.BUY_ON_TOP, card))
    if s.rail_points > 0 and s.rails[seat] < RAILS:
        for hex in range(HEXES):
            if may_lay(box, s, hex):
                offer(out, pack(Verb.LAY, hex))


@rule
def offer_choice(box, s, out):
    """What the effect asks for: a city, one of a few words, a number, or a card."""
    seat = s.active
    effect = s.effect
    if effect == STATION:
        for hex in range(HEXES):
            if box.terrain[hex] == CITY and s.station[hex] < box.number[hex]:
                offer(out, pack(Verb.STATION, hex))
    elif effect == LOOK_AT_TOP:
        offer(out, pack(Verb.KEEP))
        offer(out, pack(Verb.DROP))
    elif effect == CREW:
        for choice in range(CREW_DRAWS, CREW_RETURNS + 1):
            if crew_can(s, choice):
                offer(out, pack(Verb.CREW, choice))
    elif effect == SELL_WASTE:
        for count in range(1, s.hand[seat, WASTE] + 1):
            offer(out, pack(Verb.SELL, count))
    else:
        can = scratch(KINDS)
        if effect == COPY:
            mark_possible(box, s, can, 0)
        if effect == EXCHANGE or effect == SELL_CARDS or (effect == INFORM and s.step == 0):
            offer(out, pack(Verb.DONE))
        for k in range(KINDS):
            verb = verb_for(box, s, s.kind[k], can[k])
            if verb > 0:
                offer(out, pack(verb, s.kind[k]))


@rule
def crew_can(s, choice):
    """K27. Each of the three only if it does something."""
    if choice == CREW_DRAWS:
        return can_be_drawn(s, s.active) > 0
    return choice == CREW_EARNS or s.hand[s.active, WASTE] > 0


@rule
def verb_for(box, s, card, can_copy):
    """What an effect that asks for a card may do with this one; 0: nothing."""
    seat = s.active
    effect = s.effect
    in_hand = s.hand[seat, card] > 0
    train = box.train[card] == 1
    if effect == NAME_CARD:
        return Verb.NAME.value
    if in_hand and (effect == EXCHANGE or effect == SELL_CARDS or effect == SORT):
        return Verb.DISCARD.value
    if in_hand and effect == COPY and box.action[card] == 1:
        if can_copy == 1 and (card != OFFICE or s.chain < s.hand[seat, card]):
            return Verb.COPY.value
    if in_hand and train and effect == SHOW_TRAIN:
        return Verb.SHOW.value
    if effect == INFORM and s.aside[card] > 0:
        if s.step == 0:
            return Verb.TAKE.value
        return Verb.PUT.value
    if effect == SEND_BACK and train and s.play[card] > 0:
        return Verb.SEND_BACK.value
    if effect == FETCH_TRAIN and train and s.discard[seat, card] > 0:
        return Verb.FETCH.value
    if effect == REBUILD_TRAIN and s.step == 0 and in_hand and train and can_rebuild(box, s, card, s.amount):
        return Verb.TRASH.value
    if effect == REBUILD_TRAIN and s.step == 1 and may_become(box, s, s.named, card, s.amount):
        return Verb.RECEIVE.value
    return 0


@rule
def play(box, s, move):
    verb = verb_of(move)
    a = a_of(move)
    applied = 0
    if verb == Verb.DRAW or verb == Verb.REVEAL or verb == Verb.LOOK:
        if s.phase == DEAL:
            deal(box, s, a)
        else:
            chance_gives(box, s, a)
    elif verb == Verb.PLAY or verb == Verb.PLAY_PLAIN:
        play_card(box, s, a)
        if verb == Verb.PLAY and box.effect[a] != NO_EFFECT:
            s.source = a
            applied = a
    elif verb == Verb.COPY:
        # K12. The chosen card stays in hand; copying an Office means choosing again.
        show(s, a)
        s.chain += 1
        if a != OFFICE:
            applied = a
    elif verb == Verb.BUY:
        buy(box, s, a)
        s.received[a] += 1
    elif verb == Verb.BUY_ON_TOP:
        # K34. On top of the deck, for all to see.
        buy(box, s, a)
        put_on_top(s, s.active, a, EVERYBODY)
    elif verb == Verb.LAY:
        lay(box, s, a)
    elif verb == Verb.END or verb == Verb.PASS:
        if verb == Verb.PASS:
            pass_turn(s)
        clean_up(s)
    elif verb == Verb.START:
        place_first_rail(box, s, a)
    elif verb == Verb.FIRST:
        s.first = a
        s.active = a
        s.phase = DEAL
    elif verb == Verb.PILE:
        draw_pile(box, s, a)
    else:
        choose(box, s, verb, a)
    if applied > 0:
        apply(box, s, applied)
    go_on(box, s)


@rule
def choose(box, s, verb, a):
    """A choice inside an effect."""
    if verb == Verb.STATION:
        build_station(s, a)
    elif verb == Verb.SHOW:
        show_train(box, s, a)
    elif verb == Verb.DISCARD:
        discard_one(box, s, a)
    elif verb == Verb.DONE:
        enough(s)
    elif verb == Verb.NAME:
        # K14. Then the top card is revealed.
        s.named = a
        s.phase = REVEAL
        s.left = 1
    elif verb == Verb.TAKE:
        take_revealed(s, a)
    elif verb == Verb.PUT:
        put(s, a)
    elif verb == Verb.SEND_BACK:
        send_train_back(s, a)
    elif verb == Verb.KEEP:
        finish_effect(s)
    elif verb == Verb.DROP:
        drop_top(s)
    elif verb == Verb.CREW:
        work_as_crew(s, a)
    elif verb == Verb.SELL:
        sell_waste(s, a)
    elif verb == Verb.FETCH:
        fetch_train(s, a)
    elif verb == Verb.TRASH:
        trash_train(s, a)
    elif verb == Verb.RECEIVE:
        receive_in_hand(s, a)


# ---------------------------------------------------------------- what a player may know


@rule
def is_putting_back(s, seat):
    """K15. The active player is laying revealed cards on top in an order that nobody else sees."""
    return s.phase == CHOICE and s.effect == INFORM and s.step > 0 and seat == s.active


@rule
def sort_groups(s, seat):
    """Neighbours on top whose order is not known: the lowest number first."""
    for last in range(1, s.top_count[seat]):
        k = last
        while k > 0 and in_one_group(s, seat, k) and s.top[seat, k - 1] > s.top[seat, k]:
            exchange_on_top(s, seat, k - 1, k)
            k -= 1


@rule
def shuffle_groups(s, seat, rng):
    """The same in any order, all alike."""
    first = 0
    for last in range(1, s.top_count[seat]):
        if in_one_group(s, seat, last):
            exchange_on_top(s, seat, first + below(rng, last - first + 1), last)
        else:
            first = last


@rule
def in_one_group(s, seat, place):
    """Whether the order of this card and the one above is not known."""
    return s.top_known[seat, place] >= ANY_ORDER and s.top_known[seat, place] == s.top_known[seat, place - 1]


@rule
def exchange_on_top(s, seat, one, other):
    card = s.top[seat, one]
    s.top[seat, one] = s.top[seat, other]
    s.top[seat, other] = card


@rule
def gather_aside(s):
    """Back to the other revealed cards: what the active player has put on top so far; how many those are."""
    for place in range(s.step - 1):
        s.aside[s.top[s.active, place]] += 1
    return s.step - 1


@rule
def lay_from_aside(s, place, pick):
    """On top goes the revealed card number `pick`, counted from the lowest kind."""
    for card in range(1, CARDS):
        if 0 <= pick < s.aside[card]:
            s.top[s.active, place] = card
            s.aside[card] -= 1
            return
        pick -= s.aside[card]


@rule
def hide(box, s, player):
    """D3. The hands of others and the top of their decks: their cards are counted with the deck."""
    for seat in range(box.players):
        if seat != player:
            for k in range(KINDS):
                card = s.kind[k]
                s.deck[seat, card] += s.hand[seat, card] - s.shown[seat, card]
                s.hand[seat, card] = s.shown[seat, card]
            for place in range(s.top_count[seat]):
                if s.top_known[seat, place] == OWNER and s.top[seat, place] > 0:
                    s.deck[seat, s.top[seat, place]] += 1
                    s.top[seat, place] = 0
            if is_putting_back(s, seat):
                for place in range(gather_aside(s)):
                    lay_from_aside(s, place, 0)
            sort_groups(s, seat)


@rule
def mask(box, s, player, move):
    verb = verb_of(move)
    if verb == Verb.DRAW or verb == Verb.LOOK or verb == Verb.PUT:
        seat = s.active
        if s.phase == DEAL:
            seat = seat_after(box, s.first, s.waiting)
        if seat != player:
            return pack(verb)
    return move


@rule
def pick_from_deck(s, seat, rng, count):
    """Any of `count` cards that are counted with the deck."""
    pick = below(rng, count)
    for k in range(KINDS):
        card = s.kind[k]
        if pick < s.deck[seat, card]:
            s.deck[seat, card] -= 1
            return card + 0
        pick -= s.deck[seat, card]
    return 0


@rule
def guess(box, s, player, rng):
    for seat in range(box.players):
        if seat != player:
            unseen = 0
            hand = s.hand_count[seat] + 0
            for k in range(KINDS):
                unseen += s.deck[seat, s.kind[k]]
                hand -= s.hand[seat, s.kind[k]]
            for _ in range(hand):
                s.hand[seat, pick_from_deck(s, seat, rng, unseen)] += 1
                unseen -= 1
            for place in range(s.top_count[seat]):
                if s.top[seat, place] == 0:
                    s.top[seat, place] = pick_from_deck(s, seat, rng, unseen)
                    unseen -= 1
            if is_putting_back(s, seat):
                for place in range(gather_aside(s)):
                    lay_from_aside(s, place, below(rng, count_aside(s)))
            else:
                shuffle_groups(s, seat, rng)
