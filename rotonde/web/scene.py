"""What one viewpoint sees of a table in one language, after one entry of its log.

It is kept with the table until something happens, for everybody who looks from there. Each part is made when it is
first asked for: a page that only needs to know who is there does not have the board drawn.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from markupsafe import Markup, escape

import rotonde
from rotonde.kernel.handle import Seen
from rotonde.kernel.prose import and_list
from rotonde.kernel.telling import Order, Preview, Proposal, Standing
from rotonde.server.story import Line
from rotonde.server.table import LiveTable

from . import i18n, journal
from .render import templates

T = TypeVar("T")

MOST_PREVIEWS = 24
"""Of so many moves the page is told what they will do; when there are more, it asks for those that it shows."""

_ONCE = ' data-once="'


def lean_board(board: str) -> str:
    """The board for a page that has what never changes on it: those parts are left empty.

    Such a part is an element with data-once="its name", and behind its end stands <!--/once its name-->.
    """
    kept: list[str] = []
    done = at = 0
    while (at := board.find(_ONCE, at) + len(_ONCE)) >= len(_ONCE):
        name = board[at : board.index('"', at)]
        inside = board.index(">", at) + 1
        mark = board.find(f"<!--/once {name}-->", inside)
        if mark >= 0:
            kept.append(board[done:inside])
            done = at = board.rindex("</", inside, mark)
    return "".join([*kept, board[done:]])


class _once(Generic[T]):  # noqa: N801 – used as a decorator
    """A property that is computed once. That of functools has a lock for all tables together (before Python 3.12)."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__

    def __get__(self, owner: Any, kind: type | None = None) -> T:
        made = self._make(owner)
        owner.__dict__[self._name] = made  # found there before this is asked again
        return made


class Scene:
    """Used while the table's lock is held, and only as long as its number is the table's."""

    def __init__(self, live: LiveTable, viewpoint: int, lang: str) -> None:
        self.number = live.number
        self.viewpoint = viewpoint
        self.lang = lang
        self.obeyed = obeyed(live, viewpoint)
        """Whether an order acts for the seat: then nothing is offered, for it would be gone before it is touched."""
        self._live = live
        story = live.told(viewpoint, lang)
        self.seen: Seen = story.seen
        self._lines = story.lines

    @property
    def acts(self) -> bool:
        """Whether the viewer must choose."""
        return self._live.actor == self.viewpoint and not self.obeyed

    @_once
    def board(self) -> str:
        return draw_board(self._live, self.seen, self.lang, self._lines)

    @_once
    def lean_board(self) -> str:
        return lean_board(self.board)

    @_once
    def told(self) -> list[journal.Told]:
        return journal.told(self._live, self._lines, self._live.asides, self.lang)

    @property
    def last_done(self) -> str:
        """What was done last, as the log tells it or as it was offered."""
        return self._lines[-1].text or self._lines[-1].said

    @_once
    def latest(self) -> str:
        """The newest line of the log."""
        return self.told[0].text if self.told else ""

    @_once
    def log_html(self) -> str:
        return journal.html(self.told, self.lang)

    @_once
    def prompt(self) -> str:
        live = self._live
        winners = and_list([live.names[seat] for seat in live.winners], self.lang)
        if live.resigned is not None:
            key = "table.late" if live.resigned in live.late else "table.resigned"
            key += ".won" if winners else ""
            return i18n.text(self.lang, key, name=live.names[live.resigned], winner=winners)
        if live.table.actor == rotonde.OVER:
            left = [seat for seat in live.table.winners() if seat not in live.contenders]
            if left and not live.game.info.cooperative:
                names = and_list([live.names[seat] for seat in left], self.lang)
                return i18n.text(self.lang, "table.left_and_won", name=names, winner=winners)
            return live.game.words.result(self.seen, self.lang, live.names)
        if live.over:
            return i18n.text(self.lang, "table.unfinished")
        return live.game.words.prompt(self.seen, self.lang, live.names)

    @_once
    def facts(self) -> list[str]:
        return list(self._live.game.words.facts(self.seen, self.lang))

    @_once
    def standings(self) -> list[Standing]:
        """How each seat stands."""
        words = self._live.game.words
        return [words.standing(self.seen, seat, self.lang) for seat in range(len(self._live.seats))]

    @_once
    def moves(self) -> list[dict[str, Any]]:
        """The legal moves, for who acts: what one touches to make them, and how they are said."""
        seen = self.seen
        return [
            {
                "move": move,
                "things": seen.things(move),
                "say": str(bold_numbers(seen.words(move, self.lang), seen.names)),
            }
            for move in (seen.moves() if self.acts else [])
        ]

    @_once
    def previews(self) -> list[dict[str, Any]]:
        """What each of the moves will do; nothing when there are so many that the page had better ask."""
        if len(self.moves) > MOST_PREVIEWS:
            return []
        return [preview(self.seen, one["move"], self.lang) for one in self.moves]

    @_once
    def moves_with_previews(self) -> list[dict[str, Any]]:
        if not self.previews:
            return self.moves
        return [{**move, **shown} for move, shown in zip(self.moves, self.previews, strict=True)]

    @_once
    def targets(self) -> list[str]:
        """Things that some series of moves would reach."""
        gestures = self._live.game.gestures if self.acts else None
        return list(gestures.targets(self.seen)) if gestures else []

    @_once
    def orders(self) -> list[Order]:
        """What the seat may say beforehand."""
        return self._live.offered_orders(self.viewpoint, self.lang, self.seen)

    @_once
    def proposals(self) -> list[dict[str, Any]]:
        return proposals(self.seen, None, self.lang) if self.acts else []


def scene(live: LiveTable, viewpoint: int, lang: str) -> Scene:
    """The scene of the table as it is now; the table's lock must be held."""
    kept: Scene | None = live.scenes.get((viewpoint, lang))
    if kept is None or (kept.number, kept.obeyed) != (live.number, obeyed(live, viewpoint)):
        kept = live.scenes[viewpoint, lang] = Scene(live, viewpoint, lang)
    return kept


def obeyed(live: LiveTable, viewpoint: int) -> bool:
    """Whether what that seat ordered beforehand is about to be done."""
    return live.actor == viewpoint and live.obeyed() is not None


def draw_board(live: LiveTable, seen: Seen, lang: str, lines: Sequence[Line]) -> str:
    return str(live.game.picture.board(seen, lang, live.names, _last_touched(lines)))


def _last_touched(lines: Sequence[Line]) -> set[str]:
    """What was touched since the player before the last one moved."""
    touched: set[str] = set()
    mover: int | None = None
    for line in reversed(lines):
        actor = line.entry.actor
        if actor != rotonde.CHANCE:
            if mover is not None and actor != mover:
                break
            mover = actor
        touched.update(line.touched)
    return touched


def preview(seen: Seen, move: int, lang: str) -> dict[str, Any]:
    """What a move will do."""
    shown: Preview = seen.game.words.preview(seen, move, lang)
    return {"note": shown.note, **_on_the_board(shown)}


def _on_the_board(shown: Preview | Proposal) -> dict[str, Any]:
    """What is drawn over the board before a move is made; a way only where there is one."""
    drawn: dict[str, Any] = {"tags": dict(shown.tags)}
    if shown.way:
        drawn["way"] = list(shown.way)
    if isinstance(shown, Proposal) and shown.later:
        drawn["later"] = list(shown.later)
    return drawn


def proposals(seen: Seen, thing: str | None, lang: str) -> list[dict[str, Any]]:
    """What the viewer, who acts, may do in one go: at any time, or with that thing."""
    gestures = seen.game.gestures
    return [
        {
            "moves": list(proposal.moves),
            "things": [thing] if thing else [],
            "say": str(bold_numbers(proposal.sentence, seen.names)),
            "note": proposal.note,
            **_on_the_board(proposal),
        }
        for proposal in (gestures.proposals(seen, thing, lang) if gestures else [])
    ]


def bold_numbers(text: str, names: Sequence[str] = ()) -> Markup:
    """A sentence with its numbers in bold, as the house writes them; a number in somebody's name is none."""
    parts: list[str] = []
    done = 0
    for found in _numbers_beside(tuple(names)).finditer(text):
        if found[1]:
            parts += escape(text[done : found.start()]), "<b>", found[1], "</b>"
            done = found.end()
    return Markup("".join([*parts, escape(text[done:])]))


@lru_cache(maxsize=1024)
def _numbers_beside(names: tuple[str, ...]) -> re.Pattern[str]:
    kept = [rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)]
    return re.compile("|".join([*kept, r"(?<!\w)(\d+)"]))


templates.filters["bold_numbers"] = bold_numbers
