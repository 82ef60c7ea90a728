"""Marbles: what is in the bag. One option is chosen from a list, the other is free text that the box itself checks."""

from typing import Any

from rotonde.kernel.errors import BadOption
from rotonde.kernel.info import Option

from .rules import Box

OPTIONS = (
    Option(
        name="rounds",
        default=4,
        choices=(2, 4, 12),
        label={"fr": "Tours", "en": "Rounds"},
        help={"fr": "Combien de tours.", "en": "How many rounds."},
    ),
    Option(
        name="marbles",
        default="4 3 2",
        choices=(),
        label={"fr": "Billes", "en": "Marbles"},
        help={"fr": "Combien de chaque couleur.", "en": "How many of each colour."},
    ),
)


def box(players: int, options: dict[str, Any]) -> Box:
    counts = options["marbles"].split()
    if len(counts) != 3 or not all(count.isdecimal() and int(count) < 40 for count in counts):
        raise BadOption("Il faut trois petits nombres.", "Three small numbers are needed.")
    made = Box()
    made.players = players
    made.rounds = options["rounds"]
    made.target = 2 * options["rounds"]
    made.marbles = [0, *map(int, counts)]
    return made


def upgrade(fields: dict[str, Any], version: int) -> dict[str, Any]:
    """Before version 2 the die was called dice."""
    if version < 2 and "dice" in fields:
        return {**fields, "die": fields["dice"]}
    return fields
