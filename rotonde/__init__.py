"""Rotonde: five train games to play and to study.

import rotonde
game = rotonde.game("game-of-trains")
t = game.new(players=3)
"""

from collections.abc import Mapping

from rotonde import games
from rotonde.kernel.engines import ENGINES
from rotonde.kernel.errors import BadOption, BadRecord, IllegalMove, Problem, UnknownGame
from rotonde.kernel.handle import Game, Seen, Table, load_game
from rotonde.kernel.record import Record, parse
from rotonde.kernel.subset import CHANCE, OVER, PUBLIC

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "PUBLIC",
    "BadOption",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Problem",
    "Record",
    "Seen",
    "Table",
    "UnknownGame",
    "game",
    "read_record",
]


def game(name: str, engine: str = "native") -> Game:
    """The game of that name, its rules on the engine "native" (compiled, fast) or "python" (readable, at once)."""
    if name not in games.PLAYABLE:
        known = ", ".join(games.PLAYABLE)
        raise UnknownGame(
            f"Il n’y a pas de jeu « {name} » ; il y a : {known}.",
            f"There is no game {name!r}; there are: {known}.",
        )
    if engine not in ENGINES:
        known = ", ".join(ENGINES)
        raise BadOption(
            f"Il n’y a pas de moteur « {engine} » ; il y a : {known}.",
            f"There is no engine {engine!r}; there are: {known}.",
        )
    return load_game(games.PLAYABLE[name], engine)


def read_record(text: str) -> Record:
    """The record in a text; BadRecord says on which line it is damaged."""

    def verbs_of(name: str) -> Mapping[int, str]:
        return game(name, "python").verbs

    return parse(text, verbs_of)
