"""How well the convoy stands: a guide for bots, not a rule.

A cube is worth most in the port, less on a train that is near it, less still when an empty train is near its city. The
way to the goal is the shortest one; a red signal, a switch that is set otherwise or a train on it make it longer. Off
goes what is lost in time tokens, and what is likely to be lost with the next card. A card that was played and has not
done its work yet counts for the best that it can do.
"""

from rotonde.kernel.moves import a_of, b_of, verb_of
from rotonde.kernel.subset import rule, scratch

from .rules import (
    ACTIONS,
    AGENTS,
    CITY,
    DEPOT,
    DISC,
    ENDED,
    GOODS,
    HAND_LIMIT,
    JUNCTIONS,
    MANAGER,
    NOTHING,
    PASSING,
    PORT,
    REVEAL,
    ROLLED,
    SECTION,
    SIGNALS,
    START_SPACE,
    TRAIN,
    TRAINS,
    TURNOUT,
    Verb,
    colour_of,
    delivered_in_all,
    green_exit,
    greens_at,
    has_slot,
    other_open_arm,
    train_on,
)

# In points of progress.
DELIVERED = 1000
LOADED, LOADED_STEP = 740, 40
EMPTY, EMPTY_STEP = 230, 13
CARD = 30
TOKEN = 60
HELP = 120  # what an agent who has not helped yet is worth
TURN = 480  # what a turn brings on average
STEEP = 900

OBSTACLE = 3  # half points
FURTHEST = 5
FAR = 1000

# What a walk along the way to a target finds.
COST, FOUND = range(2)


@rule
def end_towards(box, space, heading, to):
    """By which end one leaves for the next space of the way."""
    if box.kind[space] == SECTION:
        return heading
    for end in range(box.ends[space]):
        if box.next[space, end] == to:
            return end
    return 0


@rule
def walk_to(box, s, train, target, found, wanted_green, wanted_open):
    """The cost of the way in half points; notes what should be changed on it."""
    space = s.where[train]
    heading = s.heading[train]
    cost = 0
    goal = box.target[target]
    while space != goal and cost < FAR:
        if box.far[target, space, heading] == 127:
            cost = FAR
        else:
            hop = box.hop[target, space, heading]
            to = hop // 2
            end = end_towards(box, space, heading, to)
            obstacle = 0
            signal = box.signal[space, end]
            if signal != NOTHING and s.green[signal] == 0:
                obstacle += OBSTACLE
                wanted_green[signal] = 1
            junction = box.junction[space, end]
            if junction != NOTHING:
                needed = (1 << box.arm[space, end]) | (1 << box.arm[to, 1 - hop % 2])
                if s.open[junction] != needed:
                    obstacle += OBSTACLE
                    wanted_open[junction] = needed
            other = train_on(s, to)
            if other != NOTHING and other != train:
                obstacle += 2
            cost += 2 + obstacle
            space = to
            heading = hop % 2
    found[COST] = cost


@rule
def tokens_at_risk(box, s, train):
    """Sixths of a token that the train loses on average when its colour moves; from a city by its best exit."""
    here = s.where[train]
    if box.kind[here] == SECTION or box.kind[here] == START_SPACE:
        return risk_ahead(box, s, train, s.heading[train])
    least = FAR
    for end in range(box.ends[here]):
        if green_exit(box, s, here, end):
            least = min(least, risk_ahead(box, s, train, end))
    return least


@rule
def risk_ahead(box, s, train, heading):
    """The same, if it leaves its space by this end."""
    here = s.where[train]
    free = 0
    while free < FURTHEST:
        to = box.next[here, heading]
        into = box.back[here, heading]
        signal = box.signal[here, heading]
        junction = box.junction[here, heading]
        if junction != NOTHING:
            arm = other_open_arm(box, s, junction, box.arm[here, heading])
            if arm != NOTHING:
                to = box.arm_space[junction, arm]
                into = box.arm_end[junction, arm]
        price = 0
        flat = 0
        if to == NOTHING or (signal != NOTHING and s.green[signal] == 0):
            price = 1
        else:
            other = train_on(s, to)
            if other != NOTHING:
                price = 1
                if box.kind[to] == START_SPACE or (box.kind[to] == SECTION and s.heading[other] == into):
                    price = 2
                    flat = 3 if s.load[train] > 0 else 1
            elif box.kind[to] == START_SPACE:
                flat = 5 if s.load[train] > 0 else 3
            elif box.kind[to] != SECTION:
                return 0
        if price > 0 or flat > 0:
            risk = 0
            for points in range(free + 1, FURTHEST + 1):
                risk += box.die[colour_of(train), points] * (price * (points - free) + flat)
            return risk
        free += 1
        here = to
        heading = 1 - into
    return 0


@rule
def goal_of(box, s, train, found, claimed, wanted_green, wanted_open):
    """The target that a train should make for, with the cost of its way; -1 when it has none."""
    best = NOTHING
    best_cost = FAR
    ignored_green = scratch(SIGNALS)
    ignored_open = scratch(JUNCTIONS)
    for target in range(box.targets):
        space = box.target[target]
        fits = False
        if s.load[train] > 0:
            fits = box.kind[space] == PORT and has_slot(box, s, box.port[space], s.load[train])
        elif box.kind[space] == CITY:
            goods = box.goods[space] - 1
            fits = s.cubes[goods] > claimed[goods]
        if fits:
            walk_to(box, s, train, target, found, ignored_green, ignored_open)
            if found[COST] < best_cost:
                best = target
                best_cost = found[COST]
    if best != NOTHING:
        walk_to(box, s, train, best, found, wanted_green, wanted_open)
    return best


@rule
def slowness(train):
    """A point of a slow train is dearer, in tenths."""
    return 9 + 2 * colour_of(train)


@rule
def board_worth(box, s, wanted_green, wanted_open):
    """What trains and cubes are worth; notes what trains would like to have changed."""
    found = scratch(FOUND)
    claimed = scratch(GOODS)
    worth = DELIVERED * delivered_in_all(s)
    for turn in range(2):
        # Loaded trains first, then empty ones; no more of these than there are cubes.
        for train in range(TRAINS):
            if s.where[train] != DEPOT and (s.load[train] > 0) == (turn == 0):
                worth -= TOKEN * tokens_at_risk(box, s, train) // 8
                target = goal_of(box, s, train, found, claimed, wanted_green, wanted_open)
                if target != NOTHING:
                    cost = found[COST]
                    long = cost * slowness(train) // 10
                    if s.load[train] > 0:
                        worth += max(LOADED // 4, LOADED - LOADED_STEP * long // 2)
                    else:
                        worth += max(EMPTY // 4, EMPTY - EMPTY_STEP * long // 2)
                        claimed[box.goods[box.target[target]] - 1] += 1
    return worth


@rule
def plain_worth(box, s):
    """The board alone, without a look at what should be changed on it."""
    wanted_green = scratch(SIGNALS)
    wanted_open = scratch(JUNCTIONS)
    return board_worth(box, s, wanted_green, wanted_open)


@rule
def best_disc(box, s, wanted_green):
    """The worth of the board after the best green disc was moved to a signal where one is wanted."""
    best = 0
    for source in range(box.signals):
        if s.green[source] > 0 and wanted_green[source] == 0:
            place = box.gate_of[source]
            alone = place != NOTHING and greens_at(box, s, place) == 1
            for target in range(box.signals):
                if wanted_green[target] > 0 and (not alone or box.gate_of[target] == place):
                    s.green[source] = 0
                    s.green[target] = 1
                    best = max(best, plain_worth(box, s))
                    s.green[source] = 1
                    s.green[target] = 0
    return best


@rule
def best_setting(box, s, wanted_open):
    """The worth of the board after the best switch was set as a train wants it."""
    best = 0
    for junction in range(box.junctions):
        if wanted_open[junction] > 0:
            before = s.open[junction]
            s.open[junction] = wanted_open[junction]
            best = max(best, plain_worth(box, s))
            s.open[junction] = before
    return best


# Where a run ends.
SPACE, HEADING, LOST, ARRIVED, ENDING = range(5)


@rule
def run_to(box, s, train, end, points, ending):
    """Where the train would end with signals and switches as they are, and the tokens that this would cost."""
    here = s.where[train]
    ending[SPACE] = here
    ending[HEADING] = s.heading[train]
    ending[LOST] = 0
    ending[ARRIVED] = 0
    while points > 0:
        to = box.next[here, end]
        into = box.back[here, end]
        signal = box.signal[here, end]
        junction = box.junction[here, end]
        if junction != NOTHING:
            arm = other_open_arm(box, s, junction, box.arm[here, end])
            if arm != NOTHING:
                to = box.arm_space[junction, arm]
                into = box.arm_end[junction, arm]
        if to == NOTHING or (signal != NOTHING and s.green[signal] == 0):
            ending[LOST] = points
            return
        other = train_on(s, to)
        if other != NOTHING and other != train:
            ending[LOST] = points
            if box.kind[to] == START_SPACE or (box.kind[to] == SECTION and s.heading[other] == into):
                ending[LOST] = 2 * points
                ending[SPACE] = DEPOT
            return
        if box.kind[to] == START_SPACE:
            ending[LOST] = 2
            ending[SPACE] = DEPOT
            return
        points -= 1
        ending[SPACE] = to
        ending[HEADING] = 0
        if box.kind[to] != SECTION:
            if box.kind[to] == PORT:
                ending[ARRIVED] = 1
            return
        ending[HEADING] = 1 - into
        here = to
        end = 1 - into


@rule
def worth_after(box, s, train, end, points):
    """The worth of the board after the train has run so far, less what it lost on the way."""
    ending = scratch(ENDING)
    run_to(box, s, train, end, points, ending)
    where = s.where[train]
    heading = s.heading[train]
    load = s.load[train]
    worth = -TOKEN * ending[LOST]
    s.where[train] = ending[SPACE]
    s.heading[train] = ending[HEADING]
    if ending[ARRIVED] > 0 and load > 0 and has_slot(box, s, box.port[ending[SPACE]], load):
        port = box.port[ending[SPACE]]
        s.delivered[port, load - 1] += 1
        s.load[train] = 0
        s.where[train] = DEPOT
        worth += plain_worth(box, s)
        s.delivered[port, load - 1] -= 1
    elif ending[SPACE] == DEPOT and load > 0:
        s.cubes[load - 1] += 1
        s.load[train] = 0
        worth += plain_worth(box, s)
        s.cubes[load - 1] -= 1
    else:
        worth += plain_worth(box, s)
    s.where[train] = where
    s.heading[train] = heading
    s.load[train] = load
    return worth


@rule
def best_way(box, s, train, points, entry):
    """The same by the best way out: ahead, or by any green exit of a city but the one it came by."""
    space = s.where[train]
    if box.kind[space] == SECTION or box.kind[space] == START_SPACE:
        return worth_after(box, s, train, s.heading[train], points)
    best = -DELIVERED * FAR
    for end in range(box.ends[space]):
        if end != entry and green_exit(box, s, space, end):
            best = max(best, worth_after(box, s, train, end, points))
    return best


@rule
def best_move(box, s, worth):
    """The worth of the board after the best train was moved, on average; never less than `worth` without a move."""
    best = worth
    for train in range(TRAINS):
        if s.where[train] != DEPOT:
            mean = 0
            for points in range(1, FURTHEST + 1):
                faces = box.die[colour_of(train), points]
                if faces > 0:
                    mean += faces * best_way(box, s, train, points, NOTHING)
            best = max(best, mean // 6)
    return best


@rule
def hands_worth(box, s):
    """Cards in hand, as if each turn so far had been paid for; so that ending a turn gains nothing by itself."""
    held = 0
    for seat in range(box.players):
        cards = s.hand[seat, 0] + s.hand[seat, 1] + s.hand[seat, 2]
        if seat == s.active and ACTIONS <= s.phase <= TRAIN:
            cards = min(HAND_LIMIT, cards + 5) - 5
        held += cards
    return CARD * (held - 5 * s.turn)


@rule
def standing(box, s):
    """All in all, in points: a cube in the port is DELIVERED."""
    wanted_green = scratch(SIGNALS)
    wanted_open = scratch(JUNCTIONS)
    worth = board_worth(box, s, wanted_green, wanted_open)
    if s.phase == DISC:
        worth = max(worth, best_disc(box, s, wanted_green))
    elif s.phase == TURNOUT:
        worth = max(worth, best_setting(box, s, wanted_open))
    elif s.phase == TRAIN:
        worth = best_move(box, s, worth)
    elif s.phase == ROLLED:
        worth = best_way(box, s, s.train, s.points, NOTHING)
    elif s.phase == PASSING:
        worth = max(worth, best_way(box, s, s.train, s.points, s.entry))
    turns = s.turn + s.pile_count
    if s.phase == REVEAL:
        turns -= 1
    for agent in range(AGENTS):
        worth -= HELP * s.spent[agent]
    # What the manager brings is not looked at here; only a search finds out.
    worth -= 2 * HELP * s.spent[MANAGER]
    return worth + hands_worth(box, s) + TOKEN * (s.clock + box.clock * turns)


@rule
def progress(box, s, player):
    """Won is all; lost is what was delivered; else what stands, moved into the scale."""
    if s.phase == ENDED:
        if s.won > 0:
            return 10_000
        return 100 * delivered_in_all(s)
    return max(1100, min(9900, 1200 + standing(box, s) * 7 // 12))


@rule
def values(box, s, worth):
    """Alike for all: what is missing against what the turns that are left can bring."""
    value = 0
    if s.phase == ENDED:
        value = 10_000 * s.won
    else:
        paid = CARD * 5 * s.turn - TOKEN * box.clock * s.turn
        margin = standing(box, s) + paid + TURN * s.pile_count - DELIVERED * box.wanted
        margin -= (TOKEN * box.clock) * s.pile_count
        away = margin
        if away < 0:
            away = -away
        value = max(100, min(9900, 5000 + 4900 * margin // (away + STEEP)))
    for seat in range(box.players):
        worth[seat] = value


@rule
def priors(box, s, out):
    """What each kind of move is likely to bring: what trains want comes first, waste comes last."""
    wanted_green = scratch(SIGNALS)
    wanted_open = scratch(JUNCTIONS)
    board_worth(box, s, wanted_green, wanted_open)
    greens = 0
    for signal in range(box.signals):
        greens += wanted_green[signal]
    turned = 0
    for junction in range(box.junctions):
        if wanted_open[junction] > 0:
            turned += 1
    for k in range(out.count):
        move = out.move[k]
        verb = verb_of(move)
        prior = 0
        if verb == Verb.GREEN:
            prior = -600
            if wanted_green[b_of(move)] > 0:
                prior = 300
            if wanted_green[a_of(move)] > 0:
                prior -= 300
        elif verb == Verb.SWITCH:
            prior = -600
            if wanted_open[a_of(move)] == b_of(move):
                prior = 300
        elif verb == Verb.LOAD:
            prior = 1500
        elif verb == Verb.PAIR:
            prior = -500
        elif verb == Verb.END:
            prior = -200
        elif verb == Verb.USE:
            if (a_of(move) == 0 and greens == 0) or (a_of(move) == 1 and turned == 0):
                prior = -500
        elif (
            verb == Verb.MANAGE
            or verb == Verb.HALT
            or verb == Verb.REROLL
            or verb == Verb.GUARD
            or verb == Verb.SPARE
        ):
            prior = -200
        out.prior[k] = prior
