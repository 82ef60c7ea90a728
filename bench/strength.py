"""How strong the players are: two against each other, who wins how often, with 95 % intervals.

    python bench/strength.py [--games 400] [--jobs 1] [--game NAME] [--pair search:1000ms greedy] [--option NAME=VALUE]

A player who thinks by the clock needs a core to itself: more jobs than idle cores make it weaker.
"""

import argparse
import sys

from rotonde import games
from rotonde.lab.progress import Bar
from rotonde.lab.simulate import simulate
from rotonde.lab.wording import Wording, table

PAIRS = (("greedy", "random"), ("search:100ms", "greedy"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=list(games.PLAYABLE), help="all, if not said")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--pair", nargs=2, action="append", metavar=("PLAYER", "AGAINST"), help="instead of the usual ones"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the table")
    args = parser.parse_args()
    options = dict(text.partition("=")[::2] for text in args.option)
    say = Wording("en")
    rows = [("game", "player", "against", "games", "won", "share", "95% interval", "draws")]
    for game in [args.game] if args.game else games.PLAYABLE:
        if games.info(game).cooperative or games.info(game).players[0] > 2:
            continue
        for player, against in args.pair or PAIRS:
            bar = Bar(sys.stderr, say)
            done = simulate(
                game,
                players=2,
                games=args.games,
                seats=(player, against),
                seed=args.seed,
                jobs=args.jobs,
                options=options,
                progress=bar,
            )
            bar.clear()
            won, (low, high) = float(done.wins[0]), done.intervals[0]
            shares = (say.percent(won / args.games), f"{say.percent(low)} – {say.percent(high)}")
            rows.append((game, player, against, str(args.games), f"{won:g}", *shares, str(done.draws)))
    print(table(rows, left=3))


if __name__ == "__main__":
    main()
