"""Positions of Grandes Lignes for tests: lines laid by hand, checked, and moved on with the very dice a test wants."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any

from rotonde.games.grandes_lignes import maps
from rotonde.games.grandes_lignes.check import problems
from rotonde.games.grandes_lignes.rules import (
    BUILD,
    CITIES,
    PLACES,
    RUN,
    RUNNING,
    THROW,
    Verb,
    mark_strokes,
    open_around,
)
from rotonde.kernel.handle import Table, load_game
from rotonde.kernel.moves import a_of, pack, verb_of
from rotonde.kernel.subset import CHANCE

GAME = load_game("rotonde.games.grandes_lignes", "python")
FRANCE = maps.shipped("france")
EDGE_OF = {frozenset((way.a, way.b)): number for number, way in enumerate(FRANCE.edges)}
COSTS = [maps.build_cost(FRANCE, way) for way in FRANCE.edges]
PARIS = "1509"

PASS, CLOSE, STOP, ABANDON = (pack(verb) for verb in (Verb.PASS, Verb.CLOSE, Verb.STOP, Verb.ABANDON))
ENTER, DECLINE = pack(Verb.ENTER), pack(Verb.DECLINE)


def new(players: int = 3, **options: Any) -> Table:
    """A table on the map of France, where seat 0 began and nobody has drawn a stroke."""
    table = GAME.new(players, options)
    table.play(pack(Verb.FIRST, 0))
    return table


def at(name: str) -> int:
    """A hex by its name, "1509"."""
    return FRANCE.index[maps.parse_hex(name)]


def city(name: str) -> int:
    return next(place for place in range(CITIES) if FRANCE.place_names[place]["fr"] == name)


def destination(die: int) -> int:
    return CITIES + die - 1


def edge(one: str, other: str) -> int:
    return EDGE_OF[frozenset((at(one), at(other)))]


def stroke(one: str, other: str) -> int:
    return pack(Verb.STROKE, edge(one, other))


def step(to: str) -> int:
    return pack(Verb.STEP, at(to))


def strokes(table: Table) -> set[int]:
    return {a_of(move) for move in table.moves() if verb_of(move) == Verb.STROKE}


def verbs(table: Table) -> set[Verb]:
    return {Verb(verb_of(move)) for move in table.moves()}


def line(table: Table, seat: int, hexes: Iterable[str]) -> None:
    """Give a seat a line along these hexes, as if built long ago; whoever is first at a place is said so, unpaid."""
    s, box = table.state, table.box
    for one, other in pairwise(hexes):
        s.open[edge(one, other)] &= ~(1 << seat)
        s.track[edge(one, other)] |= 1 << seat
        for name in (one, other):
            s.present[at(name)] |= 1 << seat
            open_around(box, s, seat, at(name))
            for place in range(PLACES):
                s.near[seat, place] = min(s.near[seat, place], box.far[at(name), place])
                if s.near[seat, place] == 0 and box.premium[place] and not s.first_at[place]:
                    s.first_at[place] = seat + 1
                    s.account[seat] += 5
                    s.left -= 1
    if s.phase == BUILD:
        mark_strokes(box, s)


def give(table: Table, *points: int) -> None:
    """The seats, in order, have so many game points."""
    for seat, account in enumerate(points):
        table.state.account[seat] = account
    mark_strokes(table.box, table.state)


def building(points: int, *lines: Iterable[str], players: int = 3, **options: Any) -> Table:
    """Seat 0 builds with so many points in round 2; each of the lines belongs to one seat, in order."""
    table = new(players, **options)
    s = table.state
    for seat, hexes in enumerate(lines):
        line(table, seat, hexes)
    s.phase, s.round, s.starter, s.active, s.waiting = BUILD, 2, 0, 0, players
    s.die = s.points = points
    mark_strokes(table.box, s)
    assert problems(table) == []
    return table


def racing(
    start: int,
    goal: int,
    *lines: Iterable[str],
    players: int = 3,
    runners: Iterable[int] = (0,),
    **options: Any,
) -> Table:
    """A race that seat 0 drew, before its first throw."""
    table = new(players, **options)
    s = table.state
    for seat, hexes in enumerate(lines):
        line(table, seat, hexes)
    s.round, s.waiting, s.race, s.abroad = 9, 0, 1, int(goal >= CITIES)
    s.race_from, s.race_to = start, goal
    for seat in runners:
        s.part[seat] = RUNNING
        s.train[seat] = table.box.city_hex[start]
    s.active = min(runners)
    s.phase, s.throws = THROW, 1
    assert problems(table) == []
    return table


def throw(table: Table, points: int) -> None:
    """The die of the race shows this."""
    assert table.actor == CHANCE
    table.play(pack(Verb.THROW, points))
    assert table.state.phase == RUN


def run(table: Table, points: int, *hexes: str) -> None:
    """A whole turn of the train whose turn it is: throw, steps, stop if it must."""
    seat = table.state.active
    throw(table, points)
    for name in hexes:
        table.play(step(name))
    if table.actor == seat and table.state.phase == RUN:
        table.play(STOP)


def accounts(table: Table) -> list[int]:
    return table.scores()


def cost(one: str, other: str) -> int:
    """Dice points for a stroke between two hexes."""
    return COSTS[edge(one, other)]


@cache
def way(one: str, other: str) -> list[str]:
    """The cheapest line from one hex to another."""
    distances = maps.build_distances(FRANCE, COSTS, [at(other)])
    names = [one]
    while names[-1] != other:
        here = at(names[-1])
        for near in maps.neighbours(FRANCE.hexes[here]):
            there = FRANCE.index.get(near, -1)
            number = EDGE_OF.get(frozenset((here, there)))
            if number is not None and distances[there] + COSTS[number] == distances[here]:
                names.append(maps.hex_name(near))
                break
    return names
