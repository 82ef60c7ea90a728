"""How a game speaks to a person: what its `words.py` and `picture.py` offer, in French (`fr`) and English (`en`).

Both see what the viewer sees and nothing else.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .handle import Seen


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


class Words(Protocol):
    """A game's `words.py`. A move that was masked for the viewer gives a sentence without the secret."""

    def sentence(self, seen: "Seen", move: int, lang: str, who: str | None = None) -> str:
        """The move, not yet made: as an intention for the confirm bar, or told of `who`."""
        ...

    def told(self, before: "Seen", after: "Seen", move: int, lang: str, who: str) -> str:
        """The line of the log for a move that was made; empty when another line or the board tells it anyway."""
        ...

    def subject(self, seen: "Seen", move: int) -> int:
        """The seat that the line of the log is about: who acts, or who gets what chance gives."""
        ...

    def chapter(self, seen: "Seen", lang: str) -> str:
        """Where in the game a line of the log stands: the set-up, a round, a phase."""
        ...

    def things(self, seen: "Seen", move: int) -> list[str]:
        """The ids of what a person touches to make the move, in any order; none for chance."""
        ...

    def touched(self, seen: "Seen", move: int) -> list[str]:
        """The ids of what the move changes, to be marked as the last move."""
        ...

    def prompt(self, seen: "Seen", lang: str, names: Sequence[str]) -> str:
        """One sentence: what the viewer has to do now, or whom we wait for."""
        ...

    def preview(self, seen: "Seen", move: int, lang: str) -> Preview:
        """What the viewer's own move will do."""
        ...

    def why(self, seen: "Seen", thing: str, lang: str, chosen: Sequence[str] = ()) -> Refusal | None:
        """Why this thing cannot be touched now, after the `chosen` ones; None when it can."""
        ...

    def refusal(self, seen: "Seen", move: int, lang: str) -> Refusal:
        """Why this move, which is none of the legal ones, cannot be made."""
        ...

    def facts(self, seen: "Seen", lang: str) -> list[str]:
        """Short facts for the turn band."""
        ...

    def standing(self, seen: "Seen", seat: int, lang: str) -> Standing:
        """How far that player is."""
        ...

    def result(self, seen: "Seen", lang: str, names: Sequence[str]) -> str:
        """At the end: who won and how."""
        ...


class Picture(Protocol):
    """A game's `picture.py`. What can be touched has `data-thing`, what moves has a `data-key` that it keeps."""

    def board(self, seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
        """The table as HTML with inline SVG, for the viewing seat; `last` is what the last move touched."""
        ...

    def legend(self, lang: str) -> str:
        """What the signs on the board mean."""
        ...
