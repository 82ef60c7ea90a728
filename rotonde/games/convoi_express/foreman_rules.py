"""The foreman acts at first sight, by a few rules of thumb: bots let him play on to see where a move leads.

He counts in 24ths of an action card.

Ways. From every post (a space with a heading) the cheapest way to each city and port is known: its points, and a card
for every red signal and every switch set otherwise. A train that comes the other way is worse than a change.

Work. Loaded trains go to the nearest port with a place for their cube; the others are paired with the cities that still
have cubes, the cheapest pair first. That is a train's goal.

Gain. Where a train would stop with each number of its die is known, too. What its way to the goal costs less then, and
what tokens it loses, is what a move brings it, on average of the die.

Wishes. A change on a train's way is wished for: more when the train is near, hardly at all when it is far, for by then
others may have changed it again. If the train is about to be held up, the first change on its way is urgent, as often
as its colour is likely to come next; and so is the move of a train that stands right before it.

Cards. The last two in hand are worth keeping for a better use, those above are spent on whatever brings anything. When
no turn of one's own is left they cost nothing. Loading comes before all else.
"""

from rotonde.kernel.loops import random_move
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import CHANCE, rule, scratch

from .rules import (
    ACTIONS,
    BLACK,
    BROWN,
    CITY,
    COLOUR,
    COLOURS,
    CONDUCTOR,
    DEPOT,
    DISC,
    GOODS,
    GREENS,
    JUNCTIONS,
    KINDS,
    LOGISTICIAN,
    MOVE_CARD,
    NAME,
    NEW,
    NOTHING,
    OF_EACH,
    PASSING,
    PORT,
    PORTS,
    POSTS,
    REVEALED,
    ROLL,
    ROLLED,
    SECTION,
    SECTION_CHIEF,
    SIGNAL_CARD,
    SIGNALS,
    START_SPACE,
    SWITCH_CARD,
    SWITCHES,
    TARGETS,
    TRAIN,
    TRAINS,
    TURNOUT,
    WILD,
    Verb,
    actor,
    at_city,
    bare_city,
    bare_junction,
    colour_of,
    delivered_in_all,
    free_agent,
    green_exit,
    greens_at,
    may_leave_by,
    may_load,
    other_open_arm,
    play,
    train_in_depot,
)
from .ways_rules import HOPELESS, PACK, POINT, survey

# Here and there a cell is read as `0 + cell`: so it is a plain number, and a rule that gets both is compiled once.

# Prices in 24ths of an action card, found by playing many thousand games with others.
BLACK_POINT, BROWN_POINT, GREY_POINT = 9, 11, 13
LOAD = 24
TOKEN = 26
LOST = 350  # a train that has to begin anew from the depot
NEAR, MIDDLE, REMOTE = 31, 21, 7  # what is wished for within so many points of the train
NEAR_POINTS, MIDDLE_POINTS = 4, 8
EMPTY = 80  # hundredths of that when the train is still empty
URGENT = 50  # hundredths of what being held up costs
MOVE = 125  # hundredths of its gain: what a move card brings
CARD, SPARE_CARD = 15, 5
KEPT_CARDS = 2
HALT = 33  # so bad must a move be before an agent is asked to forbid it
REROLL = 38

FAR = 1 << 30
FURTHEST = 5  # points
MOST_STEPS = 60
SPOT = 8  # more than a space has ends

SLOTS = PORTS * GOODS
RUNS = FURTHEST + 1
CHANCES = COLOURS + 1

# What trains wish for: each signal green, each switch set in some way; and how much a switch is wished as it is.
SWITCH = SIGNALS
SETTING = SWITCH + JUNCTIONS
USED = SETTING + JUNCTIONS
WISHES = USED + JUNCTIONS

# What is known of each train: its goal, what its work costs, what of this lies beyond the goal, what a move brings.
GOAL, COST, BEYOND, GAIN, KNOWN = range(5)
STILL = TRAINS * KNOWN  # whether nothing but a die has moved since
KNOWLEDGE = STILL + 1

# The best use of each kind of card: what it brings, and with what.
BRINGS, WHAT, WHERE, USE = range(4)
USES = KINDS * USE
LOADING = KINDS  # what is neither


# ---------------------------------------------------------------- ways


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


# ---------------------------------------------------------------- work


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


@rule
def share_work(box, s, ways, claimed, known):
    """Who brings which cube: loaded trains first, then the cheapest pairs of train and city."""
    needed = box.wanted - delivered_in_all(s)
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
            left[box.goods[box.target[best_goal] >> 1] - 1] -= 1
            known[best_train * KNOWN + GOAL] = best_goal
            known[best_train * KNOWN + COST] = best_cost
            known[best_train * KNOWN + BEYOND] = price_of(beyond[best_goal], colour_of(best_train))


# ---------------------------------------------------------------- where trains would run


@rule
def cost_at(ways, known, train, post):
    """What the way to its goal costs a train from there; nothing if it has none."""
    goal = known[train * KNOWN + GOAL]
    if goal == NOTHING:
        return 0
    return price_of(ways[goal * POSTS + post], colour_of(train))


@rule
def space_ahead(box, s, space, end):
    """Where the next step leads, as SPOT * space + the end by which one gets in; -1: held up."""
    signal = box.signal[space, end]
    if signal != NOTHING and s.green[signal] == 0:
        return NOTHING
    junction = box.junction[space, end]
    if junction == NOTHING:
        return box.next[space, end] * SPOT + box.back[space, end]
    arm = other_open_arm(box, s, junction, box.arm[space, end])
    if arm == NOTHING:
        return NOTHING
    return box.arm_space[junction, arm] * SPOT + box.arm_end[junction, arm]


@rule
def runs(box, s, ways, taken, train, known, first, after):
    """For each number of points: what the way to the goal costs afterwards and what tokens are lost.

    `first` is the end by which it leaves. Better ends than those in `after` are written there.
    """
    goal = known[train * KNOWN + GOAL]
    lost = 0  # what it costs to begin anew from the depot
    if goal != NOTHING:
        lost = LOST - known[train * KNOWN + BEYOND]
    here = 0 + s.where[train]
    end = first
    cost = cost_at(ways, known, train, 2 * here + s.heading[train])
    points = 0
    going = True
    while going and points < FURTHEST:
        ahead = space_ahead(box, s, here, end)
        to = ahead // SPOT
        into = ahead % SPOT
        tokens = 0
        going = False
        if ahead == NOTHING:
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
            if box.kind[to] == PORT and s.load[train] == 0 and box.may_stay_in_port == 0:
                cost = lost
            else:
                cost = cost_at(ways, known, train, 2 * here + (end if going else 0))
            after[points] = min(after[points], cost)
        if not going:
            for more in range(points + 1, FURTHEST + 1):
                after[more] = min(after[more], cost + tokens * TOKEN * (more - points))


@rule
def may_leave(box, s, train, end):
    """Whether it can leave where it stands by this end: ahead, or by a green exit of a city."""
    here = s.where[train]
    if not at_city(box, s, train):
        return end == s.heading[train]
    if s.phase == PASSING and s.train == train:
        return green_exit(box, s, here, end) and s.entry != end
    return may_leave_by(box, s, here, end)


@rule
def all_runs(box, s, ways, taken, train, known, after):
    """The same by the best way out."""
    for points in range(FURTHEST + 1):
        after[points] = FAR
    here = s.where[train]
    stuck = True
    for end in range(box.ends[here]):
        if may_leave(box, s, train, end):
            stuck = False
            runs(box, s, ways, taken, train, known, end, after)
    if stuck:
        cost = cost_at(ways, known, train, 2 * here)
        for points in range(1, FURTHEST + 1):
            after[points] = cost + TOKEN * points


# ---------------------------------------------------------------- wishes


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
def wish_for(s, train, points):
    """How much a train wishes for a change so many points ahead."""
    wish = REMOTE
    if points <= NEAR_POINTS:
        wish = NEAR
    elif points <= MIDDLE_POINTS:
        wish = MIDDLE
    if s.load[train] == 0:
        wish = wish * EMPTY // 100
    return wish


@rule
def note_wishes(box, s, price, ways, train, post, goal, walked, urgent, wishes):
    """What should be changed on the way to the goal and what should stay; what is left of the urgency."""
    base = goal * POSTS
    steps = 0
    while ways[base + post] > 0 and steps < MOST_STEPS and box.first_step[post] < box.first_step[post + 1]:
        best = box.first_step[post]
        for step in range(best, box.first_step[post + 1]):
            if price[step] + ways[base + box.step_to[step]] < price[best] + ways[base + box.step_to[best]]:
                best = step
        steps += 1
        wish = wish_for(s, train, walked + steps)
        signal = box.step_signal[best]
        if signal != NOTHING:
            wishes[signal] += wish
            if s.green[signal] == 0:
                wishes[signal] += urgent
                urgent = 0
        junction = box.step_junction[best]
        if junction != NOTHING:
            if s.open[junction] == box.step_setting[best]:
                wishes[USED + junction] += wish
            else:
                wish += urgent
                urgent = 0
                if wishes[SETTING + junction] == box.step_setting[best]:
                    wishes[SWITCH + junction] += wish
                elif wish > wishes[SWITCH + junction]:
                    wishes[SWITCH + junction] = wish
                    wishes[SETTING + junction] = box.step_setting[best]
        post = box.step_to[best]
    return urgent


@rule
def look(box, s, taken, price, ways, wishes, known):
    """All there is to know: ways, goals, gains and wishes."""
    survey(box, s, taken, price, ways)
    claimed = scratch(SLOTS)
    share_work(box, s, ways, claimed, known)
    for k in range(WISHES):
        wishes[k] = 0
    chances = scratch(CHANCES)
    likely(box, s, chances)
    after = scratch(RUNS)
    for train in range(TRAINS):
        if s.where[train] != DEPOT:
            mine = train * KNOWN
            goal = known[mine + GOAL]
            colour = colour_of(train)
            to_goal = known[mine + COST] - known[mine + BEYOND]
            all_runs(box, s, ways, taken, train, known, after)
            mean = 0
            points_on_die = 0
            for points in range(1, FURTHEST + 1):
                mean += box.die[colour, points] * after[points]
                points_on_die += box.die[colour, points] * points
            gain = to_goal - mean // 6
            known[mine + GAIN] += gain
            if goal != NOTHING:
                # What a clear way would bring more, as often as the train is likely to move next.
                clear = min(to_goal, point_of(colour) * points_on_die // 6)
                urgent = max(0, clear - gain) * (chances[colour] + chances[WILD] // 3) // 100 * URGENT // 100
                if box.kind[s.where[train]] == SECTION:
                    ahead = space_ahead(box, s, 0 + s.where[train], 0 + s.heading[train])
                    before = 0
                    if ahead != NOTHING:
                        before = taken[ahead // SPOT]
                    if before > 0 and before != train + 1:
                        known[(before - 1) * KNOWN + GAIN] += urgent
                post = 2 * s.where[train] + s.heading[train]
                walked = 0
                for _ in range(2):
                    urgent = note_wishes(box, s, price, ways, train, post, goal, walked, urgent, wishes)
                    walked = ways[goal * POSTS + post] % PACK
                    post = box.target[goal]
                    if box.kind[post >> 1] == CITY:
                        goal = best_port(box, s, ways, claimed, post, box.goods[post >> 1])
                        if goal == NOTHING:
                            break


# ---------------------------------------------------------------- action cards


@rule
def cards_held(s, seat):
    return s.hand[seat, SIGNAL_CARD] + s.hand[seat, SWITCH_CARD] + s.hand[seat, MOVE_CARD]


@rule
def card_price(box, s, held):
    """What it costs to play one of so many cards."""
    if s.pile_count < box.players:
        return 0
    if held > KEPT_CARDS:
        return SPARE_CARD
    return CARD


@rule
def cheapest_disc(box, s, wishes, target):
    """The green disc that is least wished where it lies and may go to this signal; -1: none may."""
    best = NOTHING
    for source in range(box.signals):
        if s.green[source] > 0 and (best == NOTHING or wishes[source] < wishes[best]):
            place = box.gate_of[source]
            if place == NOTHING or place == box.gate_of[target] or greens_at(box, s, place) > 1:
                best = source
    return best


@rule
def best_uses(box, s, wishes, known, uses):
    """The best disc to move, the best switch to turn, the best train to send on; what is not wished for, not at all."""
    for k in range(USES):
        uses[k] = 0
    disc = SIGNAL_CARD * USE
    for target in range(box.signals):
        if s.green[target] == 0 and wishes[target] > uses[disc + BRINGS]:
            source = cheapest_disc(box, s, wishes, target)
            if source != NOTHING and wishes[target] - wishes[source] > uses[disc + BRINGS]:
                uses[disc + BRINGS] = wishes[target] - wishes[source]
                uses[disc + WHAT] = source
                uses[disc + WHERE] = target
    turnout = SWITCH_CARD * USE
    for junction in range(box.junctions):
        if wishes[SWITCH + junction] - wishes[USED + junction] > uses[turnout + BRINGS]:
            uses[turnout + BRINGS] = wishes[SWITCH + junction] - wishes[USED + junction]
            uses[turnout + WHAT] = junction
            uses[turnout + WHERE] = wishes[SETTING + junction]
    train_card = MOVE_CARD * USE
    for train in range(TRAINS):
        if s.where[train] != DEPOT and known[train * KNOWN + GAIN] * MOVE // 100 > uses[train_card + BRINGS]:
            uses[train_card + BRINGS] = known[train * KNOWN + GAIN] * MOVE // 100
            uses[train_card + WHAT] = train


@rule
def kind_to_spare(s, but):
    """The kind of card one has most of, one card of a kind (-1: none) left out; -1: no card."""
    best = NOTHING
    most = 0
    for kind in range(KINDS):
        count = s.hand[s.active, kind]
        if kind == but:
            count -= 1
        if count > most:
            best = kind
            most = count
    return best


@rule
def use_of(kind, uses):
    """What a card of this kind is good for, once it is played."""
    what = uses[kind * USE + WHAT]
    where = uses[kind * USE + WHERE]
    if kind == SIGNAL_CARD:
        return pack(Verb.GREEN, what, where)
    if kind == SWITCH_CARD:
        return pack(Verb.SWITCH, what, where)
    return pack(Verb.MOVE, what)


@rule
def best_action(box, s, wishes, known, uses):
    """LOADING where it is possible, else the kind of card that brings most; -1: none is worth it."""
    held = cards_held(s, s.active)
    if held == 0:
        return NOTHING
    for train in range(TRAINS):
        goal = known[train * KNOWN + GOAL]
        if goal != NOTHING and may_load(box, s, train) and box.target[goal] >> 1 == s.where[train]:
            uses[WHAT] = train
            return LOADING
    best_uses(box, s, wishes, known, uses)
    best = 0
    best_kind = NOTHING
    for kind in range(KINDS):
        brings = uses[kind * USE + BRINGS] - card_price(box, s, held)
        if s.hand[s.active, kind] == 0:
            # Two others instead.
            brings -= card_price(box, s, held - 1)
            if held == 1:
                brings = 0
        if brings > best and uses[kind * USE + BRINGS] > 0:
            best = brings
            best_kind = kind
    return best_kind


@rule
def forced_use(box, s, wishes, known, uses):
    """A card lies on the table and must be used, wished for or not."""
    best_uses(box, s, wishes, known, uses)
    for kind in range(KINDS):
        if s.phase == DISC + kind and uses[kind * USE + BRINGS] > 0:
            return use_of(kind, uses)
    best = NOTHING
    if s.phase == DISC:
        for target in range(box.signals):
            if s.green[target] == 0 and best == NOTHING:
                source = cheapest_disc(box, s, wishes, target)
                if source != NOTHING:
                    best = pack(Verb.GREEN, source, target)
        return best
    if s.phase == TURNOUT:
        # Somewhere where nobody goes: the first two arms, or the first and the third.
        best = 0
        for junction in range(box.junctions):
            if wishes[USED + junction] < wishes[USED + best]:
                best = junction
        return pack(Verb.SWITCH, best, 5 if s.open[best] == 3 else 3)
    for train in range(TRAINS):
        if s.where[train] != DEPOT:
            if best == NOTHING or known[train * KNOWN + GAIN] > known[best * KNOWN + GAIN]:
                best = train
    return pack(Verb.MOVE, best)


# ---------------------------------------------------------------- the instruction card


@rule
def gain_of_colour(known, colour):
    """What it brings that the trains of a colour move."""
    gain = 0
    for k in range(OF_EACH):
        gain += known[(colour * OF_EACH + k) * KNOWN + GAIN]
    return gain


@rule
def best_colour(s, known):
    best = NOTHING
    best_gain = 0
    for colour in range(COLOURS):
        gain = gain_of_colour(known, colour)
        if s.chosen[colour] == 0 and (best == NOTHING or gain > best_gain):
            best = colour
            best_gain = gain
    return best


@rule
def next_name(box, s, known):
    """The train that gains most goes first; where much would be lost an agent is asked."""
    best = NOTHING
    worst = NOTHING
    total = 0
    for train in range(TRAINS):
        if s.waiting[train] > 0:
            total += known[train * KNOWN + GAIN]
            if best == NOTHING or known[train * KNOWN + GAIN] > known[best * KNOWN + GAIN]:
                best = train
            if worst == NOTHING or known[train * KNOWN + GAIN] < known[worst * KNOWN + GAIN]:
                worst = train
    if total < -HALT and free_agent(box, s, CONDUCTOR) and s.named == 0:
        return pack(Verb.HALT)
    if known[worst * KNOWN + GAIN] < -HALT and free_agent(box, s, SECTION_CHIEF):
        return pack(Verb.SPARE, worst)
    return pack(Verb.NAME, best)


@rule
def cost_of_exit(box, s, ways, taken, known, end):
    """What the way of the train that has rolled costs after leaving by this end."""
    after = scratch(RUNS)
    for points in range(FURTHEST + 1):
        after[points] = FAR
    runs(box, s, ways, taken, 0 + s.train, known, end, after)
    return after[s.points]


@rule
def cost_of_stay(s, ways, known):
    """The same from where it stands."""
    return cost_at(ways, known, 0 + s.train, 2 * s.where[s.train] + s.heading[s.train])


@rule
def way_on(box, s, ways, taken, known):
    """After a roll: the best way out; a very bad roll is rolled again."""
    stay = cost_of_stay(s, ways, known)
    best = stay + TOKEN * s.points
    move = pack(Verb.GO)
    if s.phase == PASSING:
        best = stay
        move = pack(Verb.STOP)
    for end in range(box.ends[s.where[s.train]]):
        if may_leave(box, s, 0 + s.train, end):
            cost = cost_of_exit(box, s, ways, taken, known, end)
            if not at_city(box, s, s.train):
                best = cost
            elif cost < best or (move == pack(Verb.GO)):
                best = cost
                move = pack(Verb.EXIT, end)
    if s.phase != PASSING and free_agent(box, s, LOGISTICIAN):
        if stay - best + REROLL < known[s.train * KNOWN + GAIN]:
            return pack(Verb.REROLL)
    return move


@rule
def first_colour(s):
    """A new train is a fast one."""
    for colour in range(COLOURS):
        if s.placed[colour] == 0 and train_in_depot(s, colour) != NOTHING:
            return colour
    return NOTHING


@rule
def usual_disc(box, s):
    """The discs as in the first set-up, a further one where there is room."""
    if s.phase == SWITCHES:
        junction = bare_junction(box, s)
        return pack(Verb.LAY_SWITCH, junction, box.first_open[junction])
    best = NOTHING
    place = bare_city(box, s)
    anywhere = place == NOTHING and greens_at(box, s, NOTHING) >= box.greens_on_tracks
    for signal in range(box.signals):
        if s.green[signal] == 0 and (anywhere or box.gate_of[signal] == place):
            if best == NOTHING or box.first_green[signal] > box.first_green[best]:
                best = signal
    return pack(Verb.LAY_GREEN, best)


@rule
def step(box, s, rng, taken, price, ways, wishes, known):
    """Chance or the foreman does one thing; False when he would end his turn."""
    phase = s.phase
    uses = scratch(USES)
    move = pack(Verb.APPLY)
    if actor(box, s) == CHANCE:
        move = random_move(box, s, rng)
    elif phase == NEW:
        move = pack(Verb.NEW, first_colour(s))
    elif phase == GREENS or phase == SWITCHES:
        move = usual_disc(box, s)
    elif phase != REVEALED:
        if phase != ROLLED or known[STILL] == 0:
            look(box, s, taken, price, ways, wishes, known)
        if phase == ACTIONS:
            action = best_action(box, s, wishes, known, uses)
            if action == NOTHING:
                return False
            spare = kind_to_spare(s, NOTHING)
            other = kind_to_spare(s, spare)
            if action == LOADING:
                move = pack(Verb.LOAD, uses[WHAT], spare)
            else:
                # The card is played here, its use is the move below.
                card = pack(Verb.USE, action)
                if s.hand[s.active, action] == 0:
                    card = pack(Verb.PAIR, min(spare, other), max(spare, other), action)
                play(box, s, card)
                move = use_of(action, uses)
        elif phase == COLOUR:
            move = pack(Verb.COLOUR, best_colour(s, known))
        elif phase == NAME:
            move = next_name(box, s, known)
        elif phase == DISC or phase == TURNOUT or phase == TRAIN:
            move = forced_use(box, s, wishes, known, uses)
        else:
            move = way_on(box, s, ways, taken, known)
    decided = actor(box, s) != CHANCE
    play(box, s, move)
    if decided:
        known[STILL] = 1 if s.phase == ROLL else 0
    return True
