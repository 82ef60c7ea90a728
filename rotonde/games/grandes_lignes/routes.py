"""Grandes Lignes: the best ways over the map, to build along or to run on, as a person may want them proposed.

What a stroke or a step costs is asked from the rules; here ways are only compared.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from . import maps
from .lexicon import board_of
from .rules import JOINS, due_to, is_goal, other_end

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

Price = tuple[int, int]
"""Dice points, and strokes or game points that go to others; the one that matters more first."""


@dataclass(frozen=True)
class Way:
    """A way over the map: the hexes it passes, from where it starts, and the edges between them."""

    hexes: tuple[int, ...]
    edges: tuple[int, ...]

    def steps(self) -> Iterator[tuple[int, int]]:
        """Every edge with the hex it leads to."""
        return zip(self.edges, self.hexes[1:], strict=True)


def to_build(seen: "Seen", goal: int, thrifty: bool) -> Way | None:
    """From the viewer's network to a hex: the fewest dice points, or if `thrifty` the fewest dues."""
    s, box = seen.state, seen.box
    mine = 1 << seen.seat
    starts = [place for place in range(box.hexes) if s.present[place] & mine and not box.foreign[place]]

    def price(edge: int, end: int) -> Price | None:
        if s.track[edge] & mine or (box.foreign[end] and end != goal):
            return None
        cost, dues = int(box.build_cost[edge]), sum(dues_of(seen, edge, end))
        return (dues, cost) if thrifty else (cost, dues)

    return None if s.present[goal] & mine else _best(seen, starts, {goal}, price)


def dues_of(seen: "Seen", edge: int, end: int) -> list[int]:
    """What a stroke to a new hex costs the viewer, to each seat."""
    new = JOINS if seen.state.present[end] & (1 << seen.seat) else end
    return [int(due_to(seen.box, seen.state, seen.seat, rival, edge, new)) for rival in range(seen.players)]


def to_run(seen: "Seen", goals: Collection[int], thrifty: bool, without: int = -1) -> Way | None:
    """From the viewer's train, or the start: the fewest dice points, or if `thrifty` the fewest rented strokes.

    Those that belong to others alone are rented. It does not pass over the edge `without`.
    """
    s, box = seen.state, seen.box

    def price(edge: int, end: int) -> Price | None:
        if not s.track[edge] or edge == without:
            return None
        rented = int(not s.track[edge] & (1 << seen.seat))
        cost = int(box.step_cost[edge])
        return (rented, cost) if thrifty else (cost, rented)

    start = int(s.train[seen.seat])
    if start < 0:
        start = int(box.city_hex[int(s.race_from)])
    return None if start in goals else _best(seen, [start], goals, price)


def race_goals(seen: "Seen") -> set[int]:
    """The hexes where the race can end now: those with a line."""
    s, board = seen.state, board_of(seen)
    places = maps.place_hexes(board, int(s.race_to)) if s.race_to >= 0 else []
    return {place for place in places if is_goal(seen.box, s, place) and s.present[place]}


def distances_to_goal(seen: "Seen") -> dict[int, tuple[int, int]]:
    """From every hex with a line: the dice points to the goal of the race, and the next hex on the shortest way."""
    s, box = seen.state, seen.box
    found = {place: (0, place) for place in race_goals(seen)}
    queue = [(0, place) for place in sorted(found)]
    while queue:
        so_far, place = heappop(queue)
        if so_far > found[place][0]:
            continue
        for direction in range(6):
            edge = int(box.around[place, direction])
            if edge >= 0 and s.track[edge]:
                other, far = int(other_end(box, edge, place)), so_far + int(box.step_cost[edge])
                if other not in found or far < found[other][0]:
                    found[other] = far, place
                    heappush(queue, (far, other))
    return found


def reached_by_line(seen: "Seen") -> set[int]:
    """Every hex that the viewer's train can come to at all."""
    s, box = seen.state, seen.box
    found = {int(s.train[seen.seat])}
    waiting = list(found)
    while waiting:
        place = waiting.pop()
        for direction in range(6):
            edge = int(box.around[place, direction])
            if edge >= 0 and s.track[edge]:
                other = int(other_end(box, edge, place))
                if other not in found:
                    found.add(other)
                    waiting.append(other)
    return found


def _best(
    seen: "Seen", starts: list[int], goals: Collection[int], price: Callable[[int, int], Price | None]
) -> Way | None:
    """The cheapest way; of equal ones always the same."""
    box = seen.box
    least: dict[int, Price] = dict.fromkeys(starts, (0, 0))
    came: dict[int, tuple[int, int]] = {}
    queue: list[tuple[Price, int]] = [((0, 0), place) for place in starts]
    while queue:
        so_far, place = heappop(queue)
        if so_far > least[place]:
            continue
        if place in goals:
            return _traced(came, place)
        for direction in range(6):
            edge = int(box.around[place, direction])
            if edge < 0:
                continue
            end = int(other_end(box, edge, place))
            step = price(edge, end)
            if step is None:
                continue
            total = (so_far[0] + step[0], so_far[1] + step[1])
            if end not in least or total < least[end]:
                least[end], came[end] = total, (place, edge)
                heappush(queue, (total, end))
    return None


def _traced(came: dict[int, tuple[int, int]], place: int) -> Way:
    hexes, edges = [place], list[int]()
    while place in came:
        place, edge = came[place]
        hexes.append(place)
        edges.append(edge)
    return Way(tuple(reversed(hexes)), tuple(reversed(edges)))
