"""Who can sit at a table without a person: `random`, `greedy`, `search:2000` (playouts) or `search:100ms` a move.

A player gets what its seat may know (`Seen`) and never the table itself.
"""

import random
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from rotonde.kernel import contract, loops
from rotonde.kernel.errors import BadOption
from rotonde.kernel.handle import Game, Seen, Table, load_game
from rotonde.kernel.layout import Layout
from rotonde.kernel.subset import CHANCE

from . import greedy_rules, search_rules

GREEDY_TRIES = 16
MOST_NODES = 1 << 20
CHUNK_SECONDS = 0.004
COUNTED_AT_ONCE = 250
# When a search by the clock stops. A whole thought is as many tries as the time allows; those of an earlier one count.
SURE_AT = 0.9  # of all tries go to one move, or to some that are alike
FEWEST_TRIES = 1000
FEWEST = 1 / 16  # of a whole thought: earlier, the first guesses of a game still speak
ALIKE = 1  # a ten-thousandth of the chance to win
ALIKE_AFTER = 1 / 4  # of a whole thought: earlier, moves look alike that are not
CATCHING_UP = 1 / 2  # of the tries that are left, the second best hardly ever gets more
MOST_DRAWS = 2  # between two thoughts that are one: more have too many outcomes to look for the one that came


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
        self._last: tuple[Seen, int] | None = None
        """What the tree is about, and the move that was chosen there, if one may think on from it."""

    def warm(self, seen: Seen) -> None:
        """Compile (or read from disk) all that a player may need in this game, before a clock runs."""
        engine = self.game.engine
        self.choose(Spec("greedy"), seen, 0)
        for spec in (Spec("search", iterations=1), Spec("search", seconds=0.001)):
            self._search(spec, seen, engine.rng(0))
        engine.run(search_rules.most_visited, self._tree)
        engine.run(search_rules.visits_of_the_best, self._tree, ALIKE)
        engine.run(search_rules.keep_below, self._tree, max(1, self._below(1, 0)))

    def choose(self, spec: Spec, seen: Seen, seed: int) -> int:
        """The move of the seat that must act."""
        engine = self.game.engine
        rng = engine.rng(seed)
        if spec.kind == "search" and engine.run(contract.explore, seen.box, seen.state) > 0:
            self._search(spec, seen, rng)
            move = int(engine.run(search_rules.most_visited, self._tree))
            if spec.timed:
                self._last = (seen, move)
            return move
        if spec.kind == "random":
            return int(engine.run(loops.random_move, seen.box, seen.state, rng))
        state = seen.guess_with(rng)
        args = (seen.box, state, self._work, self._out, rng, GREEDY_TRIES)
        return int(engine.run(greedy_rules.greedy_move, *args))

    def _search(self, spec: Spec, seen: Seen, rng: Any) -> int:
        """Think, and say with how many iterations: by the clock, until the rest of the time would hardly change which
        move it is."""
        engine = self.game.engine
        tree = self._tree
        start = time.perf_counter()
        node = self._thought_of(seen) if spec.timed else 0
        self._last = None  # from here on the tree is about this position
        if node > 0:
            engine.run(search_rules.keep_below, tree, node)
        else:
            engine.run(search_rules.start_tree, seen.box, seen.state, seen.seat, self._work, tree, rng)
        args = (seen.box, seen.state, seen.seat, self._work, self._out, tree, rng)
        if not spec.timed:
            return self._count(spec.iterations, args)
        end = start + spec.seconds
        done, chunk = 0, 16
        then = start
        while done == 0 or then < end:
            now = time.perf_counter()
            engine.run(search_rules.search, *args, chunk)
            done += chunk
            then = time.perf_counter()
            pace = done / (then - start)
            if engine.run(search_rules.lead, tree) > CATCHING_UP * pace * (end - then):
                break
            tries = int(tree.visits[1])
            part = tries / (pace * spec.seconds)
            if tries >= FEWEST_TRIES and part >= FEWEST:
                margin = ALIKE if part >= ALIKE_AFTER else 0
                if engine.run(search_rules.visits_of_the_best, tree, margin) >= SURE_AT * tries:
                    break
            took = then - now
            if took < CHUNK_SECONDS:
                chunk *= 2
            elif took > 2 * CHUNK_SECONDS:
                chunk = max(16, chunk // 2)
        return done

    def _thought_of(self, seen: Seen) -> int:
        """The node of this position in the tree of the last thought; 0: it is not there."""
        if self._last is None:
            return 0
        last, move = self._last
        if (last.seat, last.players, last.options) != (seen.seat, seen.players, seen.options):
            return 0
        table = last.guess(random.Random(0))
        table.carry_out(move)
        return self._node_of(seen, table, self._below(1, move), MOST_DRAWS)

    def _node_of(self, seen: Seen, table: Table, node: int, draws: int) -> int:
        """The node of what is seen, looked for from `table` at `node` on: beyond so many dice and draws, and beyond
        moves that are no choice."""
        if node == 0 or self._tree.visits[node] == 0:
            return 0
        actor = table.actor
        if actor == seen.seat and table.seen_by(actor).state == seen.state:
            return node
        moves = table.moves()
        chance = actor == CHANCE and draws > 0
        if not chance and (actor != seen.seat or len(moves) > 1):
            return 0
        for move in moves:
            after = table.copy()
            after.carry_out(move)
            found = self._node_of(seen, after, self._below(node, move), draws - chance)
            if found:
                return found
        return 0

    def _below(self, node: int, move: int) -> int:
        first = self._tree.child[node]
        return int(self.game.engine.run(search_rules.find_child, self._tree, node, move, first))

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
    """Get ready for what the levels of this game need."""
    seen = seen.on("native")
    _brain(seen.game.package, "native").warm(seen)
