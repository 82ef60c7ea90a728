"""Game of Trains: what is in the box, from the data file, and the options of a table."""

import json
from importlib.resources import files
from typing import Any

from rotonde.kernel.info import Option

from .rules import ABILITIES, Box

OPTIONS = (
    Option(
        name="turn_limit",
        default=400,
        choices=(100, 200, 400, 1000),
        label={"fr": "Nombre de tours au plus", "en": "Most turns"},
        help={
            "fr": "Une partie entre personnes dure une trentaine de tours ; au-delà de la limite, elle est nulle.",
            "en": "A game between people takes some thirty turns; past the limit it is a draw.",
        },
    ),
)


def box(players: int, options: dict[str, Any]) -> Box:
    """C1. The 84 wagons, each number once, each with one of eight abilities."""
    made: Any = Box()
    made.players = players
    made.turn_limit = options["turn_limit"]
    cards = json.loads((files(__name__.rpartition(".")[0]) / "data" / "cards.json").read_text("utf-8"))[
        "cards"
    ]
    for card in cards:
        made.ability[card["number"]] = ABILITIES.index(card["ability"])
    return made
