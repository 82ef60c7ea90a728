"""How well a player stands: a guide for bots, not a rule.

A player is worth the points so far, what the rails may still score, and what the deck will earn in the turns to come:
the average hand, diluted by Waste. In the turn of a player comes what the hand and the money can still do: the best
rail, the best station, the best purchases.
"""

import numpy as np

from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.subset import rule, scratch

from .rules import (
    CARDS,
    CHOICE,
    CITY,
    DRAW,
    ENDED,
    HAND,
    HEXES,
    KINDS,
    LOOK,
    NO_EFFECT,
    RAILS,
    REVEAL,
    SEA,
    STATION,
    TURN,
    WASTE,
    Verb,
    has_rail,
    rail_score,
    rank,
    score,
    surcharge,
    touches_own_rail,
)

POINT = 40  # a point, in the units of `progress`
EARNING = 20  # a coin a turn for ten turns
SLOT = 24  # a free place for a station where one has a rail
FRONTIER = 8  # a hex that can be reached is worth so many times less
ROUNDS = 28  # how long a game takes
LAST_ROUNDS = 5  # however long it has taken already, so much is left as far as anybody knows
WASTE_SHARE = 50  # how much of a Waste counts as a card, in hundredths: it can be got rid of
NEXT_TURN = 90  # what the rest of the turn promises counts so much, in hundredths
COIN = 10  # a coin that is spent now
AHEAD = 3  # what being ahead by one unit means for the chance to win
RAIL_HERE = 24  # what a rail is worth where it scores nothing yet

# What a card does when it is drawn, in tenths of a coin.
WORTH_OF_CARD = np.array(
    [
        0,
        10,  # Normal Train
        20,  # Express Train
        30,  # Limited Express Train
        16,  # Lay Rails
        16,  # Station Expansion
        0,
        0,
        0,
        0,
        18,  # Signaling Area
        12,  # Maintenance Factory
        12,  # Stationmaster's Office
        5,  # Conductor's Station
        12,  # Command Central
        20,  # Information Central
        17,  # Collaboration
        6,  # Landfill
        16,  # Garage
        16,  # Dump Site
        15,  # Switchback
        15,  # Ironworks
        11,  # Signals
        9,  # Holiday Timetable
        28,  # Temporary Timetable
        25,  # Amusement Park
        21,  # Passing Station
        11,  # Station Crew
        17,  # Steel Bridge
        15,  # Pulling
        28,  # Control Room
        16,  # Bullet Train
        15,  # Freight Train
        32,  # Tourist Train
        22,  # Early Train
        15,  # Mail Train
        18,  # Tunnel
        12,  # Wagon Factory
        19,  # Viaduct
        22,  # Subway Excavation
    ],
    np.int64,
)
assert len(WORTH_OF_CARD) == CARDS


# ---------------------------------------------------------------- the deck


@rule
def count_deck(box, s, seat, deck):
    """deck[0]: what all cards of a player do together; deck[1]: hundredths of cards they are."""
    deck[0] = 0
    deck[1] = 0
    for k in range(KINDS):
        card = s.kind[k]
        count = s.deck[seat, card] + s.hand[seat, card] + s.discard[seat, card]
        if seat == s.active:
            count += s.play[card] + s.received[card] + s.aside[card]
        add_to_deck(card, count, deck)
    for place in range(s.top_count[seat]):
        add_to_deck(s.top[seat, place], 1, deck)


@rule
def add_to_deck(card, count, deck):
    deck[0] += WORTH_OF_CARD[card] * count
    if card == WASTE:
        deck[1] += WASTE_SHARE * count
    else:
        deck[1] += 100 * count


@rule
def earnings(worth, size, rounds):
    """What a deck earns in tenths of rounds; a hand is five cards of it."""
    return HAND * worth * rounds * EARNING // max(size, 100 * HAND)


@rule
def rounds_left(box, s):
    """Tenths of rounds that the game may still take: by the rails, the stations and the four emptiest piles."""
    used = 0
    for seat in range(box.players):
        used = max(used, 100 * s.rails[seat] // RAILS)
    used = max(used, 100 * s.stations // box.station_tokens)
    emptiest = scratch(4)
    for k in range(KINDS):
        card = s.kind[k]
        if box.for_sale[card]:
            gone = 100 - 100 * s.supply[card] // box.copies[card]
            for place in range(4):
                if gone > emptiest[place]:
                    other = emptiest[place]
                    emptiest[place] = gone
                    gone = other
    used = max(used, (emptiest[0] + emptiest[1] + emptiest[2] + emptiest[3]) // 4)
    by_the_table = ROUNDS * (100 - used) // 10
    by_the_clock = max(LAST_ROUNDS, ROUNDS - max(s.turn - 1, 0) // box.players) * 10
    return min(by_the_table, by_the_clock)


@rule
def turns_to_come(box, s, seat, rounds):
    """The turns of a seat after the one it is in: whoever has had a turn this round has one fewer to come.

    So the end of a turn changes nothing by itself: the next player exchanges a turn to come for one with a known hand.
    """
    if (seat - s.first) % box.players <= (s.active - s.first) % box.players:
        return max(0, rounds - 10)
    return rounds


# ---------------------------------------------------------------- the board


@rule
def hex_worth(box, s, hex):
    """What a rail there scores now, and may score when stations come."""
    worth = POINT * rail_score(box, s, hex)
    if box.terrain[hex] == CITY:
        worth += SLOT * min(2, box.number[hex] - s.station[hex])
    return worth


@rule
def board_worth(box, s, seat):
    """The rails of a player, and what lies next to them."""
    own = 0
    near = 0
    for hex in range(HEXES):
        if has_rail(s, seat, hex):
            own += hex_worth(box, s, hex)
        elif box.terrain[hex] != SEA and touches_own_rail(box, s, seat, hex):
            near += hex_worth(box, s, hex)
    return own + near // FRONTIER


@rule
def best_rail(box, s, money, rail):
    """rail[0]: the most that one more rail brings the active player; rail[1]: what that one costs."""
    best = 0
    for hex in range(HEXES):
        if box.terrain[hex] != SEA and not has_rail(s, s.active, hex):
            cost = surcharge(box, s, hex)
            if cost <= money and touches_own_rail(box, s, s.active, hex):
                worth = RAIL_HERE + hex_worth(box, s, hex)
                if worth - COIN * cost > best:
                    best = worth - COIN * cost
                    rail[0] = worth
                    rail[1] = cost


@rule
def best_station(box, s):
    """The most that one more station brings the active player, less what it brings the others."""
    best = 0
    for hex in range(HEXES):
        if box.terrain[hex] == CITY and s.station[hex] < box.number[hex] and s.rail[hex] > 0:
            gain = POINT * (box.city_points[s.station[hex] + 1] - box.city_points[s.station[hex]])
            worth = 0
            for seat in range(box.players):
                if has_rail(s, seat, hex):
                    if seat == s.active:
                        worth += gain
                    else:
                        worth -= gain // (box.players - 1)
            best = max(best, worth)
    return best


# ---------------------------------------------------------------- what a turn can still do


@rule
def gain_of_buying(box, s, card, deck, rounds):
    """What a card more in the deck is worth."""
    waste = 0
    if box.victory[card] and s.no_waste == 0:
        waste = WASTE_SHARE
    later = earnings(deck[0] + WORTH_OF_CARD[card], deck[1] + 100 + waste, rounds)
    return later - earnings(deck[0], deck[1], rounds) + POINT * box.points[card]


@rule
def best_purchases(box, s, money, deck, rounds):
    """The best card one can pay, and the best with what is left."""
    gained = 0
    for _ in range(2):
        best = 0
        cost = 0
        for k in range(1, KINDS):
            card = s.kind[k]
            if box.for_sale[card] and s.supply[card] > 0 and box.cost[card] <= money:
                gain = gain_of_buying(box, s, card, deck, rounds)
                if gain > best:
                    best = gain
                    cost = box.cost[card]
        gained += best
        money -= cost
    return gained


@rule
def rest_of_turn(box, s, deck, rounds):
    """What the hand and the money of the active player may still bring this turn."""
    seat = s.active
    money = s.money + 0
    green = s.rail_points + 0
    stations = 0
    others = 0
    for k in range(KINDS):
        card = s.kind[k]
        count = s.hand[seat, card]
        money += count * box.value[card]
        if box.green[card]:
            green += count
        elif box.effect[card] == STATION:
            stations += count
        elif box.effect[card] != NO_EFFECT:
            # What an effect may bring, as far as it is not money.
            others += count * max(0, WORTH_OF_CARD[card] - 10 * box.value[card])
    worth = best_purchases(box, s, money, deck, rounds)
    if green > 0:
        # Either a rail, and purchases with what is left, or a rail that costs nothing, and all money for purchases.
        rail = scratch(2)
        best_rail(box, s, 0, rail)
        worth += rail[0]
        best_rail(box, s, money, rail)
        if rail[1] > 0:
            worth = max(worth, rail[0] + best_purchases(box, s, money - rail[1], deck, rounds))
        worth += (green - 1) * RAIL_HERE
    worth += 2 * others
    if stations > 0:
        worth += best_station(box, s) * stations
    return worth * NEXT_TURN // 100 + s.money


@rule
def standing(box, s, seat):
    """All that a player is worth, about POINT a point."""
    deck = scratch(2)
    count_deck(box, s, seat, deck)
    rounds = turns_to_come(box, s, seat, rounds_left(box, s))
    worth = POINT * score(box, s, seat) - POINT * board_points(box, s, seat)
    worth += board_worth(box, s, seat) + earnings(deck[0], deck[1], rounds)
    in_turn = s.phase == TURN or s.phase == CHOICE or s.phase == DRAW or s.phase == LOOK or s.phase == REVEAL
    if seat == s.active and in_turn:
        worth += rest_of_turn(box, s, deck, rounds)
    return worth


@rule
def board_points(box, s, seat):
    """Points that board_worth counts already."""
    points = 0
    for hex in range(HEXES):
        if has_rail(s, seat, hex):
            points += rail_score(box, s, hex)
    return points


@rule
def progress(box, s, player):
    return max(0, min(10_000, standing(box, s, player)))


@rule
def values(box, s, worth):
    """Whoever stands best is likelier to win, the more so the closer the end is."""
    best = 0
    for seat in range(box.players):
        if s.phase == ENDED:
            worth[seat] = rank(box, s, seat)
        else:
            worth[seat] = standing(box, s, seat)
        best = max(best, worth[seat])
    if s.phase == ENDED:
        sharing = 0
        for seat in range(box.players):
            if worth[seat] == best:
                sharing += 1
        for seat in range(box.players):
            if worth[seat] == best:
                worth[seat] = 10_000 // sharing
            else:
                worth[seat] = 0
        return
    total = 0
    for seat in range(box.players):
        total += worth[seat]
    for seat in range(box.players):
        ahead = worth[seat] - (total - worth[seat]) // (box.players - 1)
        worth[seat] = max(100, min(9_900, 10_000 // box.players + AHEAD * ahead))


@rule
def priors(box, s, out):
    """Plain Trains first, effects rather than none, the end of the turn last."""
    for k in range(out.count):
        verb = verb_of(out.move[k])
        card = a_of(out.move[k])
        out.prior[k] = 0
        if verb == Verb.PLAY:
            out.prior[k] = 300
            if box.effect[card] == NO_EFFECT:
                out.prior[k] = 600
        elif verb == Verb.PLAY_PLAIN:
            out.prior[k] = -600
            if box.value[card] > 0:
                out.prior[k] = -200
        elif verb == Verb.END:
            out.prior[k] = -300
        elif verb == Verb.START:
            out.prior[k] = hex_worth(box, s, card)
        elif verb == Verb.LAY:
            out.prior[k] = 200 + hex_worth(box, s, card) - COIN * surcharge(box, s, card)
