"""Places assises: what lies on the table as one seat sees it, in plain Python, for the words and the picture.

Nothing here decides a rule. Everything works on hidden states (an unknown card is nowhere) and during the set-up.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .box import CARS, COLUMNS, ROWS
from .rules import (
    CAR,
    ENDED,
    FIRST,
    FLOOR,
    KINDS,
    NUMBER_KINDS,
    PASSENGER,
    REACT,
    SEAT,
    SEAT_BOTH,
    START,
    Verb,
)

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen


def state(seen: "Seen") -> Any:
    return seen.state


def place(square: int) -> tuple[int, int, int]:
    """Car, row, column."""
    return square // CAR, square % CAR // COLUMNS, square % COLUMNS


def kind(seen: "Seen", square: int) -> int:
    return int(seen.box.kind[state(seen).board, square])


def is_floor(seen: "Seen", square: int) -> bool:
    return kind(seen, square) == FLOOR


def is_seat(seen: "Seen", square: int) -> bool:
    return kind(seen, square) == SEAT


def is_passenger(seen: "Seen", square: int) -> bool:
    return kind(seen, square) == PASSENGER


def sitter(seen: "Seen", square: int) -> int:
    """Who sits there; -1 nobody."""
    return int(state(seen).pawn[square]) - 1


def seats_of(seen: "Seen", seat: int) -> list[int]:
    return [square for square in range(2 * CAR) if sitter(seen, square) == seat]


def seated(seen: "Seen", seat: int) -> int:
    return len(seats_of(seen, seat))


def hand(seen: "Seen", seat: int) -> list[int]:
    """The cards of that seat as far as the viewer knows them, numbers first."""
    held = state(seen).hand[seat]
    return [card for card in range(1, KINDS) for _ in range(held[card])]


def hand_count(seen: "Seen", seat: int, deck: int) -> int:
    return int(state(seen).hand_count[seat, deck])


def discard_count(seen: "Seen", deck: int) -> int:
    cards = range(1, NUMBER_KINDS + 1) if deck == 0 else range(NUMBER_KINDS + 1, KINDS)
    return sum(int(state(seen).discard[card]) for card in cards)


def car_name(seen: "Seen", car: int, lang: str) -> str:
    return CARS[int(seen.box.car[state(seen).board, car])]["name"][lang]


def door_square(seen: "Seen", door: int) -> int:
    return int(seen.box.door[state(seen).board, door])


def doors(seen: "Seen") -> list[int]:
    return list(range(int(seen.box.doors[state(seen).board])))


def door_is_north(seen: "Seen", door: int) -> bool:
    return place(door_square(seen, door))[1] == 0


def is_window(square: int) -> bool:
    return place(square)[1] in (0, ROWS - 1)


def subject(seen: "Seen", verb: int, operand: int) -> int:
    """The seat that a move is about: who acts, or who gets what chance gives."""
    s = state(seen)
    if verb == Verb.FIRST:
        return operand
    if verb == Verb.DRAW:
        return int(s.drawer)
    if verb == Verb.CARS:
        return 0
    return int(s.target) if s.phase in (REACT, SEAT_BOTH) or verb == Verb.RETURN else int(s.active)


def newly_skipped(before: "Seen", after: "Seen") -> int:
    """Who got a skip marker."""
    marks = zip(state(before).skip, state(after).skip, strict=True)
    return next(seat for seat, (was, now) in enumerate(marks) if now > was)


def setting_up(seen: "Seen") -> bool:
    return int(state(seen).turn) == 0


def board_is_laid(seen: "Seen") -> bool:
    return int(state(seen).phase) >= FIRST


def is_over(seen: "Seen") -> bool:
    return int(state(seen).phase) == ENDED


def must_place(seen: "Seen") -> bool:
    return int(state(seen).phase) == START


# ---------------------------------------------------------------- the way of a walk

Way = tuple[tuple[int, int], ...]
"""Squares with their count; 0 for one that is passed and not counted."""


def links(seen: "Seen", square: int) -> list[int]:
    near = seen.box.link[state(seen).board, square].tolist()
    return [there for there in near if there >= 0]


def squares_in(things: Collection[str]) -> list[int]:
    """The squares among the ids of things."""
    return [int(thing.removeprefix("square-")) for thing in things if thing.startswith("square-")]


def shortest_way(seen: "Seen", start: int, end: int) -> list[int]:
    """The squares from one to another, both included; nothing when there is no way."""
    before, front = {start: start}, [start]
    while front and end not in before:
        front = [
            there for here in front for there in links(seen, here) if before.setdefault(there, here) == here
        ]
    if end not in before:
        return []
    squares = [end]
    while squares[-1] != start:
        squares.append(before[squares[-1]])
    return squares[::-1]


def way(seen: "Seen", target: int) -> Way:
    """A way to a square that the laid cards reach; which one does not matter."""
    return _ways(seen).get(target, ((target, int(state(seen).total)),))


@lru_cache(maxsize=8)
def _ways(seen: "Seen") -> dict[int, Way]:
    s = state(seen)
    seat, total, passing = int(s.active), int(s.total), int(s.passing) > 0
    others = {int(s.aisle[one]) for one in range(seen.players) if one != seat}
    near = [links(seen, square) for square in range(2 * CAR)]
    taken = {
        square
        for square in range(2 * CAR)
        if is_passenger(seen, square) or sitter(seen, square) >= 0 or square in others
    }
    found: dict[int, Way] = {}

    def step(here: int, path: Way, visited: frozenset[int], count: int) -> None:
        for there in near[here]:
            if there in visited:
                continue
            if count + 1 == total:
                found.setdefault(there, (*path, (there, total)))
            counted = count if there in taken else count + 1
            if counted < total and (passing or there not in taken):
                number = 0 if there in taken else counted
                step(there, (*path, (there, number)), visited | {there}, counted)

    start = int(s.aisle[seat])
    step(start, (), frozenset({start}), 0)
    return found
