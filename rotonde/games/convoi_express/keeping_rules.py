"""A state put aside in a row of cells and brought back: a bot tries something on it and leaves no trace."""

from rotonde.kernel.subset import rule

from .rules import (
    AGENTS,
    COLOURS,
    GOODS,
    INSTRUCTIONS,
    JUNCTIONS,
    KINDS,
    PORTS,
    SEATS,
    SIGNALS,
    STARTS,
    TRAIL,
    TRAINS,
)

CARDS = INSTRUCTIONS + 1

# Where each part of it lies; single cells come first.
WHERE = 21
HEADING = WHERE + TRAINS
LOAD = HEADING + TRAINS
WAITING = LOAD + TRAINS
GREEN = WAITING + TRAINS
OPEN = GREEN + SIGNALS
CUBES = OPEN + JUNCTIONS
SPENT = CUBES + GOODS
START = SPENT + AGENTS
TOKEN = START + STARTS
UNSEEN = TOKEN + STARTS
PILE = UNSEEN + CARDS
DISCARD = PILE + KINDS
PLACED = DISCARD + KINDS
CHOSEN = PLACED + COLOURS
TRAILED = CHOSEN + COLOURS
DELIVERED = TRAILED + TRAIL
HANDS = DELIVERED + PORTS * GOODS
KEPT = HANDS + SEATS * KINDS


@rule
def put_aside(s, kept):
    """Write a state into `KEPT` cells."""
    kept[0] = s.phase
    kept[1] = s.first
    kept[2] = s.active
    kept[3] = s.turn
    kept[4] = s.won
    kept[5] = s.clock
    kept[6] = s.pile_count
    kept[7] = s.under
    kept[8] = s.card
    kept[9] = s.new_left
    kept[10] = s.symbol
    kept[11] = s.colour
    kept[12] = s.named
    kept[13] = s.train
    kept[14] = s.points
    kept[15] = s.entry
    kept[16] = s.passing
    kept[17] = s.to_draw
    kept[18] = s.last
    kept[19] = s.runner
    kept[20] = s.trail_length
    for train in range(TRAINS):
        kept[WHERE + train] = s.where[train]
        kept[HEADING + train] = s.heading[train]
        kept[LOAD + train] = s.load[train]
        kept[WAITING + train] = s.waiting[train]
    for signal in range(SIGNALS):
        kept[GREEN + signal] = s.green[signal]
    for junction in range(JUNCTIONS):
        kept[OPEN + junction] = s.open[junction]
    for agent in range(AGENTS):
        kept[SPENT + agent] = s.spent[agent]
    for number in range(STARTS):
        kept[START + number] = s.start[number]
        kept[TOKEN + number] = s.token[number]
    for card in range(CARDS):
        kept[UNSEEN + card] = s.unseen[card]
    for kind in range(KINDS):
        kept[PILE + kind] = s.pile[kind]
        kept[DISCARD + kind] = s.discard[kind]
    for colour in range(COLOURS):
        kept[PLACED + colour] = s.placed[colour]
        kept[CHOSEN + colour] = s.chosen[colour]
    for space in range(TRAIL):
        kept[TRAILED + space] = s.trail[space]
    for goods in range(GOODS):
        kept[CUBES + goods] = s.cubes[goods]
        for port in range(PORTS):
            kept[DELIVERED + GOODS * port + goods] = s.delivered[port, goods]
    for seat in range(SEATS):
        for kind in range(KINDS):
            kept[HANDS + KINDS * seat + kind] = s.hand[seat, kind]


@rule
def bring_back(s, kept):
    """The state as it was."""
    s.phase = kept[0]
    s.first = kept[1]
    s.active = kept[2]
    s.turn = kept[3]
    s.won = kept[4]
    s.clock = kept[5]
    s.pile_count = kept[6]
    s.under = kept[7]
    s.card = kept[8]
    s.new_left = kept[9]
    s.symbol = kept[10]
    s.colour = kept[11]
    s.named = kept[12]
    s.train = kept[13]
    s.points = kept[14]
    s.entry = kept[15]
    s.passing = kept[16]
    s.to_draw = kept[17]
    s.last = kept[18]
    s.runner = kept[19]
    s.trail_length = kept[20]
    for train in range(TRAINS):
        s.where[train] = kept[WHERE + train]
        s.heading[train] = kept[HEADING + train]
        s.load[train] = kept[LOAD + train]
        s.waiting[train] = kept[WAITING + train]
    for signal in range(SIGNALS):
        s.green[signal] = kept[GREEN + signal]
    for junction in range(JUNCTIONS):
        s.open[junction] = kept[OPEN + junction]
    for agent in range(AGENTS):
        s.spent[agent] = kept[SPENT + agent]
    for number in range(STARTS):
        s.start[number] = kept[START + number]
        s.token[number] = kept[TOKEN + number]
    for card in range(CARDS):
        s.unseen[card] = kept[UNSEEN + card]
    for kind in range(KINDS):
        s.pile[kind] = kept[PILE + kind]
        s.discard[kind] = kept[DISCARD + kind]
    for colour in range(COLOURS):
        s.placed[colour] = kept[PLACED + colour]
        s.chosen[colour] = kept[CHOSEN + colour]
    for space in range(TRAIL):
        s.trail[space] = kept[TRAILED + space]
    for goods in range(GOODS):
        s.cubes[goods] = kept[CUBES + goods]
        for port in range(PORTS):
            s.delivered[port, goods] = kept[DELIVERED + GOODS * port + goods]
    for seat in range(SEATS):
        for kind in range(KINDS):
            s.hand[seat, kind] = kept[HANDS + KINDS * seat + kind]
