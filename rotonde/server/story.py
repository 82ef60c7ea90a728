"""What happened at a table, told for one viewpoint in one language.

The log is kept as moves, so it can be told in any language at any time. Telling walks along with a table of its own:
what cannot be taken back any more is told once and kept, only the open end is told anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rotonde.kernel.handle import Table

from .names import apart
from .storage import Entry, Seat


@dataclass(frozen=True)
class Line:
    """One event: whom it is about, its sentence (empty when it needs none), where it stands, what it changed."""

    entry: Entry
    seat: int
    text: str
    chapter: str
    touched: frozenset[str]


class Story:
    def __init__(self, table: Table, start: int, viewpoint: int, lang: str, seats: Sequence[Seat]) -> None:
        self._table = table
        self._count = start
        self._viewpoint = viewpoint
        self._lang = lang
        self._names = [apart(seat.name) for seat in seats]
        self._lines: list[Line] = []

    def tell(self, events: Sequence[Entry], settled: int) -> list[Line]:
        """All lines for these events, of which the first `settled` will never change."""
        for event in events[self._count : settled]:
            self._lines.append(self._line(self._table, event))
        self._count = max(self._count, settled)
        table = self._table.copy()
        return self._lines + [self._line(table, event) for event in events[self._count :]]

    def _line(self, table: Table, event: Entry) -> Line:
        """Tell one event and let it happen on the table."""
        words = table.game.words
        before = table.seen_by(self._viewpoint).called(self._names)
        chapter: str = words.chapter(before, self._lang)
        if event.kind == "resign":
            return Line(event, event.actor, "", chapter, frozenset())
        move = before.masked(event.move)
        seat: int = words.subject(before, move)
        touched = frozenset[str](words.touched(before, move))
        table.play(event.move)
        after = table.seen_by(self._viewpoint).called(self._names)
        text: str = words.told(before, after, move, self._lang, self._names[seat])
        return Line(event, seat, text, chapter, touched)
