"""What the conformance tests run on: every listed game (and a toy), every number of players, every option.

A game gets here by being listed in `rotonde.games.PLAYABLE`; nothing in this folder names one.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from rotonde import games, players
from rotonde.kernel.handle import Game, Table, load_game
from rotonde.kernel.moves import verb_of
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC

PACKAGES = [*games.PLAYABLE.values(), "tests.kernel.toy"]
RULES = Path(__file__).parents[2] / "docs" / "rules"
LANGUAGES = ("fr", "en")
NAMES = ("Zoé", "<Max & Léo>", "Inès", "Hugo", "Anna", "Paul")


@cache
def quickest(package: str) -> dict[str, Any]:
    """The options of a game's quickest table, where the usual one takes long: `QUICKEST` in its box.py."""
    return getattr(import_module(f"{package}.box"), "QUICKEST", {})


@dataclass(frozen=True)
class Case:
    """One game at one kind of table."""

    package: str
    players: int
    options: tuple[tuple[str, Any], ...]
    """What differs from the quickest table."""

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options)
        return f"{self.package.rpartition('.')[2]}-{self.players}{chosen}"

    def game(self, engine: str = "native") -> Game:
        return load_game(self.package, engine)

    def new(self, engine: str = "native") -> Table:
        return self.game(engine).new(self.players, quickest(self.package) | dict(self.options))

    @cached_property
    def check(self) -> ModuleType:
        """The game's own check.py: `problems(table)` says what was created or lost."""
        return import_module(f"{self.package}.check")

    @property
    def seats(self) -> list[int]:
        """Every viewpoint: the seats, and those who only watch."""
        return [*range(self.players), PUBLIC]

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]


def _option_sets(game: Game) -> Iterator[tuple[tuple[str, Any], ...]]:
    """The quickest table; then each option at its first and at its last choice."""
    yield ()
    usual = {option.name: option.default for option in game.options} | quickest(game.package)
    for option in game.options:
        for choice in dict.fromkeys((*option.choices[:1], *option.choices[-1:])):
            if choice != usual[option.name]:
                yield ((option.name, choice),)


def _cases(package: str) -> Iterator[Case]:
    """Every number of players at the quickest table; every other choice once, with some number of players."""
    game = load_game(package, "python")
    least, most = game.info.players
    for place, options in enumerate(_option_sets(game)):
        counts = range(least, most + 1) if not options else [least + place % (most + 1 - least)]
        for count in counts:
            yield Case(package, count, options)


CASES = [case for package in PACKAGES for case in _cases(package)]
OUTERMOST = [
    case
    for case in CASES
    if not case.options and case.players in load_game(case.package, "python").info.players
]
"""The quickest table, with the fewest players and with the most."""


def any_move(table: Table, rng: random.Random) -> int:
    """Some legal move. A kind of move first, so that one with many variants does not crowd out the others."""
    if table.actor == CHANCE:
        moves, weights = zip(*table.chances(), strict=True)
        return rng.choices(moves, weights)[0]
    moves = table.moves()
    verb = rng.choice(sorted({verb_of(move) for move in moves}))
    return rng.choice([move for move in moves if verb_of(move) == verb])


def good_move(table: Table, rng: random.Random) -> int:
    """What the greedy player does: such games come to an end soon, and to other positions."""
    if table.actor == CHANCE:
        return any_move(table, rng)
    return players.choose("greedy", table.seen_by(table.actor), rng.getrandbits(32))


def walk(case: Case, seed: int, most: int = 100_000, choose: Any = any_move) -> Iterator[Table]:
    """A game: the table, always the same one, before every move and at the end."""
    rng = random.Random(f"{case} {seed}")
    table = case.new()
    yield table
    for _ in range(most):
        if table.actor == OVER:
            return
        table.play(choose(table, rng))
        yield table


KINDS_OF_GAMES = (any_move, good_move, any_move, good_move)
MOST_POSITIONS = 24


@cache
def positions(case: Case, of_each: int = 2) -> tuple[Table, ...]:
    """Positions from several games, a few of each kind: kinds differ in who acts and in what may be done."""
    rng = random.Random(str(case))
    found: dict[Any, list[Table]] = {}
    met: dict[Any, int] = {}
    for seed, choose in enumerate(KINDS_OF_GAMES):
        for table in walk(case, seed, 600, choose):
            kind = (min(table.actor, 0), frozenset(verb_of(move) for move in table.moves()))
            met[kind] = met.get(kind, 0) + 1
            kept = found.setdefault(kind, [])
            if len(kept) < of_each:
                kept.append(table.copy())
            elif (place := rng.randrange(met[kind])) < of_each:
                kept[place] = table.copy()
    some = [table for kept in found.values() for table in kept]
    ended = [table for table in some if table.actor == OVER]
    if not ended:  # a long game: one of them is played to its end
        *_, last = walk(case, 0, choose=good_move)
        ended = [last.copy()]
    return (*ended, *rng.sample(some, min(len(some), MOST_POSITIONS)))


@cache
def rule_numbers(game: str, lang: str = "en") -> frozenset[str]:
    """The numbers on a game's rules page; none when it has no page, as a toy has not."""
    page = RULES / f"{game}.{lang}.md"
    if not page.exists():
        return frozenset()
    return frozenset(re.findall(r"^\*\*([A-Z]+\d+)\.\*\*", page.read_text("utf-8"), re.MULTILINE))
