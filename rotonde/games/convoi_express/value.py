"""How well the convoy stands: a guide for bots, not a rule.

Everything is counted in 24ths of an action card. From every post (a space with a heading) the cheapest way to each city
and port is known: points, red signals, switches set otherwise, trains in the way. What is left to do is the sum of the
ways of the trains that bring the missing cubes; what there is to do it with are the cards, turns and tokens to come.
Where each train would run with the next instruction card is foreseen from the dice.
"""

from rotonde.kernel.moves import a_of, b_of, c_of, verb_of
from rotonde.kernel.subset import rule, scratch

from .rules import (
    ACTIONS,
    AGENTS,
    BLACK,
    BROWN,
    CARDS_A_TURN,
    CITY,
    COLOURS,
    DEPOT,
    DISC,
    ENDED,
    GOODS,
    JUNCTIONS,
    MANAGER,
    MOVE_CARD,
    NOTHING,
    OF_EACH,
    PASSING,
    PORT,
    PORTS,
    POSTS,
    ROLL,
    ROLLED,
    SECTION,
    SIGNAL_CARD,
    SIGNALS,
    SPACES,
    START_SPACE,
    STEPS,
    SWITCH_CARD,
    TARGETS,
    TRAIN,
    TRAINS,
    TURNOUT,
    WILD,
    Verb,
    colour_of,
    delivered_in_all,
    green_exit,
    greens_at,
    must_move,
    other_open_arm,
)

# In 24ths of an action card. Measured: other prices deliver less.
CHANGE = 24  # a signal or a switch on the way
LOAD = 24
POINT = 8  # for choosing a way; what it costs a train depends on its colour
BLACK_POINT, BROWN_POINT, GREY_POINT = 6, 9, 13
FACING, QUEUE = 20, 8  # another train on the way, coming or going
CARD, SPARE_CARD = 16, 8  # in hand; one more than can be kept when five are drawn
TURN = 32
TOKEN = 26
HELP = 90  # an agent who has not helped yet
FRESH = 350  # all that a train costs that is still in the depot
SCARCE = 80  # the same, when more trains are needed than are likely to come
WASTE = 200  # a change that nobody wants

STEEP = 260  # so much more or less makes three chances of four
PACK = 256  # a way is its cost * PACK + its points
HOPELESS = 360
FAR = 1 << 30
FURTHEST = 5  # points
MOST_STEPS = 60
EXPLORE = 15

WAYS = TARGETS * POSTS
SLOTS = PORTS * GOODS
RUNS = FURTHEST + 1
CHANCES = COLOURS + 1

# What trains want: each signal green, each switch set in some way; and how much a switch is wanted as it is.
SWITCH = SIGNALS
SETTING = SWITCH + JUNCTIONS
USED = SETTING + JUNCTIONS
WANTED = USED + JUNCTIONS

# What is known of each train: its goal, what its work costs, what of this lies beyond the goal, what a move brings.
GOAL, COST, BEYOND, GAIN, KNOWN = range(5)
KNOWLEDGE = TRAINS * KNOWN


@rule
def point_of(colour):
    """What a point costs a train of this colour: a slow one needs more rolls."""
    if colour == BLACK:
        return BLACK_POINT
    if colour == BROWN:
        return BROWN_POINT
    return GREY_POINT


@rule
def price_of(way, colour):
    """What a way costs a train of this colour."""
    return way // PACK + (way % PACK) * (point_of(colour) - POINT)


@rule
def survey(box, s, taken, price, ways):
    """Who stands where, what each step costs now, and the cheapest ways to the cities and ports."""
    for train in range(TRAINS):
        if s.where[train] != DEPOT:
            taken[s.where[train]] = train + 1
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
        if other > 0:
            if box.kind[to >> 1] == SECTION and s.heading[other - 1] != (to & 1):
                cost += FACING
            else:
                cost += QUEUE
        price[step] = cost * PACK + 1
    for target in range(box.targets):
        base = target * POSTS
        for post in range(2 * box.spaces):
            ways[base + post] = HOPELESS * PACK
        ways[base + box.target[target]] = 0
        # From near to far, twice: a detour may be cheaper than the shortest way.
        for _ in range(2):
            for k in range(box.posts_before[target]):
                post = box.post_before[target, k]
                best = ways[base + post]
                for step in range(box.first_step[post], box.first_step[post + 1]):
                    best = min(best, price[step] + ways[base + box.step_to[step]])
                ways[base + post] = best


@rule
def slot_left(box, s, claimed, port, cube):
    """Whether a port has a place for this cube, apart from those that trains are already bringing."""
    here = port * GOODS
    if s.delivered[port, cube - 1] + claimed[here + cube - 1] < box.slots[port, cube - 1]:
        return True
    extra = 0
    for colour in range(GOODS):
        extra += max(0, s.delivered[port, colour] + claimed[here + colour] - box.slots[port, colour])
    return extra < box.any_slots[port]


@rule
def best_port(box, s, ways, claimed, post, cube):
    """The target, a port, to which a cube should go from here; -1: nowhere."""
    best = NOTHING
    for target in range(box.targets):
        space = box.target[target] >> 1
        if box.kind[space] == PORT and slot_left(box, s, claimed, box.port[space], cube):
            if best == NOTHING or ways[target * POSTS + post] < ways[best * POSTS + post]:
                best = target
    return best


# ---------------------------------------------------------------- where trains would run


@rule
def runs(box, s, ways, taken, train, goal, end, lost, after):
    """For each number of points: what the way to the goal costs afterwards and what tokens are lost.

    `lost` is what it costs to begin anew from the depot. Better ends than those in `after` are written there.
    """
    here = s.where[train]
    colour = colour_of(train)
    cost = 0
    if goal != NOTHING:
        cost = price_of(ways[goal * POSTS + 2 * here + s.heading[train]], colour)
    points = 0
    going = True
    while going and points < FURTHEST:
        to = box.next[here, end]
        into = box.back[here, end]
        signal = box.signal[here, end]
        junction = box.junction[here, end]
        if junction != NOTHING:
            arm = other_open_arm(box, s, junction, box.arm[here, end])
            if arm != NOTHING:
                to = box.arm_space[junction, arm]
                into = box.arm_end[junction, arm]
        tokens = 0
        going = False
        if to == NOTHING or (signal != NOTHING and s.green[signal] == 0):
            tokens = 1
        elif taken[to] > 0 and taken[to] != train + 1:
            tokens = 1
            if box.kind[to] == START_SPACE or (box.kind[to] == SECTION and s.heading[taken[to] - 1] == into):
                tokens = 2
                cost = lost
        elif box.kind[to] == START_SPACE:
            cost = lost + 2 * TOKEN
        else:
            points += 1
            here = to
            end = 1 - into
            going = box.kind[to] == SECTION
            cost = 0
            if box.kind[to] == PORT and s.load[train] == 0 and box.may_stay_in_port == 0:
                cost = lost
            elif goal != NOTHING:
                cost = price_of(ways[goal * POSTS + 2 * here + (end if going else 0)], colour)
            after[points] = min(after[points], cost)
        if not going:
            for more in range(points + 1, FURTHEST + 1):
                after[more] = min(after[more], cost + tokens * TOKEN * (more - points))


@rule
def all_runs(box, s, ways, taken, train, goal, lost, but, after):
    """The same by the best way out: ahead, or by any green exit of a city but one."""
    for points in range(FURTHEST + 1):
        after[points] = FAR
    here = s.where[train]
    on_track = box.kind[here] == SECTION or box.kind[here] == START_SPACE
    stuck = True
    for end in range(box.ends[here]):
        leaves = green_exit(box, s, here, end) and end != but
        if on_track:
            leaves = end == s.heading[train]
        if leaves:
            stuck = False
            runs(box, s, ways, taken, train, goal, end, lost, after)
    if stuck:
        cost = 0
        if goal != NOTHING:
            cost = price_of(ways[goal * POSTS + 2 * here], colour_of(train))
        for points in range(1, FURTHEST + 1):
            after[points] = cost + TOKEN * points


@rule
def likely(box, s, chances):
    """How often each colour moves with the next instruction card, in hundredths; last, one of one's choice."""
    left = 0
    for card in range(1, box.instructions + 1):
        if s.unseen[card] > 0:
            left += 1
            for k in range(3):
                if box.card_move[card, k] != NOTHING:
                    chances[box.card_move[card, k]] += 100
    for colour in range(CHANCES):
        chances[colour] = chances[colour] // max(1, left)
        if s.pile_count == 0:
            chances[colour] = 0


@rule
def still_resolving(box, s):
    """Whether the instruction card places or moves any train after the one that is moving."""
    if s.card <= 0:
        return False
    return s.new_left > 0 or must_move(s) or (s.symbol < 3 and box.card_move[s.card, s.symbol] != NOTHING)


# ---------------------------------------------------------------- what trains want


@rule
def note_way(box, s, price, ways, post, goal, urgent, wanted):
    """What should be changed on the way to the goal and what should stay; what is left of the urgency."""
    base = goal * POSTS
    steps = 0
    while ways[base + post] > 0 and steps < MOST_STEPS and box.first_step[post] < box.first_step[post + 1]:
        best = box.first_step[post]
        for step in range(best, box.first_step[post + 1]):
            if price[step] + ways[base + box.step_to[step]] < price[best] + ways[base + box.step_to[best]]:
                best = step
        signal = box.step_signal[best]
        if signal != NOTHING:
            wanted[signal] += CHANGE
            if s.green[signal] == 0:
                wanted[signal] += urgent
                urgent = 0
        junction = box.step_junction[best]
        if junction != NOTHING:
            if s.open[junction] == box.step_setting[best]:
                wanted[USED + junction] += CHANGE
            else:
                worth = CHANGE + urgent
                urgent = 0
                if wanted[SETTING + junction] == box.step_setting[best]:
                    wanted[SWITCH + junction] += worth
                elif worth > wanted[SWITCH + junction]:
                    wanted[SWITCH + junction] = worth
                    wanted[SETTING + junction] = box.step_setting[best]
        post = box.step_to[best]
        steps += 1
    return urgent


@rule
def cheapest_disc(box, s, wanted, target):
    """The green disc that is least wanted where it lies and may go to this signal; -1: none may."""
    best = NOTHING
    for source in range(box.signals):
        if s.green[source] > 0 and (best == NOTHING or wanted[source] < wanted[best]):
            place = box.gate_of[source]
            if place == NOTHING or place == box.gate_of[target] or greens_at(box, s, place) > 1:
                best = source
    return best


@rule
def best_change(box, s, wanted, kind):
    """What a signal or a switch card can bring to some trains, less what it takes from others."""
    best = 0
    if kind == SIGNAL_CARD:
        for target in range(box.signals):
            if s.green[target] == 0 and wanted[target] > best:
                source = cheapest_disc(box, s, wanted, target)
                if source != NOTHING:
                    best = max(best, wanted[target] - wanted[source])
    else:
        for junction in range(box.junctions):
            best = max(best, wanted[SWITCH + junction] - wanted[USED + junction])
    return best


# ---------------------------------------------------------------- work and means


@rule
def usable_cards(box, s):
    """What the cards are worth that somebody will still hold on a turn of his own."""
    worth = 0
    turns = s.pile_count
    for seat in range(box.players):
        held = s.hand[seat, 0] + s.hand[seat, 1] + s.hand[seat, 2]
        ahead = (seat - s.active + box.players) % box.players
        if ahead == 0:
            again = turns // box.players
            spare = 0
            if again > 0:
                spare = max(0, held - CARDS_A_TURN)
            worth += CARD * (held - spare + CARDS_A_TURN * again) + SPARE_CARD * spare
        elif turns >= ahead:
            worth += CARD * (held + CARDS_A_TURN * ((turns - ahead) // box.players))
    return worth


@rule
def share_work(box, s, ways, claimed, known):
    """Who brings which cube: loaded trains first, then the cheapest pairs of train and city; what it all costs."""
    needed = box.wanted - delivered_in_all(s)
    work = 0
    for train in range(TRAINS):
        mine = train * KNOWN
        known[mine + GOAL] = NOTHING
        known[mine + COST] = 0
        known[mine + BEYOND] = 0
        known[mine + GAIN] = 0
        if s.load[train] > 0 and needed > 0:
            post = 2 * s.where[train] + s.heading[train]
            goal = best_port(box, s, ways, claimed, post, s.load[train])
            if goal != NOTHING:
                known[mine + GOAL] = goal
                known[mine + COST] = price_of(ways[goal * POSTS + post], colour_of(train))
                work += known[mine + COST]
                claimed[box.port[box.target[goal] >> 1] * GOODS + s.load[train] - 1] += 1
                needed -= 1
    left = scratch(GOODS)
    for goods in range(GOODS):
        left[goods] = s.cubes[goods]
    beyond = scratch(TARGETS)  # from a city with its cube on to a port
    for target in range(box.targets):
        post = box.target[target]
        if box.kind[post >> 1] == CITY:
            goal = best_port(box, s, ways, claimed, post, box.goods[post >> 1])
            if goal == NOTHING:
                left[box.goods[post >> 1] - 1] = 0
            else:
                beyond[target] = ways[goal * POSTS + post] + LOAD * PACK
    best_cost = 0
    while best_cost < HOPELESS and needed > 0:
        best_cost = HOPELESS
        best_train = 0
        best_goal = 0
        for train in range(TRAINS):
            if s.where[train] != DEPOT and s.load[train] == 0 and known[train * KNOWN + GOAL] == NOTHING:
                post = 2 * s.where[train] + s.heading[train]
                for target in range(box.targets):
                    goods = box.goods[box.target[target] >> 1]
                    if goods > 0 and left[goods - 1] > 0:
                        cost = price_of(ways[target * POSTS + post] + beyond[target], colour_of(train))
                        if cost < best_cost:
                            best_cost = cost
                            best_train = train
                            best_goal = target
        if best_cost < HOPELESS:
            needed -= 1
            work += best_cost
            left[box.goods[box.target[best_goal] >> 1] - 1] -= 1
            known[best_train * KNOWN + GOAL] = best_goal
            known[best_train * KNOWN + COST] = best_cost
            known[best_train * KNOWN + BEYOND] = price_of(beyond[best_goal], colour_of(best_train))
    # The rest falls to trains that have still to come: one in two turns.
    coming = s.pile_count
    if still_resolving(box, s):
        coming += 1
    return work + FRESH * needed + SCARCE * max(0, needed - coming // 2)


@rule
def standing(box, s, wanted, known):
    """Means less work; notes what trains want, and what is known of each."""
    taken = scratch(SPACES)
    price = scratch(STEPS)
    ways = scratch(WAYS)
    claimed = scratch(SLOTS)
    survey(box, s, taken, price, ways)
    worth = usable_cards(box, s) + TOKEN * s.clock - share_work(box, s, ways, claimed, known)
    chances = scratch(CHANCES)
    likely(box, s, chances)
    after = scratch(RUNS)
    by_colour = scratch(COLOURS)
    best_gain = 0
    for train in range(TRAINS):
        if s.where[train] != DEPOT:
            mine = train * KNOWN
            goal = known[mine + GOAL]
            colour = colour_of(train)
            to_goal = known[mine + COST] - known[mine + BEYOND]
            lost = 0
            if goal != NOTHING:
                lost = FRESH - known[mine + BEYOND]
            moving = s.train == train and (s.phase == ROLLED or s.phase == PASSING)
            but = NOTHING
            if moving and s.phase == PASSING:
                but = s.entry
            all_runs(box, s, ways, taken, train, goal, lost, but, after)
            mean = 0
            points_on_die = 0
            for points in range(1, FURTHEST + 1):
                mean += box.die[colour, points] * after[points]
                points_on_die += box.die[colour, points] * points
            gain = to_goal - mean // 6
            known[mine + GAIN] = gain
            if moving:
                gain = to_goal - after[s.points]
                if s.phase == PASSING:
                    gain = max(0, gain)
                worth += gain
            elif s.waiting[train] > 0 or (s.phase == ROLL and s.train == train):
                worth += gain
            else:
                by_colour[colour] += gain
            best_gain = max(best_gain, gain)
            if goal != NOTHING:
                # What a clear way would bring more, as often as the train is likely to move next.
                ideal = min(to_goal, point_of(colour) * points_on_die // 6)
                urgent = max(0, ideal - gain) * (chances[colour] + chances[WILD] // 3) // 100
                post = 2 * s.where[train] + s.heading[train]
                for _ in range(2):
                    urgent = note_way(box, s, price, ways, post, goal, urgent, wanted)
                    post = box.target[goal]
                    if box.kind[post >> 1] == CITY:
                        goal = best_port(box, s, ways, claimed, post, box.goods[post >> 1])
                        if goal == NOTHING:
                            break
    best_colour = by_colour[0]
    for colour in range(1, COLOURS):
        best_colour = max(best_colour, by_colour[colour])
    worth += TURN * s.pile_count
    if still_resolving(box, s):
        # The rest of this card; the next one counts only when this one is done.
        worth += TURN
        for k in range(s.symbol, 3):
            colour = box.card_move[s.card, k]
            if colour == WILD:
                worth += best_colour
            elif colour != NOTHING:
                worth += by_colour[colour]
    else:
        future = best_colour * chances[WILD] * 2 // 3
        for colour in range(COLOURS):
            future += by_colour[colour] * chances[colour]
        worth += future // 100
    if s.phase == DISC:
        worth += min(CHANGE, best_change(box, s, wanted, SIGNAL_CARD))
    elif s.phase == TURNOUT:
        worth += min(CHANGE, best_change(box, s, wanted, SWITCH_CARD))
    elif s.phase == TRAIN:
        worth += best_gain
    for agent in range(AGENTS):
        worth -= HELP * s.spent[agent]
    # What the manager brings is not looked at here; only a search finds out.
    return worth - HELP * s.spent[MANAGER]


# ---------------------------------------------------------------- the guides


@rule
def after_changes(box, s):
    """How the convoy stands; where a signal or a switch card was played, after the best change that a train wants."""
    wanted = scratch(WANTED)
    noted = scratch(WANTED)
    known = scratch(KNOWLEDGE)
    phase = s.phase
    changes = 0
    if phase == DISC:
        changes = box.signals
    elif phase == TURNOUT:
        changes = box.junctions
    best = -FAR
    for tried in range(changes + 1):
        # First as it stands, then with one change after the other, each taken back again.
        number = tried - 1
        looks = tried == 0
        source = NOTHING
        setting = 0
        if tried > 0 and phase == TURNOUT and wanted[SWITCH + number] > 0:
            looks = True
            setting = s.open[number]
            s.open[number] = wanted[SETTING + number]
        elif tried > 0 and phase == DISC and wanted[number] > 0 and s.green[number] == 0:
            source = cheapest_disc(box, s, wanted, number)
            if source != NOTHING:
                looks = True
                s.green[source] = 0
                s.green[number] = 1
        if looks:
            for k in range(WANTED):
                noted[k] = 0
            if changes > 0:
                s.phase = ACTIONS
            best = max(best, standing(box, s, noted, known))
            s.phase = phase
            if tried == 0:
                for k in range(WANTED):
                    wanted[k] = noted[k]
            elif phase == TURNOUT:
                s.open[number] = setting
            else:
                s.green[source] = 1
                s.green[number] = 0
    return best


@rule
def progress(box, s, player):
    """Won is all; lost is what was delivered; else how the convoy stands, moved into the scale."""
    if s.phase == ENDED:
        if s.won > 0:
            return 10_000
        return 100 * delivered_in_all(s)
    return max(1100, min(9900, 6000 + after_changes(box, s)))


@rule
def values(box, s, worth):
    """Alike for all: the chance that the means suffice for the work."""
    value = 10_000 * s.won
    if s.phase != ENDED:
        wanted = scratch(WANTED)
        known = scratch(KNOWLEDGE)
        margin = standing(box, s, wanted, known)
        value = max(100, min(9900, 5000 + 4900 * margin // (abs(margin) + STEEP)))
    for seat in range(box.players):
        worth[seat] = value


@rule
def explore(box, s):
    """A card more or less hardly shows in the chance to win: small differences are believed."""
    return EXPLORE


@rule
def priors(box, s, out):
    """What each move is likely to bring: what trains want comes first, waste comes last."""
    wanted = scratch(WANTED)
    known = scratch(KNOWLEDGE)
    standing(box, s, wanted, known)
    bonus = scratch(3)
    bonus[SIGNAL_CARD] = best_change(box, s, wanted, SIGNAL_CARD)
    bonus[SWITCH_CARD] = best_change(box, s, wanted, SWITCH_CARD)
    for train in range(TRAINS):
        bonus[MOVE_CARD] = max(bonus[MOVE_CARD], known[train * KNOWN + GAIN])
    for k in range(out.count):
        move = out.move[k]
        verb = verb_of(move)
        a = a_of(move)
        b = b_of(move)
        gain = 0
        if verb == Verb.GREEN:
            gain = -WASTE
            if wanted[b] > 0:
                gain = wanted[b] - wanted[a]
        elif verb == Verb.SWITCH:
            gain = -WASTE
            if wanted[SETTING + a] == b:
                gain = wanted[SWITCH + a] - wanted[USED + a]
        elif verb == Verb.LOAD:
            gain = LOAD
        elif verb == Verb.PAIR:
            gain = bonus[c_of(move)] - 2 * CARD
        elif verb == Verb.USE:
            gain = bonus[a] - CARD
        elif verb == Verb.MOVE or verb == Verb.NAME:
            gain = known[a * KNOWN + GAIN]
        elif verb == Verb.NEW or verb == Verb.DISPATCH:
            gain = 12 * (BLACK_POINT - point_of(a))
        elif verb == Verb.COLOUR:
            for train in range(a * OF_EACH, a * OF_EACH + OF_EACH):
                gain += known[train * KNOWN + GAIN]
        elif verb == Verb.MANAGE or verb == Verb.HALT or verb == Verb.REROLL:
            gain = -HELP
        elif verb == Verb.GUARD or verb == Verb.SPARE:
            gain = -HELP
        out.prior[k] = max(-9000, min(9000, gain * 2500 // STEEP))
