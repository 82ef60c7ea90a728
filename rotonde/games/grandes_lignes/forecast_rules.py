"""How building may go on if everybody always heads for the nearest place that nobody has reached: a guide for bots.

A forecast is one possible course, with dice of its own; search averages many. It is played on notes of the board, and
not on a state, and looks at six hexes for a stroke, not at all that is legal: that is what makes it quick.
"""

from rotonde.kernel.chance import below, seed
from rotonde.kernel.subset import rule, scratch

from .rules import (
    BUILD,
    CITIES,
    DESTINATIONS,
    EDGES,
    FAR,
    HEXES,
    LOW_PLUS_THREE,
    PLACES,
    SEATS,
    TWO_DICE,
    due_where,
    seat_after,
)

EVERY_WAY = SEATS * PLACES
HORIZON = 60  # rounds
TAKEN = 80  # dice points; where others have been first one goes when nothing else is left

LEFT = 0  # of the notes of a forecast: how many places nobody has reached


@rule
def dice_points(box, rng):
    """B2. As the table throws them."""
    if box.dice == TWO_DICE:
        return 2 + below(rng, 6) + below(rng, 6)
    if box.dice == LOW_PLUS_THREE:
        return 4 + below(rng, 3)
    return 1 + below(rng, 6)


@rule
def choose_target(box, near, first, seat):
    """The nearest place that nobody has reached, or else that this seat has not; -1 when there is none."""
    target = -1
    least = FAR
    for place in range(PLACES):
        way = near[seat * PLACES + place]
        if first[place] != 0:
            way += TAKEN
        if box.premium[place] and near[seat * PLACES + place] > 0 and way < least:
            least = way
            target = place
    return target


@rule
def is_done(near, first, aimed, seat, target):
    """Whether a seat has reached what it was heading for, or somebody else has come first since it `aimed` there."""
    if target < 0:
        return True
    return near[seat * PLACES + target] == 0 or first[target] != aimed[seat]


@rule
def due_of(box, owners, there, end):
    due = 0
    if owners | there:
        for rival in range(box.players):
            due += due_where(box, rival, owners, there, end)
    return due


@rule
def pay(box, account, seat, owners, there, end):
    for rival in range(box.players):
        due = due_where(box, rival, owners, there, end)
        account[rival] += due
        account[seat] -= due


@rule
def reach(box, notes, first, account, seat, place):
    """P1, P2. The first one there gets the premium."""
    if first[place] == 0 and box.premium[place]:
        first[place] = seat + 1
        notes[LEFT] -= 1
        account[seat] += box.premium[place]


@rule
def draw_on(box, notes, track, present, near, gate, first, account, head, seat, target, points):
    """One stroke straight to the target, with the least dues; the dice points it took, 0 when none can be drawn."""
    mine = 1 << seat
    others = ((1 << box.players) - 1) & ~mine
    here = head[seat]
    way = box.far[here, target]
    best = -1
    least = account[seat] + 1
    for direction in range(6):
        end = box.beside[here, direction]
        if end >= 0 and present[end] & mine == 0:
            edge = box.around[here, direction]
            cost = box.build_cost[edge]
            if cost <= points and box.far[end, target] + cost == way:
                due = due_of(box, track[edge] & others, present[end] & others, end)
                if due < least:
                    least = due
                    best = direction
    if best < 0:
        return 0
    edge = box.around[here, best]
    end = box.beside[here, best]
    if least > 0:
        pay(box, account, seat, track[edge] & others, present[end] & others, end)
    track[edge] |= mine
    present[end] |= mine
    head[seat] = end
    come(box, notes, near, gate, first, account, seat, end)
    return box.build_cost[edge]


@rule
def come(box, notes, near, gate, first, account, seat, end):
    """A line comes to a hex; `gate` is where it will go on from to each place."""
    if box.city_at[end]:
        reach(box, notes, first, account, seat, box.city_at[end] - 1)
    if box.destinations_at[end]:
        for destination in range(DESTINATIONS):
            if box.destinations_at[end] & (1 << destination):
                reach(box, notes, first, account, seat, CITIES + destination)
    for place in range(PLACES):
        if box.far[end, place] < near[seat * PLACES + place]:
            near[seat * PLACES + place] = box.far[end, place]
            gate[seat * PLACES + place] = end


@rule
def find_gates(box, s, near, gate):
    """How near everybody is to every place, and from which hex."""
    for seat in range(box.players):
        for place in range(PLACES):
            near[seat * PLACES + place] = s.near[seat, place]
    for here in range(box.hexes):
        if s.present[here] and box.foreign[here] == 0:
            for seat in range(box.players):
                if s.present[here] & (1 << seat):
                    for place in range(PLACES):
                        if box.far[here, place] == s.near[seat, place]:
                            gate[seat * PLACES + place] = here


@rule
def count_strokes(box, s, strokes):
    for edge in range(box.edges):
        owners = s.track[edge]
        if owners:
            for seat in range(box.players):
                strokes[seat] += (owners >> seat) & 1


@rule
def forecast(box, s, player, goal, luck, account, strokes, reached):
    """What everybody has when building is over: game points, strokes, places reached.

    The player heads for `goal` before anything else; -1 for no such wish.
    """
    notes = scratch(1)
    rng = scratch(4)
    track = scratch(EDGES)
    present = scratch(HEXES)
    first = scratch(PLACES)
    near = scratch(EVERY_WAY)
    gate = scratch(EVERY_WAY)
    target = scratch(SEATS)
    head = scratch(SEATS)
    aimed = scratch(SEATS)
    seed(rng, luck, 0)
    notes[LEFT] = s.left
    for edge in range(box.edges):
        track[edge] = s.track[edge]
    for here in range(box.hexes):
        present[here] = s.present[here]
    for place in range(PLACES):
        first[place] = s.first_at[place]
    for seat in range(box.players):
        account[seat] = s.account[seat]
        strokes[seat] = 0
        reached[seat] = 0
        target[seat] = -1
    find_gates(box, s, near, gate)
    if goal >= 0:
        target[player] = goal
        aimed[player] = first[goal]
        head[player] = gate[player * PLACES + goal]
    count_strokes(box, s, strokes)
    seat = s.active
    starter = s.starter
    points = s.points
    die = s.die
    waiting = 0
    if s.phase == BUILD:
        waiting = s.waiting
    rounds = 0
    while rounds < HORIZON and (waiting > 0 or notes[LEFT] > 0):
        if waiting == 0:
            rounds += 1
            starter = seat_after(box, starter, 1)
            seat = starter
            die = dice_points(box, rng)
            points = die
            waiting = box.players - box.skip_starter
        building = True
        while building and points > 0:
            building = False
            if is_done(near, first, aimed, seat, target[seat]):
                target[seat] = choose_target(box, near, first, seat)
                if target[seat] >= 0:
                    aimed[seat] = first[target[seat]]
                    head[seat] = gate[seat * PLACES + target[seat]]
            if target[seat] >= 0:
                spent = draw_on(
                    box, notes, track, present, near, gate, first, account, head, seat, target[seat], points
                )
                building = spent > 0
                points -= spent
                strokes[seat] += int(spent > 0)
        seat = seat_after(box, seat, 1)
        waiting -= 1
        points = die
    for seat in range(box.players):
        for place in range(PLACES):
            if box.premium[place] and near[seat * PLACES + place] == 0:
                reached[seat] += 1
