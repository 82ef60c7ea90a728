"""How fast a game runs: each figure is the best of three, after everything is compiled.

moves_per_second              random games from the laid table to their end, chance counted, inside the engine
copies_per_second             copies of a state
playouts_per_second           random games from the middle of a game to their end
greedy_moves_per_second       decisions in games between greedy players
search_iterations_per_second  iterations of a search from the middle of a game
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import rotonde
from rotonde.kernel import loops as kernel_loops
from rotonde.kernel.engines import ENGINES
from rotonde.kernel.handle import Game, Table
from rotonde.kernel.subset import OVER
from rotonde.players import Brain, Spec

from .simulate import Hall, plan_for

LOOPS: Any = kernel_loops  # what its rules take is known to the engines, not to Python

REPEATS = 3
NO_LIMIT = 1 << 40

Figures = dict[str, Any]


def bench(game: str, seconds: float = 0.5, engines: tuple[str, ...] = ENGINES) -> Iterator[Figures]:
    """The figures of one game, an engine at a time; each repeat takes about so many seconds."""
    for engine in engines:
        yield _figures(rotonde.game(game, engine), seconds)


def _figures(game: Game, seconds: float) -> Figures:
    laid = game.new(players_for(game))
    middle = middle_of_a_game(game)
    native = game.engine_name == "native"
    return {
        "game": game.id,
        "engine": game.engine_name,
        "players": laid.players,
        "state_bytes": game.state_layout.dtype.itemsize,
        "moves_per_second": _best(_random_moves(laid), seconds),
        "copies_per_second": _best(_copies(laid), seconds),
        "playouts_per_second": _best(_playouts(middle), seconds),
        "greedy_moves_per_second": _best(_greedy_moves(game), seconds) if native else None,
        "search_iterations_per_second": _search_speed(middle, seconds) if native else None,
    }


def players_for(game: Game) -> int:
    """Two, or as many as the game needs at least."""
    return max(2, game.info.players[0])


def middle_of_a_game(game: Game) -> Table:
    """Half-way through a game between greedy players, at a choice."""
    table = game.new(players_for(game))
    brain = Brain(game)
    chance = random.Random(1)
    choices: list[Table] = []
    table.deal(chance)
    while table.actor != OVER:
        if len(table.moves()) > 1:
            choices.append(table.copy())
        seen = table.seen_by(table.actor)
        table.play(brain.choose(Spec("greedy"), seen, chance.getrandbits(32)))
        table.deal(chance)
    return choices[len(choices) // 2]


def _best(work: Callable[[int], int], seconds: float) -> float:
    """The best rate of three; `work(n)` does n rounds and says how many things that were."""
    work(1)  # now it is compiled
    rounds = 1
    while (took := _timed(work, rounds)[1]) < seconds / 8:
        rounds *= 2
    rounds = max(1, round(rounds * seconds / took))
    rates = [done / took for done, took in (_timed(work, rounds) for _ in range(REPEATS))]
    return round(max(rates), 1)


def _timed(work: Callable[[int], int], rounds: int) -> tuple[int, float]:
    start = time.perf_counter()
    done = work(rounds)
    return done, time.perf_counter() - start


def _random_moves(table: Table) -> Callable[[int], int]:
    game = table.game
    state, rng = game.state_layout(), game.engine.rng(1)

    def work(games: int) -> int:
        args = (table.box, table.state, state, rng, games, NO_LIMIT, 1)
        return int(game.engine.run_inlined(LOOPS.random_games, *args))

    return work


def _playouts(table: Table) -> Callable[[int], int]:
    play = _random_moves(table)

    def work(games: int) -> int:
        play(games)
        return games

    return work


def _copies(table: Table) -> Callable[[int], int]:
    states = table.state.copy(), table.state.copy()
    return lambda times: int(table.game.engine.run(LOOPS.copies, *states, times))


def _greedy_moves(game: Game) -> Callable[[int], int]:
    hall = Hall(plan_for(game.id, players_for(game), seats=("greedy",), engine=game.engine_name))
    return lambda games: hall.play(0, games).decisions


def _search_speed(table: Table, seconds: float) -> float:
    brain = Brain(table.game)
    seen = table.seen_by(table.actor)
    brain.choose(Spec("search", iterations=1), seen, 1)
    return round(max(brain.iterations_per_second(seen, seconds) for _ in range(REPEATS)), 1)
