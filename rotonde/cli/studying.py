"""rotonde simulate, rotonde bench."""

import argparse
import json
import signal
import sys
from contextlib import AbstractContextManager
from typing import Any

import rotonde
from rotonde import games
from rotonde.lab.interrupts import on_interrupt
from rotonde.lab.wording import Wording

from .arguments import Parser, seconds, whole
from .boards import add_own_boards, declare_own_board
from .listing import game_options
from .trouble import FINE


def declare_simulate(parser: Parser, say: Wording) -> None:
    from rotonde.lab.simulate import LARGEST_SEED, MOST_GAMES

    parser.arguments.add_argument(
        "game", metavar=say("JEU", "GAME"), help=say("voir « rotonde games »", "see 'rotonde games'")
    )
    declare_own_board(parser, say)
    add = parser.options.add_argument
    add(
        "--players",
        metavar="N",
        type=whole(say, 1, 99),
        help=say(
            "nombre de joueurs (par défaut autant que de --seats, ou le moins possible)",
            "number of players (by default as many as --seats, or as few as the game takes)",
        ),
    )
    add(
        "--games",
        metavar="N",
        type=whole(say, 1, MOST_GAMES),
        default=100,
        help=say("nombre de parties (par défaut 100)", "number of games (100 by default)"),
    )
    add(
        "--seats",
        metavar="A,B",
        default="random",
        help=say(
            "qui joue : random, greedy, search:2000 (essais par coup) ou search:200ms (temps par coup), un nom par "
            "joueur, ou un seul pour tous (par défaut random)",
            "who plays: random, greedy, search:2000 (playouts a move) or search:200ms (time a move), one name a "
            "player, or one for all (random by default)",
        ),
    )
    add(
        "--fixed-seats",
        action="store_true",
        help=say(
            "chacun garde son siège ; sinon les sièges tournent d’une partie à l’autre et les victoires comptent par "
            "joueur, dans l’ordre de --seats",
            "everybody keeps their seat; otherwise seats rotate from game to game, and wins count for the player, in "
            "the order of --seats",
        ),
    )
    add(
        "--seed",
        metavar="S",
        type=whole(say, 0, LARGEST_SEED),
        default=1,
        help=say(
            "la même graine donne les mêmes parties, quel que soit --jobs, si personne ne joue à la montre "
            "(par défaut 1)",
            "the same seed gives the same games, whatever --jobs, if nobody plays by the clock (1 by default)",
        ),
    )
    add(
        "--jobs",
        metavar="J",
        type=whole(say, 1, 1024),
        default=1,
        help=say("nombre de processus (par défaut 1)", "number of processes (1 by default)"),
    )
    add(
        "--option",
        metavar=say("NOM=VALEUR", "NAME=VALUE"),
        action="append",
        default=[],
        help=say("une option du jeu ; peut se répéter", "an option of the game; may be repeated"),
    )
    add(
        "--json",
        action="store_true",
        help=say("écrire le résultat comme un objet JSON", "print the result as one JSON object"),
    )


def run_simulate(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.lab import report, simulate
    from rotonde.lab.progress import Bar

    add_own_boards(args, say)
    options = game_options(rotonde.game(args.game, "python"), args.option)
    seats = tuple(seat.strip() for seat in args.seats.split(","))
    plan = simulate.plan_for(args.game, args.players, options, seats, args.seed, args.fixed_seats)
    bar = Bar(sys.stderr, say)
    bar.note(
        say(
            "Préparation (la première fois, les règles sont compilées)…",
            "Getting ready (the first time, the rules are compiled)…",
        )
    )
    try:
        with interrupted_at_once():
            done = simulate.run(plan, args.games, args.jobs, bar)
    finally:
        bar.clear()
    print(json.dumps(done.as_json(), ensure_ascii=False) if args.json else report.simulation(done, say))
    return FINE


def declare_bench(parser: Parser, say: Wording) -> None:
    parser.arguments.add_argument(
        "game", metavar=say("JEU", "GAME"), nargs="?", help=say("tous, si rien n’est dit", "all, if not said")
    )
    parser.options.add_argument(
        "--seconds",
        metavar="S",
        type=seconds(say),
        default=0.5,
        help=say(
            "durée d’une mesure (par défaut 0.5) ; chaque chiffre est le meilleur de trois",
            "how long one measurement takes (0.5 by default); each figure is the best of three",
        ),
    )
    parser.options.add_argument(
        "--json",
        action="store_true",
        help=say("écrire les chiffres comme une liste JSON", "print the figures as a JSON list"),
    )


def run_bench(args: argparse.Namespace, say: Wording) -> int:
    from rotonde.lab import report
    from rotonde.lab.bench import bench
    from rotonde.lab.progress import Bar

    names = list(games.PLAYABLE) if args.game is None else [rotonde.game(args.game, "python").id]
    bar = Bar(sys.stderr, say)
    found: list[dict[str, Any]] = []
    try:
        with interrupted_at_once():
            for name in names:
                bar.note(say(f"Mesure de {name}…", f"Measuring {name}…"))
                found += bench(name, args.seconds)
    finally:
        bar.clear()
    print(json.dumps(found) if args.json else report.speed(found, say))
    return FINE


def interrupted_at_once() -> AbstractContextManager[None]:
    """Ctrl-C ends the program there and then.

    Python alone would notice it only when compiled code returns, and loses it in callbacks of the compiler.
    """
    return on_interrupt(signal.SIG_DFL)
