"""What a game tells a person beside its picture: what a move will do, why one is refused, how somebody stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Preview:
    """What a move will do, before it is made."""

    note: str
    """One or two sentences for the confirm bar."""

    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    """What will stand in the place of a thing: a number, mostly, by the id of the thing that is there now."""


@dataclass(frozen=True)
class Refusal:
    """Why something cannot be done now."""

    rule: str
    """The number of the rule in docs/rules, such as "T3"."""

    text: str
    """A helpful sentence in the reader's language."""


@dataclass(frozen=True)
class Standing:
    """How far a player is: a bar, and the same in figures."""

    done: int
    of: int
    text: str
