"""How well the convoy stands: a guide for bots, not a rule.

A position is valued at the end of a turn, and only there: in the middle of a card or an action nothing can be compared.
So the foreman (see foreman_rules.py) plays the turn to its end, and the odds to win are read off what he leaves.

The odds are those of many thousand games that the foreman played: a regression of won and lost on what can be counted
at the end of a turn. The logarithm of the odds, in hundredths, is a sum: the turns left (a full clock is one) and the
cards in hand; against them the cubes that no train is bringing and the rolls that trains still need, both divided by
the turns left, the points from the cities to the port, changes on the ways, and trains about to lose tokens.

Search values a position with dice that depend on it, so that many positions even out the luck. Greedy compares single
moves, so there all positions get the same dice: once the lower of the middle results, once the higher.
"""

from rotonde.kernel.chance import seed
from rotonde.kernel.moves import a_of, b_of, c_of, verb_of
from rotonde.kernel.subset import copy, copy_of, rule, scratch

from .foreman_rules import (
    BLACK_POINT,
    BRINGS,
    GAIN,
    GOAL,
    KNOWLEDGE,
    KNOWN,
    REROLL,
    SETTING,
    SLOTS,
    STILL,
    SWITCH,
    TOKEN,
    USE,
    USED,
    USES,
    WISHES,
    best_port,
    best_uses,
    card_price,
    cards_held,
    cost_of_exit,
    cost_of_stay,
    gain_of_colour,
    look,
    point_of,
    step,
)
from .rules import (
    AGENTS,
    CITY,
    DEPOT,
    ENDED,
    JUNCTIONS,
    KINDS,
    NOTHING,
    POSTS,
    ROLL,
    SEATS,
    SIGNALS,
    SPACES,
    TRAINS,
    Verb,
    at_city,
    colour_of,
    delivered_in_all,
    rolled,
)
from .ways_rules import CHANGE, PACK, POINT, PRICES, WAYS

# The logarithm of the odds, in hundredths.
EVEN = 347
PER_TURN = 30
PER_CARD = 9
PER_CHANGE, PER_EMPTY_CHANGE = 24, 13
PER_POINT = 7  # from a city with a cube to the port
PER_AGENT = 19  # who has helped already
PER_LOSS = 50  # hundredths of what a train would lose by moving, which the foreman counts in 24ths of a card
NO_TRAIN, PER_ROLL = 1323, 188  # divided by the turns left
STEEP = 130  # so much more or less makes three chances of four
FACES = 6

# First sights, in 24ths of a card.
FOR_LOADING = 60
HELP = 60  # an agent who has not helped yet
WASTE = 200  # a change that nobody wants
CARDS_24 = 20  # a 24th of a card in points of value
EXPLORE = 300

BY_LOT, LOWER, HIGHER = range(3)
TURN_TOKENS = 7  # as many as a turn is worth


# ---------------------------------------------------------------- the odds at the end of a turn


@rule
def points_on_die(box, colour):
    """Of all its faces."""
    total = 0
    for points in range(1, FACES):
        total += points * box.die[colour, points]
    return total


@rule
def odds(box, s, ways, known):
    """The logarithm of the odds to win, in hundredths, when a turn ends."""
    margin = EVEN
    rolls = 0  # in hundredths
    claimed = scratch(SLOTS)
    no_train = box.wanted - delivered_in_all(s)
    for train in range(TRAINS):
        if s.where[train] != DEPOT:
            margin += min(0, known[train * KNOWN + GAIN]) * PER_LOSS // 100
            goal = known[train * KNOWN + GOAL]
            if goal != NOTHING:
                no_train -= 1
                way = ways[goal * POSTS + 2 * s.where[train] + s.heading[train]]
                points = way % PACK
                changes = way // PACK - POINT * points
                city = box.target[goal]
                if s.load[train] > 0:
                    margin -= changes * PER_CHANGE // CHANGE
                else:
                    margin -= changes * PER_EMPTY_CHANGE // CHANGE
                    port = best_port(box, s, ways, claimed, city, box.goods[city >> 1])
                    if port != NOTHING:
                        points += ways[port * POSTS + city] % PACK
                rolls += 100 * FACES * points // points_on_die(box, colour_of(train))
    for target in range(box.targets):
        city = box.target[target]
        if box.kind[city >> 1] == CITY and s.cubes[box.goods[city >> 1] - 1] > 0:
            port = best_port(box, s, ways, claimed, city, box.goods[city >> 1])
            if port != NOTHING:
                points = ways[port * POSTS + city] % PACK
                margin -= PER_POINT * points * s.cubes[box.goods[city >> 1] - 1]
    time = TURN_TOKENS * s.pile_count + s.clock
    margin += PER_TURN * time // TURN_TOKENS
    margin -= TURN_TOKENS * (NO_TRAIN * no_train + PER_ROLL * rolls // 100) // time
    for seat in range(box.players):
        ahead = (seat - s.active + box.players - 1) % box.players + 1
        if s.pile_count >= ahead:
            margin += PER_CARD * cards_held(s, seat)
    for agent in range(AGENTS):
        margin -= PER_AGENT * s.spent[agent]
    return margin


@rule
def chance_to_win(margin):
    return 5000 + 4900 * margin // (abs(margin) + STEEP)


@rule
def result(s):
    """Won is all; lost is a little for each cube."""
    if s.won > 0:
        return 10_000
    return 40 * delivered_in_all(s)


# ---------------------------------------------------------------- playing on


@rule
def middle_points(box, colour, higher):
    """The third lowest face of the die, or the fourth."""
    left = FACES // 2 + higher
    points = 0
    while left > 0:
        points += 1
        left -= box.die[colour, points]
    return points


@rule
def mixed(lot, cell):
    return (lot * 33 + cell) & 0xFFFFFFFF


@rule
def lot_of(s):
    """A number by which dice are thrown: another one for nearly every other position."""
    lot = mixed(mixed(mixed(s.phase, s.clock), s.pile_count), mixed(mixed(s.symbol, s.train), s.points))
    for train in range(TRAINS):
        lot = mixed(mixed(mixed(lot, s.where[train]), s.heading[train]), s.waiting[train])
    for signal in range(SIGNALS):
        lot = mixed(lot, s.green[signal])
    for junction in range(JUNCTIONS):
        lot = mixed(lot, s.open[junction])
    for seat in range(SEATS):
        for kind in range(KINDS):
            lot = mixed(lot, s.hand[seat, kind])
    return lot


@rule
def foreseen(box, s, dice, last_dice):
    """The chance to win when the foreman has ended the turn, on average of these dice."""
    if s.phase == ENDED:
        return result(s)
    lot = 0
    if dice == BY_LOT:
        lot = lot_of(s)
    rng = scratch(4)
    seed(rng, lot, s.turn)
    taken = scratch(SPACES)
    price = scratch(PRICES)
    ways = scratch(WAYS)
    wishes = scratch(WISHES)
    known = scratch(KNOWLEDGE)
    trial = copy_of(s)
    total = 0
    tried = 0
    rolls = 0
    while dice <= last_dice:
        if trial.phase == ROLL and dice != BY_LOT:
            rolls += 1
            rolled(box, trial, middle_points(box, colour_of(trial.train), dice - LOWER))
        elif trial.phase == ENDED or not step(box, trial, rng, taken, price, ways, wishes, known):
            if trial.phase == ENDED or trial.pile_count == 0:
                total += result(trial)
            else:
                total += chance_to_win(odds(box, trial, ways, known))
            copy(trial, s)
            known[STILL] = 0
            tried += 1
            dice += 1
            if rolls == 0:
                dice = last_dice + 1  # it would be the same again
    return total // tried


@rule
def progress(box, s, player):
    """The chance to win if all dice were middling."""
    return foreseen(box, s, LOWER, HIGHER)


@rule
def values(box, s, worth):
    """Alike for all: the chance to win, with dice that depend on the position."""
    value = foreseen(box, s, BY_LOT, BY_LOT)
    for seat in range(box.players):
        worth[seat] = value


@rule
def explore(box, s):
    """A card more or less hardly shows in the chance to win: small differences are believed."""
    return EXPLORE


# ---------------------------------------------------------------- first sights


@rule
def gain_of_run(box, s, taken, ways, known, verb, end):
    """What it brings the train that has rolled to leave by this end, to go ahead or to stop."""
    stay = cost_of_stay(s, ways, known)
    if verb == Verb.STOP:
        return 0
    if verb == Verb.EXIT:
        return stay - cost_of_exit(box, s, ways, taken, known, end)
    if at_city(box, s, s.train):
        return -TOKEN * s.points
    return stay - cost_of_exit(box, s, ways, taken, known, 0 + s.heading[s.train])


@rule
def priors(box, s, out):
    """What the foreman thinks of each move: what trains wish for comes first, waste comes last."""
    taken = scratch(SPACES)
    price = scratch(PRICES)
    ways = scratch(WAYS)
    wishes = scratch(WISHES)
    known = scratch(KNOWLEDGE)
    uses = scratch(USES)
    look(box, s, taken, price, ways, wishes, known)
    best_uses(box, s, wishes, known, uses)
    held = cards_held(s, s.active)
    all_waiting = 0
    for train in range(TRAINS):
        if s.waiting[train] > 0:
            all_waiting += known[train * KNOWN + GAIN]
    for k in range(out.count):
        move = out.move[k]
        verb = verb_of(move)
        a = a_of(move)
        b = b_of(move)
        gain = 0
        if verb == Verb.GREEN:
            gain = -WASTE
            if wishes[b] > 0:
                gain = wishes[b] - wishes[a]
        elif verb == Verb.SWITCH:
            gain = -WASTE
            if wishes[SETTING + a] == b:
                gain = wishes[SWITCH + a] - wishes[USED + a]
        elif verb == Verb.LOAD:
            gain = FOR_LOADING - card_price(box, s, held)
        elif verb == Verb.PAIR:
            gain = uses[c_of(move) * USE + BRINGS] - card_price(box, s, held) - card_price(box, s, held - 1)
        elif verb == Verb.USE:
            gain = uses[a * USE + BRINGS] - card_price(box, s, held)
        elif verb == Verb.MOVE or verb == Verb.NAME:
            gain = known[a * KNOWN + GAIN]
        elif verb == Verb.NEW:
            gain = 6 * (BLACK_POINT - point_of(a))
        elif verb == Verb.DISPATCH:
            gain = 6 * (BLACK_POINT - point_of(a)) - HELP
        elif verb == Verb.COLOUR:
            gain = gain_of_colour(known, a)
        elif verb == Verb.HALT:
            gain = -all_waiting - HELP
        elif verb == Verb.SPARE:
            gain = -known[a * KNOWN + GAIN] - HELP
        elif verb == Verb.REROLL:
            gain = known[s.train * KNOWN + GAIN] - REROLL
        elif verb == Verb.EXIT or verb == Verb.STOP or verb == Verb.GO:
            gain = gain_of_run(box, s, taken, ways, known, verb, a)
        elif verb == Verb.MANAGE or verb == Verb.GUARD:
            gain = -HELP
        out.prior[k] = max(-9000, min(9000, gain * CARDS_24))
