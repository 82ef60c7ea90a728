"""How fast random play is with other options than the usual ones: moves a second of one core, by processor time.

    python bench/speed.py GAME [--players 2] [--set NAME=VALUE,NAME=VALUE …]

Without --set: the usual options, then every other choice of each option by itself. Processor time, so that a busy
machine disturbs little; each figure is the best of three.
"""

import argparse
import time

from coop import usual_sets

import rotonde
from rotonde.cli.listing import game_options
from rotonde.kernel import loops

SECONDS = 0.5
NO_LIMIT = 1 << 40


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--set", action="append", metavar="NAME=VALUE,…", help='"" for the usual options')
    args = parser.parse_args()
    game = rotonde.game(args.game, "native")
    sets = [game_options(game, [wish for wish in text.split(",") if wish]) for text in args.set or ()]
    print(f"{game.state_layout.dtype.itemsize} bytes a state")
    for options in sets or usual_sets(game):
        try:
            table = game.new(args.players or max(2, game.info.players[0]), options)
        except rotonde.BadOption as refused:
            print(f"{options}: {refused}")
            continue
        named = ", ".join(f"{name} = {value}" for name, value in options.items()) or "as usual"
        print(f"{named}: {speed(table) / 1e6:.2f} million moves a second", flush=True)


def speed(table: rotonde.Table) -> float:
    game = table.game
    state, rng = game.state_layout(), game.engine.rng(1)

    def play(games: int) -> tuple[int, float]:
        started = time.process_time()
        args = (table.box, table.state, state, rng, games, NO_LIMIT, 1)
        moves = game.engine.run_inlined(loops.random_games, *args)
        return moves, time.process_time() - started

    play(1)  # now it is compiled
    games = 1
    while play(games)[1] < SECONDS / 4:
        games *= 2
    return max(moves / took for moves, took in (play(4 * games) for _ in range(3)))


if __name__ == "__main__":
    main()
