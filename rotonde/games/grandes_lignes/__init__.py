"""Grandes Lignes: build railways across France, then race on them."""

from typing import Any

from rotonde.kernel.info import GameInfo

INFO = GameInfo(
    id="grandes-lignes",
    title={"fr": "Grandes Lignes", "en": "Main Lines"},
    tagline={"fr": "Bâtir, puis courir", "en": "Build, then race"},
    kind={"fr": "Réseau et course", "en": "Network and race"},
    players=(2, 6),
    minutes=60,
    cooperative=False,
    those_who_play={"fr": "compagnies", "en": "companies"},
    one_who_plays={"fr": "une compagnie", "en": "company"},
)


def board_problems(board: Any, lang: str) -> list[str]:
    """What is wrong with a map of one's own, in words; nothing when one can play on it."""
    from . import maps

    return maps.problems_of_map(board, lang)
