"""Many games between players who are no persons.

    result = simulate("game-of-trains", games=400, seats=("greedy", "random"), seed=1)
    result.wins, result.intervals

Game i follows from the seed and from i alone, so the games are the same however many processes share the work; only a
player who thinks by the clock makes them differ. Chairs rotate from game to game, and wins count for the player, not
for the chair.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from multiprocessing.connection import wait
from typing import Any

import rotonde
from rotonde.kernel.errors import BadOption
from rotonde.kernel.handle import Game, Seen
from rotonde.kernel.info import Value
from rotonde.kernel.subset import OVER
from rotonde.players import GREEDY_TRIES, MOST_NODES, Brain, Spec, parse_spec
from rotonde.players.search_rules import tree_layout

from . import loops_rules
from .interrupts import interrupts_later, on_interrupt
from .loops_rules import BATCH, BY_THE_CLOCK, GREEDY, RANDOM, SEARCH
from .statistics import mean, quantile, wilson

LOOPS: Any = loops_rules  # what its rules take is known to the engines, not to Python

MOST_GAMES = 1_000_000_000
LARGEST_SEED = (1 << 63) - 1
LARGEST_CHUNK = 4096

Progress = Callable[[int, int], None]
"""Told how many games of how many are played."""


@dataclass(frozen=True)
class Plan:
    """What all games of a run have in common; small, so that it travels to other processes."""

    game: str
    players: int
    options: dict[str, Value]
    seats: tuple[str, ...]
    seed: int
    fixed_seats: bool
    engine: str

    @property
    def specs(self) -> list[Spec]:
        return [parse_spec(seat) for seat in self.seats]

    @property
    def timed(self) -> bool:
        return any(spec.timed for spec in self.specs)


@dataclass
class Tally:
    """How some games of a run ended; tallies add up in any order."""

    winners: Counter[int] = field(default_factory=Counter[int])
    """How often these players won together: a bit a player."""
    lengths: Counter[int] = field(default_factory=Counter[int])
    """How often a game took so many moves."""
    decisions: int = 0
    marks: int = 0

    def add(self, other: "Tally") -> None:
        self.winners += other.winners
        self.lengths += other.lengths
        self.decisions += other.decisions
        self.marks = (self.marks + other.marks) % (1 << 64)


@dataclass(frozen=True)
class Simulation:
    """How a run went."""

    plan: Plan
    games: int
    jobs: int
    seconds: float
    tally: Tally
    cooperative: bool

    @property
    def moves(self) -> int:
        return sum(length * times for length, times in self.tally.lengths.items())

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def wins(self) -> list[Fraction]:
        """One number a player, in the order of the seats asked for; a shared win counts in equal parts."""
        wins = [Fraction(0)] * self.plan.players
        for bits, times in self.tally.winners.items():
            for player in range(self.plan.players):
                if bits >> player & 1:
                    wins[player] += Fraction(times, bits.bit_count())
        return wins

    @property
    def won(self) -> int:
        """In co-operation: the games that were won."""
        return self.games - self.tally.winners[0]

    @property
    def draws(self) -> int:
        """The games that all players shared."""
        return 0 if self.cooperative else self.tally.winners[(1 << self.plan.players) - 1]

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """For the share of each of `wins`, or of `won`: where it lies, 95 times in 100."""
        if self.cooperative:
            return [wilson(self.won, self.games)]
        return [wilson(float(wins), self.games) for wins in self.wins]

    def as_json(self) -> dict[str, Any]:
        lengths = self.tally.lengths
        intervals = [[round(low, 6), round(high, 6)] for low, high in self.intervals]
        result: dict[str, Any] = {"won": self.won, "interval": intervals[0]}
        if not self.cooperative:
            result = {
                "wins": [_plain(wins) for wins in self.wins],
                "intervals": intervals,
                "draws": self.draws,
            }
        return {
            "game": self.plan.game,
            "players": self.plan.players,
            "options": self.plan.options,
            "games": self.games,
            "seats": list(self.plan.seats),
            "seats_rotate": not self.plan.fixed_seats,
            **result,
            "moves": self.moves,
            "decisions": self.tally.decisions,
            "moves_per_game": {
                "mean": round(mean(lengths), 3),
                "least": min(lengths),
                "median": quantile(lengths, 0.5),
                "most": max(lengths),
            },
            "seconds": round(self.seconds, 6),
            "moves_per_second": round(self.moves_per_second, 1),
            "seed": self.plan.seed,
            "jobs": self.jobs,
            "engine": self.plan.engine,
            "reproducible": not self.plan.timed,
            "fingerprint": f"{self.tally.marks:016x}",
        }


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)


class Hall:
    """Where the games of a plan are played, one after the other, in this process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        game = self._game = rotonde.game(plan.game, plan.engine)
        self._specs = plan.specs
        self._laid = game.new(plan.players, plan.options)
        self._state = game.state_layout()
        self._hidden = game.state_layout()
        self._brain: Brain | None = Brain(game) if plan.timed else None
        self._contest: Any = LOOPS.Contest()
        self._seat_players(game)
        self._rng = game.engine.rng(0)
        room = (game.state_layout(), game.state_layout(), game.offers_layout())
        # A tree takes memory only where it is written to.
        self._at_table = (*room, tree_layout(MOST_NODES)(), self._contest, self._rng, game.engine.rng(0))

    def _seat_players(self, game: Game) -> None:
        kinds = {"random": RANDOM, "greedy": GREEDY, "search": SEARCH}
        contest = self._contest
        contest.players = self.plan.players
        contest.rotate = 0 if self.plan.fixed_seats else 1
        contest.cooperative = 1 if game.info.cooperative else 0
        contest.tries = GREEDY_TRIES
        for player, spec in enumerate(self._specs):
            contest.kind[player] = BY_THE_CLOCK if spec.timed else kinds[spec.kind]
            contest.iterations[player] = spec.iterations

    def warm_up(self) -> None:
        """Compile what the games need, or read it from disk, before anybody looks at the clock."""
        if self._brain is None:
            self._play_inside(0, 0)
            return
        self._begin(0)
        chair = self._play_on()
        if chair != OVER:
            self._brain.warm(self._seen(chair))
        self._note(0)

    def play(self, start: int, games: int) -> Tally:
        """Games `start` to `start + games - 1` of the run."""
        tally = Tally()
        for first in range(start, start + games, BATCH):
            batch = min(BATCH, start + games - first)
            if self._brain is None:
                self._play_inside(first, batch)
            else:
                for place in range(batch):
                    self._play_with(self._brain, first + place)
                    self._note(place)
            tally.add(self._read(batch))
        return tally

    def _play_inside(self, start: int, games: int) -> None:
        states = (self._laid.box, self._laid.state, self._state, self._hidden)
        how_many = (self.plan.seed, start, games)
        self._run(LOOPS.play_games, *states, *self._at_table, *how_many)

    def _play_with(self, brain: Brain, number: int) -> None:
        """One game in which somebody thinks by the clock."""
        self._begin(number)
        while (chair := self._play_on()) != OVER:
            spec = self._specs[int(self._run(LOOPS.player_at, self._contest, chair))]
            seed = int(self._run(LOOPS.thought_seed, self._contest))
            move = brain.choose(spec, self._seen(chair), seed)
            self._run(LOOPS.answer, self._laid.box, self._state, self._contest, move)

    def _begin(self, number: int) -> None:
        args = (self._laid.state, self._state, self._contest, self._rng, self.plan.seed, number)
        self._run(LOOPS.begin, *args)

    def _play_on(self) -> int:
        return int(self._run(LOOPS.play_on, self._laid.box, self._state, self._hidden, *self._at_table))

    def _note(self, place: int) -> None:
        self._run(LOOPS.note, self._laid.box, self._state, self._contest, place)

    def _seen(self, chair: int) -> Seen:
        laid = self._laid
        return Seen(self._game, laid.players, laid.options, laid.box, self._hidden.frozen(), chair)

    def _run(self, rule: Callable[..., Any], *args: Any) -> Any:
        return self._game.engine.run(rule, *args)

    def _read(self, games: int) -> Tally:
        played = self._contest.array[0]
        return Tally(
            winners=Counter(played["winners"][:games].tolist()),
            lengths=Counter(played["moves"][:games].tolist()),
            decisions=int(played["decisions"][:games].sum()),
            marks=sum(played["marks"][:games].tolist()),
        )


def plan_for(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[str] = ("random",),
    seed: int = 1,
    fixed_seats: bool = False,
    engine: str = "native",
) -> Plan:
    """A plan in which everything was checked; a Problem says what is wrong."""
    # Checking needs no compiler.
    checked = rotonde.game(game, "python")
    if players is None:
        players = len(seats) if len(seats) > 1 else checked.info.players[0]
    chosen = checked.check_options(players, options or {})
    for seat in seats:
        parse_spec(seat)
    if len(seats) == 1:
        seats = tuple(seats) * players
    if len(seats) != players:
        raise BadOption(
            f"{len(seats)} joueurs sont nommés pour {players} sièges ; nommez-en {players}, ou un seul pour tous.",
            f"{len(seats)} players are named for {players} seats; name {players}, or one for all.",
        )
    if not 0 <= seed <= LARGEST_SEED:
        raise BadOption(
            f"La graine {seed} n’est pas dans 0..{LARGEST_SEED}.",
            f"The seed {seed} is not in 0..{LARGEST_SEED}.",
        )
    return Plan(game, players, chosen, tuple(seats), seed, fixed_seats, engine)


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = 100,
    seats: Sequence[str] = ("random",),
    seed: int = 1,
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    fixed_seats: bool = False,
    engine: str = "native",
    progress: Progress | None = None,
) -> Simulation:
    """Play the games; `jobs` processes share them."""
    return run(plan_for(game, players, options, seats, seed, fixed_seats, engine), games, jobs, progress)


def run(plan: Plan, games: int, jobs: int = 1, progress: Progress | None = None) -> Simulation:
    """Play the games of a plan."""
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"{games} games are not in 1..{MOST_GAMES}")
    jobs = max(1, min(jobs, games))
    size = max(1, min(LARGEST_CHUNK, games // (64 * jobs)))
    chunks = [(start, min(size, games - start)) for start in range(0, games, size)]
    hall = Hall(plan)
    hall.warm_up()  # also for others: they then find everything compiled
    if progress is not None:
        progress(0, games)
    played = _alone(hall, chunks) if jobs == 1 else _together(plan, chunks, jobs)
    tally = Tally()
    done = 0
    began, ended = float("inf"), 0.0
    for chunk in played:
        tally.add(chunk.tally)
        began, ended = min(began, chunk.began), max(ended, chunk.ended)
        done += chunk.games
        if progress is not None:
            progress(done, games)
    return Simulation(
        plan, games, jobs, ended - began, tally, rotonde.game(plan.game, "python").info.cooperative
    )


@dataclass(frozen=True)
class _Played:
    games: int
    tally: Tally
    began: float
    ended: float


def _play(hall: Hall, start: int, games: int) -> _Played:
    began = time.perf_counter()
    tally = hall.play(start, games)
    return _Played(games, tally, began, time.perf_counter())


def _alone(hall: Hall, chunks: Sequence[tuple[int, int]]) -> Iterator[_Played]:
    return (_play(hall, start, games) for start, games in chunks)


# ---- Several processes ----

_hall: Hall | None = None


def _together(plan: Plan, chunks: Sequence[tuple[int, int]], jobs: int) -> Iterator[_Played]:
    # This process only waits from here on, and can tidy up.
    with on_interrupt(signal.default_int_handler), _workers(plan, jobs) as pool:
        # Else processes that have just been started would tell at length what hit them. This one ends them.
        with interrupts_later():
            asked = [pool.submit(_play_in_worker, *chunk) for chunk in chunks]
        for answered in as_completed(asked):
            yield answered.result()


@contextmanager
def _workers(plan: Plan, jobs: int) -> Generator[ProcessPoolExecutor]:
    before = set(multiprocessing.active_children())
    # Not fork: whoever calls may have threads.
    pool = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_start_worker, initargs=(plan,)
    )
    try:
        yield pool
    except BaseException:
        # A game may take minutes: nobody waits for one that nobody wants. But the pool is waited for, else Python might
        # wake it at its own end just when it closes, and say so at length.
        with on_interrupt(signal.SIG_IGN):
            for worker in set(multiprocessing.active_children()) - before:
                worker.terminate()
            pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _start_worker(plan: Plan) -> None:
    """Ctrl-C is for the process that started this one, which it does not outlive."""
    global _hall
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    starter = multiprocessing.parent_process()
    if starter is not None:
        threading.Thread(target=_end_with, args=(starter.sentinel,), daemon=True).start()
    _hall = Hall(plan)
    _hall.warm_up()


def _end_with(starter: int) -> None:
    wait([starter])
    os._exit(1)


def _play_in_worker(start: int, games: int) -> _Played:
    assert _hall is not None
    return _play(_hall, start, games)
