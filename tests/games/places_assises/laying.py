"""Positions for the tests of the rules: laid by hand, checked, and moved on with the very cards a test wants.

The board is the Red Line end to end with the Blue Line, both as they are drawn in data/cars.json.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import rotonde
from rotonde.games.places_assises.check import problems
from rotonde.games.places_assises.rules import (
    CARS,
    FIRST,
    NUMBER_KINDS,
    TURN,
    Verb,
    other_cards,
    plus_in,
)
from rotonde.kernel.handle import Table, load_game
from rotonde.kernel.moves import a_of, b_of, c_of, pack, verb_of

GAME = load_game("rotonde.games.places_assises", "python")

RED_1, RED_2, RED_3, RED_4, RED_5, BLUE_1, BLUE_2, BLUE_3, BLUE_4, BLUE_5 = range(1, 11)

PASS, BOARD, ACCEPT, REBEL_NOW, DONE = (
    pack(Verb.PASS),
    pack(Verb.BOARD),
    pack(Verb.ACCEPT),
    pack(Verb.REBEL),
    pack(Verb.DONE),
)
NO_CARD, EXCUSED, REBELLED = range(3)


def at(row: int, column: int, car: int = 0) -> int:
    """The number of a square."""
    return car * 45 + row * 9 + column


# The Red Line's seats, the free ones.
FREE_SEATS = [
    at(row, column)
    for row, line in enumerate(("SPDSSPDSP", "SS.PSS.PS", ".........", "PS.SPS.SS", "PSDSSPDPS"))
    for column, kind in enumerate(line)
    if kind == "S"
]


def lay(
    players: int = 2,
    *,
    seated: Mapping[int, Iterable[int]] | None = None,
    aisle: Mapping[int, int] | None = None,
    quay: Mapping[int, int] | None = None,
    missed: Sequence[int] = (),
    hands: Mapping[int, Sequence[int]] | None = None,
    active: int = 0,
    direction: int = 1,
    skip: Sequence[int] = (),
    tokens: int = 0,
    blocked: Mapping[int, int] | None = None,
    turn: int = 5,
    board: int = 0,
    **options: Any,
) -> Table:
    """A table in the middle of a game, in somebody's turn. What is not named lies in the supplies and the piles."""
    table = GAME.new(players, options)
    s: Any = table.state
    s.phase, s.active, s.direction, s.turn, s.board = TURN, active, direction, turn, board
    for seat, squares in (seated or {}).items():
        for square in squares:
            s.pawn[square] = seat + 1
            s.supply[seat] -= 1
    for seat, square in (aisle or {}).items():
        s.aisle[seat] = square
        s.supply[seat] -= 1
    for seat, door in (quay or {}).items():
        s.quay[seat] = door
        s.supply[seat] -= 1
    for seat in missed:
        s.missed[seat] = 1
    for seat, cards in (hands or {}).items():
        for card in cards:
            s.hand[seat, card] += 1
            s.hand_count[seat, int(card > NUMBER_KINDS)] += 1
            s.pile[card] -= 1
            s.pile_count[int(card > NUMBER_KINDS)] -= 1
    for seat in range(players):
        s.tokens[seat] = tokens
        s.skip[seat] = int(seat in skip)
        s.blocked[seat] = (blocked or {}).get(seat, 0)
    assert problems(table) == []
    return table


def start(players: int = 2, first: int = 0, **options: Any) -> Table:
    """A table where the cars lie and it is drawn who begins, and nothing else."""
    table = GAME.new(players, options)
    assert table.state.phase == CARS
    table.play(table.moves()[0])
    assert table.state.phase == FIRST
    table.play(pack(Verb.FIRST, first))
    return table


def act(table: Table, *moves: int) -> Table:
    """Make these moves and look whether all is well after each."""
    for move in moves:
        table.play(move)
        assert problems(table) == []
    return table


def chance(table: Table, *cards: int) -> Table:
    """Let chance give these cards (or doors), one after the other."""
    for card in cards:
        assert table.actor == rotonde.CHANCE, f"{card} cannot be drawn: nobody draws"
        act(table, next(move for move in table.moves() if a_of(move) == card))
    return table


def deal_any(table: Table) -> Table:
    """Let chance do whatever it does first, until somebody must decide."""
    while table.actor == rotonde.CHANCE:
        act(table, table.moves()[0])
    return table


def play(table: Table, card: int) -> Table:
    return act(table, pack(Verb.PLAY, card))


def walk(*numbers: int, plus: int = 0, passing: int = NO_CARD) -> int:
    """The move that lays these cards to walk."""
    first, second = sorted(numbers) if len(numbers) == 2 else (*numbers, 0, 0)[:2]
    return pack(Verb.MOVE, first, second, other_cards(plus, passing))


def go(square: int) -> int:
    return pack(Verb.GO, square)


def seat(square: int, from_quay: int = 0) -> int:
    return pack(Verb.SEAT, square, from_quay)


def pick(square: int, from_quay: int = 0) -> int:
    return pack(Verb.PICK, square, from_quay)


# ---------------------------------------------------------------- reading a table


def verbs(table: Table) -> set[Verb]:
    return {Verb(verb_of(move)) for move in table.moves()}


def offered(table: Table, verb: Verb) -> set[int]:
    """The first operands offered with a verb."""
    return {a_of(move) for move in table.moves() if verb_of(move) == verb}


def walks(table: Table) -> set[int]:
    return {move for move in table.moves() if verb_of(move) == Verb.MOVE}


def sums(table: Table) -> set[int]:
    """How far the cards that may be laid without passing anybody lead."""
    return {
        sum((card - 1) % 5 + 1 for card in (a_of(move), b_of(move)) if card) + plus_in(c_of(move))
        for move in walks(table)
    }


def reach(table: Table, move: int) -> set[int]:
    """Where one may go with the cards of a move; nowhere if they cannot be laid."""
    if move not in table.moves():
        return set()
    return offered(act(table.copy(), move), Verb.GO)


def pawns(table: Table, who: int) -> set[int]:
    return {square for square, owner in enumerate(table.state.pawn) if owner == who + 1}


def hand(table: Table, who: int) -> list[int]:
    return [card for card, count in enumerate(table.state.hand[who]) for _ in range(count)]


def discarded(table: Table) -> list[int]:
    return [card for card, count in enumerate(table.state.discard) for _ in range(count)]
