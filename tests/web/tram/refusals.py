"""Why something cannot be done: one sentence for everything."""

from collections.abc import Sequence
from typing import Any

from rotonde.kernel.telling import Refusal


def of_thing(seen: Any, thing: str, lang: str, chosen: Sequence[str]) -> Refusal:
    return of_move(seen, 0, lang)


def of_move(seen: Any, move: int, lang: str) -> Refusal:
    return Refusal("", "C’est trop loin." if lang == "fr" else "That is too far.")
