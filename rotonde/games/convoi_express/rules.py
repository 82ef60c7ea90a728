"""Convoi Express: the rules, in the order of the rulebook. Numbers such as S4 are those of docs/rules."""

from enum import IntEnum

from rotonde.kernel.chance import offer
from rotonde.kernel.layout import Layout, i1, i2
from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of
from rotonde.kernel.subset import CHANCE, OVER, rule

VERSION = 2
MOST_MOVES = 400

SEATS = 4
HAND_LIMIT = 10
CARDS_A_TURN = 5
PENALTY = 2  # tokens for a train that cannot be placed or that runs into a start space

# What a board may have at most.
SPACES = 120
ENDS = 6  # ways out of a space
JUNCTIONS = 32
ARMS = 4
SIGNALS = 48
PORTS = 2
TARGETS = 8  # goods cities and ports
POSTS = 2 * SPACES
STEPS = 3 * POSTS
LEGS = 3  # of a fork; a city may have more

TRAINS = 9
OF_EACH = 3
COLOURS = 3
BLACK, BROWN, GREY, WILD = range(4)
GOODS = 4
INSTRUCTIONS = 18
FIRST_CARD = 0  # the card “1”; the others are numbered from 1
LOWEST_START = 2
STARTS = 11  # numbered 2 to 12

# Kinds of spaces.
SECTION, CITY, PORT, START_SPACE = range(4)

TRAIL = 6  # spaces of a run with the highest number of points

# What a train finds before it.
CLEAR, DISC_ON_ITS_ARM, RED_SIGNAL, TRAIN_BEFORE_IT, TRAIN_FACING_IT, WAY_OUT = range(6)

# Action cards.
SIGNAL_CARD, SWITCH_CARD, MOVE_CARD = range(3)
KINDS = 3

# Agents.
LOGISTICIAN, MANAGER, CONDUCTOR, TRACK_GUARD, SECTION_CHIEF, DISPATCHER = range(6)
AGENTS = 6

# How new trains get their start.
PRINTED, SHUFFLED, DRAWN = range(3)

DEPOT = -1
NOTHING = -1

# Where in the game we are.
(
    FIRST,  # chance: who begins
    TOKENS,  # chance: start tokens are laid out
    GREENS,  # green discs are laid out
    SWITCHES,  # switch discs are laid out
    HANDS,  # chance: five cards each
    REVEAL,  # chance: the next instruction card
    REVEALED,  # the track guard may send the card back
    NEW,  # which colour a new train has
    START,  # chance: where it starts
    COLOUR,  # which colour a multicolour symbol means
    NAME,  # which train moves next
    ROLL,  # chance: its die
    ROLLED,  # the result may be changed, the exit of a city is chosen
    PASSING,  # inside a city: stop, or go on and where
    ACTIONS,  # action cards
    DISC,  # a signal card was played: which disc goes where
    TURNOUT,  # a switch card was played: which switch, and how
    TRAIN,  # a move card was played: which train
    DRAW,  # chance: new action cards
    ENDED,
) = range(20)


class Box(Layout):
    players: i1
    # The network. A way out of a space leads to another space, or to an arm of a junction.
    spaces: i1
    kind: i1[SPACES]
    goods: i1[SPACES]  # of a goods city: 1..4; else 0
    port: i1[SPACES]  # of a port: its number; else -1
    ends: i1[SPACES]  # how many ways out; a section has end 0 and end 1
    next: i1[SPACES, ENDS]  # the space beyond, -1: a junction
    back: i1[SPACES, ENDS]  # by which of its ends one gets into that space
    signal: i1[SPACES, ENDS]  # the signal on the way, -1: none
    junction: i1[SPACES, ENDS]  # -1: none
    arm: i1[SPACES, ENDS]
    junctions: i1
    arms: i1[JUNCTIONS]
    arm_space: i1[JUNCTIONS, ARMS]
    arm_end: i1[JUNCTIONS, ARMS]
    signals: i1
    gate_of: i1[SIGNALS]  # the city or port whose entrance it guards, -1: on a track
    start: i1[STARTS]
    # The set-up.
    free_setup: i1
    first_green: i1[SIGNALS]
    first_open: i1[JUNCTIONS]  # a bit for each arm: the two that are open
    greens: i1  # in all
    greens_on_tracks: i1
    starts: i1  # PRINTED, SHUFFLED, DRAWN
    removed: i1
    clock: i1
    cubes: i1[GOODS]
    ports: i1
    slots: i1[PORTS, GOODS]
    any_slots: i1[PORTS]
    wanted: i1
    # The cards.
    instructions: i1
    card_new: i1[INSTRUCTIONS + 1]
    card_move: i1[INSTRUCTIONS + 1, 3]  # a colour or WILD; -1: no more
    die: i1[COLOURS, 6]
    action_cards: i1[KINDS]
    # What differs between boards.
    on_duty: i1[AGENTS]
    may_pass_cities: i1
    may_stay_in_port: i1
    must_unload: i1
    full_port_to_depot: i1
    # For bots. A post is a space with a heading: 2 * space + heading. Steps lead from one post to the next.
    targets: i1
    target: i1[TARGETS]  # the posts of the cities and ports
    first_step: i2[POSTS + 1]  # those of post p are first_step[p] .. first_step[p + 1] - 1
    step_to: i2[STEPS]
    step_signal: i1[STEPS]  # -1: none
    step_junction: i1[STEPS]  # -1: none
    step_setting: i1[STEPS]  # how it must be set
    # A chain is a row of posts with one step each. It ends at a fork; legs lead from one fork to the next.
    chained: i2
    chain: i2[POSTS]  # the posts of all chains, the nearest to its fork first
    fork_leg: i2[POSTS, LEGS]  # the first three steps from a fork; if there are fewer, the last is repeated
    more_legs: i2[POSTS]
    legs: i2
    leg: i2[STEPS]  # the steps that leave a fork
    leg_from: i2[STEPS]
    leg_to: i2[STEPS]  # not the next post: the next fork
    # The legs that lead to fork p are leg_back[first_back[p]] .. leg_back[first_back[p + 1] - 1].
    first_back: i2[POSTS + 1]
    leg_back: i2[STEPS]
    forks_before: i2[TARGETS]
    fork_before: i2[TARGETS, POSTS]  # from where a target is reached, the nearest first


class State(Layout):
    phase: i1
    first: i1
    active: i1
    turn: i1
    won: i1
    # The board.
    where: i1[TRAINS]  # a space, or DEPOT; trains 0..2 are black, 3..5 brown, 6..8 grey
    heading: i1[TRAINS]  # the end by which it will leave a section
    load: i1[TRAINS]  # 1..4; 0: empty
    green: i1[SIGNALS]
    open: i1[JUNCTIONS]
    cubes: i1[GOODS]
    delivered: i1[PORTS, GOODS]
    clock: i1
    spent: i1[AGENTS]
    start: i1[STARTS]  # the space of each start number
    # The cards. A pile is a bag: nobody knows its order.
    unseen: i1[INSTRUCTIONS + 1]  # 1: never revealed, so in the pile or out of the game
    pile_count: i1
    under: i1  # the card that the track guard put under the pile; 0: none
    hand: i1[SEATS, KINDS]
    pile: i1[KINDS]
    discard: i1[KINDS]
    token: i1[STARTS]  # start tokens still in their pile
    # The instruction card being resolved.
    card: i1  # -1: none
    new_left: i1
    placed: i1[COLOURS]  # colours chosen for new trains of this card
    symbol: i1  # how many of its movement symbols are done
    chosen: i1[COLOURS]  # colours that a multicolour symbol cannot mean any more
    colour: i1  # the colour of the new train, or of those that move
    waiting: i1[TRAINS]  # these must still move for this symbol
    named: i1  # whether one of this colour has been named already
    # The train that moves.
    train: i1  # -1: none
    points: i1
    entry: i1  # the end by which it came into the city it is in
    passing: i1  # the manager lets trains pass through cities this turn
    to_draw: i1
    # For those who watch.
    last: i2  # verb and first operand of the last move: a roll is remembered even if it changed nothing else
    runner: i1  # the train that ran last, and the spaces of its way, where it began first
    trail: i1[TRAIL]
    trail_length: i1


class Verb(IntEnum):
    FIRST = 1  # chance: seat
    TOKEN = 2  # chance: start number, for the next start space
    LAY_GREEN = 3  # signal
    LAY_SWITCH = 4  # junction, open arms
    DEAL = 5  # chance: kind of action card
    REVEAL = 6  # chance: instruction card
    APPLY = 7
    GUARD = 8
    NEW = 9  # colour
    DISPATCH = 10  # colour, start number
    START = 11  # chance: start number
    COLOUR = 12  # colour
    NAME = 13  # train
    HALT = 14
    SPARE = 15  # train
    ROLL = 16  # chance: points
    REROLL = 17
    MANAGE = 18
    GO = 19
    EXIT = 20  # end
    STOP = 21
    USE = 22  # kind of card
    PAIR = 23  # kind, kind, action
    LOAD = 24  # train, kind of card
    GREEN = 25  # from signal, to signal
    SWITCH = 26  # junction, open arms
    MOVE = 27  # train
    END = 28


# ---------------------------------------------------------------- the board


@rule
def colour_of(train):
    """C2. Three black trains, three brown ones, three grey ones."""
    return train // OF_EACH


@rule
def train_on(s, space):
    """B1. At most one train stands on a space."""
    for train in range(TRAINS):
        if s.where[train] == space:
            return train
    return NOTHING


@rule
def train_in_depot(s, colour):
    for train in range(colour * OF_EACH, colour * OF_EACH + OF_EACH):
        if s.where[train] == DEPOT:
            return train
    return NOTHING


@rule
def train_on_network(s, colour):
    for train in range(colour * OF_EACH, colour * OF_EACH + OF_EACH):
        if s.where[train] != DEPOT:
            return True
    return False


@rule
def greens_at(box, s, place):
    """How many green discs lie at the entrances of a city or port."""
    count = 0
    for signal in range(box.signals):
        if s.green[signal] > 0 and box.gate_of[signal] == place:
            count += 1
    return count


@rule
def is_setting(arms, setting):
    """B4. Exactly two arms are open."""
    count = 0
    for arm in range(arms):
        count += (setting >> arm) & 1
    return count == 2


@rule
def other_open_arm(box, s, junction, arm):
    """M3. The other open arm; -1 when this one carries a disc."""
    if (s.open[junction] >> arm) & 1 == 0:
        return NOTHING
    for other in range(box.arms[junction]):
        if other != arm and (s.open[junction] >> other) & 1 == 1:
            return other
    return NOTHING


@rule
def free_agent(box, s, agent):
    """G1. Each agent of the board helps once a game."""
    return box.on_duty[agent] > 0 and s.spent[agent] == 0


# ---------------------------------------------------------------- setting up


@rule
def setup(box, s):
    """S1. The table is laid: all trains in the depot, cubes in their cities, tokens on the clock."""
    s.phase = FIRST
    s.clock = box.clock
    s.card = NOTHING
    s.train = NOTHING
    for train in range(TRAINS):
        s.where[train] = DEPOT
    for colour in range(GOODS):
        s.cubes[colour] = box.cubes[colour]
    for card in range(1, box.instructions + 1):
        s.unseen[card] = 1
    # S7. Nobody has seen the cards that are removed: they may be any of the unseen ones.
    s.pile_count = box.instructions - box.removed
    for kind in range(KINDS):
        s.pile[kind] = box.action_cards[kind]
    for number in range(STARTS):
        s.start[number] = box.start[number]
        if box.starts == DRAWN:
            s.token[number] = 1
    if box.free_setup == 0:
        for signal in range(box.signals):
            s.green[signal] = box.first_green[signal]
        for junction in range(box.junctions):
            s.open[junction] = box.first_open[junction]


@rule
def after_first(box, s, seat):
    """S9. The first player is drawn by lot; V1. the start tokens are laid out."""
    s.first = seat
    s.active = seat
    if box.starts == SHUFFLED:
        s.phase = TOKENS
        for number in range(STARTS):
            s.start[number] = NOTHING
    else:
        lay_discs(box, s)


@rule
def lay_token(box, s, number):
    """V1. One token on each start space: it is its number for the whole game."""
    laid = 0
    for other in range(STARTS):
        if s.start[other] != NOTHING:
            laid += 1
    s.start[number - LOWEST_START] = box.start[laid]
    if laid + 1 == STARTS:
        lay_discs(box, s)


@rule
def greens_laid(box, s):
    count = 0
    for signal in range(box.signals):
        count += s.green[signal]
    return count


@rule
def bare_city(box, s):
    """S3. The first city or port that has no green disc yet."""
    for space in range(box.spaces):
        if (box.kind[space] == CITY or box.kind[space] == PORT) and greens_at(box, s, space) == 0:
            return space
    return NOTHING


@rule
def bare_junction(box, s):
    """S2. The first junction whose discs are not laid yet."""
    for junction in range(box.junctions):
        if s.open[junction] == 0:
            return junction
    return NOTHING


@rule
def lay_discs(box, s):
    """S2, S3. The first player lays what is not laid yet, as all agree; then the cards are dealt."""
    if greens_laid(box, s) < box.greens:
        s.phase = GREENS
    elif bare_junction(box, s) != NOTHING:
        s.phase = SWITCHES
    else:
        s.phase = HANDS
        s.to_draw = CARDS_A_TURN


@rule
def draw_card(box, s, kind):
    """U3. An action card comes into the hand; a used up pile is made anew from the discard."""
    s.pile[kind] -= 1
    s.hand[s.active, kind] += 1
    s.to_draw -= 1
    if s.pile[SIGNAL_CARD] + s.pile[SWITCH_CARD] + s.pile[MOVE_CARD] == 0:
        for other in range(KINDS):
            s.pile[other] = s.discard[other]
            s.discard[other] = 0


@rule
def deal(box, s, kind):
    """S8. Five action cards to each player."""
    draw_card(box, s, kind)
    if s.to_draw == 0:
        s.active = (s.active + 1) % box.players
        s.to_draw = CARDS_A_TURN
        if s.active == s.first:
            s.to_draw = 0
            begin_turn(box, s)


# ---------------------------------------------------------------- the time tokens


@rule
def lose(box, s, tokens):
    """T1-T4. Take tokens from the clock; T5. the last one costs a card, T6. what is still owed is taken then."""
    while tokens > 0 and s.phase != ENDED:
        tokens -= 1
        s.clock -= 1
        if s.clock == 0:
            if s.pile_count == 0:
                # T7. There is no card to take: the game is lost at once.
                end(s, 0)
            else:
                s.pile_count -= 1
                if s.pile_count == 0:
                    s.under = 0
                s.clock = box.clock


@rule
def end(s, won):
    """E1, E2. Everybody wins, or everybody loses. Nothing is left half done."""
    s.phase = ENDED
    s.won = won
    s.card = NOTHING
    s.new_left = 0
    s.symbol = 0
    s.colour = 0
    s.named = 0
    s.train = NOTHING
    s.points = 0
    s.entry = 0
    s.passing = 0
    for colour in range(COLOURS):
        s.placed[colour] = 0
        s.chosen[colour] = 0
    for train in range(TRAINS):
        s.waiting[train] = 0


# ---------------------------------------------------------------- the turn: first the instruction card


@rule
def begin_turn(box, s):
    """U1. An instruction card is revealed: in the first turn the card “1”, I6. which places three trains."""
    s.turn += 1
    if s.turn == 1:
        s.card = FIRST_CARD
        s.new_left = COLOURS
        resolve(box, s)
    else:
        s.phase = REVEAL


@rule
def reveal(box, s, card):
    """I1. The top card of the pile; G5. the track guard may send it back unless the pile is empty."""
    s.card = card
    s.unseen[card] = 0
    s.pile_count -= 1
    if s.under == card:
        s.under = 0
    if free_agent(box, s, TRACK_GUARD) and s.pile_count > 0:
        s.phase = REVEALED
    else:
        apply_card(box, s)


@rule
def apply_card(box, s):
    """I1. All new trains come first; I4. no multicolour symbol means a colour that the card shows."""
    s.new_left = box.card_new[s.card]
    for k in range(3):
        if 0 <= box.card_move[s.card, k] < WILD:
            s.chosen[box.card_move[s.card, k]] = 1
    resolve(box, s)


@rule
def send_back(box, s):
    """G5. The card goes under the pile, and the next one must be applied."""
    s.spent[TRACK_GUARD] = 1
    s.under = s.card
    s.pile_count += 1
    s.card = NOTHING
    s.phase = REVEAL


@rule
def resolve(box, s):
    """I1. Go on with the card until somebody has to choose, to roll, or until it is done."""
    if s.phase == ENDED:
        return
    going = True
    while going:
        if s.new_left > 0:
            if s.card == FIRST_CARD:
                s.colour = COLOURS - s.new_left
                s.phase = START
                going = False
            elif new_colour_possible(s):
                s.phase = NEW
                going = False
            else:
                # P3. No train to place: two tokens.
                s.new_left -= 1
                lose(box, s, PENALTY)
                going = s.phase != ENDED
        elif must_move(s):
            s.phase = NAME
            going = False
        elif s.symbol < 3 and box.card_move[s.card, s.symbol] != NOTHING:
            symbol = box.card_move[s.card, s.symbol]
            if symbol == WILD and colours_left(s) > 1:
                s.phase = COLOUR
                going = False
            elif symbol == WILD:
                begin_colour(s, last_colour_left(s))
            else:
                begin_colour(s, symbol)
        else:
            finish_card(s)
            going = False


@rule
def finish_card(s):
    """I5. The card never comes back; U2. now action cards may be played."""
    s.card = NOTHING
    s.symbol = 0
    s.colour = 0
    s.named = 0
    for colour in range(COLOURS):
        s.placed[colour] = 0
        s.chosen[colour] = 0
    s.phase = ACTIONS


@rule
def colours_left(s):
    """I4. Among how many colours a multicolour symbol chooses."""
    count = 0
    for colour in range(COLOURS):
        if s.chosen[colour] == 0:
            count += 1
    return count


@rule
def last_colour_left(s):
    for colour in range(COLOURS):
        if s.chosen[colour] == 0:
            return colour
    return NOTHING


@rule
def begin_colour(s, colour):
    """I2. All trains of the colour that are on the network must move, those in the depot do not."""
    s.symbol += 1
    s.colour = colour
    s.chosen[colour] = 1
    s.named = 0
    for train in range(colour * OF_EACH, colour * OF_EACH + OF_EACH):
        if s.where[train] != DEPOT:
            s.waiting[train] = 1


@rule
def must_move(s):
    for train in range(TRAINS):
        if s.waiting[train] > 0:
            return True
    return False


@rule
def halt(box, s):
    """G4. No train of this colour moves for this card."""
    s.spent[CONDUCTOR] = 1
    for train in range(TRAINS):
        s.waiting[train] = 0
    resolve(box, s)


@rule
def spare(box, s, train):
    """G6. This one train does not move for this card."""
    s.spent[SECTION_CHIEF] = 1
    s.waiting[train] = 0
    resolve(box, s)


# ---------------------------------------------------------------- a new train


@rule
def new_colour_possible(s):
    """P3, P4. A colour that is in the depot and that this card has not placed yet."""
    for colour in range(COLOURS):
        if s.placed[colour] == 0 and train_in_depot(s, colour) != NOTHING:
            return True
    return False


@rule
def place_train(box, s, number):
    """P1. The train stands on the start space of that number; P2. if it is taken, two tokens are lost instead."""
    space = s.start[number - LOWEST_START]
    s.new_left -= 1
    if train_on(s, space) == NOTHING:
        train = train_in_depot(s, s.colour)
        s.where[train] = space
        s.heading[train] = 0
    else:
        lose(box, s, PENALTY)
    resolve(box, s)


@rule
def choose_new(s, colour):
    """P1. The colour first, then the dice."""
    s.colour = colour
    s.placed[colour] = 1
    s.phase = START


@rule
def draw_token(s, number):
    """V2. The token comes from the pile; when it is used up all eleven are shuffled again."""
    s.token[number - LOWEST_START] = 0
    for other in range(STARTS):
        if s.token[other] > 0:
            return
    for other in range(STARTS):
        s.token[other] = 1


# ---------------------------------------------------------------- moving a train


@rule
def name_train(s, train):
    """I3. Name the train, then roll the die of its colour."""
    s.waiting[train] = 0
    s.named = 1
    s.train = train
    s.phase = ROLL


@rule
def at_city(box, s, train):
    kind = box.kind[s.where[train]]
    return kind == CITY or kind == PORT


@rule
def green_exit(box, s, space, end):
    """M2. One leaves a city by an entrance whose signal is green."""
    signal = box.signal[space, end]
    return signal == NOTHING or s.green[signal] > 0


@rule
def way_is_free(box, s, space, end):
    """M2. It can move at all: the signal is green, nothing stops it at once, and nothing meets it."""
    found = ahead(box, s, space, end)
    return found == CLEAR or found == WAY_OUT


@rule
def may_leave_by(box, s, space, end):
    """M2. It does not stay if it can leave: by an exit that is blocked at once only when all green ones are."""
    if way_is_free(box, s, space, end):
        return True
    for other in range(box.ends[space]):
        if way_is_free(box, s, space, other):
            return False
    return green_exit(box, s, space, end)


@rule
def ways_to_leave(box, s, space):
    count = 0
    for end in range(box.ends[space]):
        if may_leave_by(box, s, space, end):
            count += 1
    return count


@rule
def rolled(box, s, points):
    """M1. The result is the number of points; the exit of a city is chosen after the roll."""
    s.points = points
    choices = free_agent(box, s, LOGISTICIAN) or free_agent(box, s, MANAGER)
    if at_city(box, s, s.train):
        choices = choices or ways_to_leave(box, s, s.where[s.train]) > 1
    if choices:
        s.phase = ROLLED
    else:
        go(box, s)


@rule
def go(box, s):
    """M2. Forward: on a track by its heading, from a start into the network, from a city by the only exit it has."""
    space = s.where[s.train]
    if not at_city(box, s, s.train):
        run(box, s, s.heading[s.train])
        return
    for end in range(box.ends[space]):
        if may_leave_by(box, s, space, end):
            run(box, s, end)
            return
    # M4. All its signals are red.
    blocked(box, s)


@rule
def next_space(box, s, space, end):
    """M3. Where the way out of a space leads, at a switch to its other open arm; -1 when a disc lies on this one."""
    junction = box.junction[space, end]
    if junction == NOTHING:
        return box.next[space, end]
    arm = other_open_arm(box, s, junction, box.arm[space, end])
    if arm == NOTHING:
        return NOTHING
    return box.arm_space[junction, arm]


@rule
def next_end(box, s, space, end):
    """By which of its ends one gets into that space."""
    junction = box.junction[space, end]
    if junction == NOTHING:
        return box.back[space, end]
    return box.arm_end[junction, other_open_arm(box, s, junction, box.arm[space, end])]


@rule
def ahead(box, s, space, end):
    """M3-M8. What a train finds that leaves a space by this end."""
    to = next_space(box, s, space, end)
    if to == NOTHING:
        return DISC_ON_ITS_ARM
    # M4. A red signal also keeps two trains apart that face each other.
    if box.signal[space, end] != NOTHING and s.green[box.signal[space, end]] == 0:
        return RED_SIGNAL
    other = train_on(s, to)
    if other == NOTHING:
        return WAY_OUT if box.kind[to] == START_SPACE else CLEAR
    # M7. A train waiting on a start space faces whoever comes in.
    if box.kind[to] == START_SPACE:
        return TRAIN_FACING_IT
    if box.kind[to] == SECTION and s.heading[other] == next_end(box, s, space, end):
        return TRAIN_FACING_IT
    # M5. It goes the same way, or stands in a city.
    return TRAIN_BEFORE_IT


@rule
def run(box, s, end):
    """M1. Step by step until the points are used up or something ends the move."""
    train = s.train
    if s.phase != PASSING:
        begin_trail(s, train)
    going = True
    while going:
        here = s.where[train]
        found = ahead(box, s, here, end)
        going = False
        if found == TRAIN_FACING_IT:
            head_on(box, s)
        elif found == WAY_OUT:
            # M8. Out of the network: two tokens, whatever points are left.
            to_depot(s, train)
            lose(box, s, PENALTY)
            moved(box, s)
        elif found != CLEAR:
            blocked(box, s)
        else:
            to = next_space(box, s, here, end)
            into = next_end(box, s, here, end)
            s.where[train] = to
            s.heading[train] = 0
            s.points -= 1
            s.trail[s.trail_length] = to
            s.trail_length += 1
            if box.kind[to] == SECTION:
                s.heading[train] = 1 - into
                end = 1 - into
                going = s.points > 0
                if not going:
                    moved(box, s)
            elif box.kind[to] == CITY:
                arrive_in_city(box, s, to, into)
            else:
                arrive_in_port(box, s, to, into)


@rule
def begin_trail(s, train):
    s.runner = train
    for k in range(TRAIL):
        s.trail[k] = 0
    s.trail[0] = s.where[train]
    s.trail_length = 1


@rule
def blocked(box, s):
    """M6. One token for each point that cannot be used."""
    lose(box, s, s.points)
    moved(box, s)


@rule
def head_on(box, s):
    """M7. Two tokens for each point; the train that moved goes to the depot, the other one stays."""
    points = s.points
    to_depot(s, s.train)
    lose(box, s, 2 * points)
    moved(box, s)


@rule
def to_depot(s, train):
    """M7, M8. A cube goes back to its city."""
    s.where[train] = DEPOT
    s.heading[train] = 0
    if s.load[train] > 0:
        s.cubes[s.load[train] - 1] += 1
        s.load[train] = 0


@rule
def moved(box, s):
    """I3, A3. Then the next train of the card, or the next action card."""
    if s.phase == ENDED:
        return
    s.train = NOTHING
    s.points = 0
    s.entry = 0
    if s.card == NOTHING:
        s.phase = ACTIONS
    else:
        resolve(box, s)


@rule
def may_go_on(box, s, space, entry):
    """N3. On through a city by another green exit than the one it came by, if there are points left."""
    if s.points > 0:
        for end in range(box.ends[space]):
            if end != entry and green_exit(box, s, space, end):
                return True
    return False


@rule
def stop_or_go_on(box, s, space, entry):
    if may_go_on(box, s, space, entry):
        s.entry = entry
        s.phase = PASSING
    else:
        moved(box, s)


@rule
def arrive_in_city(box, s, city, entry):
    """M9. It must stop, points that are left cost nothing; N3, G3. unless trains may pass."""
    if box.may_pass_cities > 0 or s.passing > 0:
        stop_or_go_on(box, s, city, entry)
    else:
        moved(box, s)


@rule
def has_slot(box, s, port, cube):
    """D3. A place of its colour, or one of the places for any colour."""
    if s.delivered[port, cube - 1] < box.slots[port, cube - 1]:
        return True
    extra = 0
    for colour in range(GOODS):
        extra += max(0, s.delivered[port, colour] - box.slots[port, colour])
    return extra < box.any_slots[port]


@rule
def arrive_in_port(box, s, space, entry):
    """M10. To the depot at once, its cube first unloaded; N4, N5. elsewhere an empty train may stay or pass."""
    cube = s.load[s.train]
    if cube > 0 and has_slot(box, s, box.port[space], cube):
        if box.may_stay_in_port > 0 and box.must_unload == 0 and may_go_on(box, s, space, entry):
            stop_or_go_on(box, s, space, entry)
        else:
            deliver(box, s, space)
    elif box.may_stay_in_port == 0 or (cube > 0 and box.full_port_to_depot > 0):
        to_depot(s, s.train)
        moved(box, s)
    else:
        stop_or_go_on(box, s, space, entry)


@rule
def deliver(box, s, space):
    """M10. The cube lies in the port for good; E1. with the last one everybody wins."""
    s.delivered[box.port[space], s.load[s.train] - 1] += 1
    s.load[s.train] = 0
    to_depot(s, s.train)
    if delivered_in_all(s) == box.wanted:
        end(s, 1)
    else:
        moved(box, s)


@rule
def delivered_in_all(s):
    count = 0
    for port in range(PORTS):
        for colour in range(GOODS):
            count += s.delivered[port, colour]
    return count


@rule
def stop(box, s):
    """N3. A train may stop in a city that it could pass; no tokens are lost."""
    space = s.where[s.train]
    if box.kind[space] == PORT and s.load[s.train] > 0 and has_slot(box, s, box.port[space], s.load[s.train]):
        deliver(box, s, space)
    else:
        moved(box, s)


# ---------------------------------------------------------------- the turn: then action cards


@rule
def discard(s, kind):
    """A6. Used cards lie in the discard."""
    s.hand[s.active, kind] -= 1
    s.discard[kind] += 1


@rule
def begin_action(s, action):
    s.phase = DISC
    if action == SWITCH_CARD:
        s.phase = TURNOUT
    elif action == MOVE_CARD:
        s.phase = TRAIN


@rule
def any_train_out(s):
    for colour in range(COLOURS):
        if train_on_network(s, colour):
            return True
    return False


@rule
def action_possible(s, action):
    """A3. A move card needs a train that is not in the depot."""
    return action != MOVE_CARD or any_train_out(s)


@rule
def load(box, s, train, kind):
    """A5. Any one card: an empty train in a goods city takes one of its cubes."""
    discard(s, kind)
    goods = box.goods[s.where[train]]
    s.cubes[goods - 1] -= 1
    s.load[train] = goods


@rule
def may_load(box, s, train):
    if s.where[train] == DEPOT or s.load[train] > 0:
        return False
    goods = box.goods[s.where[train]]
    return goods > 0 and s.cubes[goods - 1] > 0


@rule
def end_turn(box, s):
    """E2. Without a card left this was the last turn; U3. otherwise draw five cards, but never beyond ten."""
    if s.pile_count == 0:
        end(s, 0)
        return
    s.passing = 0
    held = s.hand[s.active, 0] + s.hand[s.active, 1] + s.hand[s.active, 2]
    s.to_draw = min(CARDS_A_TURN, HAND_LIMIT - held)
    s.phase = DRAW
    if s.to_draw == 0:
        next_player(box, s)


@rule
def next_player(box, s):
    """U3. Clockwise."""
    s.active = (s.active + 1) % box.players
    begin_turn(box, s)


# ---------------------------------------------------------------- who acts, what they may do


@rule
def actor(box, s):
    phase = s.phase
    if phase == ENDED:
        return OVER
    if phase == FIRST or phase == TOKENS or phase == HANDS or phase == REVEAL:
        return CHANCE
    if phase == START or phase == ROLL or phase == DRAW:
        return CHANCE
    return s.active


@rule
def moves(box, s, out):
    phase = s.phase
    if phase == ACTIONS:
        offer_actions(box, s, out)
    elif phase == DISC:
        offer_discs(box, s, out)
    elif phase == TURNOUT:
        for junction in range(box.junctions):
            for setting in range(1, 1 << box.arms[junction]):
                # A2. Any other setting.
                if setting != s.open[junction] and is_setting(box.arms[junction], setting):
                    offer(out, pack(Verb.SWITCH, junction, setting))
    elif phase == TRAIN:
        for train in range(TRAINS):
            if s.where[train] != DEPOT:
                offer(out, pack(Verb.MOVE, train))
    elif phase == NAME:
        offer_names(box, s, out)
    elif phase == ROLLED:
        offer_ways(box, s, out)
    elif phase == PASSING:
        offer(out, pack(Verb.STOP))
        for end in range(box.ends[s.where[s.train]]):
            if end != s.entry and green_exit(box, s, s.where[s.train], end):
                offer(out, pack(Verb.EXIT, end))
    elif phase == NEW:
        offer_new(box, s, out)
    elif phase == COLOUR:
        for colour in range(COLOURS):
            if s.chosen[colour] == 0:
                offer(out, pack(Verb.COLOUR, colour))
    elif phase == REVEALED:
        offer(out, pack(Verb.APPLY))
        offer(out, pack(Verb.GUARD))
    elif phase == GREENS:
        offer_laying_greens(box, s, out)
    elif phase == SWITCHES:
        junction = bare_junction(box, s)
        for setting in range(1, 1 << box.arms[junction]):
            if is_setting(box.arms[junction], setting):
                offer(out, pack(Verb.LAY_SWITCH, junction, setting))
    elif phase != ENDED:
        offer_chance(box, s, out)


@rule
def offer_chance(box, s, out):
    phase = s.phase
    if phase == ROLL:
        # C3. Each colour has its own die.
        for points in range(1, 6):
            if box.die[colour_of(s.train), points] > 0:
                offer(out, pack(Verb.ROLL, points), box.die[colour_of(s.train), points])
    elif phase == DRAW or phase == HANDS:
        for kind in range(KINDS):
            if s.pile[kind] > 0:
                offer(out, pack(Verb.DEAL, kind), s.pile[kind])
    elif phase == START:
        offer_starts(box, s, out)
    elif phase == REVEAL:
        if s.pile_count == 1 and s.under > 0:
            offer(out, pack(Verb.REVEAL, s.under))
        else:
            for card in range(1, box.instructions + 1):
                if s.unseen[card] > 0:
                    offer(out, pack(Verb.REVEAL, card))
    elif phase == TOKENS:
        for number in range(STARTS):
            if s.start[number] == NOTHING:
                offer(out, pack(Verb.TOKEN, number + LOWEST_START))
    elif phase == FIRST:
        for seat in range(box.players):
            offer(out, pack(Verb.FIRST, seat))


@rule
def offer_starts(box, s, out):
    """P1. Two dice; V2. or a token. I6. For the card “1” roll again until the start is free."""
    for number in range(STARTS):
        weight = 6 - abs(number - 5)
        if box.starts == DRAWN:
            weight = s.token[number]
        if s.card == FIRST_CARD and train_on(s, s.start[number]) != NOTHING:
            weight = 0
        if weight > 0:
            offer(out, pack(Verb.START, number + LOWEST_START), weight)


@rule
def offer_laying_greens(box, s, out):
    """S3. One disc for each city and port, then three on tracks; D1. a further one anywhere."""
    bare = bare_city(box, s)
    on_tracks = greens_at(box, s, NOTHING)
    for signal in range(box.signals):
        if s.green[signal] == 0:
            if bare != NOTHING:
                if box.gate_of[signal] == bare:
                    offer(out, pack(Verb.LAY_GREEN, signal))
            elif on_tracks >= box.greens_on_tracks or box.gate_of[signal] == NOTHING:
                offer(out, pack(Verb.LAY_GREEN, signal))


@rule
def offer_new(box, s, out):
    """P1. Choose the colour; G7. the dispatcher puts the train on a free start space instead of rolling."""
    for colour in range(COLOURS):
        if s.placed[colour] == 0 and train_in_depot(s, colour) != NOTHING:
            offer(out, pack(Verb.NEW, colour))
            if free_agent(box, s, DISPATCHER):
                for number in range(STARTS):
                    if train_on(s, s.start[number]) == NOTHING:
                        offer(out, pack(Verb.DISPATCH, colour, number + LOWEST_START))


@rule
def offer_names(box, s, out):
    """I3. The active player chooses the order; G3, G4, G6. and may ask an agent for help."""
    for train in range(TRAINS):
        if s.waiting[train] > 0:
            offer(out, pack(Verb.NAME, train))
            if free_agent(box, s, SECTION_CHIEF):
                offer(out, pack(Verb.SPARE, train))
    if free_agent(box, s, CONDUCTOR) and s.named == 0:
        offer(out, pack(Verb.HALT))
    if free_agent(box, s, MANAGER):
        offer(out, pack(Verb.MANAGE))


@rule
def offer_ways(box, s, out):
    """M2. The exit of a city; G2. a result may be cancelled and rolled again; G3. cities may be opened."""
    space = s.where[s.train]
    if at_city(box, s, s.train) and ways_to_leave(box, s, space) > 0:
        for end in range(box.ends[space]):
            if may_leave_by(box, s, space, end):
                offer(out, pack(Verb.EXIT, end))
    else:
        offer(out, pack(Verb.GO))
    if free_agent(box, s, LOGISTICIAN):
        offer(out, pack(Verb.REROLL))
    if free_agent(box, s, MANAGER):
        offer(out, pack(Verb.MANAGE))


@rule
def offer_actions(box, s, out):
    """U2. As many cards as one likes, or none."""
    offer(out, pack(Verb.END))
    for kind in range(KINDS):
        if s.hand[s.active, kind] > 0:
            if action_possible(s, kind):
                offer(out, pack(Verb.USE, kind))
            for train in range(TRAINS):
                if may_load(box, s, train):
                    offer(out, pack(Verb.LOAD, train, kind))
            # A4. Any two cards for an action of one's choice.
            for other in range(kind, KINDS):
                if s.hand[s.active, other] > (1 if other == kind else 0):
                    for action in range(KINDS):
                        if action_possible(s, action):
                            offer(out, pack(Verb.PAIR, kind, other, action))
    if free_agent(box, s, MANAGER):
        offer(out, pack(Verb.MANAGE))


@rule
def offer_discs(box, s, out):
    """A1. From anywhere to a red signal space; every city and port must keep a green disc."""
    for source in range(box.signals):
        if s.green[source] > 0:
            place = box.gate_of[source]
            alone = place != NOTHING and greens_at(box, s, place) == 1
            for target in range(box.signals):
                if s.green[target] == 0 and (not alone or box.gate_of[target] == place):
                    offer(out, pack(Verb.GREEN, source, target))


@rule
def play(box, s, move):
    verb = verb_of(move)
    a = a_of(move)
    b = b_of(move)
    s.last = verb * 128 + a
    if verb == Verb.ROLL:
        rolled(box, s, a)
    elif verb == Verb.DEAL:
        if s.phase == HANDS:
            deal(box, s, a)
        else:
            draw_card(box, s, a)
            if s.to_draw == 0:
                next_player(box, s)
    elif verb == Verb.GREEN:
        s.green[a] = 0
        s.green[b] = 1
        s.phase = ACTIONS
    elif verb == Verb.SWITCH:
        s.open[a] = b
        s.phase = ACTIONS
    elif verb == Verb.MOVE:
        s.train = a
        s.phase = ROLL
    elif verb == Verb.USE:
        discard(s, a)
        begin_action(s, a)
    elif verb == Verb.PAIR:
        discard(s, a)
        discard(s, b)
        begin_action(s, c_of(move))
    elif verb == Verb.LOAD:
        load(box, s, a, b)
    elif verb == Verb.END:
        end_turn(box, s)
    elif verb == Verb.NAME:
        name_train(s, a)
    elif verb == Verb.HALT:
        halt(box, s)
    elif verb == Verb.SPARE:
        spare(box, s, a)
    elif verb == Verb.MANAGE:
        s.spent[MANAGER] = 1
        s.passing = 1
    elif verb == Verb.REROLL:
        s.spent[LOGISTICIAN] = 1
        s.points = 0
        s.phase = ROLL
    elif verb == Verb.GO:
        go(box, s)
    elif verb == Verb.EXIT:
        run(box, s, a)
    elif verb == Verb.STOP:
        stop(box, s)
    elif verb == Verb.REVEAL:
        reveal(box, s, a)
    elif verb == Verb.APPLY:
        apply_card(box, s)
    elif verb == Verb.GUARD:
        send_back(box, s)
    elif verb == Verb.NEW:
        choose_new(s, a)
    elif verb == Verb.DISPATCH:
        s.spent[DISPATCHER] = 1
        choose_new(s, a)
        place_train(box, s, b)
    elif verb == Verb.START:
        if box.starts == DRAWN and s.card != FIRST_CARD:
            draw_token(s, a)
        place_train(box, s, a)
    elif verb == Verb.COLOUR:
        begin_colour(s, a)
        resolve(box, s)
    elif verb == Verb.LAY_GREEN:
        s.green[a] = 1
        lay_discs(box, s)
    elif verb == Verb.LAY_SWITCH:
        s.open[a] = b
        lay_discs(box, s)
    elif verb == Verb.TOKEN:
        lay_token(box, s, a)
    elif verb == Verb.FIRST:
        after_first(box, s, a)


# ---------------------------------------------------------------- the result


@rule
def score(box, s, player):
    """E1, E2. Together: one point for everybody, or none."""
    return s.won
