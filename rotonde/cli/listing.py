"""rotonde games, and the options of a game as they are written on the command line."""

import argparse
from collections.abc import Sequence
from typing import Any

import rotonde
from rotonde import games
from rotonde.kernel.errors import BadOption
from rotonde.kernel.handle import Game
from rotonde.lab.wording import Wording, table

from .arguments import Parser
from .trouble import FINE


def declare_games(parser: Parser, say: Wording) -> None:
    pass


def run_games(args: argparse.Namespace, say: Wording) -> int:
    rows = [_game_row(name, say) for name in games.PLAYABLE]
    for line, name in zip(table(rows, left=5).split("\n"), games.PLAYABLE, strict=True):
        print(line)
        for option in rotonde.game(name, "python").options:
            choices = " | ".join(map(str, option.choices)) or "…"
            usual = say(f"par défaut {option.default}", f"{option.default} by default")
            print(f"    --option {option.name}={choices}  {say.of(option.label)} ({usual})")
    if games.ANNOUNCED:
        print("\n" + say("En préparation :", "To come:"))
        print(table([_game_row(name, say) for name in games.ANNOUNCED], left=5))
    return FINE


def _game_row(name: str, say: Wording) -> list[str]:
    info = games.info(name)
    least, most = info.players
    players = f"{least}–{most} {say('joueurs', 'players')}"
    return [name, say.of(info.title), players, f"{info.minutes} min", say.of(info.tagline)]


def game_options(game: Game, wishes: Sequence[str]) -> dict[str, Any]:
    """Each name=value as the value that the option offers; what it does not offer stays text, to be refused."""
    known = {option.name: option for option in game.options}
    options: dict[str, Any] = {}
    for wish in wishes:
        name, equals, value = wish.partition("=")
        if not equals:
            raise BadOption(
                f"« {wish} » n’est pas de la forme nom=valeur.", f"{wish!r} is not of the form name=value."
            )
        if name in options:
            raise BadOption(f"L’option « {name} » est donnée deux fois.", f"Option {name!r} is given twice.")
        choices = known[name].choices if name in known else ()
        options[name] = next((choice for choice in choices if str(choice).lower() == value.lower()), value)
    return options
