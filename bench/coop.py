"""How often players win a co-operative game together, with 95 % intervals: one row for each set of options.

    python bench/coop.py GAME [--player greedy] [--games 1000] [--players 2] [--jobs 1] [--set NAME=VALUE,NAME=VALUE …]

The same player sits in all seats. Without --set: the usual options, then every other choice of each option by itself.
Rows are printed as they come. A player who thinks by the clock needs a core to itself: more jobs than idle cores make
it weaker.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

import rotonde
from rotonde.cli.listing import game_options
from rotonde.kernel.handle import Game
from rotonde.lab.progress import Bar
from rotonde.lab.simulate import simulate
from rotonde.lab.wording import Wording

COLUMNS = "{:44}  {:7}  {:14}  {:>5}  {:>5}  {:>6}  {:>15}"


def usual_sets(game: Game) -> Iterator[dict[str, Any]]:
    """All by default; then each option at each other choice."""
    yield {}
    for option in game.options:
        yield from ({option.name: choice} for choice in option.choices if choice != option.default)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--player", action="append", help="greedy, if not said; several: one after the other")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, action="append", help="how many sit at the table")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", metavar="NAME=VALUE,…", help='"" for the usual options')
    args = parser.parse_args()
    game = rotonde.game(args.game, "python")
    if not game.info.cooperative:
        parser.error(f"{args.game} is not co-operative: see strength.py")
    sets = [game_options(game, [wish for wish in text.split(",") if wish]) for text in args.set or ()]
    say = Wording("en")
    print(COLUMNS.format("options", "players", "player", "games", "won", "share", "95% interval"), flush=True)
    for options in sets or usual_sets(game):
        for players in args.players or [max(2, game.info.players[0])]:
            for player in args.player or ["greedy"]:
                bar = Bar(sys.stderr, say)
                done = simulate(
                    args.game,
                    players=players,
                    options=options,
                    games=args.games,
                    seats=(player,) * players,
                    seed=args.seed,
                    jobs=args.jobs,
                    progress=bar,
                )
                bar.clear()
                low, high = done.intervals[0]
                named = ", ".join(f"{name} = {value}" for name, value in options.items()) or "as usual"
                share, interval = (
                    say.percent(done.won / args.games),
                    f"{say.percent(low)} – {say.percent(high)}",
                )
                print(
                    COLUMNS.format(named, players, player, args.games, done.won, share, interval), flush=True
                )


if __name__ == "__main__":
    main()
