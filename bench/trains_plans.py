"""Trains: how often a player beats two fixed plans. Any sound player must.

    python bench/trains_plans.py --player greedy --games 200 --jobs 1

`money`: buy only Trains and buildings, return Waste when there is much of it. `expand`: lay rails and build stations at
random, buy at random. Seats alternate, and so do the boards; the eight cards are drawn anew for every game.
"""

import argparse
import multiprocessing
import random
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import rotonde
from rotonde import players
from rotonde.games.trains.rules import NO_EFFECT, WASTE, Verb
from rotonde.kernel.handle import Seen
from rotonde.kernel.moves import a_of, verb_of
from rotonde.kernel.subset import OVER
from rotonde.lab.statistics import wilson

EXPRESS, LIMITED, APARTMENT, TOWER, SKYSCRAPER, STATION = 2, 3, 6, 7, 8, 5
LATE = 24  # turns of both players

Plan = Callable[[Seen, random.Random], int]


def _by_verb(seen: Seen) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for move in seen.moves():
        found[verb_of(move)].append(move)
    return found


def _plain_train(seen: Seen, moves: dict[int, list[int]]) -> int | None:
    return next((move for move in moves[Verb.PLAY] if seen.box.effect[a_of(move)] == NO_EFFECT), None)


def money(seen: Seen, rng: random.Random) -> int:
    """Trains first, then buildings; no rail is ever laid after the first."""
    moves = _by_verb(seen)
    if moves[Verb.START]:
        return rng.choice(moves[Verb.START])
    train = _plain_train(seen, moves)
    if train is not None:
        return train
    if moves[Verb.PASS] and seen.state.hand[seen.seat, WASTE] >= 3:
        return moves[Verb.PASS][0]
    late = seen.state.turn > LATE or seen.state.supply[SKYSCRAPER] <= 5
    wishes = (SKYSCRAPER, TOWER, APARTMENT, LIMITED) if late else (SKYSCRAPER, LIMITED, TOWER, EXPRESS)
    offered = {a_of(move): move for move in moves[Verb.BUY]}
    return next((offered[card] for card in wishes if card in offered), moves[Verb.END][0])


def expand(seen: Seen, rng: random.Random) -> int:
    """Lay and build wherever it is possible, buy whatever there is."""
    moves = _by_verb(seen)
    train = _plain_train(seen, moves)
    if train is not None:
        return train
    builders = [move for move in moves[Verb.PLAY] if seen.box.green[a_of(move)] or a_of(move) == STATION]
    for choice in (moves[Verb.LAY], builders):
        if choice:
            return rng.choice(choice)
    if moves[Verb.PASS] and seen.state.hand[seen.seat, WASTE] >= 2:
        return moves[Verb.PASS][0]
    if moves[Verb.BUY]:
        return rng.choice(moves[Verb.BUY])
    inside = [
        move for verb, some in moves.items() for move in some if verb not in (Verb.PLAY, Verb.PLAY_PLAIN)
    ]
    return moves[Verb.END][0] if moves[Verb.END] else rng.choice(inside)


def play(number: int, spec: str, plan: Plan) -> tuple[float, list[int]]:
    """One game: what it counts for the player, and the points of both, the player's first."""
    rng = random.Random(number)
    seat = number % 2
    options = {"cards": "random", "board": ("tokyo", "osaka")[number // 2 % 2]}
    table = rotonde.game("trains").new(2, options)
    table.deal(rng)
    while table.actor != OVER:
        seen = table.seen_by(table.actor)
        mine = table.actor == seat
        table.play(players.choose(spec, seen, rng.getrandbits(32)) if mine else plan(seen, rng))
        table.deal(rng)
    winners, scores = table.winners(), table.scores()
    return (seat in winners) / len(winners), [scores[seat], scores[1 - seat]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    play(0, asked.player, expand)  # compiled once, found on disk by the others
    for plan in (money, expand):
        with ProcessPoolExecutor(asked.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
            results = [*pool.map(partial(play, spec=asked.player, plan=plan), range(asked.games))]
        won = sum(result for result, _ in results)
        low, high = wilson(won, asked.games)
        ours, theirs = (sum(scores[who] for _, scores in results) / asked.games for who in (0, 1))
        print(
            f"{asked.player} against {plan.__name__}: {won:g} of {asked.games} won"
            f" ({100 * low:.0f} to {100 * high:.0f} %), {ours:.1f} points to {theirs:.1f}"
        )


if __name__ == "__main__":
    main()
