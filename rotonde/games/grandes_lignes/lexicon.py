"""Grandes Lignes: the names of places in French and English, and how to put them into a sentence."""

import re
from functools import cache
from math import atan2, pi
from typing import TYPE_CHECKING, Any

from rotonde.kernel.prose import of_name, tell

from . import maps
from .landscape import centre
from .rules import CITIES

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

DIRECTIONS = {
    "fr": (
        "à l’est",
        "au nord-est",
        "au nord",
        "au nord-ouest",
        "à l’ouest",
        "au sud-ouest",
        "au sud",
        "au sud-est",
    ),
    "en": ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"),
}


def board_of(seen: "Seen") -> maps.Map:
    return maps.shipped(str(seen.options["map"]))


def hex_thing(board: maps.Map, place: int) -> str:
    return f"hex-{maps.hex_name(board.hexes[place])}"


def hex_of_thing(board: maps.Map, thing: str) -> int:
    """The hex that a thing stands for; -1: it is no hex of this map."""
    kind, _, name = thing.partition("-")
    if kind != "hex" or not re.fullmatch(r"[0-9]{4}", name):
        return -1
    return board.index.get(maps.parse_hex(name), -1)


def place_name(board: maps.Map, place: int, lang: str) -> str:
    """A city or a destination."""
    return board.place_names[place][lang]


def hex_words(board: maps.Map, box: Any, place: int, lang: str) -> str:
    """A hex by the city in it or the port across the sea, else by the city nearby: nobody knows hexes by number."""
    if box.city_at[place]:
        return place_name(board, box.city_at[place] - 1, lang)
    if place in board.ferry_names:
        return board.ferry_names[place]
    for destination, hexes in enumerate(board.destination_hexes):
        if place in hexes:
            country = place_name(board, CITIES + destination, lang)
            return tell(lang, f"la frontière ({country})", f"the border ({country})")
    return beside_a_city(board, place, lang)


def beside_a_city(board: maps.Map, place: int, lang: str) -> str:
    """« 2 cases au nord de Reims »."""
    name, where = _nearest_city(board, place, lang)
    return f"{where} {from_words('fr', name)}" if lang == "fr" else f"{where} of {name}"


@cache
def _nearest_city(board: maps.Map, place: int, lang: str) -> tuple[str, str]:
    """Its name, and where the hex lies: « Reims », « 2 cases au nord »."""
    there = board.hexes[place]
    far, city = min(
        (maps.hexes_apart(there, board.hexes[other]), city)
        for city, other in enumerate(board.city_hex)
        if other >= 0
    )
    side = DIRECTIONS[lang][_eighth(board.hexes[board.city_hex[city]], there)]
    hexes = tell(lang, "une case" if far == 1 else f"{far} cases", "one hex" if far == 1 else f"{far} hexes")
    return place_name(board, city, lang), f"{hexes} {side}"


def _eighth(start: maps.Hex, end: maps.Hex) -> int:
    """In which of eight directions it lies, from the east against the clock."""
    (x1, y1), (x2, y2) = centre(start), centre(end)
    return round(atan2(y1 - y2, x2 - x1) / (pi / 4)) % 8


def heading_words(board: maps.Map, start: int, end: int, lang: str) -> str:
    """« vers le nord-est »."""
    side = DIRECTIONS[lang][_eighth(board.hexes[start], board.hexes[end])]
    if lang != "fr":
        return f"to the {side}"
    return f"vers l’{side[4:]}" if side.startswith("à l’") else f"vers le {side[3:]}"


def from_words(lang: str, name: str) -> str:
    """« de Paris », « d’Orléans », « du Havre »."""
    if lang != "fr":
        return f"from {name}"
    return f"du {name[3:]}" if name.startswith("Le ") else of_name(name)


def to_words(lang: str, name: str) -> str:
    """« à Paris », « au Havre »."""
    if lang != "fr":
        return f"to {name}"
    return f"au {name[3:]}" if name.startswith("Le ") else f"à {name}"


def at_words(board: maps.Map, box: Any, place: int, lang: str) -> str:
    """Where a train stands: « à Paris », « 2 cases au nord de Reims »."""
    words = hex_words(board, box, place, lang)
    if not (box.city_at[place] or box.foreign[place]):
        return words
    if lang == "fr":
        return to_words("fr", words)
    return f"at {words}" if words.startswith("the ") else f"in {words}"


def towards_words(board: maps.Map, box: Any, place: int, lang: str) -> str:
    """« vers Paris », « vers Le Havre », « vers Reims, 2 cases au nord »."""
    words = hex_words(board, box, place, lang)
    if not (box.city_at[place] or box.foreign[place]):
        words = ", ".join(_nearest_city(board, place, lang))
    return tell(lang, f"vers {words}", f"towards {words}")


def dice_points(count: int, lang: str) -> str:
    if lang == "fr":
        return f"{count} point{'s' if abs(count) > 1 else ''} de dé"
    return f"{count} dice point{'s' if abs(count) != 1 else ''}"


def game_points(count: int, lang: str) -> str:
    if lang == "fr":
        return f"{count} point{'s' if abs(count) > 1 else ''} de jeu"
    return f"{count} game point{'s' if abs(count) != 1 else ''}"
