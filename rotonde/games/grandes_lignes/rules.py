"""Grandes Lignes: the rules, in the order of the rulebook. Numbers such as B4 are those of docs/rules."""

from enum import IntEnum

from rotonde.kernel.chance import offer, offer_die, offer_marked
from rotonde.kernel.layout import Layout, i1, i2, i8
from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, rule, scratch

VERSION = 1
MOST_MOVES = 1600

SEATS = 6
HEXES = 560
EDGES = 1536  # ways between neighbouring hexes where a stroke can be drawn
CITIES = 36
DESTINATIONS = 6  # abroad, and overseas
PLACES = CITIES + DESTINATIONS  # where a race can end

DEAREST = 6  # dice points for a stroke
JUNCTION, PARALLEL = 1, 2  # dues of building
PREMIUM = 5
FIRST_PRIME, SECOND_PRIME = 20, 10
FERRY_FARE, FERRY_TOLL, MOST_FERRIES = 6, 3, 2

STALL = 6  # rounds with one place missing before one may vote to stop building
LAST_ROUND = 100
LAST_THROW = 60
EVERYBODY = 7  # has reached this city first: all begin there
FAR = 127

# Where in the game we are.
FIRST, OPENING, DIE, BUILD, START, GOAL, ENTRY, THROW, RUN, EXTRA, ENDED = range(11)
# Where a move may leave it: `settle` goes on from there at once, so that nobody meets these.
TURN_OVER, RACE_OVER, ROUND_OVER, NEXT_RACE = range(11, 15)

# How a player takes part in the race.
ASIDE, RUNNING, ARRIVED, ABANDONED = range(4)

ONE_DIE, TWO_DICE, LOW_PLUS_THREE = range(3)

JOINS = -1  # where a stroke leads whose ends are both in the builder's network already
UNKNOWN = -1  # how many strokes one may draw: to be found out in `settle`, so that nobody meets this either


class Box(Layout):
    players: i1
    target: i2  # game points that end the game
    hexes: i2
    edges: i2
    start: i2  # the hex where all begin
    around: i2[HEXES, 6]  # the edge in each direction; -1: none
    beside: i2[HEXES, 6]  # the hex at its other end; -1: none
    edge_a: i2[EDGES]  # edges come in the order of what they cost to build
    edge_b: i2[EDGES]
    within: i2[DEAREST + 1]  # how many edges cost so many dice points or less
    most_dues: i1  # that a stroke can cost
    build_cost: i1[EDGES]
    step_cost: i1[EDGES]
    ferry: i1[EDGES]
    hill: i1[HEXES]
    foreign: i1[HEXES]
    city_at: i1[HEXES]  # city + 1; 0: none
    destinations_at: i1[HEXES]  # a bit for each
    city_hex: i2[CITIES]  # -1: the map has no such city
    premium: i1[PLACES]  # for whoever is first there
    places_to_reach: i1
    far: i1[HEXES, PLACES]  # dice points to build from a hex to a place
    apart: i1[CITIES, CITIES]  # hexes, as the crow flies
    distinct_start: i1  # from here on: the options
    skip_starter: i1
    dice: i1
    own_track: i1
    fair_finish: i1
    solo_instant: i1
    least_race: i1
    finish_race: i1
    build_after_race: i1
    ferries: i1


class State(Layout):
    phase: i1
    active: i1
    starter: i1  # of the round; the first one of all until building begins
    waiting: i1  # players still to come in this round of building
    round: i2
    die: i1  # of the round, or of the train that runs; 0: none was thrown
    points: i1  # dice points left
    left: i1  # places that nobody has reached
    stalled: i1  # whole rounds with at most one of them
    votes: i1  # a bit for each player who wants to stop building
    account: i2[SEATS]
    wins: i1[SEATS]
    track: i1[EDGES]  # a bit for each owner
    present: i1[HEXES]  # a bit for each player whose lines come here
    open: i1[EDGES]  # a bit for each player whose network it touches and who has no stroke there
    legal: i1[EDGES]  # 1 where the active player may draw a stroke now
    choices: i2  # how many of them there are
    near: i1[SEATS, PLACES]  # dice points to build from one's network to a place
    first_at: i1[PLACES]  # seat + 1 of whoever came first; 0: nobody yet
    race: i2
    drawer: i1
    normal_races: i1  # since the last international one
    void_races: i1  # in a row
    abroad: i1  # this race is international
    race_from: i1  # city; -1: not drawn
    race_to: i1  # place; -1: not drawn
    part: i1[SEATS]
    train: i2[SEATS]  # the hex it is in; -1: none
    asked: i1  # players asked whether they enter
    throws: i1  # of each train
    steps: i1  # in this turn
    used: i8  # a bit for each set of owners (a number, as in `track`) whose track was used in this turn
    arrived: i1
    spare: i1[SEATS]  # dice points left over + 1 of a train that arrived in this round of throws
    income: i2[SEATS]  # of each player in this race


class Verb(IntEnum):
    FIRST = 1  # chance: seat
    STROKE = 2  # edge
    DIE = 3  # chance: dice points
    PASS = 4
    CLOSE = 5
    START = 6  # chance: city
    GOAL = 7  # chance: place
    ENTER = 8
    DECLINE = 9
    THROW = 10  # chance: dice points
    STEP = 11  # hex
    STOP = 12
    ABANDON = 13


@rule
def seat_after(box, seat, steps):
    """S3. In order of the seats, round and round."""
    return (seat + steps) % box.players


@rule
def bits(number):
    count = 0
    while number > 0:
        count += number & 1
        number >>= 1
    return count


# ---------------------------------------------------------------- setting up


@rule
def setup(box, s):
    """S1. Twenty game points each, no track; S2. everybody is in the starting city."""
    s.phase = FIRST
    everybody = (1 << box.players) - 1
    s.present[box.start] = everybody
    for direction in range(6):
        if box.around[box.start, direction] >= 0:
            s.open[box.around[box.start, direction]] = everybody
    for seat in range(SEATS):
        s.train[seat] = -1
        if seat < box.players:
            s.account[seat] = 20
            for place in range(PLACES):
                s.near[seat, place] = box.far[box.start, place]
    s.left = box.places_to_reach
    s.first_at[box.city_at[box.start] - 1] = EVERYBODY
    s.race_from = -1
    s.race_to = -1


# ---------------------------------------------------------------- strokes


@rule
def other_end(box, edge, place):
    if box.edge_a[edge] == place:
        return box.edge_b[edge]
    return box.edge_a[edge]


@rule
def end_of(box, s, seat, edge):
    """The new hex that an open stroke leads to; JOINS when the player is at both ends already."""
    bit = 1 << seat
    if s.present[box.edge_a[edge]] & bit == 0:
        return box.edge_a[edge]
    if s.present[box.edge_b[edge]] & bit == 0:
        return box.edge_b[edge]
    return JOINS


@rule
def open_around(box, s, seat, place):
    """B3, B6. Strokes start where the player is present, none is drawn twice; B7. none goes on from abroad."""
    bit = 1 << seat
    for direction in range(6):
        edge = box.around[place, direction]
        if edge >= 0 and s.track[edge] & bit == 0:
            both = s.present[other_end(box, edge, place)] & bit
            if both or box.foreign[place] == 0:
                s.open[edge] |= bit


@rule
def due_where(box, rival, owners, there, end):
    """D2. One point for joining or crossing a line; D3. two for following it; D4. a city is free to cross.

    `owners` have a line where the stroke goes, those who are `there` one through its end.
    """
    bit = 1 << rival
    if owners & bit:
        return PARALLEL
    if there & bit and box.city_at[end] == 0:
        return JUNCTION
    return 0


@rule
def due_to(box, s, seat, rival, edge, end):
    """D2-D4. D5. The hex one starts from is free, and so is a hex where one has been before."""
    if rival == seat:
        return 0
    there = 0
    if end >= 0:
        there = s.present[end]
    return due_where(box, rival, s.track[edge], there, end)


@rule
def dues(box, s, seat, edge, end):
    """D2, D3. To each of the rivals."""
    mine = 1 << seat
    others = s.track[edge]
    if end >= 0:
        others |= s.present[end]
    if others & ~mine == 0:
        return 0
    total = 0
    for rival in range(box.players):
        total += due_to(box, s, seat, rival, edge, end)
    return total


@rule
def ferries_of(box, s, seat):
    """O10. How many Channel crossings a player has."""
    count = 0
    for edge in range(box.edges):
        if box.ferry[edge] and s.track[edge] & (1 << seat):
            count += 1
    return count


@rule
def may_build(box, s, edge):
    """B3-B7, D6. The active player's network touches it, his dice points are enough, and his account bears the dues."""
    seat = s.active
    if s.open[edge] & (1 << seat) == 0:
        return False
    cost = box.build_cost[edge]
    if cost > s.points:
        return False
    price = dues(box, s, seat, edge, end_of(box, s, seat, edge))
    if s.phase == EXTRA:
        # O9. After a race each dice point is bought with a game point.
        price += cost
    if box.ferries and box.ferry[edge]:
        if ferries_of(box, s, seat) >= MOST_FERRIES:
            return False
        price += FERRY_FARE
    # D6. What one cannot pay one cannot build; what costs nothing one always can.
    return price == 0 or price <= s.account[seat]


@rule
def clear_marks(s, begin, end):
    """Forget that strokes may be drawn; how many of them."""
    gone = 0
    for edge in range(begin, end):
        if s.legal[edge]:
            s.legal[edge] = 0
            gone += 1
    return gone


@rule
def mark_strokes(box, s):
    """Note which strokes the active player may draw now."""
    clear_marks(s, 0, box.edges)
    bit = 1 << s.active
    count = 0
    for edge in range(box.within[min(s.points, DEAREST)]):
        if s.open[edge] & bit and may_build(box, s, edge):
            s.legal[edge] = 1
            count += 1
    s.choices = count


@rule
def mark_after_stroke(box, s, edge, end):
    """The same, when only that stroke and the dice points it took make a difference."""
    s.choices -= clear_marks(s, edge, edge + 1)
    if end >= 0:
        for direction in range(6):
            near = box.around[end, direction]
            if near >= 0 and s.legal[near] == 0 and may_build(box, s, near):
                s.legal[near] = 1
                s.choices += 1
    before = min(s.points + box.build_cost[edge], DEAREST)
    s.choices -= clear_marks(s, box.within[min(s.points, DEAREST)], box.within[before])


@rule
def come_first(box, s, seat, place):
    """P1, P2. The first in a city or abroad gets a premium, P3. at once."""
    if s.first_at[place] == 0 and box.premium[place]:
        s.first_at[place] = seat + 1
        s.account[seat] += box.premium[place]
        s.left -= 1


@rule
def arrive(box, s, seat, end):
    """A stroke ends where the player has not been before."""
    s.present[end] |= 1 << seat
    open_around(box, s, seat, end)
    for place in range(PLACES):
        s.near[seat, place] = min(s.near[seat, place], box.far[end, place])
    if box.city_at[end]:
        come_first(box, s, seat, box.city_at[end] - 1)
    if box.destinations_at[end]:
        for destination in range(DESTINATIONS):
            if box.destinations_at[end] & (1 << destination):
                come_first(box, s, seat, CITIES + destination)


@rule
def lay(box, s, edge):
    """The active player draws a stroke and pays each rival what is due."""
    seat = s.active
    end = end_of(box, s, seat, edge)
    # Whoever can pay any due, before and after, may draw the same as before, but for what lies around.
    easy = s.phase == BUILD and box.ferries == 0 and s.account[seat] >= box.most_dues
    if s.phase != OPENING:
        for rival in range(box.players):
            due = due_to(box, s, seat, rival, edge, end)
            s.account[rival] += due
            s.account[seat] -= due
        if box.ferries and box.ferry[edge]:
            s.account[seat] -= FERRY_FARE
        if s.phase == EXTRA:
            s.account[seat] -= box.build_cost[edge]
        s.points -= box.build_cost[edge]
    s.track[edge] |= 1 << seat
    s.open[edge] &= ~(1 << seat)
    if end >= 0:
        arrive(box, s, seat, end)
    if easy and s.account[seat] >= box.most_dues:
        mark_after_stroke(box, s, edge, end)
    elif s.phase != OPENING:
        s.choices = UNKNOWN


# ---------------------------------------------------------------- the first phase: building


@rule
def may_open(box, s, edge):
    """B1. From the starting city to one of its neighbours; O1. with this option not where another has gone."""
    if s.track[edge] == 0 or box.distinct_start == 0:
        return True
    for direction in range(6):
        other = box.around[box.start, direction]
        if other >= 0 and s.track[other] == 0:
            return False
    return True


@rule
def end_opening(box, s):
    """B1. One stroke each, without a die and without dues."""
    s.waiting -= 1
    s.active = seat_after(box, s.active, 1)
    if s.waiting == 0:
        s.phase = ROUND_OVER


@rule
def may_close(box, s):
    """F2. After six rounds with one place missing one may vote to stop building, as long as a vote can decide it."""
    if s.stalled < STALL or s.left == 0 or s.round == LAST_ROUND:
        return False
    votes = bits(s.votes)
    return 2 * votes <= box.players and 2 * (votes + s.waiting) > box.players


@rule
def begin_round(box, s):
    """B2. Each round the next player begins, and one die counts for all."""
    s.starter = seat_after(box, s.starter, 1)
    s.round += 1
    s.phase = DIE
    s.active = s.starter


@rule
def roll_for_all(box, s, points):
    s.die = points
    s.points = points
    s.choices = UNKNOWN
    s.phase = BUILD
    s.waiting = box.players
    if box.skip_starter:
        # O2. Whoever began the round before sits this one out; that is the last player of this round.
        s.waiting -= 1


@rule
def may_go_on(box, s):
    """B8. There is something to build, or to vote on."""
    if s.choices == UNKNOWN:
        mark_strokes(box, s)
    if s.phase == BUILD and may_close(box, s):
        return True
    return s.choices > 0


@rule
def next_builder(box, s):
    """B3. What is left of the die is lost."""
    s.choices = UNKNOWN
    s.active = seat_after(box, s.active, 1)
    if s.phase == EXTRA:
        # O9. In order from the drawer on, each may build for what the race has brought.
        s.asked += 1
        s.points = min(FAR, s.income[s.active])
        if s.asked == box.players:
            s.asked = 0
            s.points = 0
            for seat in range(SEATS):
                s.income[seat] = 0
            s.phase = NEXT_RACE
    else:
        s.waiting -= 1
        s.points = s.die
        if s.waiting == 0:
            s.phase = ROUND_OVER


@rule
def end_round(box, s):
    """F1. When every place is reached, the round is finished and building ends. F2, F3. Or it has taken too long."""
    s.die = 0
    s.points = 0
    votes = bits(s.votes)
    s.votes = 0
    if s.left == 0 or 2 * votes > box.players or s.round == LAST_ROUND:
        s.stalled = 0
        # R1. The player after the last starter draws the first race.
        s.drawer = s.starter
        s.phase = NEXT_RACE
        return
    if s.left == 1 and s.stalled < STALL:
        s.stalled += 1
    begin_round(box, s)


# ---------------------------------------------------------------- the second phase: drawing a race


@rule
def city_reached(box, s, city):
    """F3. A city that nobody has reached is not drawn."""
    return box.city_hex[city] >= 0 and s.present[box.city_hex[city]] != 0


@rule
def may_be_goal(box, s, city, place):
    """R1. Not the starting city again; I3. nor overseas from one of its ports; F3. and somebody must be there."""
    if place < CITIES:
        if place == city or not city_reached(box, s, place):
            return False
        # O7. A race may have to be of some length.
        return box.apart[city, place] >= box.least_race
    bit = 1 << (place - CITIES)
    if box.destinations_at[box.city_hex[city]] & bit:
        return False
    for seat in range(box.players):
        if s.near[seat, place] == 0:
            return True
    return False


@rule
def may_be_start(box, s, city):
    """F3. A start from which there is somewhere to go."""
    if not city_reached(box, s, city):
        return False
    begin = 0
    end = CITIES
    if s.abroad:
        begin = CITIES
        end = PLACES
    for place in range(begin, end):
        if may_be_goal(box, s, city, place):
            return True
    return False


@rule
def can_draw(box, s):
    for city in range(CITIES):
        if may_be_start(box, s, city):
            return True
    return False


@rule
def next_race(box, s):
    """R1. Each in turn draws a race; I1. after three normal ones comes an international one."""
    s.race += 1
    s.drawer = seat_after(box, s.drawer, 1)
    s.active = s.drawer
    s.abroad = 0
    if s.normal_races == 3:
        s.normal_races = 0
        s.abroad = 1
        if not can_draw(box, s):
            s.abroad = 0
    s.phase = START
    # E3. Nobody wants to race any more, or there is nowhere to race to.
    if s.void_races >= 3 * box.players or not can_draw(box, s):
        s.phase = ENDED


@rule
def draw_goal(box, s, place):
    s.race_to = place
    s.phase = ENTRY
    s.asked = 0


# ---------------------------------------------------------------- entering


@rule
def may_enter(box, s, seat):
    """R2. Anybody may; O4. with this option only who has a line at the start or at the goal."""
    if box.own_track == 0:
        return True
    return s.near[seat, s.race_from] == 0 or s.near[seat, s.race_to] == 0


@rule
def ask_next(box, s):
    """R2. From the drawer on, each says openly whether he takes part."""
    while s.asked < box.players and not may_enter(box, s, seat_after(box, s.drawer, s.asked)):
        s.asked += 1
    s.active = seat_after(box, s.drawer, s.asked)
    if s.asked == box.players:
        start_race(box, s)


@rule
def start_race(box, s):
    """R3. The trains stand in the starting city; the drawer throws first, if he takes part."""
    s.asked = 0
    entered = 0
    for step in range(box.players):
        seat = seat_after(box, s.drawer, step)
        if s.part[seat] == RUNNING:
            s.train[seat] = box.city_hex[s.race_from]
            if entered == 0:
                s.active = seat
            entered += 1
    s.phase = RACE_OVER
    if entered > 1 or (entered == 1 and box.solo_instant == 0):
        s.throws = 1
        s.phase = THROW
    elif entered == 1 and box.solo_instant:
        # O6. Alone, one need not run.
        s.part[s.active] = ARRIVED
        s.arrived = 1
        s.wins[s.active] += 1
        earn(s, s.active, FIRST_PRIME)


# ---------------------------------------------------------------- running


@rule
def earn(s, seat, points):
    s.account[seat] += points
    s.income[seat] += points


@rule
def may_step(box, s, edge):
    """R3. Along anybody's line; R4. with enough dice points."""
    return edge >= 0 and s.track[edge] != 0 and box.step_cost[edge] <= s.points


@rule
def can_step(box, s):
    for direction in range(6):
        if may_step(box, s, box.around[s.train[s.active], direction]):
            return True
    return False


@rule
def is_goal(box, s, place):
    """R7. The city; I3. or any hex of the destination."""
    if s.race_to < CITIES:
        return box.city_hex[s.race_to] == place
    return box.destinations_at[place] & (1 << (s.race_to - CITIES)) != 0


@rule
def edge_between(box, place, other):
    for direction in range(6):
        edge = box.around[place, direction]
        if edge >= 0 and other_end(box, edge, place) == other:
            return edge
    return -1


@rule
def step(box, s, place):
    seat = s.active
    edge = edge_between(box, s.train[seat], place)
    s.points -= box.step_cost[edge]
    s.train[seat] = place
    s.steps += 1
    owners = s.track[edge]
    # R5. One's own line is free, even beside another's.
    if owners & (1 << seat) == 0:
        if box.ferries and box.ferry[edge]:
            pay_toll(box, s, owners)
        else:
            s.used |= 1 << owners
    if is_goal(box, s, place):
        finish(box, s)
    elif not can_step(box, s):
        s.phase = TURN_OVER


@rule
def pay_toll(box, s, owners):
    """O10. A rival's Channel crossing costs three points at once, to the poorest of its owners."""
    poorest = -1
    for rival in range(box.players):
        if owners & (1 << rival) and (poorest < 0 or s.account[rival] < s.account[poorest]):
            poorest = rival
    s.account[s.active] -= FERRY_TOLL
    earn(s, poorest, FERRY_TOLL)


@rule
def owners_to_pay(box, s, used):
    """R6. The smallest set of rivals that covers every line used; among equal ones, the poorest."""
    kinds = scratch(64)
    count = 0
    for owners in range(1, 1 << box.players):
        if (used >> owners) & 1:
            kinds[count] = owners
            count += 1
    best = 0
    best_size = SEATS + 1
    best_wealth = 0
    for chosen in range(1, 1 << box.players):
        size = bits(chosen)
        if size <= best_size:
            covers = True
            for k in range(count):
                if kinds[k] & chosen == 0:
                    covers = False
            if covers:
                wealth = 0
                for rival in range(box.players):
                    if chosen & (1 << rival):
                        wealth += s.account[rival]
                if size < best_size or wealth < best_wealth:
                    best = chosen
                    best_size = size
                    best_wealth = wealth
    return best


@rule
def pay_dues(box, s):
    """R5. At the end of a turn one point to each rival whose line was used; R11. the account may fall below zero."""
    if s.used != 0:
        paid = owners_to_pay(box, s, s.used)
        s.used = 0
        for rival in range(box.players):
            if paid & (1 << rival):
                s.account[s.active] -= 1
                earn(s, rival, 1)


@rule
def finish(box, s):
    """R7. First 20, second 10, as they come in."""
    seat = s.active
    s.part[seat] = ARRIVED
    s.phase = TURN_OVER
    if box.fair_finish:
        s.spare[seat] = s.points + 1
    else:
        s.arrived += 1
        if s.arrived == 1:
            s.wins[seat] += 1
            earn(s, seat, FIRST_PRIME)
        else:
            earn(s, seat, SECOND_PRIME)
        # E1. The prime may end the game before the dues are paid.
        if box.finish_race == 0:
            end_if_rich(box, s)


@rule
def end_turn(box, s):
    """R3. The next train in order throws; R8. the race is over when the second has arrived or nobody runs."""
    pay_dues(box, s)
    s.points = 0
    s.steps = 0
    if box.finish_race == 0 and end_if_rich(box, s):
        return
    place = (s.active - s.drawer + box.players) % box.players
    looking = True
    while looking:
        place += 1
        over = not anybody_runs(box, s)
        if over or place == box.players:
            rank_arrivals(box, s)
            if box.finish_race == 0 and end_if_rich(box, s):
                return
            # R10. A race that takes too long is called off.
            over = over or s.throws == LAST_THROW
        if over or s.arrived >= 2:
            s.phase = RACE_OVER
            return
        if place == box.players:
            place = 0
            s.throws += 1
        if s.part[seat_after(box, s.drawer, place)] == RUNNING:
            looking = False
    s.active = seat_after(box, s.drawer, place)
    s.phase = THROW


@rule
def anybody_runs(box, s):
    for seat in range(box.players):
        if s.part[seat] == RUNNING:
            return True
    return False


@rule
def still_to_rank(box, s):
    for seat in range(box.players):
        if s.spare[seat] > 0:
            return True
    return False


@rule
def prime_of(place):
    if place == 0:
        return FIRST_PRIME
    if place == 1:
        return SECOND_PRIME
    return 0


@rule
def rank_arrivals(box, s):
    """O5. Who arrived in the same round of throws is ranked by the points left over; equal ones share the primes."""
    while still_to_rank(box, s):
        best = 0
        for seat in range(box.players):
            best = max(best, s.spare[seat])
        alike = 0
        primes = 0
        for seat in range(box.players):
            if s.spare[seat] == best:
                primes += prime_of(s.arrived + alike)
                alike += 1
        for seat in range(box.players):
            if s.spare[seat] == best:
                s.spare[seat] = 0
                earn(s, seat, primes // alike)
                if s.arrived == 0:
                    s.wins[seat] += 1
        s.arrived += alike


@rule
def abandon(s):
    """R9. Before moving, a racer may give up for good."""
    s.part[s.active] = ABANDONED
    s.phase = TURN_OVER


@rule
def end_race(box, s):
    """R8. The track is cleared; R10. a race in which nobody arrived was void."""
    if s.arrived > 0:
        s.void_races = 0
    else:
        s.void_races += 1
    if not s.abroad:
        s.normal_races += 1
    s.arrived = 0
    s.throws = 0
    s.die = 0
    s.points = 0
    s.race_from = -1
    s.race_to = -1
    for seat in range(SEATS):
        s.part[seat] = ASIDE
        s.train[seat] = -1
        s.spare[seat] = 0
        if box.build_after_race == 0:
            s.income[seat] = 0
    if end_if_rich(box, s):
        return
    s.phase = NEXT_RACE
    if box.build_after_race:
        # O9. Between the races one may build for what the last one has brought.
        s.phase = EXTRA
        s.asked = 0
        s.active = s.drawer
        s.points = min(FAR, s.income[s.active])
        s.choices = UNKNOWN


# ---------------------------------------------------------------- the end


@rule
def end_if_rich(box, s):
    """E1. The game ends as soon as somebody has the points for it."""
    for seat in range(box.players):
        if s.account[seat] >= box.target:
            s.phase = ENDED
            return True
    return False


@rule
def score(box, s, player):
    return s.account[player]


@rule
def rank(box, s, player):
    """E2. The most game points, then the most races won."""
    return s.account[player] * 128 + s.wins[player]


# ---------------------------------------------------------------- who acts, what they may do


@rule
def actor(box, s):
    if s.phase == ENDED:
        return OVER
    if s.phase == OPENING or s.phase == BUILD or s.phase == ENTRY or s.phase == RUN or s.phase == EXTRA:
        return s.active
    return CHANCE


@rule
def offer_points(box, out):
    """B2. One die; O3. or two, or one where 1, 2 and 3 count three more."""
    if box.dice == TWO_DICE:
        for points in range(2, 13):
            offer(out, pack(Verb.DIE, points), min(points - 1, 13 - points))
    elif box.dice == LOW_PLUS_THREE:
        for points in range(4, 7):
            offer(out, pack(Verb.DIE, points), 2)
    else:
        offer_die(out, Verb.DIE, 6)


@rule
def moves(box, s, out):
    if s.phase == BUILD or s.phase == EXTRA:
        offer_marked(out, Verb.STROKE, s.legal, 1, s.choices)
        # B8. One may leave the rest of the die.
        offer(out, pack(Verb.PASS))
        if s.phase == BUILD and may_close(box, s):
            offer(out, pack(Verb.CLOSE))
    elif s.phase == RUN:
        place = s.train[s.active]
        for direction in range(6):
            edge = box.around[place, direction]
            if may_step(box, s, edge):
                offer(out, pack(Verb.STEP, other_end(box, edge, place)))
        offer(out, pack(Verb.STOP))
        if s.steps == 0:
            offer(out, pack(Verb.ABANDON))
    elif s.phase == ENTRY:
        offer(out, pack(Verb.ENTER))
        offer(out, pack(Verb.DECLINE))
    elif s.phase == OPENING:
        for direction in range(6):
            edge = box.around[box.start, direction]
            if edge >= 0 and may_open(box, s, edge):
                offer(out, pack(Verb.STROKE, edge))
    elif s.phase == THROW:
        offer_die(out, Verb.THROW, 6)
    elif s.phase == DIE:
        offer_points(box, out)
    elif s.phase == START:
        # R1. A red and a blue die: each city alike; those that cannot be are thrown again.
        for city in range(CITIES):
            if may_be_start(box, s, city):
                offer(out, pack(Verb.START, city))
    elif s.phase == GOAL:
        begin = 0
        end = CITIES
        if s.abroad:
            # I2. The destination of an international race is thrown with one die.
            begin = CITIES
            end = PLACES
        for place in range(begin, end):
            if may_be_goal(box, s, s.race_from, place):
                offer(out, pack(Verb.GOAL, place))
    elif s.phase == FIRST:
        # S3. The first player is picked at random.
        for seat in range(box.players):
            offer(out, pack(Verb.FIRST, seat))


@rule
def settle(box, s):
    """What follows from a move without anybody deciding anything."""
    if s.phase == ENTRY:
        ask_next(box, s)
    if s.phase == TURN_OVER:
        end_turn(box, s)
    if s.phase == RACE_OVER:
        end_race(box, s)
    # B8. Whoever can build nothing is passed over.
    while (s.phase == BUILD or s.phase == EXTRA) and not may_go_on(box, s):
        next_builder(box, s)
    if s.choices != 0 and s.phase != BUILD and s.phase != EXTRA:
        clear_marks(s, 0, box.edges)
        s.choices = 0
    if s.phase == ROUND_OVER:
        end_round(box, s)
    if s.phase == NEXT_RACE:
        next_race(box, s)


@rule
def play(box, s, move):
    verb = verb_of(move)
    a = a_of(move)
    if verb == Verb.STROKE:
        lay(box, s, a)
        if s.phase == OPENING:
            end_opening(box, s)
        else:
            end_if_rich(box, s)
    elif verb == Verb.STEP:
        step(box, s, a)
    elif verb == Verb.THROW:
        s.die = a
        s.points = a
        s.phase = RUN
    elif verb == Verb.DIE:
        roll_for_all(box, s, a)
    elif verb == Verb.PASS:
        next_builder(box, s)
    elif verb == Verb.CLOSE:
        s.votes |= 1 << s.active
        next_builder(box, s)
    elif verb == Verb.STOP:
        s.phase = TURN_OVER
    elif verb == Verb.ABANDON:
        abandon(s)
    elif verb == Verb.ENTER:
        s.part[s.active] = RUNNING
        s.asked += 1
    elif verb == Verb.DECLINE:
        s.asked += 1
    elif verb == Verb.START:
        s.race_from = a
        s.phase = GOAL
    elif verb == Verb.GOAL:
        draw_goal(box, s, a)
    elif verb == Verb.FIRST:
        s.starter = a
        s.active = a
        s.waiting = box.players
        s.round = 1
        s.phase = OPENING
    settle(box, s)
