"""Positions of Game of Trains for tests of its words and its picture, on the python engine: nothing to compile."""

import random
from collections.abc import Iterator, Mapping, Sequence

import rotonde
from rotonde import Table
from rotonde.games.game_of_trains import rules

GAME = rotonde.game("game-of-trains", engine="python")
NAMES = ["Hugo", "Anna", "Mina", "Pacific 231"]
LANGS = ("fr", "en")

TRAINS = (
    (73, 35, 52, 40, 47, 66, 10),
    (6, 19, 29, 57, 42, 61, 77),
    (3, 68, 56, 48, 27, 70, 14),
    (81, 72, 20, 41, 50, 17, 5),
)


def position(
    players: int = 4,
    row: Sequence[int] = (),
    locks: Mapping[tuple[int, int], int] | None = None,
    active: int = 1,
    drawn: int = 0,
    trains: Sequence[Sequence[int]] = TRAINS,
) -> Table:
    """A table in the middle of a game; `locks` are padlock cards by (seat, slot)."""
    table = GAME.new(players=players)
    state, locks = table.state, locks or {}
    for seat, wagons in enumerate(trains[:players]):
        for slot, card in enumerate(wagons):
            state.train[seat, slot] = card
    for card in row:
        state.row[table.box.ability[card]] = card
    for (seat, slot), card in locks.items():
        state.lock[seat, slot // 3] = card
    on_table = [*row, *locks.values(), *(card for wagons in trains[:players] for card in wagons)]
    assert len(set(on_table)) == len(on_table), "a card lies in two places"
    for card in on_table:
        state.where[card] = rules.TABLE
    state.pile_count = rules.CARDS - len(on_table)
    state.phase, state.active, state.turn = rules.TURN, active, 6
    if drawn:
        state.phase, state.drawn = rules.DRAWN, drawn
        state.where[drawn] = rules.HAND + active
        state.hand_count[active] = 1
        state.pile_count -= 1
    return table


def walk(players: int, seed: int, moves: int) -> Iterator[tuple[Table, int]]:
    """A random game from the first lot on: each position with the move that is made there."""
    rng, table = random.Random(seed), GAME.new(players=players)
    for _ in range(moves):
        if table.actor == rotonde.OVER:
            return
        move = rng.choice(table.moves())
        yield table, move
        table.play(move)


def viewpoints(table: Table) -> list[int]:
    return [*range(table.players), rotonde.PUBLIC]
