"""The engines agree: the same bytes for the same moves, and the same answers to every question."""

import random
from typing import Any

import pytest

from rotonde.kernel import contract, loops
from rotonde.kernel.handle import Table
from rotonde.kernel.subset import CHANCE
from tests.conformance.cases import Case, any_move, good_move, walk


def _offers(table: Table) -> list[tuple[int, int]]:
    out: Any = table.game.offers_layout()
    table.game.engine.run(contract.moves, table.box, table.state, out)
    return [(out.move[k], out.weight[k]) for k in range(out.count)]


def _answers(case: Case, table: Table, seed: int) -> dict[str, Any]:
    """Everything a game can be asked about a position."""
    run, engine = table.game.engine.run, table.game.engine
    told: dict[str, Any] = {"scores": table.scores(), "winners": table.winners()}
    moves = table.moves()
    for seat in case.seats:
        told[f"masked for {seat}"] = [
            int(run(contract.mask, table.box, table.state, seat, move)) for move in moves
        ]
        hidden = table.state.copy()
        run(contract.hide, table.box, hidden, seat)
        told[f"hidden from {seat}"] = bytes(hidden)
        rng = engine.rng(seed, seat & 0xFF)
        run(contract.guess, table.box, hidden, seat, rng)
        told[f"guessed by {seat}"] = bytes(hidden)
        told[f"random words of {seat}"] = [int(word) for word in rng]
    for seat in range(case.players):
        for question in (contract.score, contract.rank, contract.value, contract.progress):
            told[f"{question.__name__} of {seat}"] = int(run(question, table.box, table.state, seat))
    if table.actor >= 0:
        told["priors"] = [int(run(contract.prior, table.box, table.state, move)) for move in moves]
    return told


@pytest.mark.parametrize("choose", [any_move, good_move])
def test_engines_agree_move_by_move(case: Case, choose: Any) -> None:
    plain = case.new("python")
    assert bytes(plain.box) == bytes(case.new("native").box)
    seen_kinds: set[Any] = set()
    for number, native in enumerate(walk(case, 11, 180, choose)):
        if number:
            plain.play(native.history[-1])
        assert bytes(plain.state) == bytes(native.state), f"after move {number}"
        assert plain.actor == native.actor
        assert _offers(plain) == _offers(native)
        kind = (plain.actor, len(plain.moves()))
        if kind not in seen_kinds or number % 29 == 0:
            seen_kinds.add(kind)
            before = bytes(plain.state)
            assert _answers(case, plain, number) == _answers(case, native, number)
            assert bytes(plain.state) == bytes(native.state) == before, "a question changed the state"


@pytest.mark.parametrize("seed", [0, 3, 2**40 + 7])
def test_engines_play_the_same_random_games(any_case: Case, seed: int) -> None:
    ends: list[Any] = []
    for engine in ("python", "native"):
        game, table = any_case.game(engine), any_case.new(engine)
        s, rng = game.state_layout(), game.engine.rng(1)
        made = game.engine.run(
            loops.random_games, table.box, table.state, s, game.offers_layout(), rng, 2, 150, seed
        )
        ends.append((int(made), bytes(s), [int(word) for word in rng]))
        assert bytes(table.state) == bytes(any_case.new(engine).state), "the laid table was written to"
    assert ends[0] == ends[1]


def test_handle_gives_the_same_on_both_engines(case: Case) -> None:
    """`deal` and `guess` draw the same from the same generator."""
    ends: list[Any] = []
    for engine in ("python", "native"):
        table, rng = case.new(engine), random.Random(5)
        table.deal(rng)
        guessed = [table.seen_by(seat).guess(rng) for seat in case.seats]
        ends.append((table.history, [bytes(one.state) for one in guessed], rng.random()))
        assert table.actor != CHANCE
    assert ends[0] == ends[1]
