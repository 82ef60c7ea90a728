"""Positions for the tests of the rules: laid by hand, checked, and moved on with the very cards a test wants."""

from collections.abc import Mapping, Sequence
from typing import Any

import rotonde
from rotonde.games.game_of_trains.check import problems
from rotonde.games.game_of_trains.rules import (
    ABILITIES,
    DISCARD,
    DRAWN,
    HAND,
    PILE,
    TABLE,
    THROWN,
    TURN,
    Verb,
)
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import a_of, pack, verb_of

GAME = rotonde.game("game-of-trains", engine="python")

# Four trains that share no card; the first is the one of the example in B3.
TRAINS = (
    (81, 17, 56, 41, 24, 73, 3),
    (80, 70, 60, 50, 40, 30, 20),
    (79, 69, 59, 49, 39, 29, 19),
    (78, 68, 58, 48, 38, 28, 18),
)

# One card of each ability that is in none of these trains.
RIGHT, PADLOCK, LEFT, NEIGHBOURS, MIDDLE, TAIL, HEAD, LEAPFROG = 1, 2, 11, 4, 5, 6, 7, 8
ALL_ABILITIES = (RIGHT, PADLOCK, LEFT, NEIGHBOURS, MIDDLE, TAIL, HEAD, LEAPFROG)
PADLOCKS = (10, 26, 34, 42)

DRAW = pack(Verb.DRAW)


def place(slot: int) -> int:
    return pack(Verb.PLACE, slot)


def swap(slot: int) -> int:
    return pack(Verb.SWAP, slot)


def leap(slot: int) -> int:
    return pack(Verb.LEAP, slot)


def right(slot: int) -> int:
    return pack(Verb.RIGHT, slot)


def left(slot: int) -> int:
    return pack(Verb.LEFT, slot)


def remove(slot: int) -> int:
    return pack(Verb.REMOVE, slot)


def protect(slot: int) -> int:
    return pack(Verb.PROTECT, slot)


def keep(card: int, slot: int) -> int:
    return pack(Verb.KEEP, card, slot)


def lay(
    *trains: Sequence[int],
    players: int = 0,
    row: Sequence[int] = (),
    locks: Mapping[tuple[int, int], int] | None = None,
    pile: Sequence[int] | None = None,
    discard: Sequence[int] = (),
    thrown: Mapping[int, Sequence[int]] | None = None,
    drawn: int = 0,
    active: int = 0,
    turn: int = 5,
    turn_limit: int = 400,
) -> Table:
    """A table in the middle of a game.

    Trains that are not given are those of TRAINS. `locks` are padlock cards by seat and slot. What is named nowhere
    lies in the pile; or, when the cards of the `pile` are given, in the discard.
    """
    trains = (*trains, *TRAINS[len(trains) : max(players, 2)])
    table = GAME.new(len(trains), {"turn_limit": turn_limit})
    s: Any = table.state
    s.phase, s.active, s.turn, s.drawn = (DRAWN if drawn else TURN), active, turn, drawn
    places = dict.fromkeys(range(1, 85), PILE if pile is None else DISCARD)
    places |= dict.fromkeys(pile or (), PILE) | dict.fromkeys(discard, DISCARD)
    for seat, cards in (thrown or {}).items():
        places |= dict.fromkeys(cards, THROWN + seat)
        s.thrown_count[seat] = len(cards)
    if drawn:
        places[drawn] = HAND + active
        s.hand_count[active] = 1
    for seat, train in enumerate(trains):
        places |= dict.fromkeys(train, TABLE)
        for slot, card in enumerate(train):
            s.train[seat, slot] = card
    for card in row:
        assert s.row[ability(card)] == 0, "two cards of one ability"
        s.row[ability(card)] = card
        places[card] = TABLE
    for (seat, slot), card in (locks or {}).items():
        assert slot in (0, 3, 6)
        s.lock[seat, slot // 3] = card
        places[card] = TABLE
    for card, where in places.items():
        s.where[card] = where
    s.pile_count = sum(where == PILE for where in places.values())
    assert problems(table) == []
    return table


def start(players: int, first: int = 0) -> Table:
    """A table where it is drawn who begins, and nothing else."""
    table = GAME.new(players)
    table.play(pack(Verb.FIRST, first))
    return table


def set_up(trains: Sequence[Sequence[int]], hands: Sequence[Sequence[int]], first: int = 0) -> Table:
    """A table where all got these wagons, then these starting cards, in turn order from the first, who must choose."""
    table = start(len(trains), first)
    for wagons in trains:
        chance(table, *wagons)
    for cards in hands:
        chance(table, *cards)
    return table


def chance(table: Table, *cards: int) -> None:
    """Let chance give these cards, one after the other."""
    for card in cards:
        assert table.actor == rotonde.CHANCE, f"{card} cannot be drawn: nobody draws"
        table.play(next(move for move in table.moves() if a_of(move) == card))
        assert problems(table) == []


def act(table: Table, move: int, *cards: int) -> Table:
    """Make a move, let chance give these cards after it, and look whether all is well."""
    table.play(move)
    assert problems(table) == []
    chance(table, *cards)
    return table


def draw_and_place(table: Table, card: int, slot: int) -> Table:
    return act(act(table, DRAW, card), place(slot))


# ---------------------------------------------------------------- reading a table


def ability(card: int) -> int:
    box: Any = GAME.box(2, {"turn_limit": 400})
    return box.ability[card]


def ability_called(name: str) -> list[int]:
    """All cards of an ability."""
    return [card for card in range(1, 85) if ABILITIES[ability(card)] == name]


def train(table: Table, seat: int = 0) -> list[int]:
    return table.state.train[seat].tolist()


def trains(table: Table) -> list[list[int]]:
    return [train(table, seat) for seat in range(table.players)]


def row(table: Table) -> set[int]:
    return {card for card in table.state.row if card}


def locks(table: Table, seat: int = 0) -> dict[int, int]:
    """The padlock cards of a seat by slot."""
    return {slot: card for slot, card in zip((0, 3, 6), table.state.lock[seat], strict=True) if card}


def cards_at(table: Table, *places: int) -> set[int]:
    return {card for card in range(1, 85) if table.state.where[card] in places}


def pile(table: Table) -> set[int]:
    return cards_at(table, PILE)


def discard(table: Table) -> set[int]:
    return cards_at(table, DISCARD, *range(THROWN, THROWN + 4))


def verbs(table: Table) -> set[Verb]:
    """The kinds of moves that may be made."""
    return {Verb(verb_of(move)) for move in table.moves()}


def slots_offered(table: Table, verb: Verb) -> list[int]:
    return [a_of(move) for move in table.moves() if verb_of(move) == verb]
