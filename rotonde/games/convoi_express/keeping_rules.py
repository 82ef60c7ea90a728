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
def put(cells, count, kept, at):
    for k in range(count):
        kept[at + k] = cells[k]


@rule
def bring(cells, count, kept, at):
    for k in range(count):
        cells[k] = kept[at + k]


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
    put(s.where, TRAINS, kept, WHERE)
    put(s.heading, TRAINS, kept, HEADING)
    put(s.load, TRAINS, kept, LOAD)
    put(s.waiting, TRAINS, kept, WAITING)
    put(s.green, SIGNALS, kept, GREEN)
    put(s.open, JUNCTIONS, kept, OPEN)
    put(s.cubes, GOODS, kept, CUBES)
    put(s.spent, AGENTS, kept, SPENT)
    put(s.start, STARTS, kept, START)
    put(s.token, STARTS, kept, TOKEN)
    put(s.unseen, CARDS, kept, UNSEEN)
    put(s.pile, KINDS, kept, PILE)
    put(s.discard, KINDS, kept, DISCARD)
    put(s.placed, COLOURS, kept, PLACED)
    put(s.chosen, COLOURS, kept, CHOSEN)
    put(s.trail, TRAIL, kept, TRAILED)
    for port in range(PORTS):
        for colour in range(GOODS):
            kept[DELIVERED + GOODS * port + colour] = s.delivered[port, colour]
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
    bring(s.where, TRAINS, kept, WHERE)
    bring(s.heading, TRAINS, kept, HEADING)
    bring(s.load, TRAINS, kept, LOAD)
    bring(s.waiting, TRAINS, kept, WAITING)
    bring(s.green, SIGNALS, kept, GREEN)
    bring(s.open, JUNCTIONS, kept, OPEN)
    bring(s.cubes, GOODS, kept, CUBES)
    bring(s.spent, AGENTS, kept, SPENT)
    bring(s.start, STARTS, kept, START)
    bring(s.token, STARTS, kept, TOKEN)
    bring(s.unseen, CARDS, kept, UNSEEN)
    bring(s.pile, KINDS, kept, PILE)
    bring(s.discard, KINDS, kept, DISCARD)
    bring(s.placed, COLOURS, kept, PLACED)
    bring(s.chosen, COLOURS, kept, CHOSEN)
    bring(s.trail, TRAIL, kept, TRAILED)
    for port in range(PORTS):
        for colour in range(GOODS):
            s.delivered[port, colour] = kept[DELIVERED + GOODS * port + colour]
    for seat in range(SEATS):
        for kind in range(KINDS):
            s.hand[seat, kind] = kept[HANDS + KINDS * seat + kind]
