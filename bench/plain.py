"""How often one player beats others who follow a game's plain plan: its `plain_move` in value.py.

    python bench/plain.py GAME --player greedy --players 3 --games 200 --jobs 16

The player sits among plain ones, in a chair that changes from game to game. A game follows from its number and the
seed alone (unless the player thinks by the clock), so any number of jobs gives the same games.
"""

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from statistics import mean
from typing import Any

from rotonde import games, players
from rotonde.kernel.handle import Game, load_game
from rotonde.kernel.subset import OVER
from rotonde.lab.statistics import wilson


@dataclass(frozen=True)
class Match:
    """Who meets whom, and at which tables."""

    package: str
    player: str
    against: str
    players: int
    options: tuple[tuple[str, Any], ...]
    seed: int

    def game(self) -> Game:
        return load_game(self.package, "native")


@dataclass(frozen=True)
class Result:
    share: float
    mine: int
    others: float
    """What the others scored, on average."""
    moves: int


def play(match: Match, number: int) -> Result:
    """One game."""
    game = match.game()
    plain_move = import_module(f"{match.package}.value").plain_move if match.against == "plain" else None
    rng = random.Random(match.seed * 1_000_003 + number)
    chair = number % match.players
    table, out = game.new(match.players, dict(match.options)), game.offers_layout()
    table.deal(rng)
    while table.actor != OVER:
        who = table.actor
        if who != chair and plain_move:
            table.play(int(game.engine.run(plain_move, table.box, table.state, out)))
        else:
            spec = match.player if who == chair else match.against
            table.play(players.choose(spec, table.seen_by(who), rng.getrandbits(32)))
        table.deal(rng)
    winners, scores = table.winners(), table.scores()
    others = [score for seat, score in enumerate(scores) if seat != chair]
    return Result((chair in winners) / len(winners), scores[chair], mean(others), len(table.history))


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=[*games.PLAYABLE, *games.ANNOUNCED])
    parser.add_argument("--player", default="greedy", help="greedy, search:2000, …")
    parser.add_argument("--against", default="plain", help="plain, or any player")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    package = (games.PLAYABLE | games.ANNOUNCED)[asked.game]
    match = Match(package, asked.player, asked.against, asked.players, tuple(asked.option), asked.seed)
    play(match, 0)  # compiles once for all
    with ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(partial(play, match), range(asked.games)))
    won = sum(result.share for result in results)
    low, high = wilson(won, asked.games)
    mine, others = mean([result.mine for result in results]), mean([result.others for result in results])
    print(
        f"{asked.player} against {asked.players - 1} × {asked.against}: {won:g} of {asked.games} won,"
        f" {100 * won / asked.games:.1f} % ({100 * low:.1f} to {100 * high:.1f});"
        f" {mine:.0f} points to {others:.0f}, {mean([result.moves for result in results]):.0f} moves a game"
    )


if __name__ == "__main__":
    main()
