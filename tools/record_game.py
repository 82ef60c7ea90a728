"""Plays a game among bots and prints its record: a file in tests/records is a test by itself.

.venv/bin/python tools/record_game.py GAME --seats greedy,greedy --seed 1 > tests/records/NAME.txt

The seed makes the key, and all chance follows from the key: the same seed and the same bots give the same game.
"""

import argparse
import hashlib
import sys
from functools import partial

import rotonde
from rotonde import players
from rotonde.kernel import fairness
from rotonde.kernel.record import Record

NAMES = ("Zoé", "Max", "Inès", "Hugo", "Anna", "Paul")


def record_game(game: rotonde.Game, seats: list[str], options: dict[str, str | int], seed: int) -> Record:
    """A whole game, its chance drawn from a key that follows from the seed."""
    key = hashlib.sha256(f"rotonde record {seed}".encode()).digest()
    table = game.new(len(seats), options)
    while table.actor != rotonde.OVER:
        number = len(table.history)
        if table.actor == rotonde.CHANCE:
            table.play(table.outcome(partial(fairness.place, key, number)))
        else:
            table.play(
                players.choose(seats[table.actor], table.seen_by(table.actor), seed * 100_000 + number)
            )
    return table.record(NAMES[: len(seats)], key, fairness.commitment(key))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--seats", default="greedy,greedy", help="one player a seat, such as greedy,random")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    options: dict[str, str | int] = {}
    for option in chosen.option:
        name, _, value = option.partition("=")
        options[name] = int(value) if value.isdecimal() else value
    record = record_game(rotonde.game(chosen.game), chosen.seats.split(","), options, chosen.seed)
    sys.stdout.write(record.text())


if __name__ == "__main__":
    main()
