"""How well a company stands: a guide for bots, not a rule.

While building, dice points are what is scarce: a network is worth the places it was first to reach, less the way to the
next one, dues to rivals on that way counted in. In a race a train is worth the prime it may expect by the distance of
all trains, less the dues of the way it will take.
"""

from math import exp

import numpy as np

from rotonde.kernel.contract import moves
from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.subset import rule, scratch

from .rules import (
    ABANDONED,
    ARRIVED,
    CITIES,
    DESTINATIONS,
    ENDED,
    ENTRY,
    FAR,
    FIRST_PRIME,
    HEXES,
    JOINS,
    PLACES,
    RUN,
    RUNNING,
    SECOND_PRIME,
    STALL,
    THROW,
    Verb,
    bits,
    end_of,
    other_end,
    owners_to_pay,
    rank,
    seat_after,
)

POINT = 20  # of progress, for a game point in the races
POINT_IN_BUILDING = 4
LEAST = 2000  # for an empty account and no line at all
MOST = 9900  # short of a game that is won

WAY = 4  # for a dice point, or a game point of dues, on the way to the next place
FARTHEST = 45
REACHED = 180  # for the first at a place: more than the whole way to the next one
WITHOUT = 12  # what a rival who is nearer may cost, in dice points

# What a place is worth by the dice points to it: a further one that nobody has reached, and any for the races to come.
PROMISE = np.array([round(16 * exp(-d / 6)) for d in range(FAR + 1)], np.int64)
USE = np.array([round(20 * exp(-d / 4)) for d in range(FAR + 1)], np.int64)
COUNT = np.array([bin(owners).count("1") for owners in range(64)], np.int64)

# A train's chance against the leader's by the dice points it is behind, in tenths of what is usual at that distance.
CHANCES = np.array([max(1, round(10_000 * exp(-behind / 12))) for behind in range(121)], np.int64)

STEP, RENT = 8, 1  # on a way: a dice point, and a stroke of rivals only
NOWHERE = 1_000_000
QUEUE = 1024
EAGERNESS = 100  # not to leave a race to the others
FORWARD = 6  # for each dice point not to run any more, so that a train does not wait for a better throw
GIVING_UP = 1000
PENDING = 6  # for each rival to pay at the end of the turn


@rule
def find_costs(box, s, player, cost):
    """To every hex from the player's network: dice points and game points of dues on the cheapest way."""
    queue = scratch(QUEUE)
    waiting = scratch(HEXES)
    head = 0
    tail = 0
    others = ((1 << box.players) - 1) & ~(1 << player)
    for place in range(box.hexes):
        cost[place] = NOWHERE
        if s.present[place] & (1 << player):
            cost[place] = 0
            queue[tail] = place
            waiting[place] = 1
            tail += 1
    while head != tail:
        place = queue[head]
        head = (head + 1) % QUEUE
        waiting[place] = 0
        if box.foreign[place] == 0:
            for direction in range(6):
                edge = box.around[place, direction]
                if edge >= 0:
                    other = other_end(box, edge, place)
                    if cost[other] > cost[place] + 1:
                        owners = s.track[edge] & others
                        price = cost[place] + box.build_cost[edge] + 2 * COUNT[owners]
                        if box.city_at[other] == 0:
                            price += COUNT[s.present[other] & others & ~owners]
                        if price < cost[other]:
                            cost[other] = price
                            if waiting[other] == 0:
                                waiting[other] = 1
                                queue[tail] = other
                                tail = (tail + 1) % QUEUE


@rule
def way_to_next(box, s, player):
    """What the way to the most promising of the places costs that nobody has reached; 0 when there is none."""
    cost = scratch(HEXES)
    find_costs(box, s, player, cost)
    least = FARTHEST
    for place in range(box.hexes):
        if cost[place] < FARTHEST and (box.city_at[place] or box.foreign[place]):
            goal = box.city_at[place] - 1
            for destination in range(DESTINATIONS):
                if box.foreign[place] and box.destinations_at[place] & (1 << destination):
                    goal = CITIES + destination
            if goal >= 0 and box.premium[goal] and s.first_at[goal] == 0:
                way = cost[place]
                nearest = FAR
                for rival in range(box.players):
                    if rival != player:
                        nearest = min(nearest, s.near[rival, goal])
                if nearest < s.near[player, goal]:
                    way += min(WITHOUT, s.near[player, goal] - nearest + 2)
                least = min(least, way)
    return least


@rule
def in_building(box, s, player):
    """The places reached first, the way to the next, and what is near."""
    worth = 0
    missing = 0
    for place in range(PLACES):
        if box.premium[place]:
            worth += USE[s.near[player, place]]
            if s.first_at[place] == player + 1:
                worth += REACHED
            elif s.first_at[place] == 0:
                missing += 1
                worth += PROMISE[s.near[player, place]]
    if missing > 0 and s.race == 0 and s.stalled < STALL:
        worth -= WAY * way_to_next(box, s, player)
    return worth


@rule
def find_ways(box, s, player, cost, dice, rents):
    """From every hex to the goal: the dice points and the strokes of rivals on the way this player will like best."""
    queue = scratch(QUEUE)
    waiting = scratch(HEXES)
    head = 0
    tail = 0
    for place in range(box.hexes):
        cost[place] = NOWHERE
        goal = False
        if s.race_to < CITIES:
            goal = box.city_hex[s.race_to] == place
        elif s.present[place]:
            goal = box.destinations_at[place] & (1 << (s.race_to - CITIES)) != 0
        if goal:
            cost[place] = 0
            queue[tail] = place
            waiting[place] = 1
            tail += 1
    while head != tail:
        place = queue[head]
        head = (head + 1) % QUEUE
        waiting[place] = 0
        for direction in range(6):
            edge = box.around[place, direction]
            if edge >= 0 and s.track[edge] != 0:
                rent = 0
                if s.track[edge] & (1 << player) == 0:
                    rent = 1
                other = other_end(box, edge, place)
                price = cost[place] + STEP * box.step_cost[edge] + RENT * rent
                if price < cost[other]:
                    cost[other] = price
                    dice[other] = dice[place] + box.step_cost[edge]
                    rents[other] = rents[place] + rent
                    if waiting[other] == 0:
                        waiting[other] = 1
                        queue[tail] = other
                        tail = (tail + 1) % QUEUE


@rule
def takes_part(box, s, seat):
    """Whether a seat is, or may still be, one of those who race for a prime."""
    if s.part[seat] == RUNNING:
        return True
    if s.phase == ENTRY:
        for later in range(s.asked, box.players):
            if seat_after(box, s.drawer, later) == seat:
                return True
    return False


@rule
def in_race(box, s, player):
    """The prime to expect, less the dues still to pay."""
    if s.part[player] == ABANDONED:
        return -GIVING_UP
    if s.part[player] == ARRIVED or (s.part[player] != RUNNING and takes_part(box, s, player)):
        return 0
    cost = scratch(HEXES)
    dice = scratch(HEXES)
    rents = scratch(HEXES)
    find_ways(box, s, player, cost, dice, rents)
    behind = scratch(8)
    start = box.city_hex[s.race_from]
    if s.part[player] != RUNNING:
        return -EAGERNESS - FORWARD * dice[start]
    least = NOWHERE
    arrived = 0
    for seat in range(box.players):
        if takes_part(box, s, seat):
            place = start
            if s.phase != ENTRY:
                place = s.train[seat]
            # Whoever throws later is a little behind.
            wait = (seat - s.active + box.players) % box.players
            behind[seat] = 10 * dice[place] + 10 * wait // box.players
            least = min(least, behind[seat])
        elif s.part[seat] == ARRIVED:
            arrived += 1
    usual = 6 + least // 60
    total = 0
    chance = scratch(8)
    for seat in range(box.players):
        if takes_part(box, s, seat):
            chance[seat] = CHANCES[min(120, (behind[seat] - least) * 2 // usual)]
            total += chance[seat]
    mine = chance[player]
    first = POINT * FIRST_PRIME
    second = POINT * SECOND_PRIME
    if arrived > 0:
        first = second
        second = 0
    worth = first * mine // total
    for seat in range(box.players):
        if seat != player and chance[seat] > 0:
            worth += second * chance[seat] // total * mine // (total - chance[seat])
    place = start
    if s.phase != ENTRY:
        place = s.train[player]
    # About one due for a throw on foreign lines.
    worth -= POINT * 2 * rents[place] // 7 + FORWARD * dice[place]
    return worth


@rule
def progress(box, s, player):
    """All that this player can do about its own game points."""
    if s.phase == ENDED:
        for rival in range(box.players):
            if rank(box, s, rival) > rank(box, s, player):
                return max(0, min(MOST, LEAST + POINT * s.account[player]))
        return 10_000
    if s.race == 0:
        worth = LEAST + POINT_IN_BUILDING * s.account[player] + in_building(box, s, player)
        return max(0, min(MOST, worth))
    worth = LEAST + POINT * s.account[player]
    if s.phase == ENTRY or s.phase == THROW or s.phase == RUN:
        worth += in_race(box, s, player)
        if s.used != 0 and s.active == player:
            worth -= PENDING * bits(owners_to_pay(box, s))
    return max(0, min(MOST, worth))


@rule
def values(box, s, worth):
    """Whoever has come further is likelier to win, the more so the nearer the end."""
    if s.phase == ENDED:
        for seat in range(box.players):
            worth[seat] = 0
            if progress(box, s, seat) == 10_000:
                worth[seat] = 10_000
        return
    total = 0
    for seat in range(box.players):
        square = (progress(box, s, seat) // 10 + 1) ** 2
        worth[seat] = square * square // 1_000_000 + 1
        total += worth[seat]
    for seat in range(box.players):
        worth[seat] = 10_000 * worth[seat] // total


# ---------------------------------------------------------------- a plain player, to measure others by


@rule
def nearest_place(box, s, seat):
    """The nearest place without a line; -1 when all have one."""
    nearest = -1
    least = FAR
    for place in range(PLACES):
        if box.premium[place] and s.first_at[place] == 0 and s.near[seat, place] < least:
            least = s.near[seat, place]
            nearest = place
    return nearest


@rule
def plain_move(box, s, out):
    """It builds straight to the nearest place nobody has reached, enters every race and takes the fastest way."""
    if s.phase == ENTRY:
        return pack(Verb.ENTER)
    out.count = 0
    moves(box, s, out)
    seat = s.active
    best = pack(Verb.PASS)
    if s.phase == RUN:
        cost = scratch(HEXES)
        dice = scratch(HEXES)
        rents = scratch(HEXES)
        find_ways(box, s, seat, cost, dice, rents)
        best = pack(Verb.STOP)
        least = dice[s.train[seat]]
        for k in range(out.count):
            move = out.move[k]
            if verb_of(move) == Verb.STEP and dice[a_of(move)] < least:
                least = dice[a_of(move)]
                best = move
        return best
    if verb_of(out.move[0]) == Verb.STROKE:
        target = nearest_place(box, s, seat)
        if target < 0:
            return best
        least = s.near[seat, target]
        if s.round == 1:
            # The first stroke must be drawn, whichever it is.
            best = out.move[0]
            least = FAR
        for k in range(out.count):
            move = out.move[k]
            if verb_of(move) == Verb.STROKE:
                end = end_of(box, s, seat, a_of(move))
                if end != JOINS and box.far[end, target] < least:
                    least = box.far[end, target]
                    best = move
    return best
