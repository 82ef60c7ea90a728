"""What a game says of itself before anybody plays it: its name, its size, what one may choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Words = Mapping[str, str]
"""The same words in each language: {"fr": ..., "en": ...}."""

Value = int | str | bool
"""What an option may be set to."""


TRAVELLERS: Words = {"fr": "voyageurs", "en": "travellers"}
TRAVELLER: Words = {"fr": "un voyageur", "en": "traveller"}


@dataclass(frozen=True)
class GameInfo:
    id: str
    title: Words
    tagline: Words
    kind: Words
    players: tuple[int, int]
    minutes: int
    cooperative: bool = False
    those_who_play: Words = field(default_factory=lambda: TRAVELLERS)
    """What they are in this game, in the plural: travellers, companies."""
    one_who_plays: Words = field(default_factory=lambda: TRAVELLER)
    """The same in the singular; in French with the article, which knows the gender: une compagnie."""


@dataclass(frozen=True)
class Option:
    name: str
    default: Value
    choices: tuple[Value, ...]
    label: Words
    help: Words
    value_labels: Mapping[Any, Words] = field(default_factory=dict[Any, Words])
    picks: tuple[Words, ...] = ()
    """Where any text may stand: the names that it may list, with commas between them."""
    most_picks: int = 0
    only: Mapping[str, tuple[Value, ...]] = field(default_factory=dict[str, tuple[Value, ...]])
    """It matters only where these other options have one of these values."""

    def matters(self, chosen: Mapping[str, Value]) -> bool:
        return all(chosen[name] in values for name, values in self.only.items())
