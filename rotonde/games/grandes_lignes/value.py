"""How well a company stands: a guide for bots, not a rule.

While building, dice points are what is scarce: a network is worth the places it was first to reach, and those it
will be first to reach if from now on everybody always heads for what is nearest; of the places nearby, the one is tried
as the next goal with which that comes out best. In a race a train is worth the prime it may expect by the distance of
all trains, less the dues of the way it will take.
"""

from math import exp, sqrt

import numpy as np

from rotonde.kernel.contract import moves
from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.subset import rule, scratch

from .forecast_rules import forecast
from .rules import (
    ABANDONED,
    ARRIVED,
    BUILD,
    CITIES,
    DESTINATIONS,
    ENDED,
    ENTRY,
    FAR,
    FIRST_PRIME,
    HEXES,
    JOINS,
    PLACES,
    PREMIUM,
    RUN,
    RUNNING,
    SEATS,
    SECOND_PRIME,
    THROW,
    Verb,
    bits,
    edge_between,
    end_of,
    is_goal,
    owners_to_pay,
    rank,
    seat_after,
)
from .rules import dues as dues_of_stroke

POINT = 20  # of progress, for a game point
MOST_LACKING = 300
LEAST = 2000  # for an empty account and no line at all
MOST = 9900  # short of a game that is won

MONEY = 10  # for a game point while building
PRIZE = 100  # for a place that one is likely to reach first, its premium included
SURE = 40  # more for one that is reached, or very near: a bird in the hand
DUE = 2  # dice points that one goes out of the way to save a game point of dues
BESIDE = 6  # dice points; so near must be what others have reached, for a stroke to head there
REACH = 20  # dice points; what lies further away is not looked at closely
FEW = 8  # places; the ways to so few are not looked for all over the map
GOALS = 5  # places nearby that one thinks of heading for
PATIENCE = 50  # dice points; a premium so far ahead is worth about a third
HASTE = 6  # dice points; a place so far away lures with a third of that
NEARNESS = 4  # dice points; a place so far from one's lines is of a third of the use for the races
EVERY_WAY = SEATS * PLACES
NOW = 12  # the end of this round on the clock of `foresee`, which runs in dice points
LATEST = 250  # nothing is foreseen any further

# What a premium is worth by the dice points until it is earned, and a line by the dice points to a place.
GAIN = np.array([round(PRIZE * exp(-max(1, t - NOW) / PATIENCE)) for t in range(LATEST)], np.int64)
LURE = np.array([round(SURE * exp(-d / HASTE)) for d in range(FAR + 1)], np.int64)
USE = np.array([round(8 * exp(-d / NEARNESS)) for d in range(FAR + 1)], np.int64)
COUNT = np.array([bin(owners).count("1") for owners in range(64)], np.int64)

# A train's chance against the leader's by the dice points it is behind, in tenths of what is usual at that distance.
CHANCES = np.array([max(1, round(10_000 * exp(-behind / 12))) for behind in range(121)], np.int64)

# How many hundredths of game points behind one has a third of the leader's chance, by the game points the leader lacks.
SPREAD = np.array([round(225 * sqrt(max(1, lacking))) for lacking in range(MOST_LACKING + 1)], np.int64)
FINELY = 200  # steps of such a spread
BEHIND = np.array([max(1, round(1_000_000 * exp(-k / FINELY))) for k in range(10 * FINELY)], np.int64)
# What lines bring in each race, dues taken less dues paid, in hundredths of game points (fitted to 310 games).
STROKE_A_RACE, PLACE_A_RACE = 7, 27
DUES_A_RACE = 3  # game points that also go to the one ahead
FORESEEABLE = 24  # places; with more of them on the map a single forecast of all says little
COURSES = 4  # places nearby that one thinks of heading for in a forecast

KEENNESS = 3  # at first sight: points of value for each point of progress
ALMOST = 1  # dice points; a way so much longer than the best one is looked at too
ASTRAY = -3000
RELUCTANCE = 400  # to leave a race to the others

STEP, RENT = 8, 1  # on a way: a dice point, and a stroke of rivals only
NOWHERE = 1_000_000
QUEUE = 1024
EAGERNESS = 100  # not to leave a race to the others
FORWARD = 8  # for each dice point not to run any more, so that a train does not wait for a better throw
USUAL_THROWS = 7  # what two throws bring
GIVING_UP = 3000
AT, USED = range(2)  # of a train when its turn is over


@rule
def leads_somewhere(box, place, price, free, count):
    """Whether one of the places that nobody has reached is in reach from there, at best."""
    if count > FEW:
        return price <= REACH
    for k in range(count):
        if price + box.far[place, free[k]] <= REACH:
            return True
    return False


@rule
def find_costs(box, s, player, cost, dues):
    """From the player's network to hexes on the way to places nobody has reached: dice points with dues, dues alone."""
    queue = scratch(QUEUE)
    waiting = scratch(HEXES)
    free = scratch(PLACES)
    count = 0
    for place in range(PLACES):
        if box.premium[place] and s.first_at[place] == 0:
            free[count] = place
            count += 1
    head = 0
    tail = 0
    others = ((1 << box.players) - 1) & ~(1 << player)
    for place in range(box.hexes):
        cost[place] = NOWHERE
        if s.present[place] & (1 << player):
            cost[place] = 0
            if leads_somewhere(box, place, 0, free, count):
                queue[tail] = place
                waiting[place] = 1
                tail += 1
    while head != tail:
        place = queue[head]
        head = (head + 1) % QUEUE
        waiting[place] = 0
        if box.foreign[place] == 0:
            for direction in range(6):
                other = box.beside[place, direction]
                if other >= 0 and cost[other] > cost[place] + 1:
                    edge = box.around[place, direction]
                    owners = s.track[edge] & others
                    due = 2 * int(COUNT[owners])
                    if box.city_at[other] == 0:
                        due += int(COUNT[s.present[other] & others & ~owners])
                    price = cost[place] + box.build_cost[edge] + DUE * due
                    if price < cost[other] and leads_somewhere(box, other, price, free, count):
                        cost[other] = price
                        dues[other] = dues[place] + due
                        if waiting[other] == 0:
                            waiting[other] = 1
                            queue[tail] = other
                            tail = (tail + 1) % QUEUE


@rule
def note_goal(box, s, place, cost, due, way, dues):
    """A way to a place that nobody has reached; the best one counts."""
    if box.premium[place] and s.first_at[place] == 0 and cost < way[place] + DUE * dues[place]:
        way[place] = cost - DUE * due
        dues[place] = due


@rule
def find_goals(box, s, player, way, dues):
    """To every place that nobody has reached: the dice points and the dues on the best way, as far as one looks."""
    cost = scratch(HEXES)
    due = scratch(HEXES)
    find_costs(box, s, player, cost, due)
    for place in range(PLACES):
        way[place] = FAR
    for where in range(box.hexes):
        if cost[where] < NOWHERE:
            if box.city_at[where]:
                note_goal(box, s, box.city_at[where] - 1, cost[where], due[where], way, dues)
            if box.foreign[where]:
                for destination in range(DESTINATIONS):
                    if box.destinations_at[where] & (1 << destination):
                        note_goal(box, s, CITIES + destination, cost[where], due[where], way, dues)
    for place in range(PLACES):
        if way[place] == FAR and box.premium[place] and s.first_at[place] == 0:
            way[place] = s.near[player, place]


@rule
def points_to_come(box, s, seat, spent):
    """Dice points that a seat still has in this round, and others have had, once the active one has `spent` some."""
    if s.phase != BUILD:
        return 0
    wait = (seat - s.active + box.players) % box.players
    if wait >= s.waiting:
        return 0
    # Before the first stroke of a round all have the same before them.
    if spent == 0 and s.waiting + box.skip_starter == box.players and s.points == s.die:
        return 0
    if wait == 0:
        return s.points - spent
    return s.die


@rule
def nearest_free(far, free, count, seat):
    """The nearest place that nobody has taken; -1 when there is none."""
    nearest = -1
    least = FAR
    for k in range(count):
        if far[seat * PLACES + free[k]] < least:
            least = far[seat * PLACES + free[k]]
            nearest = free[k]
    return nearest


@rule
def take_out(free, count, place):
    """The places stay in their order."""
    k = 0
    while free[k] != place:
        k += 1
    for later in range(k + 1, count):
        free[later - 1] = free[later]


@rule
def come_to(box, far, player, place):
    """The player's lines come to a place, and are as near to all others as that place is."""
    if place < CITIES:
        here = box.city_hex[place]
        for other in range(PLACES):
            least = box.far[here, other]
            if least < far[player * PLACES + other]:
                far[player * PLACES + other] = least
    far[player * PLACES + place] = 0


@rule
def foresee(box, s, player, goal, near, places, left, spent):
    """What the rest of building brings if this player heads for `goal` first, and all others always for the nearest.

    `near` is how far everybody is from everywhere when the active player has `spent` some dice points, and `places` are
    those that are `left` to reach.
    """
    far = scratch(EVERY_WAY)
    free = scratch(PLACES)
    time = scratch(SEATS)
    target = scratch(SEATS)
    for k in range(box.players * PLACES):
        far[k] = near[k]
    count = left
    for k in range(count):
        free[k] = places[k]
    for seat in range(box.players):
        time[seat] = NOW - points_to_come(box, s, seat, spent)
        target[seat] = nearest_free(far, free, count, seat)
    target[player] = goal
    worth = 0
    going = True
    while going:
        first = -1
        soonest = LATEST
        for step in range(box.players):
            seat = seat_after(box, s.active, step)
            if target[seat] >= 0 and time[seat] + far[seat * PLACES + target[seat]] < soonest:
                soonest = time[seat] + far[seat * PLACES + target[seat]]
                first = seat
        if first < 0:
            going = False
        else:
            place = target[first]
            take_out(free, count, place)
            count -= 1
            if first == player:
                worth += int(GAIN[soonest])
                come_to(box, far, player, place)
            elif place < CITIES:
                # Nobody asks how far the others are from where somebody has been.
                here = box.city_hex[place]
                for k in range(count):
                    least = box.far[here, free[k]]
                    if least < far[first * PLACES + free[k]]:
                        far[first * PLACES + free[k]] = least
            # Whoever was on the way there as well has lost that time.
            for seat in range(box.players):
                if target[seat] == place:
                    time[seat] = soonest
                    target[seat] = nearest_free(far, free, count, seat)
    for place in range(PLACES):
        if box.premium[place]:
            worth += int(USE[far[player * PLACES + place]])
    return worth


GOAL, WORTH = range(2)  # of a plan


@rule
def next_goal(way, dues, tried):
    """The nearest place that was not tried yet; -1 when there is none."""
    goal = -1
    least = FAR
    for place in range(PLACES):
        if tried[place] == 0 and way[place] + DUE * dues[place] < least:
            least = way[place] + DUE * dues[place]
            goal = place
    return goal


@rule
def make_plan(box, s, player, way, dues, spent, tried, plan):
    """The best plan that begins with one of the nearest places: its goal, -1 when none is left, and its worth.

    `way` and `dues` lead to the places that are still to be reached when the active player has `spent` some points.
    """
    near = scratch(EVERY_WAY)
    free = scratch(PLACES)
    left = 0
    for place in range(PLACES):
        near[player * PLACES + place] = s.near[player, place]
        if box.premium[place] and s.first_at[place] == 0:
            near[player * PLACES + place] = way[place]
            if way[place] > 0:
                free[left] = place
                left += 1
                for seat in range(box.players):
                    if seat != player:
                        near[seat * PLACES + place] = s.near[seat, place]
            else:
                tried[place] = 1
    plan[WORTH] = -NOWHERE
    for number in range(GOALS):
        goal = next_goal(way, dues, tried)
        if goal >= 0 or number == 0:
            worth = foresee(box, s, player, goal, near, free, left, spent)
            if goal >= 0:
                tried[goal] = 1
                worth += int(LURE[way[goal]]) - MONEY * dues[goal]
            if worth > plan[WORTH]:
                plan[WORTH] = worth
                plan[GOAL] = goal


@rule
def in_building(box, s, player):
    """The places reached first, and the best plan for the others."""
    plan = scratch(2)
    way = scratch(PLACES)
    dues = scratch(PLACES)
    find_goals(box, s, player, way, dues)
    tried = scratch(PLACES)
    make_plan(box, s, player, way, dues, 0, tried, plan)
    worth = plan[WORTH] + MONEY * s.account[player]
    for place in range(PLACES):
        if s.first_at[place] == player + 1:
            worth += PRIZE + SURE - MONEY * PREMIUM
    return worth


@rule
def find_ways(box, s, player, cost, dice, rents):
    """From every hex to the goal: the dice points and the strokes of rivals on the way this player will like best."""
    queue = scratch(QUEUE)
    waiting = scratch(HEXES)
    head = 0
    tail = 0
    for place in range(HEXES):
        cost[place] = NOWHERE
    begin = 0
    end = box.hexes
    if s.race_to < CITIES:
        begin = box.city_hex[s.race_to]
        end = begin + 1
    for place in range(begin, end):
        if is_goal(box, s, place) and s.present[place]:
            cost[place] = 0
            queue[tail] = place
            waiting[place] = 1
            tail += 1
    while head != tail:
        place = queue[head]
        head = (head + 1) % QUEUE
        waiting[place] = 0
        for direction in range(6):
            other = box.beside[place, direction]
            if other >= 0 and cost[other] > cost[place] + STEP and s.present[other] != 0:
                edge = box.around[place, direction]
                owners = s.track[edge]
                rent = 0
                if owners & (1 << player) == 0:
                    rent = 1
                step = box.step_cost[edge]
                price = cost[place] + STEP * step + RENT * rent
                if owners != 0 and price < cost[other]:
                    cost[other] = price
                    dice[other] = dice[place] + step
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
def run_on(box, s, cost, turn):
    """How far the points left take the active train on the way it likes best, and whose lines it has used then."""
    place = s.train[s.active]
    points = s.points
    turn[USED] = s.used
    going = True
    while going and cost[place] > 0:
        going = False
        for direction in range(6):
            edge = box.around[place, direction]
            if not going and edge >= 0 and s.track[edge] != 0 and box.step_cost[edge] <= points:
                rent = 0
                if s.track[edge] & (1 << s.active) == 0:
                    rent = 1
                other = box.beside[place, direction]
                if cost[other] + STEP * box.step_cost[edge] + RENT * rent == cost[place]:
                    going = True
                    place = other
                    points -= box.step_cost[edge]
                    if rent:
                        turn[USED] |= 1 << s.track[edge]
    turn[AT] = place


@rule
def in_race(box, s, player):
    """The prime to expect when this turn is over, less the dues still to pay."""
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
    place = start
    if s.phase != ENTRY:
        place = s.train[player]
    dues = 0
    if s.phase == RUN and s.active == player:
        turn = scratch(2)
        run_on(box, s, cost, turn)
        place = turn[AT]
        if turn[USED] != 0:
            dues = POINT * bits(owners_to_pay(box, s, turn[USED]))
    arrived = 0
    least = NOWHERE
    for seat in range(box.players):
        if takes_part(box, s, seat):
            far = dice[start]
            if seat == player:
                far = dice[place]
            elif s.phase != ENTRY:
                far = dice[s.train[seat]]
                if s.phase == RUN and seat == s.active:
                    far = max(0, far - s.points)
            # Whoever throws later is a little behind.
            wait = (seat - s.active + box.players) % box.players
            if s.phase == RUN and seat == s.active:
                wait = box.players
            behind[seat] = 10 * far + 10 * wait // box.players
            least = min(least, behind[seat])
        elif s.part[seat] == ARRIVED:
            arrived += 1
    first = POINT * FIRST_PRIME
    second = POINT * SECOND_PRIME
    if arrived > 0:
        first = second
        second = 0
    # A throw that is waited for is counted as what it brings, lest a train wait for ever.
    waited = FORWARD * USUAL_THROWS * s.throws // 2
    if cost[place] == 0:
        return first - dues - waited
    usual = 6 + least // 60
    total = 0
    chance = scratch(8)
    for seat in range(box.players):
        if takes_part(box, s, seat):
            chance[seat] = int(CHANCES[min(120, (behind[seat] - least) * 2 // usual)])
            total += chance[seat]
    mine = chance[player]
    worth = first * mine // total
    for seat in range(box.players):
        if seat != player and chance[seat] > 0:
            worth += second * chance[seat] // total * mine // (total - chance[seat])
    if rents[place] > 0:
        # One due for each throw on foreign lines, and for the first of them in any case.
        dues += POINT * (2 * rents[place] + 5) // 7
    return worth - dues - waited - FORWARD * dice[place]


@rule
def progress(box, s, player):
    """All that this player can do about its own game points."""
    if s.phase == ENDED:
        for rival in range(box.players):
            if rank(box, s, rival) > rank(box, s, player):
                return max(0, min(MOST, LEAST + POINT * s.account[player]))
        return 10_000
    if s.race == 0:
        worth = LEAST + in_building(box, s, player)
        return max(0, min(MOST, worth))
    worth = LEAST + POINT * s.account[player]
    if s.phase == ENTRY or s.phase == THROW or s.phase == RUN:
        worth += in_race(box, s, player)
    return max(0, min(MOST, worth))


@rule
def luck_of(box, s):
    """A number that is another one in another position, to throw dice by."""
    luck = 40503 * s.round + 977 * s.die + 31 * s.points + s.waiting
    for seat in range(box.players):
        luck = luck * 31 + s.account[seat]
        for place in range(PLACES):
            luck = (luck * 5 + s.near[seat, place]) & 0x3FFFFFFF
    return luck


@rule
def chances(box, points, worth):
    """Who will win, by hundredths of game points: whoever has more, the more surely the nearer the end."""
    best = 0
    for seat in range(box.players):
        best = max(best, points[seat])
    spread = int(SPREAD[max(0, min(MOST_LACKING, box.target - best // 100))])
    total = 0
    for seat in range(box.players):
        worth[seat] = int(BEHIND[min(len(BEHIND) - 1, FINELY * (best - points[seat]) // spread)])
        total += worth[seat]
    for seat in range(box.players):
        worth[seat] = 10_000 * worth[seat] // total


@rule
def after_building(box, s, player, goal, luck, points):
    """In hundredths of game points: what a forecast gives everybody, and what the lines will bring in the races."""
    strokes = scratch(SEATS)
    reached = scratch(SEATS)
    forecast(box, s, player, goal, luck, points, strokes, reached)
    best = 0
    for seat in range(box.players):
        best = max(best, points[seat])
    a_race = FIRST_PRIME + SECOND_PRIME + DUES_A_RACE * box.players
    races = max(0, box.target - best) * box.players // a_race
    for seat in range(box.players):
        each_race = STROKE_A_RACE * strokes[seat] + PLACE_A_RACE * reached[seat]
        points[seat] = 100 * points[seat] + races * each_race


@rule
def lead(box, points, player):
    """Of a player before the mean of the others, so many times as there are others."""
    ahead = box.players * points[player]
    for seat in range(box.players):
        ahead -= points[seat]
    return ahead


@rule
def best_course(box, s, player, luck, points):
    """The best of a few forecasts for a player who may choose which of the nearest places to head for."""
    tried = scratch(PLACES)
    no_dues = scratch(PLACES)
    way = scratch(PLACES)
    course = scratch(SEATS)
    for place in range(PLACES):
        way[place] = FAR
        if box.premium[place] and s.first_at[place] == 0:
            way[place] = s.near[player, place]
    for number in range(COURSES):
        goal = next_goal(way, no_dues, tried)
        if goal >= 0 or number == 0:
            if goal >= 0:
                tried[goal] = 1
            after_building(box, s, player, goal, luck, course)
            if number == 0 or lead(box, course, player) > lead(box, points, player):
                for seat in range(box.players):
                    points[seat] = course[seat]


@rule
def foretell(box, s, worth):
    """Who will win if building goes on as forecast; each player in turn is the one who may choose."""
    luck = luck_of(box, s)
    points = scratch(SEATS)
    share = scratch(SEATS)
    total = scratch(SEATS)
    for player in range(box.players):
        best_course(box, s, player, luck, points)
        chances(box, points, share)
        for seat in range(box.players):
            total[seat] += share[seat]
    for seat in range(box.players):
        worth[seat] = total[seat] // box.players


@rule
def values(box, s, worth):
    """Who will win as things stand, or, on a small map, in one possible course of the rest of building."""
    if s.phase == ENDED:
        for seat in range(box.players):
            worth[seat] = 0
            if progress(box, s, seat) == 10_000:
                worth[seat] = 10_000
        return
    if s.race == 0 and box.places_to_reach <= FORESEEABLE:
        foretell(box, s, worth)
        return
    points = scratch(SEATS)
    for seat in range(box.players):
        points[seat] = 5 * (progress(box, s, seat) - LEAST)
    chances(box, points, worth)


# ---------------------------------------------------------------- at first sight


@rule
def leads_nearer(box, edge, end, price, way, dues, others):
    """Whether a stroke lies on a way to one of the places nearby that is as good as the best one, or almost.

    Every place but those is marked in `others`.
    """
    for place in range(PLACES):
        others[place] = 1
    nearer = False
    tried = scratch(PLACES)
    for _ in range(GOALS):
        goal = next_goal(way, dues, tried)
        if goal >= 0:
            tried[goal] = 1
            best = way[goal] + DUE * dues[goal]
            if box.far[end, goal] + box.build_cost[edge] + DUE * price <= best + ALMOST:
                others[goal] = 0
                nearer = True
    return nearer


@rule
def use_for_races(box, s, edge, end):
    """What a stroke is worth that leads to places which others have reached; 0 for one that does not lead straight."""
    use = 0
    straight = False
    for place in range(PLACES):
        far = box.far[end, place]
        if box.premium[place] and s.first_at[place] and far < s.near[s.active, place]:
            use += int(USE[far]) - int(USE[s.near[s.active, place]])
            if far + box.build_cost[edge] == s.near[s.active, place] and far <= BESIDE:
                straight = True
    if straight:
        return use
    return 0


@rule
def worth_of_stroke(box, s, edge, way, dues, idle):
    """What the best plan is worth once a stroke is drawn; -NOWHERE for one that leads nowhere near."""
    seat = s.active
    end = end_of(box, s, seat, edge)
    if end == JOINS:
        return -NOWHERE
    price = dues_of_stroke(box, s, seat, edge, end)
    tried = scratch(PLACES)
    if not leads_nearer(box, edge, end, price, way, dues, tried):
        use = use_for_races(box, s, edge, end)
        if use <= 0:
            return -NOWHERE
        return idle + use - MONEY * price
    ways = scratch(PLACES)
    dues_then = scratch(PLACES)
    plan = scratch(2)
    arrived = False
    worth = -MONEY * price
    for place in range(PLACES):
        ways[place] = way[place]
        dues_then[place] = dues[place]
        if way[place] < FAR and box.far[end, place] < way[place] + DUE * dues[place]:
            ways[place] = box.far[end, place]
            dues_then[place] = 0
            if ways[place] == 0:
                worth += PRIZE + SURE
                arrived = True
    if arrived:
        for place in range(PLACES):
            tried[place] = 0
    make_plan(box, s, seat, ways, dues_then, box.build_cost[edge], tried, plan)
    return worth + plan[WORTH]


@rule
def weigh_strokes(box, s, out):
    """The strokes by the plans they leave, the best one at 0; few are looked at closely."""
    way = scratch(PLACES)
    dues = scratch(PLACES)
    find_goals(box, s, s.active, way, dues)
    plan = scratch(2)
    tried = scratch(PLACES)
    make_plan(box, s, s.active, way, dues, 1, tried, plan)
    best = -NOWHERE
    for k in range(out.count):
        out.prior[k] = ASTRAY
        if verb_of(out.move[k]) == Verb.STROKE:
            out.prior[k] = worth_of_stroke(box, s, a_of(out.move[k]), way, dues, plan[WORTH])
            best = max(best, out.prior[k])
        elif verb_of(out.move[k]) == Verb.CLOSE:
            out.prior[k] = 0
    for k in range(out.count):
        if verb_of(out.move[k]) == Verb.STROKE and best > -NOWHERE:
            out.prior[k] = max(ASTRAY, KEENNESS * (out.prior[k] - best))
        elif verb_of(out.move[k]) == Verb.PASS and best == -NOWHERE:
            out.prior[k] = 0


@rule
def weigh_steps(box, s, out):
    """The best way leaves no doubt; another one, or a stop that saves a due, is not looked at."""
    cost = scratch(HEXES)
    dice = scratch(HEXES)
    rents = scratch(HEXES)
    find_ways(box, s, s.active, cost, dice, rents)
    place = s.train[s.active]
    stop = 0
    for k in range(out.count):
        out.prior[k] = ASTRAY
        if verb_of(out.move[k]) == Verb.STEP:
            edge = edge_between(box, place, a_of(out.move[k]))
            rent = int(s.track[edge] & (1 << s.active) == 0)
            if cost[a_of(out.move[k])] + STEP * box.step_cost[edge] + RENT * rent == cost[place]:
                out.prior[k] = 0
                stop = ASTRAY
    for k in range(out.count):
        if verb_of(out.move[k]) == Verb.STOP:
            out.prior[k] = stop


@rule
def explore(box, s):
    """Neither a stroke nor a step shows much in the chance to win: small differences are believed, but not by dice.

    Building on a large map is left to greedy, whose plan search did not better.
    """
    if s.race > 0:
        return 100
    if box.places_to_reach <= FORESEEABLE:
        return 600
    return 0


@rule
def priors(box, s, out):
    """What a person would look at first: the way of the plan, the way to the goal of the race."""
    if s.phase == BUILD:
        weigh_strokes(box, s, out)
        return
    for k in range(out.count):
        out.prior[k] = 0
        if verb_of(out.move[k]) == Verb.DECLINE:
            out.prior[k] = -RELUCTANCE
    if s.phase == RUN:
        weigh_steps(box, s, out)


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
