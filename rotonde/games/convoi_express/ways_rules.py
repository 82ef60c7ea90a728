"""The cheapest ways to the cities and ports, as the signals and switches are and the trains stand.

A post is a space with a heading, a step leads from one post to the next. Most posts have one step only. They form
chains, so ways need to be looked for between forks alone, the posts where chains end. And between two looks little has
changed: ways that were known are mended.

What happens in the innermost loops is written out there: calls would take most of the time.
"""

from rotonde.kernel.subset import rule, scratch

from .rules import DEPOT, NOTHING, POSTS, SECTION, STEPS, TARGETS, TRAINS

# In 24ths of an action card.
POINT = 8
CHANGE = 24  # a signal or a switch on the way
FACING = 48  # a train that comes the other way

PACK = 256  # a way is its cost * PACK + its points
HOPELESS = 360

# The ways from each post to each target, and whether those to a target are known.
KNOWN_WAYS = TARGETS * POSTS
WAYS = KNOWN_WAYS + TARGETS

# The price of each step; for one that leaves a fork also the price of the leg, up to the next fork.
LEG = STEPS
PRICES = LEG + STEPS

# Legs whose price has changed, what it was before, and how many they are.
BEFORE = STEPS
COUNT = BEFORE + STEPS
CHANGES = COUNT + 1


@rule
def survey(box, s, taken, price, ways):
    """Who stands where, what each step costs now, and the cheapest ways."""
    for space in range(box.spaces):
        taken[space] = 0
    for train in range(TRAINS):
        if s.where[train] != DEPOT:
            taken[s.where[train]] = train + 1
    changed = scratch(CHANGES)
    price_steps(box, s, taken, price)
    price_legs(box, price, changed)
    for target in range(box.targets):
        goods = box.goods[box.target[target] >> 1]
        # Nobody goes to a city without cubes.
        if goods > 0 and s.cubes[goods - 1] == 0:
            if changed[COUNT] > 0:
                ways[KNOWN_WAYS + target] = 0
        elif ways[KNOWN_WAYS + target] == 0:
            find_ways(box, price, ways, target)
        elif changed[COUNT] > 0:
            mend_ways(box, price, ways, target, changed)


@rule
def price_steps(box, s, taken, price):
    """What each step costs now."""
    for step in range(box.first_step[2 * box.spaces]):
        cost = POINT
        signal = box.step_signal[step]
        if signal != NOTHING and s.green[signal] == 0:
            cost += CHANGE
        junction = box.step_junction[step]
        if junction != NOTHING and s.open[junction] != box.step_setting[step]:
            cost += CHANGE
        to = box.step_to[step]
        other = taken[to >> 1]
        if other > 0 and box.kind[to >> 1] == SECTION and s.heading[other - 1] != (to & 1):
            cost += FACING
        price[step] = cost * PACK + 1


@rule
def price_legs(box, price, changed):
    """What each leg costs now; those that have changed are noted."""
    chain = scratch(POSTS)  # what is paid from each post to its fork
    for k in range(box.chained):
        post = box.chain[k]
        step = box.first_step[post]
        chain[post] = price[step] + chain[box.step_to[step]]
    count = 0
    for k in range(box.legs):
        step = box.leg[k]
        cost = price[step] + chain[box.step_to[step]]
        if price[LEG + step] != cost:
            changed[count] = step
            changed[BEFORE + count] = price[LEG + step]
            count += 1
            price[LEG + step] = cost
    changed[COUNT] = count


@rule
def find_ways(box, price, ways, target):
    """The cheapest ways to one city or port."""
    base = target * POSTS
    for post in range(2 * box.spaces):
        ways[base + post] = HOPELESS * PACK
    ways[base + box.target[target]] = 0
    # From near to far, twice: a detour may be cheaper than the shortest way.
    for _ in range(2):
        for k in range(box.forks_before[target]):
            fork = box.fork_before[target, k]
            one = box.fork_leg[fork, 0]
            other = box.fork_leg[fork, 1]
            third = box.fork_leg[fork, 2]
            best = price[LEG + one] + ways[base + box.leg_to[one]]
            best = min(best, price[LEG + other] + ways[base + box.leg_to[other]])
            best = min(best, price[LEG + third] + ways[base + box.leg_to[third]])
            for step in range(third + 1, third + 1 + box.more_legs[fork]):
                best = min(best, price[LEG + step] + ways[base + box.leg_to[step]])
            ways[base + fork] = best
    follow_chains(box, price, ways, target)
    ways[KNOWN_WAYS + target] = 1


@rule
def follow_chains(box, price, ways, target):
    """The ways of all posts that are no forks."""
    base = target * POSTS
    for k in range(box.chained):
        post = box.chain[k]
        step = box.first_step[post]
        ways[base + post] = price[step] + ways[base + box.step_to[step]]


@rule
def mend_ways(box, price, ways, target, changed):
    """The same when a few legs have another price: back from those that were or will be the best."""
    base = target * POSTS
    queue = scratch(POSTS)
    queued = scratch(POSTS)
    queued[box.target[target]] = 1  # always: there the way ends
    length = 0
    last = 0
    for k in range(changed[COUNT]):
        step = changed[k]
        fork = box.leg_from[step]
        onward = ways[base + box.leg_to[step]]
        if (
            changed[BEFORE + k] + onward == ways[base + fork]
            or price[LEG + step] + onward < ways[base + fork]
        ):
            if queued[fork] == 0:
                queued[fork] = 1
                queue[last] = fork
                last += 1
                length += 1
    first = 0
    while length > 0:
        fork = queue[first]
        first = (first + 1) % POSTS
        length -= 1
        queued[fork] = 0
        best = HOPELESS * PACK
        for step in range(box.first_step[fork], box.first_step[fork + 1]):
            best = min(best, price[LEG + step] + ways[base + box.leg_to[step]])
        was = ways[base + fork]
        if best != was:
            ways[base + fork] = best
            for k in range(box.first_back[fork], box.first_back[fork + 1]):
                step = box.leg_back[k]
                earlier = box.leg_from[step]
                way = ways[base + earlier] - price[LEG + step]
                if queued[earlier] == 0 and (way == was or way > best):
                    queued[earlier] = 1
                    queue[last] = earlier
                    last = (last + 1) % POSTS
                    length += 1
    follow_chains(box, price, ways, target)
