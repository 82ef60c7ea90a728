"""The engines agree: the same bytes for the same moves, and the same answers to every question."""

import random
from typing import Any

import numpy as np
import pytest

from rotonde.kernel import contract, loops
from rotonde.kernel.chance import FOUND, LEFT
from rotonde.kernel.engines import Engine
from rotonde.kernel.handle import Table
from rotonde.kernel.subset import CHANCE, OVER
from tests.conformance.cases import Case, any_move, good_move, positions, walk


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
        for question in (contract.score, contract.rank, contract.progress):
            told[f"{question.__name__} of {seat}"] = int(run(question, table.box, table.state, seat))
    told["values"] = _values(case, table)
    if table.actor >= 0:
        told["priors"] = _priors(table)
    return told


def _cells(engine: Engine) -> Any:
    """Room for eight numbers, in the form that the engine works with."""
    return [0] * 8 if engine.name == "python" else np.zeros(8, np.int64)


def _values(case: Case, table: Table) -> list[int]:
    worth = _cells(table.game.engine)
    table.game.engine.run(contract.values, table.box, table.state, worth)
    return [int(worth[seat]) for seat in range(case.players)]


def _priors(table: Table) -> list[int]:
    out: Any = table.game.offers_layout()
    table.game.engine.run(contract.moves, table.box, table.state, out)
    table.game.engine.run(contract.priors, table.box, table.state, out)
    return out.prior.tolist()[: out.count]


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
        made = game.engine.run(loops.random_games, table.box, table.state, s, rng, 2, 150, seed)
        ends.append((int(made), bytes(s), [int(word) for word in rng]))
        assert bytes(table.state) == bytes(any_case.new(engine).state), "the laid table was written to"
    assert ends[0] == ends[1]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_move_found_by_its_place_is_the_one_listed_there(case: Case, engine: str) -> None:
    """Loops find a random move without listing all: for every place among the weights it is the same one."""
    for table in positions(case)[::4]:
        run, offers = case.game(engine).engine.run, _offers(table)
        sieve = _cells(case.game(engine).engine)
        sieve[LEFT] = -1
        run(contract.find, table.box, table.state, sieve)
        assert -1 - sieve[LEFT] == sum(weight for _, weight in offers)
        place = 0
        for move, weight in offers:
            for _ in range(weight):
                sieve[LEFT] = place
                run(contract.find, table.box, table.state, sieve)
                assert sieve[FOUND] == move
                place += 1


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


def test_guides_for_bots_keep_their_scale(case: Case) -> None:
    """0 to 10000 for how one stands, the same in points for what a move promises; at the end the best stand best."""
    for table in positions(case):
        values = _values(case, table)
        assert all(0 <= value <= 10_000 for value in values)
        for seat in range(case.players):
            assert 0 <= table.game.engine.run(contract.progress, table.box, table.state, seat) <= 10_000
        if table.actor >= 0:
            assert all(abs(prior) <= 10_000 for prior in _priors(table))
        if table.actor == OVER and table.winners():
            assert {seat for seat, value in enumerate(values) if value == max(values)} == set(table.winners())
