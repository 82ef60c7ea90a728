"""Changes that make a table wrong, for the tests of what check.py must find."""

from collections.abc import Callable
from typing import Any

Damage = Callable[[Any], None]


def change(**fields: Any) -> Damage:
    """Of whole fields."""

    def damage(s: Any) -> None:
        for name, value in fields.items():
            setattr(s, name, value)

    return damage


def cell(name: str, place: Any, value: int) -> Damage:
    """Of one cell of a field."""

    def damage(s: Any) -> None:
        getattr(s, name)[place] = value

    return damage


def together(*damages: Damage) -> Damage:
    def damage(s: Any) -> None:
        for one in damages:
            one(s)

    return damage
