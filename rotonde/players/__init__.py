"""Who can sit at a table without a person: `random`, `greedy`, `search:2000` (playouts) or `search:100ms` a move.

A player gets what its seat may know (`Seen`) and never the table itself.
"""

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from rotonde.kernel import contract, loops
from rotonde.kernel.errors import BadOption
from rotonde.kernel.handle import Game, Seen, load_game
from rotonde.kernel.layout import Layout

from . import greedy_rules, search_rules

GREEDY_TRIES = 16
MOST_NODES = 1 << 20
CHUNK_SECONDS = 0.004
COUNTED_AT_ONCE = 250
SURE_AFTER = (
    1000,
    1 / 16,
)  # tries, and this part of the time: too early, the first guesses of a game still speak
SURE_AT = 0.9


@dataclass(frozen=True)
class Spec:
    """How a player plays: its kind, and for search a budget of iterations or of seconds a move."""

    kind: str
    iterations: int = 0
    seconds: float = 0.0

    @property
    def timed(self) -> bool:
        """Whether the clock decides how much it thinks, so that the same seed need not give the same game."""
        return self.seconds > 0


def parse_spec(text: str) -> Spec:
    """Read "random", "greedy", "search", "search:2000" or "search:100ms"; BadOption says what else was meant."""
    kind, colon, budget = text.partition(":")
    if kind in ("random", "greedy") and not colon:
        return Spec(kind)
    if kind == "search":
        budget = budget or "100ms"
        number = budget.removesuffix("ms")
        if number.isdecimal() and 0 < int(number) <= 10_000_000:
            if budget.endswith("ms"):
                return Spec(kind, seconds=int(number) / 1000)
            return Spec(kind, iterations=int(number))
    raise BadOption(
        f"« {text} » n’est pas un joueur ; au choix : random, greedy, search:2000 (essais), search:100ms (temps).",
        f"{text!r} is no player; choose random, greedy, search:2000 (playouts) or search:100ms (time).",
    )


class Brain:
    """The memory that a player of one game thinks in: made once, used again for every move."""

    def __init__(self, game: Game, nodes: int = MOST_NODES) -> None:
        self.game = game
        self._work: Layout = game.state_layout()
        self._out: Layout = game.offers_layout()
        self._tree: Any = search_rules.tree_layout(nodes)()

    def choose(self, spec: Spec, seen: Seen, seed: int) -> int:
        """The move of the seat that must act."""
        engine = self.game.engine
        rng = engine.rng(seed)
        if spec.kind == "search" and engine.run(contract.explore, seen.box, seen.state) > 0:
            self._search(spec, seen, rng)
            return int(engine.run(search_rules.most_visited, self._tree))
        if spec.kind == "random":
            return int(engine.run(loops.random_move, seen.box, seen.state, rng))
        state = seen.guess_with(rng)
        args = (seen.box, state, self._work, self._out, rng, GREEDY_TRIES)
        return int(engine.run(greedy_rules.greedy_move, *args))

    def _search(self, spec: Spec, seen: Seen, rng: Any) -> int:
        """Think, and say with how many iterations: by the clock, until the rest of the time can change nothing, or
        until nearly all tries go to one move and it would hardly be another."""
        engine = self.game.engine
        tree = self._tree
        engine.run(search_rules.start_tree, seen.box, seen.state, seen.seat, self._work, tree, rng)
        args = (seen.box, seen.state, seen.seat, self._work, self._out, tree, rng)
        if not spec.timed:
            return self._count(spec.iterations, args)
        start = time.perf_counter()
        end = start + spec.seconds
        done, chunk = 0, 16
        while (now := time.perf_counter()) < end:
            engine.run(search_rules.search, *args, chunk)
            done += chunk
            then = time.perf_counter()
            still = done * (end - then) / (then - start)
            if engine.run(search_rules.lead, tree) > still:
                break
            looked = done >= SURE_AFTER[0] and then - start >= SURE_AFTER[1] * spec.seconds
            if looked and engine.run(search_rules.most_visits, tree) >= SURE_AT * done:
                break
            took = then - now
            if took < CHUNK_SECONDS:
                chunk *= 2
            elif took > 2 * CHUNK_SECONDS:
                chunk = max(16, chunk // 2)
        return done

    def _count(self, iterations: int, args: tuple[Any, ...]) -> int:
        """So many iterations, or fewer where the rest could not change which move is tried most."""
        engine, tree = self.game.engine, self._tree
        done = 0
        while done < iterations and engine.run(search_rules.lead, tree) <= iterations - done:
            step = min(COUNTED_AT_ONCE, iterations - done)
            engine.run(search_rules.search, *args, step)
            done += step
        return done

    def iterations_per_second(self, seen: Seen, seconds: float) -> float:
        """How fast search thinks in a position."""
        start = time.perf_counter()
        done = self._search(Spec("search", seconds=seconds), seen, self.game.engine.rng(1))
        return done / (time.perf_counter() - start)


@cache
def _brain(package: str, engine: str) -> Brain:
    return Brain(load_game(package, engine))


def choose(spec: str, seen: Seen, seed: int, engine: str = "native") -> int:
    """The move that a player makes from what its seat sees."""
    seen = seen.on(engine)
    moves = seen.moves()
    if not moves:
        raise ValueError("this seat has nothing to decide")
    if len(moves) == 1:
        return moves[0]
    return _brain(seen.game.package, engine).choose(parse_spec(spec), seen, seed)


def warm(seen: Seen) -> None:
    """Compile (or read from disk) what the levels of this game need, by thinking once."""
    for spec in ("search:1", "greedy"):
        choose(spec, seen, 0)
