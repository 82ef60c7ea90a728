"""How often players win a co-operative game together, with 95 % intervals: one row for each set of options.

    python bench/coop.py GAME [--player greedy] [--games 1000] [--players 2] [--jobs 1] [--set NAME=VALUE,NAME=VALUE …]
    python bench/coop.py GAME … --book FILE [--first 0] [--seconds 500]

The same player sits in all seats. Without --set: the usual options, then every other choice of each option by itself.
A player who thinks by the clock needs a core to itself: more jobs than idle cores make it weaker.

Such a player takes hours. With --book every game is written down when it ends, and none that is written there is
played again: so a run can be cut off and taken up later, and machines can share it (each from another --first; their
books, one behind the other, are one book). With --seconds no game begins later than that. Without more than the book
is asked for (--games 0) the rows of what it holds are printed.
"""

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import rotonde
from rotonde.cli.listing import game_options
from rotonde.kernel.handle import Game
from rotonde.lab.progress import Bar
from rotonde.lab.simulate import Hall, Plan, plan_for
from rotonde.lab.statistics import wilson
from rotonde.lab.wording import Wording

COLUMNS = "{:44}  {:7}  {:14}  {:>5}  {:>5}  {:>6}  {:>15}"


@dataclass(frozen=True)
class Row:
    """What is counted together."""

    game: str
    options: tuple[tuple[str, Any], ...]
    players: int
    player: str
    seed: int

    def plan(self) -> Plan:
        return plan_for(
            self.game, self.players, dict(self.options), seats=(self.player,) * self.players, seed=self.seed
        )


@dataclass(frozen=True)
class Ended:
    """How game `number` of a row ended."""

    row: Row
    number: int
    won: bool
    seconds: float


class Book:
    """The games that were played, a line each in a file; or in memory alone."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._games: dict[tuple[Row, int], Ended] = {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                self._keep(_read(json.loads(line)))

    def __contains__(self, game: tuple[Row, int]) -> bool:
        return game in self._games

    def write(self, ended: Ended) -> None:
        self._keep(ended)
        if self._path is not None:
            with self._path.open("a") as file:
                row = ended.row
                told = {**vars(row), "options": dict(row.options)}
                told |= {"number": ended.number, "won": ended.won, "seconds": round(ended.seconds, 1)}
                file.write(json.dumps(told) + "\n")

    def of(self, row: Row) -> list[Ended]:
        return [ended for (its_row, _), ended in self._games.items() if its_row == row]

    def _keep(self, ended: Ended) -> None:
        # The first counts: else whoever plays a game again could choose.
        self._games.setdefault((ended.row, ended.number), ended)


def _read(told: dict[str, Any]) -> Ended:
    options = tuple(told["options"].items())
    row = Row(told["game"], options, told["players"], told["player"], told["seed"])
    return Ended(row, told["number"], told["won"], told["seconds"])


@lru_cache(maxsize=1)  # a hall has room for long thoughts
def _hall(row: Row) -> Hall:
    return Hall(row.plan())


def play(row: Row, number: int, latest: float) -> Ended | None:
    """One game, unless it is too late for it."""
    if time.time() > latest:
        return None
    hall = _hall(row)
    began = time.perf_counter()
    tally = hall.play(number, 1)
    return Ended(row, number, tally.winners[0] == 0, time.perf_counter() - began)


def played(games: Iterable[tuple[Row, int]], jobs: int, latest: float) -> Iterator[Ended | None]:
    """The games as they end, by so many processes."""
    if jobs == 1:
        for row, number in games:
            yield play(row, number, latest)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for answered in as_completed([pool.submit(play, row, number, latest) for row, number in games]):
            yield answered.result()


def usual_sets(game: Game) -> Iterator[dict[str, Any]]:
    """All by default; then each option at each other choice."""
    yield {}
    for option in game.options:
        yield from ({option.name: choice} for choice in option.choices if choice != option.default)


def report(row: Row, games: list[Ended], say: Wording) -> str:
    won = sum(ended.won for ended in games)
    low, high = wilson(won, len(games)) if games else (0.0, 1.0)
    named = ", ".join(f"{name} = {value}" for name, value in row.options) or "as usual"
    share = say.percent(won / len(games)) if games else "-"
    interval = f"{say.percent(low)} – {say.percent(high)}"
    return COLUMNS.format(named, row.players, row.player, len(games), won, share, interval)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--player", action="append", help="greedy, if not said; several: one after the other")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--players", type=int, action="append", help="how many sit at the table")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", metavar="NAME=VALUE,…", help='"" for the usual options')
    parser.add_argument("--book", type=Path, help="where games are written down, and not played twice")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no game begins later than that")
    args = parser.parse_args()
    latest = time.time() + args.seconds
    game = rotonde.game(args.game, "python")
    if not game.info.cooperative:
        parser.error(f"{args.game} is not co-operative: see strength.py")
    sets = [game_options(game, [wish for wish in text.split(",") if wish]) for text in args.set or ()]
    rows = [
        Row(args.game, tuple(options.items()), players, player, args.seed)
        for options, players, player in itertools.product(
            sets or list(usual_sets(game)),
            args.players or [max(2, game.info.players[0])],
            args.player or ["greedy"],
        )
    ]
    book = Book(args.book)
    # Game by game through all rows: cut off, each row has about as many.
    numbers = range(args.first, args.first + args.games)
    wanted = [(row, number) for number in numbers for row in rows if (row, number) not in book]
    if wanted:
        Hall(wanted[0][0].plan()).warm_up()  # compiled once, for all processes
    say = Wording("en")
    bar = Bar(sys.stderr, say)
    for done, ended in enumerate(played(wanted, args.jobs, latest)):
        if ended is not None:
            book.write(ended)
        bar(done + 1, len(wanted))
    bar.clear()
    print(COLUMNS.format("options", "players", "player", "games", "won", "share", "95% interval"))
    for row in rows:
        print(report(row, book.of(row), say))


if __name__ == "__main__":
    main()
