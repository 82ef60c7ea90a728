"""Marbles, drawn with as little as the contract asks for."""

from collections.abc import Collection, Sequence
from html import escape
from typing import Any

THINGS = ("take", "pass", "tease", "allow", "colour-1", "colour-2", "colour-3")


def board(seen: Any, lang: str, names: Sequence[str], last: Collection[str]) -> str:
    buttons = "".join(f'<button data-thing="{thing}" data-key="{thing}">{thing}</button>' for thing in THINGS)
    people = "".join(
        f"<p>{escape(name)} {hand}</p>" for name, hand in zip(names, seen.state.hand.tolist(), strict=False)
    )
    return f"<div>{buttons}{people}</div>"


def legend(lang: str) -> str:
    return "<p>Billes</p>" if lang == "fr" else "<p>Marbles</p>"
