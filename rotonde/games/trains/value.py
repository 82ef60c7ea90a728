"""How well a player stands: a guide for bots, not a rule.

A player is worth the points so far and what the turns to come will bring. For that a few means are counted: what the
deck holds (money, green cards, stations, how many cards share the five places of a hand), what room for stations its
cities have, and how good the next rails can be. In a turn come the deeds that the hand and the money still allow: each
is worth what it adds to the points and to the turns to come, and a Waste what it takes from them.
"""

import numpy as np

from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.subset import rule, scratch

from .rules import (
    CARDS,
    CHOICE,
    CITY,
    DRAW,
    DRAW_CARDS,
    EARLY,
    ENDED,
    EXCHANGE,
    FIND_TRAINS,
    HAND,
    HEXES,
    IRONWORKS,
    KINDS,
    LOOK,
    NO_EFFECT,
    NO_WASTE,
    RAILS,
    REBUILD_TRAIN,
    REMOTE,
    REVEAL,
    SCORE,
    SELL_CARDS,
    SHOW_TRAIN,
    STATION,
    TURN,
    WASTE,
    WITH_NORMAL_TRAIN,
    Verb,
    brings_waste,
    card_score,
    rank,
    rivals,
    surcharge,
)

POINT = 40  # a point, in the units of `progress`
COIN = 45  # a coin to spend in a turn to come
PLACE = 20  # a place for a station where one has no rail yet
REACH = 4  # places further away are not looked at
ROUNDS = 12  # how long a game takes
LAST_ROUNDS = 3  # however long it has taken already, so much is left as far as anybody knows
WASTE_SHARE = 30  # how much of a Waste counts as a card, in hundredths: it can be got rid of
RID_OF_WASTE = 32  # what getting rid of a Waste costs, in a game that goes on
LONG = 45  # tenths of rounds after which it does
BUILDING_WASTE = 40  # what the Waste of a rail or a station in a turn to come costs
LATER_STATION = 15  # a station for which there is no room yet
WAY_ON = 3  # what lies beyond a hex counts so many times less
MONEY_NOW = 1  # a coin in hand: spending it must be worth more
SPREAD = 300  # being ahead by so much means to win three times out of four, at the end
SPREAD_A_ROUND = 3  # and by so much more for each tenth of a round to come

CURIOSITY = 3000  # how far search looks around, in points of value
NEVER = -10_000  # so little promise that search never gets there
TOO_FAR_BEHIND = 120  # what adds so much less than the best

# What a card does when it is drawn, in tenths of a coin; rails and stations are counted apart.
WORTH_OF_CARD = np.array(
    [
        0,
        10,  # Normal Train
        20,  # Express Train
        30,  # Limited Express Train
        0,  # Lay Rails
        0,  # Station Expansion
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
        4,  # Collaboration
        8,  # Landfill
        16,  # Garage
        18,  # Dump Site
        15,  # Switchback
        16,  # Ironworks
        11,  # Signals
        9,  # Holiday Timetable
        28,  # Temporary Timetable
        25,  # Amusement Park
        21,  # Passing Station
        11,  # Station Crew
        3,  # Steel Bridge
        15,  # Pulling
        28,  # Control Room
        16,  # Bullet Train
        17,  # Freight Train
        30,  # Tourist Train
        22,  # Early Train
        15,  # Mail Train
        5,  # Tunnel
        12,  # Wagon Factory
        8,  # Viaduct
        12,  # Subway Excavation
    ],
    np.int64,
)
assert len(WORTH_OF_CARD) == CARDS

# The means of a player.
SIZE, MONEY, GREEN, STATIONS, ROOM, ROOM_POINTS, RAIL_GAIN, RAILS_LEFT, ROUNDS_LEFT, SCORED, WASTES, MEANS = (
    range(12)
)


# ---------------------------------------------------------------- the deck


@rule
def add_card(box, means, card, count):
    """Cards more in the deck, or fewer."""
    means[MONEY] += WORTH_OF_CARD[card] * count
    if card == WASTE:
        means[SIZE] += WASTE_SHARE * count
        means[WASTES] += count
    else:
        means[SIZE] += 100 * count
        if box.green[card]:
            means[GREEN] += count
        elif box.effect[card] == STATION:
            means[STATIONS] += count


@rule
def count_deck(box, s, seat, means):
    for k in range(KINDS):
        card = s.kind[k]
        count = s.deck[seat, card] + s.hand[seat, card] + s.discard[seat, card]
        if seat == s.active:
            count += s.play[card] + s.received[card] + s.aside[card]
        if count > 0:
            add_card(box, means, card, count)
    for place in range(s.top_count[seat]):
        add_card(box, means, s.top[seat, place], 1)


# ---------------------------------------------------------------- how long it will take


@rule
def rounds_left(box, s):
    """Tenths of rounds that the game may still take by the rails, the stations and the four emptiest piles."""
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
    return ROUNDS * (100 - used) // 10


@rule
def turns_to_come(box, s, seat, rounds):
    """Tenths of turns of a seat after the one it is in, or was in last: the end of a turn changes nothing by itself."""
    had = max(0, s.turn - 1 - (seat - s.first) % box.players) // box.players
    by_the_clock = max(LAST_ROUNDS, ROUNDS - had)
    return max(0, min(rounds, 10 * by_the_clock) - 10)


# ---------------------------------------------------------------- the board


@rule
def share(box, s, seat, hex, points):
    """What points on a hex are worth to a player when rivals there get them too."""
    others = rivals(s, seat, hex)
    return POINT * points * (box.players - 1 - others) // (box.players - 1)


@rule
def worth_of_rail(box, s, seat, hex):
    """What a rail there scores, and may score when stations come."""
    if box.terrain[hex] == CITY:
        built = s.station[hex]
        worth = POINT * box.city_points[built]
        return worth + PLACE * share(box, s, seat, hex, box.number[hex] - built) // POINT
    if box.terrain[hex] == REMOTE:
        return POINT * box.number[hex]
    return 0


@rule
def survey(box, s, seat, means):
    """The points of a player's rails, the room for stations there, and how good the next rails can be."""
    best = 0
    second = 0
    third = 0
    for hex in range(HEXES):
        away = s.away[seat, hex]
        if away == 0:
            if box.terrain[hex] == CITY:
                built = s.station[hex]
                means[SCORED] += box.city_points[built]
                free = box.number[hex] - built
                if free > 0:
                    means[ROOM] += free
                    means[ROOM_POINTS] += share(
                        box, s, seat, hex, box.city_points[box.number[hex]] - box.city_points[built]
                    )
            elif box.terrain[hex] == REMOTE:
                means[SCORED] += box.number[hex]
        elif away <= REACH and box.number[hex] > 0:
            gain = (worth_of_rail(box, s, seat, hex) - COIN) // away
            if gain > third:
                third = gain
                if third > second:
                    third = second
                    second = gain
                if second > best:
                    second = best
                    best = gain
    means[RAIL_GAIN] = (2 * best + second + third) // 4


# ---------------------------------------------------------------- the turns to come


@rule
def future(means):
    """What the turns to come bring: every hand is five cards of the deck."""
    draws = HAND * means[ROUNDS_LEFT] * 100
    size = max(means[SIZE], 100 * HAND)
    worth = draws * means[MONEY] // size * COIN // 100
    rails = min(draws * means[GREEN] // size, 10 * means[RAILS_LEFT])
    worth += rails * max(0, means[RAIL_GAIN] - BUILDING_WASTE) // 10
    stations = draws * means[STATIONS] // size
    if means[ROOM] > 0:
        built = min(stations, 10 * means[ROOM])
        worth += built * max(0, means[ROOM_POINTS] // means[ROOM] - BUILDING_WASTE) // 10
        stations -= built
    worth -= means[WASTES] * RID_OF_WASTE * min(means[ROUNDS_LEFT], LONG) // LONG
    return worth + min(stations, rails) * LATER_STATION // 10


@rule
def cost_of_waste(means):
    """What one more Waste takes from the turns to come."""
    before = future(means)
    means[SIZE] += WASTE_SHARE
    means[WASTES] += 1
    after = future(means)
    means[SIZE] -= WASTE_SHARE
    means[WASTES] -= 1
    return before - after


# ---------------------------------------------------------------- deeds


@rule
def gain_of_card(box, s, card, means, waste):
    """What buying a card adds."""
    before = future(means)
    add_card(box, means, card, 1)
    gain = future(means) - before + POINT * box.points[card]
    add_card(box, means, card, -1)
    if box.victory[card] and s.no_waste == 0:
        gain -= waste
    return gain


@rule
def gain_of_station(box, s, seat, hex, means):
    """What a station adds, its Waste aside."""
    more = box.city_points[s.station[hex] + 1] - box.city_points[s.station[hex]]
    if s.away[seat, hex] > 0:
        return -POINT * more * rivals(s, seat, hex) // (box.players - 1)
    before = future(means)
    gain = share(box, s, seat, hex, more)
    means[ROOM] -= 1
    means[ROOM_POINTS] -= gain
    after = future(means)
    means[ROOM] += 1
    means[ROOM_POINTS] += gain
    return gain + after - before


@rule
def gain_of_rail(box, s, seat, hex, means):
    """What a rail adds, its surcharge and its Waste aside."""
    if box.terrain[hex] == REMOTE:
        return POINT * box.number[hex]
    gain = way_on(box, s, seat, hex) // WAY_ON
    if box.terrain[hex] == CITY:
        built = s.station[hex]
        free = box.number[hex] - built
        room = share(box, s, seat, hex, box.city_points[box.number[hex]] - box.city_points[built])
        before = future(means)
        means[ROOM] += free
        means[ROOM_POINTS] += room
        gain += POINT * box.city_points[built] + future(means) - before
        means[ROOM] -= free
        means[ROOM_POINTS] -= room
    return gain


@rule
def way_on(box, s, seat, hex):
    """What lies beyond a hex without points of its own: the best place next to it that is not next to a rail yet."""
    best = 0
    for other in range(HEXES):
        if box.distance[hex, other] == 1 and s.away[seat, other] == 2 and box.number[other] > 0:
            best = max(best, worth_of_rail(box, s, seat, other))
    return best


@rule
def attraction(box, s, seat, hex):
    """How much a rail there promises at first sight."""
    return (
        worth_of_rail(box, s, seat, hex) + way_on(box, s, seat, hex) // WAY_ON - COIN * surcharge(box, s, hex)
    )


@rule
def best_rail(box, s, money):
    """The hex where one more rail of the active player promises most; -1: nowhere."""
    best = -1
    most = -1000
    for hex in range(HEXES):
        if s.away[s.active, hex] == 1 and surcharge(box, s, hex) <= money:
            promise = attraction(box, s, s.active, hex)
            if promise > most:
                best = hex
                most = promise
    return best


@rule
def best_station(box, s):
    """The hex where one more station helps the active player most; -1: nowhere."""
    best = -1
    most = -1000
    for hex in range(HEXES):
        if box.terrain[hex] == CITY and s.station[hex] < box.number[hex]:
            more = box.city_points[s.station[hex] + 1] - box.city_points[s.station[hex]]
            gain = share(box, s, s.active, hex, more)
            if s.away[s.active, hex] > 0:
                gain = -POINT * more * rivals(s, s.active, hex)
            elif box.number[hex] - s.station[hex] == 2 and box.number[hex] == 3:
                gain += 1  # a third station is worth twice as much
            if gain > most:
                best = hex
                most = gain
    return best


@rule
def best_purchases(box, s, money, means, waste):
    """What the best one or two cards add that the money can buy."""
    gains = scratch(KINDS)
    best = 0
    for k in range(1, KINDS):
        card = s.kind[k]
        if box.for_sale[card] and s.supply[card] > 0 and box.cost[card] <= money:
            gains[k] = gain_of_card(box, s, card, means, waste)
            best = max(best, gains[k])
    if money >= 4:
        for k in range(1, KINDS):
            if gains[k] > 0:
                left = money - box.cost[s.kind[k]]
                for other in range(1, k + 1):
                    if gains[other] > 0 and box.cost[s.kind[other]] <= left:
                        best = max(best, gains[k] + gains[other])
    return best


@rule
def rest_of_turn(box, s, means):
    """What the hand and the money of the active player may still bring this turn: stations, rails, purchases."""
    seat = s.active
    money = s.money + 0
    green = s.rail_points + 0
    stations = 0
    tenths = 0
    for k in range(KINDS):
        card = s.kind[k]
        count = s.hand[seat, card]
        if count > 0:
            money += count * box.value[card]
            if box.green[card]:
                green += count
            elif box.effect[card] == STATION:
                stations += count
            elif box.effect[card] != NO_EFFECT:
                tenths += count * max(0, WORTH_OF_CARD[card] - 10 * box.value[card])
    if s.phase == CHOICE and s.effect == STATION:
        stations += 1
    waste = cost_of_waste(means)
    if s.no_waste == 1:
        waste = 0
    worth = 0
    if stations > 0:
        hex = best_station(box, s)
        if hex >= 0:
            worth += stations * max(0, gain_of_station(box, s, seat, hex, means) - waste)
    if green > 0 and means[RAILS_LEFT] > 0:
        hex = best_rail(box, s, money)
        if hex >= 0:
            cost = surcharge(box, s, hex)
            gain = gain_of_rail(box, s, seat, hex, means)
            if brings_waste(s, hex):
                gain -= waste
            if s.rail_points == 0:
                gain -= waste
            if gain > COIN * cost:
                worth += gain
                money -= cost
                worth += (green - 1) * max(0, gain - waste) // 3
    money += tenths // 10
    return worth + best_purchases(box, s, money, means, waste) + MONEY_NOW * s.money


# ---------------------------------------------------------------- standing


@rule
def standing(box, s, seat, turns):
    """All that a player is worth, about POINT a point."""
    means = scratch(MEANS)
    count_deck(box, s, seat, means)
    survey(box, s, seat, means)
    means[RAILS_LEFT] = RAILS - s.rails[seat]
    means[ROUNDS_LEFT] = turns
    worth = POINT * (means[SCORED] + card_score(box, s, seat) + s.track[seat]) + future(means)
    in_turn = s.phase == TURN or s.phase == CHOICE or s.phase == DRAW or s.phase == LOOK or s.phase == REVEAL
    if seat == s.active and in_turn:
        worth += rest_of_turn(box, s, means)
    return worth


@rule
def progress(box, s, player):
    turns = turns_to_come(box, s, player, rounds_left(box, s))
    return max(0, min(10_000, standing(box, s, player, turns)))


@rule
def values(box, s, worth):
    """Whoever stands best is likelier to win, the more so the closer the end is."""
    if s.phase == ENDED:
        value_the_end(box, s, worth)
        return
    rounds = rounds_left(box, s)
    total = 0
    for seat in range(box.players):
        turns = turns_to_come(box, s, seat, rounds)
        if (seat - s.first) % box.players > (s.active - s.first) % box.players:
            turns += 10  # this round it has not had its turn
        worth[seat] = standing(box, s, seat, turns)
        total += worth[seat]
    spread = SPREAD + SPREAD_A_ROUND * rounds
    for seat in range(box.players):
        ahead = worth[seat] - (total - worth[seat]) // (box.players - 1)
        worth[seat] = chance_to_win(box, ahead, spread)


@rule
def chance_to_win(box, ahead, spread):
    even = 10_000 // box.players
    if ahead >= 0:
        return even + (10_000 - even) * ahead // (ahead + spread)
    return even + even * ahead // (spread - ahead)


@rule
def explore(box, s):
    """Less than usual: it takes many moves to make a difference."""
    return CURIOSITY


@rule
def value_the_end(box, s, worth):
    """Whoever won has all; a shared win is shared."""
    best = 0
    sharing = 0
    for seat in range(box.players):
        worth[seat] = rank(box, s, seat)
        if worth[seat] > best:
            best = worth[seat] + 0
            sharing = 0
        if worth[seat] == best:
            sharing += 1
    for seat in range(box.players):
        if worth[seat] == best:
            worth[seat] = 10_000 // sharing
        else:
            worth[seat] = 0


# ---------------------------------------------------------------- at first sight


@rule
def priors(box, s, out):
    """Much of a turn goes without saying; what is left to think about is weighed as the deeds above are."""
    for k in range(out.count):
        out.prior[k] = 0
    if s.phase == TURN:
        sure = surely_first(box, s, out)
        if sure >= 0:
            for k in range(out.count):
                if k != sure and verb_of(out.move[k]) != Verb.PASS:
                    out.prior[k] = NEVER
        else:
            weigh_turn(box, s, out)
    elif s.phase == CHOICE and s.effect == STATION:
        weigh_stations(box, s, out)
    else:
        for k in range(out.count):
            if verb_of(out.move[k]) == Verb.START:
                hex = a_of(out.move[k])
                out.prior[k] = worth_of_rail(box, s, s.active, hex) + neighbourhood(box, s, s.active, hex)
            elif verb_of(out.move[k]) == Verb.NAME:
                out.prior[k] = 100 * s.deck[s.active, a_of(out.move[k])]


@rule
def trains_are_wanted_in_hand(box, s):
    for k in range(KINDS):
        card = s.kind[k]
        if s.hand[s.active, card] > 0:
            effect = box.effect[card]
            if effect == SHOW_TRAIN or effect == REBUILD_TRAIN or effect == EXCHANGE or effect == SELL_CARDS:
                return True
    return False


@rule
def surely_first(box, s, out):
    """A card that is played before anything else is thought about: a plain Train, or an effect that only helps."""
    trains_wait = trains_are_wanted_in_hand(box, s)
    for k in range(out.count):
        if verb_of(out.move[k]) == Verb.PLAY:
            card = a_of(out.move[k])
            effect = box.effect[card]
            if effect == IRONWORKS or effect == NO_WASTE or effect == DRAW_CARDS or effect == FIND_TRAINS:
                return k
            helps = effect == NO_EFFECT or effect == SCORE or effect == EARLY or effect == WITH_NORMAL_TRAIN
            if helps and not (trains_wait and box.train[card]):
                return k
    return -1


@rule
def weigh_turn(box, s, out):
    """Each move by what it adds, against the best: the position counts on that one already."""
    seat = s.active
    means = scratch(MEANS)
    count_deck(box, s, seat, means)
    survey(box, s, seat, means)
    rounds = rounds_left(box, s)
    means[RAILS_LEFT] = RAILS - s.rails[seat]
    means[ROUNDS_LEFT] = turns_to_come(box, s, seat, rounds)
    waste = cost_of_waste(means)
    best_buy = 0
    best_lay = -1000
    for k in range(out.count):
        verb = verb_of(out.move[k])
        thing = a_of(out.move[k])
        if verb == Verb.BUY or verb == Verb.BUY_ON_TOP:
            out.prior[k] = gain_of_card(box, s, thing, means, waste)
            best_buy = max(best_buy, out.prior[k])
        elif verb == Verb.LAY:
            out.prior[k] = attraction(box, s, seat, thing)
            best_lay = max(best_lay, out.prior[k])
    slope = 50_000 // (SPREAD + SPREAD_A_ROUND * rounds)  # tenths of points of value
    for k in range(out.count):
        verb = verb_of(out.move[k])
        card = a_of(out.move[k])
        if verb == Verb.BUY or verb == Verb.BUY_ON_TOP:
            behind = best_buy - out.prior[k]
            out.prior[k] = -behind * slope // 10
            if behind > TOO_FAR_BEHIND:
                out.prior[k] = NEVER
        elif verb == Verb.LAY:
            behind = best_lay - out.prior[k]
            out.prior[k] = -behind * slope // 10
            if behind > TOO_FAR_BEHIND:
                out.prior[k] = NEVER
        elif verb == Verb.END:
            out.prior[k] = -best_buy * slope // 10
        elif verb == Verb.PLAY_PLAIN:
            out.prior[k] = -200
            if box.value[card] == 0 and not (box.green[card] and s.ironworks > 0):
                out.prior[k] = NEVER


@rule
def weigh_stations(box, s, out):
    """A station where it helps oneself most, or rivals least."""
    most = -1000
    for k in range(out.count):
        hex = a_of(out.move[k])
        more = box.city_points[s.station[hex] + 1] - box.city_points[s.station[hex]]
        gain = -POINT * more * rivals(s, s.active, hex)
        if s.away[s.active, hex] == 0:
            gain = share(box, s, s.active, hex, more)
        elif s.away[s.active, hex] <= REACH:
            gain += REACH - s.away[s.active, hex]
        out.prior[k] = gain
        most = max(most, gain)
    for k in range(out.count):
        if most - out.prior[k] > TOO_FAR_BEHIND or (most > 0 and out.prior[k] <= 0):
            out.prior[k] = NEVER
        else:
            out.prior[k] = 5 * (out.prior[k] - most)


@rule
def neighbourhood(box, s, seat, hex):
    """What lies around a place to start from."""
    worth = 0
    for other in range(HEXES):
        away = box.distance[hex, other]
        if 0 < away <= 3 and box.number[other] > 0:
            worth += worth_of_rail(box, s, seat, other) // (2 * away)
    return worth
