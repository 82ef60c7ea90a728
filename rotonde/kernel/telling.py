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

    way: Sequence[str] = ()
    """The things on a map that the move leads along, in order, to be drawn as a line."""


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
    note: str = ""
    """Where that comes from, in a few words."""


@dataclass(frozen=True)
class Proposal:
    """Several moves that one gesture makes, one after the other, as long as each is legal and the viewer acts."""

    moves: tuple[int, ...]
    sentence: str
    """As an intention, for a button or the confirm bar: "Play all trains"."""
    note: str = ""
    """What it costs and brings, in full: one or two sentences."""
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    """As in a Preview: what to show over things before it is confirmed."""
    way: Sequence[str] = ()
    """As in a Preview: the things that these moves lead along."""
    later: Sequence[str] = ()
    """Those that would come after them, in turns to come."""


@dataclass(frozen=True)
class Order:
    """What a seat can say beforehand, so that it is not asked. It lasts as long as the game still offers its id."""

    id: str
    label: str
    """As on a switch: "Never ask me this turn"."""
    help: str = ""
    usual: bool = False
    """Whether it stands until the seat takes it back: only for what nobody would decide otherwise."""


class Words(Protocol):
    """A game's `words.py`. A move that was masked for the viewer gives a sentence without the secret.

    `seen.names` are the names of those who play.
    """

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

    def facts(self, seen: "Seen", lang: str) -> list[str]:
        """Short facts for the turn band."""
        ...

    def standing(self, seen: "Seen", seat: int, lang: str) -> Standing:
        """How far that player is."""
        ...

    def result(self, seen: "Seen", lang: str, names: Sequence[str]) -> str:
        """At the end: who won and how."""
        ...


class Gestures(Protocol):
    """A game's `gestures.py`, where it has one: what spares a person clicks. All of it ends in ordinary moves."""

    def proposals(self, seen: "Seen", thing: str | None, lang: str) -> list[Proposal]:
        """What the viewer, who acts, may want to do next in one go: at any time (None), or to reach that thing."""
        ...

    def targets(self, seen: "Seen") -> list[str]:
        """The things for which `proposals` has something to offer, beside those that a single move touches."""
        ...

    def orders(self, seen: "Seen", lang: str) -> list[Order]:
        """What the viewer may say beforehand now, whether it is asked to act or not."""
        ...

    def obey(self, seen: "Seen", order: str) -> int | None:
        """The move that this order makes for the viewer, who acts; None: it must be asked."""
        ...


class Refusals(Protocol):
    """A game's `refusals.py`: which rule forbids what somebody tries to do."""

    def of_thing(self, seen: "Seen", thing: str, lang: str, chosen: Sequence[str]) -> Refusal:
        """Why this thing, which is in no legal move with the `chosen` ones, cannot be touched now."""
        ...

    def of_move(self, seen: "Seen", move: int, lang: str) -> Refusal:
        """Why this move, which is none of the legal ones, cannot be made."""
        ...


class Picture(Protocol):
    """A game's `picture.py`. The page knows nothing of a game; it does what these attributes of the drawing say:

    - `data-thing="ID"`: can be touched. Inside an SVG the game's style draws the classes `legal`, `target` (proposals
      lead there), `pick` and `chosen`; ticks and tags are laid over it.
    - `data-key="ID"`: moves, and keeps its key. It glides from where it was; with `data-way="x,y x,y …"` along these
      points, the last of which is where it is now, if it comes from one of them. The units are those of the
      `viewBox` of the SVG it is in; outside an SVG, of the nearest ancestor with `data-ground="WIDTH,HEIGHT"`.
    - `data-handle`, in a map that can be dragged: whoever drags from there does not move the map but draws a way, from
      the thing that lies there to the one where the finger or mouse lets go. It is shown as if that were touched.
    - `data-pan` on an `<svg viewBox>` alone in its parent: it can be dragged and zoomed; with `data-pan="x,y,w,h"` it
      opens there on a phone, and goes along when that changes. Its viewBox is the whole sheet. On a phone it is 430 px
      high unless the game's style says otherwise.
    - `data-open-at="THING"`: the row that scrolls sideways round that thing opens with the thing in the middle.
    - `data-once="ID"`: what is in this element never changes as long as the ID is the same. It is sent once and later
      comes empty. The end must be marked with the same ID: `<g data-once="ID">…</g><!--/once ID-->`; such parts do
      not lie in each other. Put only what everybody may see there, and no ID that stands for different drawings.
    """

    def board(self, seen: "Seen", lang: str, names: Sequence[str], last: Collection[str]) -> str:
        """The table as HTML with inline SVG, for the viewing seat; `last` is what the last move touched."""
        ...

    def legend(self, lang: str) -> str:
        """What the signs on the board mean."""
        ...
