"""Grandes Lignes: the names of places in French and English, and how to put them into a sentence."""

import re
from typing import TYPE_CHECKING, Any

from rotonde.kernel.prose import tell

from . import maps
from .rules import CITIES

if TYPE_CHECKING:
    from rotonde.kernel.handle import Seen

NEARBY = 2  # hexes


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
    """A hex by the city in it, the port across the sea, or its number on the map."""
    if box.city_at[place]:
        return place_name(board, box.city_at[place] - 1, lang)
    if place in board.ferry_names:
        return board.ferry_names[place]
    number = maps.hex_name(board.hexes[place])
    words = tell(lang, f"la case {number}", f"hex {number}")
    for destination, hexes in enumerate(board.destination_hexes):
        if place in hexes:
            return f"{words} ({place_name(board, CITIES + destination, lang)})"
    return words


def where_words(board: maps.Map, box: Any, place: int, lang: str) -> str:
    """The same with the city nearby: nobody knows hexes by their numbers."""
    words = hex_words(board, box, place, lang)
    if box.city_at[place] or box.foreign[place]:
        return words
    there = board.hexes[place]
    far, city = min(
        (maps.hexes_apart(there, board.hexes[other]), city)
        for city, other in enumerate(board.city_hex)
        if other >= 0
    )
    if far > NEARBY:
        return words
    name = place_name(board, city, lang)
    return tell(lang, f"{words}, près {from_words('fr', name)}", f"{words}, near {name}")


def from_words(lang: str, name: str) -> str:
    """« de Paris », « d’Orléans », « du Havre »."""
    if lang != "fr":
        return f"from {name}"
    if name.startswith("Le "):
        return f"du {name[3:]}"
    return f"d’{name}" if name[0] in "AEIOUÉ" else f"de {name}"


def to_words(lang: str, name: str) -> str:
    """« à Paris », « au Havre »."""
    if lang != "fr":
        return f"to {name}"
    return f"au {name[3:]}" if name.startswith("Le ") else f"à {name}"


def towards_words(lang: str, name: str) -> str:
    """« vers Paris », « vers Le Havre », « vers la case 1509 »."""
    return f"vers {name}" if lang == "fr" else f"towards {name}"


def dice_points(count: int, lang: str) -> str:
    if lang == "fr":
        return f"{count} point{'s' if abs(count) > 1 else ''} de dé"
    return f"{count} dice point{'s' if abs(count) != 1 else ''}"


def game_points(count: int, lang: str) -> str:
    if lang == "fr":
        return f"{count} point{'s' if abs(count) > 1 else ''} de jeu"
    return f"{count} game point{'s' if abs(count) != 1 else ''}"
