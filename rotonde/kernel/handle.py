"""The handle: a game, a table, and what one seat sees of it. Everything outside the kernel works through these three:

t = rotonde.game(name).new(players=2)
t.deal(rng)
while t.actor != rotonde.OVER:
    t.play(rng.choice(t.moves()))
    t.deal(rng)
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, cast

from . import contract
from .chance import FOUND, LEFT, offers_layout
from .engines import Engine, contract_of, engine_named
from .errors import BadOption, BadRecord, IllegalMove
from .info import GameInfo, Option, Value
from .layout import Layout
from .moves import verb_of
from .record import Record
from .subset import CHANCE, OVER, PUBLIC
from .telling import Gestures, Picture, Refusal, Refusals, Words


class Game:
    """One game on one engine. Made by `rotonde.game`; safe to share, it holds no table."""

    def __init__(self, package: str, engine: str) -> None:
        self.package = package
        self.engine_name = engine
        self.info: GameInfo = import_module(package).INFO
        self.rules = import_module(f"{package}.rules")
        self._box_module = import_module(f"{package}.box")
        self.options: tuple[Option, ...] = self._box_module.OPTIONS
        self.rules_version: int = self.rules.VERSION
        self.state_layout: type[Layout] = self.rules.State
        self.offers_layout = offers_layout(self.rules.MOST_MOVES)
        self.contract = contract_of(self.rules, import_module(f"{package}.value"))
        self._boxes: dict[tuple[Any, ...], Layout] = {}
        self.verbs: dict[int, str] = {verb.value: verb.name.lower() for verb in self.rules.Verb}

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def words(self) -> Words:
        """The game's words, in French and English."""
        return cast(Words, _module(f"{self.package}.words"))

    @property
    def refusals(self) -> Refusals:
        """Why something cannot be done, in French and English."""
        return cast(Refusals, _module(f"{self.package}.refusals"))

    @property
    def gestures(self) -> Gestures | None:
        """What spares a person clicks, where the game has it."""
        return _gestures(self.package)

    @property
    def picture(self) -> Picture:
        """The game's drawings."""
        return cast(Picture, _module(f"{self.package}.picture"))

    @property
    def is_open(self) -> bool:
        """Whether everybody sees everything: its rules hide nothing."""
        return not hasattr(self.rules, "hide")

    @property
    def engine(self) -> Engine:
        """The game's rules on this engine; `engine.run(rule, …)` runs any rule bound to this game."""
        return _engine(self.package, self.engine_name)

    def __repr__(self) -> str:
        return f"<{self.info.title['en']} on {self.engine_name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (self.package, self.engine_name)

    def new(self, players: int | None = None, options: Mapping[str, Any] | None = None) -> "Table":
        """A table laid out; nothing drawn yet."""
        players = self.info.players[0] if players is None else players
        chosen = self.check_options(players, options or {})
        box = self.box(players, chosen)
        state = self.state_layout()
        self.engine.run(contract.setup, box, state)
        return Table(self, players, chosen, box, state)

    def box(self, players: int, options: Mapping[str, Value]) -> Layout:
        """What is in the box for these options; made once, shared by all tables, never written to."""
        key = (players, *sorted(options.items()))
        box = self._boxes.get(key)
        if box is None:
            if len(self._boxes) >= 64:
                self._boxes.clear()
            box = self._boxes[key] = self._box_module.box(players, dict(options)).frozen()
        return box

    def check_options(self, players: Any, options: Mapping[str, Any]) -> dict[str, Value]:
        """Every option with its value; BadOption when a value or the number of players is not one of those offered."""
        least, most = self.info.players
        title = self.info.title
        if type(players) is not int or not least <= players <= most:
            raise BadOption(
                f"{title['fr']} se joue de {least} à {most} joueurs, pas à {players!r}.",
                f"{title['en']} is for {least} to {most} players, not {players!r}.",
            )
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "-"
                raise BadOption(
                    f"{title['fr']} n’a pas d’option « {name} » ; il a : {names}.",
                    f"{title['en']} has no option {name!r}; it has: {names}.",
                )
        chosen = {name: options.get(name, option.default) for name, option in known.items()}
        for name, value in chosen.items():
            # Without choices the box itself checks the text. type() as well, because True == 1.
            if not known[name].choices and isinstance(value, str) and len(value) <= 500:
                continue
            if not any(value == choice and type(value) is type(choice) for choice in known[name].choices):
                choices = ", ".join(map(str, known[name].choices))
                raise BadOption(
                    f"L’option « {name} » ne peut valoir {value!r} ; au choix : {choices}.",
                    f"Option {name!r} cannot be {value!r}; choose from: {choices}.",
                )
        return chosen

    def load(self, position: Mapping[str, Any]) -> "Table":
        """The table of a position that `Table.position` saved, perhaps under older rules."""
        try:
            if position["game"] != self.id:
                raise ValueError(f"{position['game']!r} ≠ {self.id!r}")
            table = self.new(position["players"], position["options"])
            fields = dict(position["state"])
            if position["rules"] != self.rules_version:
                upgrade = getattr(self._box_module, "upgrade", None)
                fields = upgrade(fields, position["rules"]) if upgrade else fields
                fields = {name: value for name, value in fields.items() if name in self.state_layout.fields}
            elif missing := [name for name in self.state_layout.fields if name not in fields]:
                raise KeyError(*missing)
            table.state.set_by_name(fields)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
            raise BadRecord(
                f"Cette position ne peut pas être lue : {problem}.",
                f"This position cannot be read: {problem}.",
            ) from problem
        return table

    def replay(self, record: Record, upto: int | None = None) -> "Table":
        """The table after the first `upto` moves of a record (all, if not said), every move checked."""
        table = self.new(record.players, record.options)
        for number in range(len(record.moves[:upto])):
            self.replay_step(table, record, number)
        return table

    def replay_step(self, table: "Table", record: Record, number: int) -> None:
        """Play move `number` (from 0) of a record; BadRecord says on which line it cannot be and why."""
        actor, move = record.moves[number]
        try:
            if actor != table.actor:
                raise BadRecord(
                    f"ici joue {_who(table.actor, 'fr')}, pas {_who(actor, 'fr')}.",
                    f"it is for {_who(table.actor, 'en')} to act here, not for {_who(actor, 'en')}.",
                )
            table.play(move)
        except (IllegalMove, BadRecord) as problem:
            line = record.line_of(number + 1)
            told = problem.told
            raise BadRecord(
                f"Ligne {line}, coup {number + 1} : {told['fr'].text}",
                f"Line {line}, move {number + 1}: {told['en'].text}",
                problem.rule,
            ) from problem


def _who(actor: int, lang: str) -> str:
    names = {CHANCE: {"fr": "le hasard", "en": "chance"}, OVER: {"fr": "personne", "en": "nobody"}}
    return names[actor][lang] if actor in names else {"fr": f"le siège {actor}", "en": f"seat {actor}"}[lang]


@cache
def load_game(package: str, engine: str) -> Game:
    return Game(package, engine)


@cache
def _module(name: str) -> ModuleType:
    """Looked for once: a page asks for its game's words a hundred times."""
    return import_module(name)


@cache
def _gestures(package: str) -> Gestures | None:
    """Looked for once: to find a module means to ask the disk, and to wait for everybody else who imports."""
    name = f"{package}.gestures"
    return cast(Gestures, import_module(name)) if find_spec(name) else None


@cache
def _engine(package: str, name: str) -> Engine:
    return engine_named(name, package, load_game(package, name).contract)


class _Position:
    """What a table and a seat's view of it have in common: a box, a state, and the rules to ask."""

    def __init__(
        self, game: Game, players: int, options: dict[str, Value], box: Layout, state: Layout
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.box = box
        self.state = state

    @property
    def actor(self) -> int:
        """Who must act: a seat 0.., CHANCE or OVER."""
        return int(self.game.engine.run(contract.actor, self.box, self.state))

    def _offers(self) -> list[tuple[int, int]]:
        out: Any = self.game.offers_layout()
        self.game.engine.run(contract.moves, self.box, self.state, out)
        return list(zip(out.move.tolist()[: out.count], out.weight.tolist()[: out.count], strict=True))

    def scores(self) -> list[int]:
        """The result: one number a seat."""
        run = self.game.engine.run
        return [int(run(contract.score, self.box, self.state, seat)) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats that won, once the game is over: the best, several if they share; in co-operation all or nobody."""
        if self.actor != OVER:
            return []
        if self.game.info.cooperative:
            return [seat for seat, score in enumerate(self.scores()) if score > 0]
        ranks = self.ranks()
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def ranks(self) -> list[int]:
        """What decides who won, one number a seat: the highest does, equal ones share."""
        run = self.game.engine.run
        return [int(run(contract.rank, self.box, self.state, seat)) for seat in range(self.players)]


class Seen(_Position):
    """What one seat may know. It holds no way back to the real table: bots and pages get nothing else."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, Value],
        box: Layout,
        state: Layout,
        seat: int,
        names: tuple[str, ...] = (),
    ) -> None:
        super().__init__(game, players, options, box, state)
        self.seat = seat
        self.names = names or tuple(f"n° {seat + 1}" for seat in range(players))
        """Who sits where, for sentences; numbers for those who have no names."""
        self._ways: list[frozenset[str]] | None = None
        """What is touched for each legal move, once that was asked: a view never changes."""

    def called(self, names: Sequence[str]) -> "Seen":
        """The same view with the names of those who play."""
        return Seen(self.game, self.players, self.options, self.box, self.state, self.seat, tuple(names))

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the box: it can be large, and whoever gets this makes it from the options.
        return _seen, (self.game, self.players, self.options, self.state, self.seat)

    def moves(self) -> list[int]:
        """The legal moves, if this seat must act."""
        return [move for move, _ in self._offers()] if self.actor == self.seat else []

    def after(self, move: int) -> "Seen":
        """What this seat sees after its own move; chance may be next."""
        state = self.state.copy()
        self.game.engine.run(contract.play, self.box, state, move)
        self.game.engine.run(contract.hide, self.box, state, self.seat)
        return Seen(self.game, self.players, self.options, self.box, state.frozen(), self.seat, self.names)

    def masked(self, move: int) -> int:
        """A move, not yet played, as this seat sees it: secret operands are 0."""
        return int(self.game.engine.run(contract.mask, self.box, self.state, self.seat, move))

    def guess(self, rng: random.Random) -> "Table":
        """A table that may be the true one, as likely as this seat can tell."""
        state = self.guess_with(self.game.engine.rng(rng.getrandbits(64)))
        return Table(self.game, self.players, self.options, self.box, state)

    def guess_with(self, rng: Any) -> Layout:
        """A state that may be the true one, drawn with an engine's own generator."""
        state = self.state.copy()
        self.game.engine.run(contract.guess, self.box, state, self.seat, rng)
        return state

    def on(self, engine: str) -> "Seen":
        """The same view with the rules on another engine."""
        game = load_game(self.game.package, engine)
        return Seen(game, self.players, self.options, self.box, self.state, self.seat, self.names)

    def words(self, move: int, lang: str, who: str | None = None) -> str:
        """The sentence for a move, not yet played: as an intention, or told of `who`."""
        return self.game.words.sentence(self, move, lang, who)

    def things(self, move: int) -> list[str]:
        """What a person touches to make a move."""
        return self.game.words.things(self, move)

    def why(self, thing: str, lang: str, chosen: Sequence[str] = ()) -> Refusal | None:
        """Why this thing cannot be touched now, after the `chosen` ones; None when it can."""
        if self._ways is None:
            self._ways = [frozenset(self.things(move)) for move in self.moves()]
        wanted = {thing, *chosen}
        if any(wanted <= way for way in self._ways):
            return None
        return self.game.refusals.of_thing(self, thing, lang, chosen)


def _seen(game: Game, players: int, options: dict[str, Value], state: Layout, seat: int) -> Seen:
    return Seen(game, players, options, game.box(players, options), state.frozen(), seat)


class Table(_Position):
    """A table with all its secrets. A page or a bot never gets one: it gets `seen_by(seat)`."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, Value],
        box: Layout,
        state: Layout,
        history: Sequence[tuple[int, int]] = (),
    ) -> None:
        super().__init__(game, players, options, box, state)
        self._history = list(history)

    @property
    def history(self) -> tuple[int, ...]:
        """The moves played so far, chance included."""
        return tuple(move for _, move in self._history)

    def moves(self) -> list[int]:
        """Every legal move of the actor; at chance, every outcome."""
        return [move for move, _ in self._offers()]

    def chances(self) -> list[tuple[int, int]]:
        """At chance: every outcome with its weight; else nothing."""
        return self._offers() if self.actor == CHANCE else []

    def outcome(self, place: Callable[[int], int]) -> int:
        """At chance: what `place` picks when it is told the sum of all weights, in the order of `chances`."""
        engine = self.game.engine
        sieve = engine.cells([-1, -1])
        engine.run(contract.find, self.box, self.state, sieve)
        sieve[LEFT] = place(-1 - int(sieve[LEFT]))
        engine.run(contract.find, self.box, self.state, sieve)
        return int(sieve[FOUND])

    def play(self, move: int) -> None:
        """Make a legal move; IllegalMove says why another is refused, and nothing has changed."""
        actor = self.actor
        if type(move) is not int or move not in self.moves():
            raise self._refusal(move, actor)
        self._history.append((actor, move))
        self.game.engine.run(contract.play, self.box, self.state, move)

    def carry_out(self, move: int) -> None:
        """Make a move that was checked before, when it was kept in a log."""
        self._history.append((self.actor, move))
        self.game.engine.run(contract.play, self.box, self.state, move)

    def _refusal(self, move: Any, actor: int) -> IllegalMove:
        if actor == OVER:
            return IllegalMove("La partie est finie.", "The game is over.")
        if type(move) is not int or move < 0 or verb_of(move) not in self.game.verbs:
            return IllegalMove("Ce n’est pas un coup de ce jeu.", "This is not a move of this game.")
        if actor == CHANCE:
            return IllegalMove("C’est au hasard de décider.", "Chance decides now.")
        seen = self._open(actor)
        told = {lang: self.game.refusals.of_move(seen, move, lang) for lang in ("fr", "en")}
        return IllegalMove(told["fr"].text, told["en"].text, told["en"].rule)

    def deal(self, rng: random.Random) -> None:
        """Play chance moves until a player must act or the game is over."""
        while self.actor == CHANCE:
            moves, weights = zip(*self._offers(), strict=True)
            self.play(rng.choices(moves, weights)[0])

    def seen_by(self, seat: int) -> Seen:
        """What that seat may know; PUBLIC for those who only watch."""
        if seat != PUBLIC and not 0 <= seat < self.players:
            raise IndexError(f"there is no seat {seat}; there are {self.players}, from 0, and PUBLIC")
        state = self.state.copy()
        self.game.engine.run(contract.hide, self.box, state, seat)
        return Seen(self.game, self.players, self.options, self.box, state.frozen(), seat)

    def _open(self, seat: int) -> Seen:
        return Seen(self.game, self.players, self.options, self.box, self.state, seat)

    def words(self, move: int, lang: str, who: str | None = None) -> str:
        """The whole truth about a move, not yet played, as a sentence."""
        actor = self.actor
        return self._open(actor if actor >= 0 else PUBLIC).words(move, lang, who)

    def things(self, move: int) -> list[str]:
        """What a person touches to make a move."""
        actor = self.actor
        return self._open(actor if actor >= 0 else PUBLIC).things(move)

    def copy(self) -> "Table":
        return Table(self.game, self.players, self.options, self.box, self.state.copy(), self._history)

    def position(self) -> dict[str, Any]:
        """This position by field name, with the rules version: it can be loaded after an upgrade."""
        return {
            "game": self.game.id,
            "rules": self.game.rules_version,
            "players": self.players,
            "options": dict(self.options),
            "state": self.state.by_name(),
        }

    def record(self, seats: Sequence[str] = (), key: bytes | None = None, commitment: str = "") -> Record:
        """The game so far as a record; with the key, its chance can be proved."""
        return Record(
            game=self.game.id,
            rules=self.game.rules_version,
            players=self.players,
            options=dict(self.options),
            seats=list(seats) or [f"seat {seat}" for seat in range(self.players)],
            commitment=commitment,
            key=key.hex() if key else "",
            result=self.scores() if self.actor == OVER else [],
            verbs=dict(self.game.verbs),
            moves=list(self._history),
        )
