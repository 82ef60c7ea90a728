"""Tram: how many rounds."""

from typing import Any

from rotonde.kernel.info import Option

from .rules import Box

OPTIONS = (
    Option(
        name="rounds",
        default=40,
        choices=(2, 40),
        label={"fr": "Tours", "en": "Rounds"},
        help={"fr": "Combien de tours.", "en": "How many rounds."},
    ),
)


def box(players: int, options: dict[str, Any]) -> Box:
    made = Box()
    made.players = players
    made.rounds = options["rounds"]
    return made
