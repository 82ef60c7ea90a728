"""Convoi Express: bring the trains in together, through switches and signals."""

from typing import Any

from rotonde.kernel.info import GameInfo

INFO = GameInfo(
    id="convoi-express",
    title={"fr": "Convoi Express", "en": "Convoi Express"},
    tagline={"fr": "Tous contre l’horloge", "en": "All against the clock"},
    kind={"fr": "Coopératif", "en": "Co-operative"},
    players=(1, 4),
    minutes=45,
    cooperative=True,
)


def board_problems(board: Any, lang: str) -> list[str]:
    """What is wrong with a board that somebody wrote, in words; nothing when it can be played."""
    from .boards import problems_of

    return problems_of(board, lang)
